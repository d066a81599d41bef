#include "documents/static_responses.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

#define NOT_MODIFIED 304
/* Longer documents are compressed with less effort, as the start waits for it: the reference takes
 * 7 ms instead of 25, and becomes a seventh instead of a ninth. */
#define LARGE ((size_t)512 * 1024)

/* What a document is asked with at start. */
typedef struct {
    svc_static_responses *documents;
    const api_context *context;
    size_t min_bytes;
    bool (*may_be_asked)(const char *path);
} builder;

static bool keep(svc_variant *variant, char *body, size_t length, const char *coding)
{
    if (body == NULL) {
        return false;
    }
    *variant = (svc_variant){.body = body, .length = length};
    svc_etag_make(variant->etag, body, length, coding);
    return true;
}

static void compress(svc_static_response *document, svc_coding coding)
{
    const svc_variant *plain = &document->variants[SVC_IDENTITY];
    size_t length;
    svc_effort effort = plain->length > LARGE ? SVC_EFFORT_ONCE_EACH : SVC_EFFORT_ONCE_FOR_ALL;
    char *body = svc_coding_encode(coding, effort, plain->body, plain->length, &length);

    if (body != NULL && length >= plain->length) {
        free(body);
        return;
    }
    keep(&document->variants[coding], body, length, svc_coding_name(coding));
}

static void add(builder *b, const api_response *response)
{
    svc_static_responses *documents = b->documents;
    svc_static_response *items = svc_array_grow(documents->items, documents->count, sizeof *items);
    svc_static_response document = {.variants = {{.body = NULL}}};

    if (items == NULL) {
        return;
    }
    documents->items = items;
    char *copy = malloc(response->body_length);
    if (copy != NULL) {
        memcpy(copy, response->body, response->body_length);
    }
    if (!keep(&document.variants[SVC_IDENTITY], copy, response->body_length, NULL)) {
        return;
    }
    for (int coding = SVC_GZIP; coding < SVC_CODINGS && response->body_length >= b->min_bytes;
         coding++) {
        compress(&document, (svc_coding)coding);
    }
    items[documents->count++] = document;
}

static const svc_static_response *find(const svc_static_responses *documents,
                                       const api_response *response)
{
    for (size_t i = 0; i < documents->count; i++) {
        const svc_variant *plain = &documents->items[i].variants[SVC_IDENTITY];
        if (plain->length == response->body_length &&
            memcmp(plain->body, response->body, plain->length) == 0) {
            return &documents->items[i];
        }
    }
    return NULL;
}

static void ask_for(builder *b, const char *path, const char *accept)
{
    const api_request request = {
        .id = "", .method = "GET", .path = path, .accept = accept, .content_length = -1};
    api_response response = {0};
    const api_route *route = api_route_head(b->context, &request, &response);
    if (route != NULL && api_route_place(route) == API_INLINE) {
        api_handle(b->context, route, &request, &response);
    }
    if (route != NULL && response.is_document && response.body_length > 0 &&
        find(b->documents, &response) == NULL) {
        add(b, &response);
    }
    api_response_clear(&response);
}

/* The favourite form of a document, and what browsers get. */
static void ask(const char *path, const char *methods, void *arg)
{
    builder *b = arg;

    if (strncmp(methods, "GET", 3) != 0 || !b->may_be_asked(path)) {
        return;
    }
    ask_for(b, path, NULL);
    ask_for(b, path, "text/html");
}

void svc_static_responses_build(svc_static_responses *documents, const api_context *context,
                                size_t min_bytes, bool (*may_be_asked)(const char *path))
{
    builder b = {documents, context, min_bytes, may_be_asked};

    *documents = (svc_static_responses){NULL, 0};
    api_routes_each(ask, &b);
}

void svc_static_responses_clear(svc_static_responses *documents)
{
    for (size_t i = 0; i < documents->count; i++) {
        for (size_t k = 0; k < SVC_CODINGS; k++) {
            free(documents->items[i].variants[k].body);
        }
    }
    free(documents->items);
    *documents = (svc_static_responses){NULL, 0};
}

static void replace_body(api_response *response, char *body, size_t length)
{
    if (!response->body_is_static) {
        free(response->body);
    }
    response->body = body;
    response->body_length = length;
    response->body_is_static = true;
}

/* The variant to send, and its coding; NULL: the document is not among those of the start. */
static const svc_variant *choose(const svc_static_response *document, svc_coding wanted,
                                 const char **name)
{
    if (document == NULL) {
        return NULL;
    }
    svc_coding coding = document->variants[wanted].body != NULL ? wanted : SVC_IDENTITY;
    *name = coding != SVC_IDENTITY ? svc_coding_name(coding) : NULL;
    return &document->variants[coding];
}

void svc_static_responses_select(const svc_static_responses *documents, svc_accepted accepted,
                                 const char *if_none_match, api_response *response)
{
    char etag[SVC_ETAG_SIZE];
    const char *coding = NULL;
    const svc_variant *variant = choose(find(documents, response), accepted.best, &coding);

    if (variant != NULL) {
        memcpy(etag, variant->etag, sizeof etag);
        replace_body(response, variant->body, variant->length);
    } else {
        svc_etag_make(etag, response->body, response->body_length, NULL);
    }
    api_response_add_header(response, "ETag", etag);
    if (svc_etag_matches(if_none_match, etag)) {
        /* The body stays, and is not sent: RFC 9110, 8.6, wants its length or none at all. */
        response->status = NOT_MODIFIED;
        response->content_type = NULL;
    } else if (coding != NULL) {
        api_response_add_header(response, "Content-Encoding", coding);
    }
}
