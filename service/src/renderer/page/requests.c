#include "renderer/page/requests.h"

#include "base/clock.h"
#include "renderer/browser/encode.h"
#include "renderer/page/fields.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Requests of a page, and bytes of all their answers: more are refused. */
#define TOTAL_MAX 400
#define BYTES_MAX ((size_t)64 << 20)
/* Lines of the report, and bytes of a URL in it. */
#define LINES_MAX 200
#define URL_SHOWN 1024

/* What becomes of requests by their type. What is not here is fetched. */
typedef enum { FETCHED, SKIPPED_PICTURE, SKIPPED_FONT, SKIPPED, REFUSED } treatment;

static const struct {
    const char *type;
    treatment treatment;
} types[] = {
    {"Image", SKIPPED_PICTURE}, {"Font", SKIPPED_FONT}, {"Media", SKIPPED},
    {"TextTrack", SKIPPED},     {"Ping", REFUSED},      {"CSPViolationReport", REFUSED},
    {"Prefetch", SKIPPED},      {"Manifest", SKIPPED},  {"EventSource", REFUSED},
    {"WebSocket", REFUSED},
};

static const char *const methods[] = {"GET", "HEAD", "POST", "OPTIONS"};

/* A transparent GIF of one pixel: pages take out pictures that fail. */
static const char pixel[] = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";

static const char *text_of(const json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    return text != NULL ? text : "";
}

static treatment treatment_of(const svc_page *page, const char *type)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        treatment found = types[i].treatment;

        if (strcmp(types[i].type, type) == 0) {
            bool wanted = page->order.pictures &&
                          (found == SKIPPED_PICTURE || found == SKIPPED_FONT);
            return wanted ? FETCHED : found;
        }
    }
    return FETCHED;
}

/* Appends a line; URLs of the browser have neither tabs nor line ends. */
static void report(svc_page *page, const char *outcome, const char *type, long status, size_t bytes,
                   const char *code, const char *url)
{
    svc_page_requests *r = &page->requests;

    if (r->lines < LINES_MAX) {
        r->lines++;
        svc_buffer_addf(&r->report, "%s\t%s\t%ld\t%zu\t%s\t%.*s\n", outcome, type, status, bytes,
                        code, URL_SHOWN, url);
    }
}

static void refuse_paused(svc_page *page, const char *paused, const char *reason)
{
    svc_page_send(page, "Fetch.failRequest",
                  json_pack("{ss ss}", "requestId", paused, "errorReason", reason));
}

/* Refuses a request. Where the page would go on to another one it stays as it is: an error page of
 * the browser in its place would be no page of anybody's. */
static void refuse_request(svc_page *page, const char *paused, bool is_of_page, bool is_refusal)
{
    if (is_of_page) {
        page->is_cut = page->was_early;
        page->is_loaded = true;
        page->loaded_ms = svc_now_ms();
    }
    refuse_paused(page, paused, is_of_page ? "Aborted" : is_refusal ? "BlockedByClient" : "Failed");
}

static bool is_of_page(const svc_page *page, const json_t *event)
{
    return strcmp(text_of(event, "resourceType"), "Document") == 0 &&
           strcmp(text_of(event, "frameId"), page->target) == 0;
}

static void refuse(svc_page *page, const json_t *event, const char *code)
{
    page->requests.refused++;
    report(page, "refused", text_of(event, "resourceType"), 0, 0, code,
           text_of(json_object_get(event, "request"), "url"));
    refuse_request(page, text_of(event, "requestId"), is_of_page(page, event), true);
}

static void skip(svc_page *page, const json_t *event, bool is_picture)
{
    const char *paused = text_of(event, "requestId");

    page->requests.skipped++;
    report(page, "skipped", text_of(event, "resourceType"), 0, 0, "",
           text_of(json_object_get(event, "request"), "url"));
    if (!is_picture) {
        refuse_paused(page, paused, "BlockedByClient");
        return;
    }
    svc_page_send(page, "Fetch.fulfillRequest",
                  json_pack("{ss si s[{ssss}] ss}", "requestId", paused, "responseCode", 200,
                            "responseHeaders", "name", "Content-Type", "value", "image/gif", "body",
                            pixel));
}

