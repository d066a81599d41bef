/*
 * The pages that the types of problem documents lead to: /problems/{code}.
 */
#include "endpoints/handlers.h"
#include "http/accept.h"
#include "http/markup.h"
#include "http/problems.h"
#include "http/response.h"
#include "http/success.h"
#include "json/values.h"

#include <string.h>

const char *const api__problem_types[] = {"text/html", "text/markdown", "application/json", NULL};

enum { AS_HTML, AS_MARKDOWN, AS_JSON };

/* What a problem means and what its receiver can do. retryable: the same request may succeed when
 * it is sent again. */
typedef struct {
    const char *code;
    bool retryable;
    const char *meaning;
    const char *action;
} explanation;

static const explanation explanations[] = {
    {"invalid-json", false,
     "The body was announced as JSON and does not parse, or an object in it has a member twice.",
     "Correct the body at the line and column that the problem names."},
    {"invalid-request", false,
     "A member of the request has a value that is not allowed, or the request names no page, or "
     "more than one.",
     "Look at errors: each names a member by its JSON pointer and says what it takes."},
    {"unknown-member", false,
     "The request has a member, an option or a parameter that does not exist. They are refused, "
     "so that a slip of the pen is not taken for a default.",
     "Correct or remove the members that errors points at; /v1/algorithms lists the parameters."},
    {"empty-body", false, "A page or JSON was expected, and the body has no bytes.",
     "Send the body, and its length or chunked coding with it."},
    {"broken-coding", false,
     "Content-Encoding names a compression that the body is not in, or the compressed data ends "
     "too early.",
     "Compress the body as the header says, or leave the header out."},
    {"invalid-url", false,
     "The address cannot be fetched: it is no absolute http or https URL that can be read in one "
     "way only, or it holds a user.",
     "Correct the address, or send the page itself as html or html_base64."},
    {"invalid-http", false,
     "The head of the request is ambiguous or breaks HTTP, so that it is not clear where the "
     "request ends. The connection is closed.",
     "Send one Host header, and one length or chunked coding; look for a proxy that changes "
     "headers."},
    {"unauthorized", false, "This server asks for a token, and none of its tokens was sent.",
     "Send the header Authorization: Bearer with a token that the operator gave you."},
    {"target-forbidden", false,
     "The address, or one that it redirects to, leads where this server does not fetch: a private "
     "network, the machine itself, a port that is not allowed, or what the operator has excluded.",
     "Send the page itself as html or html_base64, or ask the operator to allow the network or "
     "the port."},
    {"robots-disallowed", false,
     "The robots.txt of the site, or of one that it redirects to, does not allow this server to "
     "fetch the page, or cannot be had because the site fails. The operator has chosen to respect "
     "it (FETCH_ROBOTS).",
     "Send the page itself as html or html_base64 where you have it, or ask the site."},
    {"not-found", false, "No route has this path.",
     "Look the path up in /openapi.json; mind its case and slashes."},
    {"feature-disabled", false, "The operator has turned this feature off.",
     "Do without it: a page that cannot be fetched can be sent as html or html_base64."},
    {"method-not-allowed", false, "The path exists, and does not take this method.",
     "Use one of the methods that the header Allow lists."},
    {"not-acceptable", false, "The header Accept excludes every media type that this path sends.",
     "Ask for one of the types in acceptable, or leave Accept out."},
    {"read-timeout", true,
     "The request was not complete in the time that the server waits for one. The connection is "
     "closed.",
     "Send it again, faster; /v1/info tells the time in limits.read_timeout_ms."},
    {"body-too-large", false,
     "The body, as sent or decompressed, or the page in it, is longer than the limit.",
     "Send a smaller page; the problem names the limit in bytes."},
    {"too-many-items", false, "The batch holds more items than the limit.",
     "Split it; the problem names the limit."},
    {"target-too-long", false,
     "The first line of the request is longer than the server reads, or its query has more than "
     "128 parameters. The connection is closed.",
     "Send the page and its options as JSON with POST; the operator sets the length "
     "(MAX_HEADER_BYTES)."},
    {"unsupported-media-type", false, "The body's Content-Type is none that this path takes.",
     "Use a type that its detail lists, as does the header Accept-Post."},
    {"unsupported-encoding", false, "The body's Content-Encoding is none that this server undoes.",
     "Use a coding that the header Accept-Encoding lists, or none."},
    {"document-too-complex", false,
     "The page exceeds a limit of its shape: its lines, elements, attributes or depth, or the "
     "memory for one page.",
     "The problem names the limit in limit_name. Where it is depth or attributes, an algorithm "
     "without a tree (addanag, auto) may do."},
    {"processing-timeout", false,
     "The work on the page was stopped when its time was over, which the request can lower.",
     "Ask for fewer parts, take a faster algorithm, or raise options.timeout_ms up to the "
     "server's limit."},
    {"not-html", false, "The address answers with something else than HTML.",
     "Check the address; other formats are not read."},
    {"not-rendered", false,
     "The algorithm, or the headline's method, reads where a browser shows each part of the page "
     "and how (needs_boxes in /v1/algorithms), which HTML alone does not tell.",
     "Have the page rendered (options.render), send the page as your own browser rendered it with "
     "its boxes, or take another algorithm."},
    {"upstream-too-large", false, "The page at the address is larger than this server fetches.",
     "Fetch it yourself and send what matters, or ask the operator for a higher limit."},
    {"rate-limited", true, "This client has sent more than its share, or has too many connections.",
     "Wait as long as Retry-After says, then send the request again, and fewer at a time."},
    {"head-too-large", false,
     "The first line and the headers of the request are longer than the server reads, or there are "
     "more than 100 headers. The connection is closed.",
     "Send fewer or shorter headers; the operator sets the length (MAX_HEADER_BYTES)."},
    {"internal", true, "A fault of the server; it is in its log under the request id.",
     "Send it again once; tell the operator the request id where it stays."},
    {"not-implemented", false,
     "HTTP knows no such method, or the body uses a transfer coding other than chunked.",
     "Use GET, HEAD, POST or OPTIONS, and chunked at most."},
    {"no-renderer", false,
     "The request wants the page as a browser shows it (options.render is always), and this server "
     "has no browser.",
     "Use auto, which takes the page as it came then, or ask the operator to start a renderer."},
    {"render-failed", true,
     "A browser was to show the page, and crashed, hung or ran out of memory on it, twice where "
     "there was time; or no browser was free in time.",
     "Send it again; where it stays, use auto or never, or raise options.fetch.timeout_ms."},
    {"fetch-failed", true,
     "The page could not be fetched: the name does not resolve, nothing answers there, or the "
     "answer breaks HTTP or TLS.",
     "Check the address; try again later, the site may be back."},
    {"upstream-status", true,
     "The site answered, with an error; upstream.status is its status. What it sent is not "
     "extracted, an error page is no content.",
     "Treat it as you would the site's own answer; options.fetch.accept_error_status takes error "
     "pages as well."},
    {"redirect-limit", false, "The site redirects more often than the limit allows, or in circles.",
     "Send the address that the redirects lead to, or raise options.fetch.max_redirects."},
    {"fetch-loop", false,
     "The request is the fetch of another danad, or of this one: answering it could go on for "
     "ever.",
     "Do not send a danad's own address as url."},
    {"queue-full", true, "As many requests wait as the server lets wait; this one was not begun.",
     "Wait as long as Retry-After says, then send it again."},
    {"queue-timeout", true, "The request waited too long for its turn; it was not begun.",
     "Wait as long as Retry-After says, then send it again."},
    {"draining", true, "The server is about to stop and takes no new work.",
     "Send it again on a new connection: another server, or the next one, answers."},
    {"too-many-connections", true, "More connections are open than the server takes.",
     "Wait as long as Retry-After says; keep connections and use them again."},
    {"fetch-timeout", true, "The page did not arrive in the time that a fetch may take.",
     "Try again later, or raise options.fetch.timeout_ms up to the server's limit."},
    {"http-version", false,
     "The first line of the request names a version of HTTP other than 1.0 and 1.1. The connection "
     "is closed.",
     "Use HTTP/1.1; for HTTP/2 and 3 put a proxy in front."},
};

