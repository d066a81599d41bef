#include "answer/documents.h"

#include "answer/content.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "http/markup.h"
#include "http/response.h"

/* Finds what a document shows: the result with its headline, or the headline that the result lacks
 * (*missing, else empty). false: core failed. */
static bool place_headline(api__extraction *e, dana_result *shown, dana_view *missing)
{
    dana_view text = {"", 0};

    *missing = (dana_view){"", 0};
    if (e->headline.found && api__headline_text(e, &text) != DANA_OK) {
        return false;
    }
    if (dana_result_with_headline(e->page, &e->result, text, shown, &e->err) != DANA_OK) {
        return false;
    }
    if (shown->headline.end == 0) {
        *missing = text;
    }
    return true;
}

/* A small complete document. Returns false where core failed. */
static bool append_html(api__extraction *e, const dana_result *shown, dana_view headline,
                        api__buffer *b)
{
    dana_view html;
    dana_view title;
    dana_status status = e->headline.found ? api__headline_text(e, &title) : api__title(e, &title);

    if (status == DANA_OK) {
        status = dana_render_html(e->page, shown, e->base, &html, &e->err);
    }
    if (status != DANA_OK) {
        return false;
    }
    api__append_string(b, "<!DOCTYPE html>\n<html");
    api__append_language(b, e);
    api__append_string(b, ">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    api__append_html(b, title);
    api__append_string(b, "</title>\n</head>\n<body>\n");
    if (headline.length > 0) {
        api__append_string(b, "<h1>");
        api__append_html(b, headline);
        api__append_string(b, "</h1>\n");
    }
    api__append_view(b, html);
    api__append_string(b, "</body>\n</html>\n");
    return true;
}

static bool append_markdown(api__extraction *e, const dana_result *shown, dana_view headline,
                            api__buffer *b)
{
    dana_view markdown;

    if (dana_render_markdown(e->page, shown, e->base, &markdown, &e->err) != DANA_OK) {
        return false;
    }
    if (headline.length > 0) {
        api__append_string(b, "# ");
        api__append_markdown(b, headline);
        api__append_string(b, markdown.length > 0 ? "\n\n" : "\n");
    }
    api__append_view(b, markdown);
    return true;
}

static bool append_text(api__extraction *e, const dana_result *shown, dana_view headline,
                        api__buffer *b)
{
    (void)shown;
    if (headline.length > 0) {
        api__append_view(b, headline);
        api__append_string(b, e->text.length > 0 ? "\n\n" : "");
    }
    api__append_view(b, api__limited_text(e));
    api__append_string(b, "\n");
    return true;
}

/* Answers with what `append` makes of an extraction and the headline that its content lacks. */
static bool answer(api__extraction *e,
                   bool (*append)(api__extraction *e, const dana_result *shown, dana_view headline,
                                  api__buffer *b),
                   const char *content_type, api_response *out)
{
    api__buffer b = {0};
    dana_result shown;
    dana_view headline;

    if (api__find_base(e) != DANA_OK || !place_headline(e, &shown, &headline) ||
        !append(e, &shown, headline, &b)) {
        api__buffer_clear(&b);
        return false;
    }
    return api__buffer_response(out, content_type, &b);
}

bool api__answer_text(api__extraction *e, api_response *out)
{
    return answer(e, append_text, "text/plain; charset=utf-8", out);
}

bool api__answer_markdown(api__extraction *e, api_response *out)
{
    return answer(e, append_markdown, "text/markdown; charset=utf-8", out);
}

bool api__answer_html(api__extraction *e, api_response *out)
{
    return answer(e, append_html, "text/html; charset=utf-8", out);
}