/* The page itself, which came with the order. */
static void give_page(svc_page *page, const json_t *event)
{
    char *body = svc_encode_base64(page->order.html.bytes, page->order.html.length);

    page->was_given = true;
    if (body == NULL) {
        svc_page_fail(page, "memory");
        return;
    }
    svc_page_send(page, "Fetch.fulfillRequest",
                  json_pack("{ss si s[{ssss}] ss}", "requestId", text_of(event, "requestId"),
                            "responseCode", 200, "responseHeaders", "name", "Content-Type", "value",
                            "text/html; charset=utf-8", "body", body));
    free(body);
}

static svc_page_request *free_slot(svc_page_requests *r)
{
    for (size_t i = 0; i < SVC_PAGE_REQUESTS_MAX; i++) {
        if (r->slots[i].id == 0) {
            return &r->slots[i];
        }
    }
    return NULL;
}

static void add_header_lines(svc_buffer *lines, const json_t *headers)
{
    const char *name;
    json_t *value;

    json_object_foreach((json_t *)(size_t)headers, name, value)
    {
        const char *text = json_string_value(value);

        if (text != NULL && strpbrk(text, "\r\n") == NULL) {
            svc_buffer_addf(lines, "%s: %s\n", name, text);
        }
    }
}

static bool send_fetch(svc_page *page, const svc_page_request *slot, const json_t *request)
{
    char id[16];
    svc_buffer headers = {.bytes = NULL};
    const json_t *data = json_object_get(request, "postData");

    snprintf(id, sizeof id, "%u", slot->id);
    add_header_lines(&headers, json_object_get(request, "headers"));
    const svc_part parts[] = {svc_part_of(id),
                              svc_part_of(text_of(request, "method")),
                              svc_part_of(slot->url),
                              svc_part_of(headers.bytes != NULL ? headers.bytes : ""),
                              {json_string_value(data), json_string_length(data)}};
    bool sent = svc_channel_put(page->channel, SVC_MESSAGE_FETCH, parts,
                                sizeof parts / sizeof parts[0]);

    svc_buffer_clear(&headers);
    return sent;
}

static void ask(svc_page *page, const json_t *event, const json_t *request)
{
    svc_page_requests *r = &page->requests;
    svc_page_request *slot = free_slot(r);

    if (slot == NULL) {
        refuse(page, event, "limit");
        return;
    }
    *slot = (svc_page_request){.id = ++r->last_id,
                               .url = strdup(text_of(request, "url")),
                               .paused = strdup(text_of(event, "requestId")),
                               .is_document = is_of_page(page, event)};
    snprintf(slot->type, sizeof slot->type, "%s", text_of(event, "resourceType"));
    r->outstanding++;
    r->changed_ms = svc_now_ms();
    if (slot->is_document) {
        page->is_loaded = false; /* it goes on to another one */
    }
    if (slot->url == NULL || slot->paused == NULL || !send_fetch(page, slot, request)) {
        svc_page_fail(page, "memory");
    }
}

static bool is_known_method(const char *method)
{
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (strcmp(methods[i], method) == 0) {
            return true;
        }
    }
    return false;
}

/* Why a request is not even asked for; NULL: it is. */
static const char *refusal_of(const svc_page *page, const json_t *request)
{
    const char *url = text_of(request, "url");

    if (strncasecmp(url, "http://", 7) != 0 && strncasecmp(url, "https://", 8) != 0) {
        return "scheme";
    }
    if (!is_known_method(text_of(request, "method"))) {
        return "method";
    }
    return page->requests.total > TOTAL_MAX || page->requests.bytes > BYTES_MAX ? "limit" : NULL;
}

