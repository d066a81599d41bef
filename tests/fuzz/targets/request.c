/*
 * Requests as the service hands them over. The first line of an input is method, path with query,
 * Content-Type, Accept and Content-Encoding, between bars; all else is the body. Answers must be
 * what they say: JSON that jansson reads, HTML of the allow-list.
 */
#include "api/api.h"
#include "api/batch.h"
#include "dana/text.h"
#include "target.h"

#include <jansson.h>
#include <string.h>

#define FIELDS         5
#define HEAD_MAX       1000
#define PARAMETERS_MAX 32

/* The elements that the HTML format has, and no other. */
static const char *const allowed_tags[] = {
    "h1",    "h2",      "h3",   "h4",   "h5",   "h6",     "p",          "br",     "hr",
    "ul",    "ol",      "li",   "dl",   "dt",   "dd",     "blockquote", "pre",    "code",
    "table", "caption", "tr",   "td",   "th",   "strong", "em",         "del",    "sub",
    "sup",   "abbr",    "a",    "img",  "ruby", "rt",     "rp",         "figure", "figcaption",
    "q",     "div",     "html", "head", "meta", "title",  "body",
};

/* Time stands still: answers of one input are the same. */
static double no_time(void)
{
    const double never = 0.0;

    return never;
}

static bool is_allowed(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof(allowed_tags) / sizeof(allowed_tags[0]); i++) {
        if (strlen(allowed_tags[i]) == length && memcmp(allowed_tags[i], name, length) == 0) {
            return true;
        }
    }
    return false;
}

/* The box of a task, as it is written: no other kind of input is. */
static bool is_task_box(const char *tag, size_t length)
{
    static const char *const boxes[] = {"input type=\"checkbox\" disabled",
                                        "input type=\"checkbox\" checked disabled"};

    return (strlen(boxes[0]) == length && memcmp(boxes[0], tag, length) == 0) ||
           (strlen(boxes[1]) == length && memcmp(boxes[1], tag, length) == 0);
}

/* HTML in which each '<' begins a tag of the list, and no tag has a handler or a script's URL. */
static const char *check_html(const char *text, size_t length)
{
    const char *end = text + length;

    for (const char *p = memchr(text, '<', length); p != NULL;
         p = memchr(p, '<', (size_t)(end - p))) {
        const char *name = p + 1 + (p + 1 < end && p[1] == '/');
        const char *close = memchr(name, '>', (size_t)(end - name));
        size_t name_length = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789");

        if (close == NULL) {
            return "a tag that does not end";
        }
        if (strncasecmp(name, "!doctype", 8) != 0 && !is_allowed(name, name_length) &&
            !is_task_box(name, (size_t)(close - name))) {
            return "a tag that is not allowed";
        }
        if (memmem(name, (size_t)(close - name), "=\"javascript:", 13) != NULL) {
            return "a script's URL";
        }
        p = close;
    }
    return NULL;
}

static void check_answer(const api_request *request, const api_response *answer)
{
    const char *type = answer->content_type;

    must_be_right(answer->status != 500 ? NULL : "500");
    if (type == NULL) {
        return;
    }
    if (strstr(type, "json") != NULL && strstr(type, "ndjson") == NULL && answer->body_length > 0) {
        json_t *root = json_loadb(answer->body, answer->body_length,
                                  JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL);

        must_be_right(root != NULL ? NULL : "JSON that is none");
        json_decref(root);
    } else if (strncmp(type, "text/html", 9) == 0 && answer->status == 200 &&
               strcmp(request->path, "/v1/extract") == 0) {
        must_be_right(check_html(answer->body, answer->body_length));
    }
    if (answer->body_length > 0 && strncmp(type, "text/", 5) == 0) {
        must_be_right(dana_utf8_valid_length(answer->body, answer->body_length) ==
                              answer->body_length
                          ? NULL
                          : "UTF-8");
    }
}

/* Answers the items of a batch, as the service's workers do. */
static void answer_items(const api_context *context, const api_request *request, api_batch *batch)
{
    api_item item = {.request_id = request->id};

    while (api_batch_next(batch, &item)) {
        api_response answer = {0};

        item.request_id = request->id;
        api_item_answer(context, api_batch_defaults(batch), &item, &answer);
        if (!answer.wants_fetch) {
            check_answer(request, &answer);
        }
        api_response_clear(&answer);
    }
}

static void handle(const api_context *context, const api_request *request)
{
    api_response answer = {0};
    const api_route *route = api_route_head(context, request, &answer);

    if (route != NULL) {
        api_handle(context, route, request, &answer);
    }
    if (answer.batch != NULL) {
        answer_items(context, request, answer.batch);
    } else if (!answer.wants_fetch) {
        check_answer(request, &answer);
    }
    api_response_clear(&answer);
}

/* Splits a query in place. Returns the number of parameters. */
static size_t split_query(char *query, api_parameter *parameters)
{
    size_t count = 0;

    while (query != NULL && count < PARAMETERS_MAX) {
        char *part = strsep(&query, "&");
        char *value = strchr(part, '=');

        if (value != NULL) {
            *value++ = '\0';
        }
        value = value != NULL ? value : part + strlen(part);
        parameters[count++] = (api_parameter){part, value, strlen(value)};
    }
    return count;
}

/* Fills a request from its first line, which is changed. `parameters` has room for PARAMETERS_MAX.
 */
static api_request read_head(char *line, api_parameter *parameters)
{
    char *fields[FIELDS] = {NULL};

    for (size_t i = 0; i < FIELDS && line != NULL; i++) {
        char *field = strsep(&line, "|");

        fields[i] = *field != '\0' ? field : NULL;
    }
    char *query = fields[1] != NULL ? strchr(fields[1], '?') : NULL;
    size_t count = 0;

    if (query != NULL) {
        *query++ = '\0';
        count = split_query(query, parameters);
    }
    return (api_request){.id = "fuzz",
                         .method = fields[0] != NULL ? fields[0] : "GET",
                         .path = fields[1] != NULL ? fields[1] : "/",
                         .content_type = fields[2],
                         .accept = fields[3],
                         .content_encoding = fields[4],
                         .parameters = parameters,
                         .parameter_count = count};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const api_context context = {.version = "0",
                                        .base_path = "",
                                        .max_body_bytes = 1 << 20,
                                        .workers = 1,
                                        .queue_size = 1,
                                        .process_timeout_ms = 1e6,
                                        .max_attributes = 512,
                                        .max_depth = 1024,
                                        .max_nodes = 1000000,
                                        .max_lines = 200000,
                                        .batch_max_items = 100,
                                        .fetch = true,
                                        .now_ms = no_time,
                                        .compat = 3};
    char head[HEAD_MAX + 1];
    api_parameter parameters[PARAMETERS_MAX];
    const uint8_t *line = size > 0 ? memchr(data, '\n', size) : NULL;

    if (line == NULL || line - data > HEAD_MAX ||
        memchr(data, '\0', (size_t)(line - data)) != NULL) {
        return 0;
    }
    memcpy(head, data, (size_t)(line - data));
    head[line - data] = '\0';
    api_request request = read_head(head, parameters);
    size_t length = size - (size_t)(line + 1 - data);
    char *body = malloc(length + 1);

    memcpy(body, line + 1, length);
    request.content_length = (long long)length;
    request.body = body;
    request.body_length = length;
    api_init();
    handle(&context, &request);
    free(body);
    return 0;
}
