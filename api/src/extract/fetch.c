#include "extract/fetch.h"

#include "http/media_type.h"
#include "http/problems.h"

#include <string.h>

/* Orders the page of a request. The URL is copied: the request is read again afterwards. */
static void order_fetch(const char *id, const api__extract_request *request, api_response *out)
{
    *out = (api_response){.wants_fetch = true,
                          .order = {.url = strdup(request->url),
                                    .timeout_ms = request->options.fetch_timeout_ms,
                                    .max_redirects = request->options.max_redirects,
                                    .accept_error_status = request->options.accept_error_status}};
    if (out->order.url == NULL) {
        api__problem(out, id, "internal", NULL, NULL);
    }
}

/* A fetch that failed; the site's status goes along where it answered. */
static void fetch_problem(const char *id, const api_fetched *fetched, api_response *out)
{
    if (strcmp(fetched->problem, "invalid-url") == 0) {
        api__error_response(out, id, fetched->problem, "#/url", fetched->detail);
        return;
    }
    if (fetched->status > 0) {
        api__problem_with(out, id, fetched->problem, fetched->detail,
                          json_pack("{s{si}}", "upstream", "status", fetched->status));
        return;
    }
    api__problem(out, id, fetched->problem, fetched->detail, NULL);
}

bool api__find_page(const api_context *context, const char *id, const api__extract_request *request,
                    const api_fetched *fetched, api__page *page, api_response *out)
{
    if (request->url == NULL) {
        *page = request->page;
        return true;
    }
    if (fetched != NULL && fetched->problem == NULL) {
        *page = (api__page){.bytes = fetched->body,
                            .length = fetched->body_length,
                            .charset = api__media_of(fetched->content_type).charset};
        return true;
    }
    if (!context->fetch) {
        api__problem(out, id, "feature-disabled", NULL, NULL);
    } else if (fetched == NULL) {
        order_fetch(id, request, out);
    } else {
        fetch_problem(id, fetched, out);
    }
    return false;
}
