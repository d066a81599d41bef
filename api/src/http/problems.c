#include "http/problems.h"

#include "http/response.h"

#include <string.h>

/* What every problem document begins with, and the path of its type. */
#define TYPE_BEGIN "{\"type\":\""
#define TYPE_PATH  "/problems/"

/* Sent where not even a problem document can be built; its id stands in the header only. */
#define INTERNAL_BODY                                                                              \
    TYPE_BEGIN TYPE_PATH                                                                           \
        "internal\",\"title\":\"Internal error\",\"status\":500,"                                  \
        "\"detail\":\"The server is out of memory.\",\"instance\":\"\",\"code\":\"internal\","     \
        "\"request_id\":\"\"}"

/* The one table of problems. */
static const api__problem_row problems[] = {
    {"invalid-json", 400, "The body is not valid JSON", "The body could not be parsed.", false},
    {"invalid-request", 400, "The request breaks a rule", "See errors.", false},
    {"unknown-member", 400, "The request has a member that does not exist", "See errors.", false},
    {"empty-body", 400, "The body is empty",
     "Send a page, or a JSON object with html, html_base64 or url.", false},
    {"broken-coding", 400, "The body is not in its content coding",
     "The body could not be decompressed, or is cut short.", false},
    {"invalid-url", 400, "The URL cannot be fetched", "See errors.", false},
    {"invalid-http", 400, "The request is not valid HTTP",
     "The head of the request is malformed or ambiguous.", true},
    {"unauthorized", 401, "A token is needed",
     "Send Authorization: Bearer and a token of this server.", false},
    {"target-forbidden", 403, "The URL's target is not allowed",
     "This server does not fetch from there.", false},
    {"robots-disallowed", 403, "The site does not want robots to fetch this page",
     "The site's robots.txt does not allow it.", false},
    {"not-found", 404, "There is nothing at this path", "See /openapi.yaml for the routes.", false},
    {"feature-disabled", 404, "This feature is turned off",
     "This server does not fetch URLs; send the page as html or html_base64.", false},
    {"method-not-allowed", 405, "The path does not take this method", "See the Allow header.",
     false},
    {"not-acceptable", 406, "No such representation", "This path answers application/json.", false},
    {"read-timeout", 408, "The request did not arrive in time", "Send the request again.", true},
    {"body-too-large", 413, "The body is larger than the limit",
     "It has more bytes than limits.max_body_bytes of /v1/info.", true},
    {"too-many-items", 413, "The batch has more items than the limit",
     "It has more items than limits.batch_max_items of /v1/info.", false},
    {"target-too-long", 414, "The target of the request is too long",
     "It has too many bytes, or more than 128 parameters.", true},
    {"unsupported-media-type", 415, "The body's media type is not supported",
     "Its Content-Type is none that this path takes.", false},
    {"unsupported-encoding", 415, "The body's content coding is not supported",
     "Send the body in gzip, zstd or without a content coding.", false},
    {"document-too-complex", 422, "The page is too complex", "See limit.", false},
    {"processing-timeout", 422, "The page takes too long", "See limit, in milliseconds.", false},
    {"not-html", 422, "The URL is not an HTML page", "Its media type is none of HTML.", false},
    {"not-rendered", 422, "The page was not rendered",
     "What was asked for reads how a browser shows the page: set options.render, or send boxes.",
     false},
    {"upstream-too-large", 422, "The page at the URL is too large",
     "It is larger than this server fetches.", false},
    {"rate-limited", 429, "Too many requests from this client", "Send it again later.", false},
    {"head-too-large", 431, "The head of the request is too large",
     "It has too many bytes, or more than 100 headers.", true},
    {"internal", 500, "Internal error", "The request failed; it is logged under its id.", false},
    {"not-implemented", 501, "The method or transfer coding is not implemented",
     "Use GET, HEAD, POST or OPTIONS, and chunked at most.", true},
    {"no-renderer", 501, "Pages are not rendered here",
     "This server has no renderer; options.render must be never or auto.", false},
    {"render-failed", 502, "The page could not be rendered", "The browser failed on this page.",
     false},
    {"fetch-failed", 502, "The page could not be fetched",
     "The name does not resolve, or nothing answers there.", false},
    {"upstream-status", 502, "The site answered with an error", "See upstream.status.", false},
    {"redirect-limit", 502, "The site redirects too often", "The limit of redirects was reached.",
     false},
    {"fetch-loop", 502, "The request comes from a danad's fetch",
     "A danad does not answer another one's fetch.", false},
    {"queue-full", 503, "The server is busy", "Too many requests wait already; send it again.",
     false},
    {"queue-timeout", 503, "The server is busy",
     "The request waited too long for a worker; send it again.", false},
    {"draining", 503, "The server is shutting down", "Send the request again.", true},
    {"too-many-connections", 503, "The server has too many connections", "Send it again.", true},
    {"fetch-timeout", 504, "The site is too slow", "The page did not arrive in time.", false},
    {"http-version", 505, "The version of HTTP is not supported", "Use HTTP/1.1 or HTTP/1.0.",
     true},
};

/* Those whose status an operator may choose, for clients that know another one. */
static const char *const overload_codes[] = {"queue-full", "queue-timeout", "too-many-connections"};