static void take_paused(svc_page *page, const json_t *event)
{
    const json_t *request = json_object_get(event, "request");

    if (!page->was_given && is_of_page(page, event)) {
        give_page(page, event);
        return;
    }
    page->requests.total++;
    if (is_of_page(page, event) && json_object_get(event, "redirectedRequestId") == NULL) {
        page->was_early = !page->is_loaded;
    }
    const char *code = refusal_of(page, request);
    treatment what = treatment_of(page, text_of(event, "resourceType"));

    if (code != NULL || what == REFUSED) {
        refuse(page, event, code != NULL ? code : "kind");
    } else if (what != FETCHED) {
        skip(page, event, what == SKIPPED_PICTURE);
    } else {
        ask(page, event, request);
    }
}

static void take_socket(svc_page *page, const json_t *event)
{
    page->requests.total++;
    page->requests.refused++;
    report(page, "refused", "WebSocket", 0, 0, "kind", text_of(event, "url"));
}

/* --- answers */

static void fulfil(svc_page *page, const svc_page_request *slot, long status,
                   const svc_message *message)
{
    char *body = svc_encode_base64(message->parts[3].bytes, message->parts[3].length);

    page->requests.loaded++;
    page->requests.bytes += message->parts[3].length;
    report(page, "loaded", slot->type, status, message->parts[3].length, "", slot->url);
    if (body == NULL) {
        svc_page_fail(page, "memory");
        return;
    }
    svc_page_send(page, "Fetch.fulfillRequest",
                  json_pack("{ss si so ss}", "requestId", slot->paused, "responseCode", (int)status,
                            "responseHeaders", svc_fields_as_json(message->parts[2].bytes), "body",
                            body));
    free(body);
}

static void fail_request(svc_page *page, const svc_page_request *slot, const char *code,
                         bool is_refusal)
{
    page->requests.failed += !is_refusal;
    page->requests.refused += is_refusal;
    report(page, is_refusal ? "refused" : "failed", slot->type, 0, 0, code, slot->url);
    refuse_request(page, slot->paused, slot->is_document, is_refusal);
}

static void answer_slot(svc_page *page, const svc_page_request *slot, long status,
                        const svc_message *message)
{
    const char *code = message->parts[1].bytes;
    bool is_redirect = status >= 300 && status <= 399;
    bool is_document = strcmp(slot->type, "Document") == 0;

    if (code[0] != '\0') {
        bool is_refusal = strcmp(code, "target-forbidden") == 0 ||
                          strcmp(code, "robots-disallowed") == 0 ||
                          strcmp(code, "invalid-url") == 0;
        fail_request(page, slot, code, is_refusal);
    } else if (is_document && !is_redirect && svc_fields_are_of_download(message->parts[2].bytes)) {
        fail_request(page, slot, "download", true);
    } else {
        fulfil(page, slot, status, message);
    }
}

static void free_request(svc_page_request *slot)
{
    free(slot->url);
    free(slot->paused);
    *slot = (svc_page_request){.id = 0};
}

static void take_fetched(svc_page *page, const svc_message *message)
{
    svc_page_requests *r = &page->requests;
    char *end;
    unsigned long id = strtoul(message->parts[0].bytes, &end, 10);
    long status = strtol(end, NULL, 10);

    for (size_t i = 0; i < SVC_PAGE_REQUESTS_MAX; i++) {
        if (id > 0 && r->slots[i].id == id) {
            r->outstanding--;
            r->changed_ms = svc_now_ms();
            answer_slot(page, &r->slots[i], status, message);
            free_request(&r->slots[i]);
            return;
        }
    }
}

const svc_page_hooks svc_requests_hooks = {take_paused, take_fetched, take_socket};

void svc_requests_clear(svc_page_requests *r)
{
    for (size_t i = 0; i < SVC_PAGE_REQUESTS_MAX; i++) {
        free_request(&r->slots[i]);
    }
    svc_buffer_clear(&r->report);
}