#define EXPLANATION_COUNT (sizeof(explanations) / sizeof(explanations[0]))

/* The explanation of a problem; what is not explained is explained by its row. */
static explanation explain(const api__problem_row *row)
{
    for (size_t i = 0; i < EXPLANATION_COUNT; i++) {
        if (strcmp(explanations[i].code, row->code) == 0) {
            return explanations[i];
        }
    }
    return (explanation){row->code, false, row->title, row->detail};
}

static const char *retry_text(const explanation *e)
{
    return e->retryable ? "The same request may succeed when it is sent again."
                        : "The same request will fail again.";
}

static void append_escaped(api__buffer *b, const char *text, bool is_html)
{
    dana_view view = {text, strlen(text)};

    if (is_html) {
        api__append_html(b, view);
    } else {
        api__append_markdown(b, view);
    }
}

/* The pieces around the parts of a page, in HTML and in Markdown. */
typedef struct {
    const char *before_title;
    const char *after_title;
    const char *before_code;
    const char *after_code;
    const char *before_text;
    const char *after_text;
} frame;

static const frame frames[] = {
    [AS_HTML] = {"<h1>", "</h1>\n", "<p><code>", "</code>, HTTP status ", "<p>", "</p>\n"},
    [AS_MARKDOWN] = {"# ", "\n\n", "`", "`, HTTP status ", "\n", "\n"},
};

static void append_text(api__buffer *b, const frame *f, const char *text, bool is_html)
{
    api__append_string(b, f->before_text);
    append_escaped(b, text, is_html);
    api__append_string(b, f->after_text);
}

