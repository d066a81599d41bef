#include "commands/extract_files.h"

#include "base/request_id.h"
#include "bulk/rounds.h"
#include "commands/site_files.h"

#include <stdio.h>
#include <stdlib.h>

static bool print_response(const char *path, const api_response *response)
{
    bool done = response->status == 200;
    FILE *out = done ? stdout : stderr;

    if (!done) {
        fprintf(stderr, "danad: %s: ", path);
    }
    fwrite(response->body, 1, response->body_length, out);
    if (response->body_length == 0 || response->body[response->body_length - 1] != '\n') {
        fputc('\n', out);
    }
    return done;
}

/* A file that is asked about. */
typedef struct {
    const api_context *context;
    api_document document;
} question;

/* A svc_rounds_ask. */
static void ask(void *arg, const api_rendered *rendered, api_response *out)
{
    question *q = arg;

    q->document.rendered = rendered;
    api_extract_document(q->context, &q->document, out);
}

/* document: all but the page and its id. */
static bool extract_file(const api_context *context, const char *path, const api_document *document,
                         svc_renderers *renderers)
{
    char id[SVC_REQUEST_ID_SIZE];
    size_t length = 0;
    char *html = svc_arguments_read_file(path, context->max_body_bytes, &length);
    api_response response;

    if (html == NULL) {
        return false;
    }
    svc_request_id_make(id, NULL);
    question q = {.context = context, .document = *document};
    q.document.request_id = id;
    q.document.html = html;
    q.document.html_length = length;
    svc_rounds_answer(renderers, ask, &q, &response);
    free(html);
    bool done = print_response(path, &response);
    api_response_clear(&response);
    return done;
}

/* The files in their order, as pages of a site where there is one. */
static int extract_pages(const api_context *context, const svc_paths *paths,
                         const api_document *document, svc_renderers *renderers)
{
    int status = 0;

    for (size_t i = 0; i < paths->count && !ferror(stdout); i++) {
        if (!extract_file(context, paths->paths[i], document, renderers)) {
            status = 1;
        }
    }
    return status;
}

/* The same, compared with one another. */
static int extract_site(const api_context *context, const svc_paths *paths,
                        const api_document *document)
{
    api_site *site = svc_site_of_files(context, paths, document->options_json);
    api_document compared = *document;

    if (site == NULL) {
        return 1;
    }
    compared.site = site;
    int status = extract_pages(context, paths, &compared, NULL);
    api_site_free(site);
    return status;
}

int svc_extract_files(const api_context *context, const svc_arguments *given,
                      const api_document *document, bool compare, svc_renderers *renderers)
{
    svc_paths paths;
    int status = 1;

    if (svc_paths_find(given, &paths)) {
        status = compare ? extract_site(context, &paths, document)
                         : extract_pages(context, &paths, document, renderers);
    }
    svc_paths_clear(&paths);
    return status;
}