#define PROBLEM_COUNT (sizeof(problems) / sizeof(problems[0]))

const api__problem_row *api__find_problem(const char *code)
{
    for (size_t i = 0; i < PROBLEM_COUNT; i++) {
        if (strcmp(problems[i].code, code) == 0) {
            return &problems[i];
        }
    }
    return NULL;
}

/* The row of a code; an unknown one is our own error. */
static const api__problem_row *row_of(const char *code)
{
    const api__problem_row *row = api__find_problem(code);

    return row != NULL ? row : api__find_problem("internal");
}

const api__problem_row *api__problem_at(size_t index)
{
    return index < PROBLEM_COUNT ? &problems[index] : NULL;
}

/* urn:uuid: for a UUID, else the id as it came. */
static json_t *instance_of(const char *id)
{
    return strlen(id) == 36 && strspn(id, "0123456789abcdefABCDEF-") == 36
               ? json_sprintf("urn:uuid:%s", id)
               : json_string(id);
}

static json_t *build_problem(const api__problem_row *row, const char *id, const char *detail,
                             json_t *extensions)
{
    json_t *root = json_pack("{s:s+ ss si ss so ss ss}", "type", TYPE_PATH, row->code, "title",
                             row->title, "status", row->status, "detail",
                             detail != NULL ? detail : row->detail, "instance", instance_of(id),
                             "code", row->code, "request_id", id);

    if (extensions != NULL && json_object_update(root, extensions) != 0) {
        json_decref(root);
        return NULL;
    }
    return root;
}

void api__problem(api_response *out, const char *request_id, const char *code, const char *detail,
                  json_t *extensions)
{
    const api__problem_row *row = row_of(code);
    json_t *root = build_problem(row, request_id != NULL ? request_id : "", detail, extensions);

    json_decref(extensions);
    *out = (api_response){.status = row->status,
                          .content_type = "application/problem+json",
                          .close_connection = row->closes,
                          .problem = row->code};
    if (root == NULL || !api__dump_json(root, out)) {
        out->status = 500;
        out->problem = "internal";
        api__static_body(out, "application/problem+json", INTERNAL_BODY, sizeof(INTERNAL_BODY) - 1);
    }
    json_decref(root);
}

void api__problem_with(api_response *out, const char *request_id, const char *code,
                       const char *detail, json_t *extensions)
{
    if (extensions == NULL) {
        api__problem(out, request_id, "internal", NULL, NULL);
        return;
    }
    api__problem(out, request_id, code, detail, extensions);
}

/*
 * The text is changed, and not the value that it was made of: handlers make problems in many
 * places and know nothing of the server's address. Where memory is out the base is missing.
 */
void api__problem_set_base(api_response *out, const char *base_path)
{
    static const char begin[] = TYPE_BEGIN TYPE_PATH;
    size_t kept = strlen(TYPE_BEGIN);
    api__buffer body = {0};

    if (base_path == NULL || base_path[0] == '\0' || out->problem == NULL ||
        out->body_length < strlen(begin) || memcmp(out->body, begin, strlen(begin)) != 0) {
        return;
    }
    api__append(&body, TYPE_BEGIN, kept);
    api__append_string(&body, base_path);
    api__append(&body, out->body + kept, out->body_length - kept);
    api__set_body(out, &body);
}

void api__limit_problem(api_response *out, const char *request_id, const char *code,
                        const char *detail, size_t limit)
{
    api__problem_with(out, request_id, code, detail, json_pack("{sI}", "limit", (json_int_t)limit));
}

void api__retry_problem(api_response *out, const char *request_id, const char *code,
                        const char *detail, int retry_after_s)
{
    if (retry_after_s <= 0) {
        api__problem(out, request_id, code, detail, NULL);
    } else {
        api__problem_with(out, request_id, code, detail,
                          json_pack("{si}", "retry_after", retry_after_s));
        api__add_header(out, "Retry-After", "%d", retry_after_s);
    }
}

/* The base path of a context, which may be NULL. */
static const char *base_of(const api_context *context)
{
    return context != NULL ? context->base_path : NULL;
}

void api_problem_response(api_response *out, const api_context *context, const char *request_id,
                          const char *code, const char *detail, int retry_after_s)
{
    api__retry_problem(out, request_id, code, detail, retry_after_s);
    api__problem_set_base(out, base_of(context));
}

static bool is_overload(const char *code)
{
    for (size_t i = 0; i < sizeof(overload_codes) / sizeof(overload_codes[0]); i++) {
        if (strcmp(overload_codes[i], code) == 0) {
            return true;
        }
    }
    return false;
}

void api_overload_response(api_response *out, const api_context *context, const char *request_id,
                           const char *code, const char *detail, int retry_after_s)
{
    int status = context->overload_status;

    if (!is_overload(code) || status == 0 || status == row_of(code)->status) {
        api_problem_response(out, context, request_id, code, detail, retry_after_s);
        return;
    }
    api__problem_with(out, request_id, code, detail,
                      json_pack("{si si}", "status", status, "retry_after", retry_after_s));
    api__problem_set_base(out, base_of(context));
    if (out->status != 500) {
        out->status = status;
        api__add_header(out, "Retry-After", "%d", retry_after_s);
    }
}