static void append_problem(api__buffer *b, const api__problem_row *row, int form)
{
    const frame *f = &frames[form];
    explanation e = explain(row);

    api__append_string(b, f->before_title);
    append_escaped(b, row->title, form == AS_HTML);
    api__append_string(b, f->after_title);
    api__append_string(b, f->before_code);
    api__append_string(b, row->code);
    api__append_string(b, f->after_code);
    api__append_format(b, "%d", row->status);
    api__append_string(b, form == AS_HTML ? "</p>\n" : "\n");
    append_text(b, f, e.meaning, form == AS_HTML);
    append_text(b, f, e.action, form == AS_HTML);
    append_text(b, f, retry_text(&e), form == AS_HTML);
}

/* A line of the index: a link to the page of a problem. */
static void append_line(api__buffer *b, const char *base_path, const api__problem_row *row,
                        int form)
{
    bool is_html = form == AS_HTML;

    api__append_string(b, is_html ? "<li><a href=\"" : "- [");
    api__append_string(b, is_html ? base_path : row->code);
    api__append_string(b, is_html ? "/problems/" : "](");
    api__append_string(b, is_html ? row->code : base_path);
    api__append_string(b, is_html ? "\">" : "/problems/");
    api__append_string(b, row->code);
    api__append_string(b, is_html ? "</a> (" : ") (");
    api__append_format(b, "%d", row->status);
    api__append_string(b, "): ");
    append_escaped(b, row->title, is_html);
    api__append_string(b, is_html ? "</li>\n" : "\n");
}

static void begin_html(api__buffer *b, const char *title)
{
    api__append_string(b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                          "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
    append_escaped(b, title, true);
    api__append_string(b, "</title>\n</head>\n<body>\n");
}

/* index_base: the base path, with a link to the index; NULL: without. */
static void end_html(api__buffer *b, const char *index_base)
{
    if (index_base != NULL) {
        api__append_string(b, "<p><a href=\"");
        api__append_string(b, index_base);
        api__append_string(b, "/problems\">All problems</a></p>\n");
    }
    api__append_string(b, "</body>\n</html>\n");
}

static json_t *problem_value(const char *base_path, const api__problem_row *row)
{
    explanation e = explain(row);

    return json_pack("{s:s++ ss ss si ss ss sb}", "type", base_path, "/problems/", row->code,
                     "code", row->code, "title", row->title, "status", row->status, "meaning",
                     e.meaning, "action", e.action, "retryable", (int)e.retryable);
}

static json_t *index_value(const char *base_path)
{
    json_t *list = json_array();
    const api__problem_row *row;

    for (size_t i = 0; (row = api__problem_at(i)) != NULL; i++) {
        api__push(&list, problem_value(base_path, row));
    }
    return json_pack("{so}", "problems", list);
}

static void finish(api__buffer *b, int form, const char *id, api_response *out)
{
    static const char *const types[] = {
        [AS_HTML] = "text/html; charset=utf-8", [AS_MARKDOWN] = "text/markdown; charset=utf-8"};

    if (!api__buffer_response(out, types[form], b)) {
        api__problem(out, id, "internal", NULL, NULL);
    }
}

static int form_of(const api_request *request)
{
    size_t form = api__accept_choose(request->accept, api__problem_types);

    return form == API__NO_TYPE ? AS_HTML : (int)form;
}

static void answer_index(const char *base_path, int form, const char *id, api_response *out)
{
    api__buffer b = {0};
    const api__problem_row *row;

    if (form == AS_HTML) {
        begin_html(&b, "Problems");
    }
    api__append_string(&b, form == AS_HTML ? "<h1>Problems</h1>\n<ul>\n" : "# Problems\n\n");
    for (size_t i = 0; (row = api__problem_at(i)) != NULL; i++) {
        append_line(&b, base_path, row, form);
    }
    if (form == AS_HTML) {
        api__append_string(&b, "</ul>\n");
        end_html(&b, NULL);
    }
    finish(&b, form, id, out);
}

static void answer_page(const char *base_path, const api__problem_row *row, int form,
                        const char *id, api_response *out)
{
    api__buffer b = {0};

    if (form == AS_HTML) {
        begin_html(&b, row->title);
    }
    append_problem(&b, row, form);
    if (form == AS_HTML) {
        end_html(&b, base_path);
    }
    finish(&b, form, id, out);
}

static const char *base_of(const api_context *context)
{
    return context->base_path != NULL ? context->base_path : "";
}

void api__problem_index(const api_context *context, const api_request *request, api_response *out)
{
    int form = form_of(request);

    if (form == AS_JSON) {
        api__json_response(out, request->id, index_value(base_of(context)));
    } else {
        answer_index(base_of(context), form, request->id, out);
    }
    api__publish(out, true);
}

void api__problem_page(const api_context *context, const api_request *request, api_response *out)
{
    int form = form_of(request);
    const api__problem_row *row = api__find_problem(request->path + strlen("/problems/"));

    if (row == NULL) {
        api__problem(out, request->id, "not-found", "No problem has this code.", NULL);
    } else if (form == AS_JSON) {
        api__json_response(out, request->id, problem_value(base_of(context), row));
    } else {
        answer_page(base_of(context), row, form, request->id, out);
    }
    api__publish(out, true);
}
