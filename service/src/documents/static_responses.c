#include "documents/static_responses.h"

#include "base/buffer.h"

#include <stdlib.h>
#include <string.h>

#define NOT_MODIFIED 304

/* What a document is asked with at start. */
typedef struct {
    svc_static_responses *documents;
    const api_context *context;
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
    char *body = svc_coding_encode(coding, SVC_EFFORT_ONCE_FOR_ALL, plain->body, plain->length,
                                   &length);

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
    for (int coding = SVC_GZIP;
         coding < SVC_CODINGS && response->body_length >= documents->min_bytes; coding++) {
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
    if (route != NULL && response.is_document && response.document == NULL &&
        response.body_length > 0 && find(b->documents, &response) == NULL) {
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
    builder b = {documents, context, may_be_asked};

    *documents = (svc_static_responses){NULL, 0, min_bytes};
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
    *documents = (svc_static_responses){NULL, 0, 0};
}

static void replace_body(api_response *response, const char *body, size_t length)
{
    if (!response->body_is_static) {
        free(response->body);
    }
    response->body = (char *)(size_t)body; /* which is static */
    response->body_length = length;
    response->body_is_static = true;
}

/* Makes a document of the API what is sent. Returns the name of its coding; NULL: none. */
static const char *take_form(const svc_static_responses *documents, svc_coding wanted,
                             api_response *response, char etag[SVC_ETAG_SIZE])
{
    static const api_coding codings[SVC_CODINGS] = {API_PLAIN, API_GZIP, API_ZSTD};
    svc_coding coding = response->body_length >= documents->min_bytes ? wanted : SVC_IDENTITY;
    const api_form_bytes *form = &response->document->forms[codings[coding]];
    const char *name = coding != SVC_IDENTITY ? svc_coding_name(coding) : NULL;

    svc_etag_of(etag, form->digest, name);
    replace_body(response, (const char *)form->bytes, form->length);
    return name;
}

/* The same of one that was kept at start, if it was. */
static const char *take_variant(const svc_static_responses *documents, svc_coding wanted,
                                api_response *response, char etag[SVC_ETAG_SIZE])
{
    const svc_static_response *document = find(documents, response);

    if (document == NULL) {
        svc_etag_make(etag, response->body, response->body_length, NULL);
        return NULL;
    }
    svc_coding coding = document->variants[wanted].body != NULL ? wanted : SVC_IDENTITY;
    const svc_variant *variant = &document->variants[coding];

    memcpy(etag, variant->etag, SVC_ETAG_SIZE);
    replace_body(response, variant->body, variant->length);
    return coding != SVC_IDENTITY ? svc_coding_name(coding) : NULL;
}

void svc_static_responses_select(const svc_static_responses *documents, svc_accepted accepted,
                                 const char *if_none_match, api_response *response)
{
    char etag[SVC_ETAG_SIZE];
    const char *coding = response->document != NULL
                             ? take_form(documents, accepted.best, response, etag)
                             : take_variant(documents, accepted.best, response, etag);

    api_response_add_header(response, "ETag", etag);
    if (svc_etag_matches(if_none_match, etag)) {
        /* The body stays, and is not sent: RFC 9110, 8.6, wants its length or none at all. */
        response->status = NOT_MODIFIED;
        response->content_type = NULL;
    } else if (coding != NULL) {
        api_response_add_header(response, "Content-Encoding", coding);
    }
}
