#include "answer/documents.h"

#include "answer/content.h"
#include "http/markup.h"
#include "http/response.h"

#include <string.h>

static bool begins_with(dana_view text, dana_view start)
{
    return text.length >= start.length && memcmp(text.data, start.data, start.length) == 0;
}

static bool is_selected(const dana_selection *selection, dana_span span)
{
    for (size_t i = 0; i < selection->count; i++) {
        if (selection->spans[i].start <= span.start && selection->spans[i].end >= span.end) {
            return true;
        }
    }
    return false;
}

/* The headline, where it is found and is not in the content; else empty. false: core failed. */
static bool missing_headline(api__extraction *e, dana_view *text)
{
    *text = (dana_view){"", 0};
    if (!e->headline.found || (e->result.data == NULL &&
                               is_selected(&e->result.selection, e->headline.headline.span))) {
        return true;
    }
    if (api__headline_text(e, text) != DANA_OK) {
        return false;
    }
    if (begins_with(e->text, *text)) {
        *text = (dana_view){"", 0};
    }
    return true;
}

/* A small complete document. Returns false where core failed. */
static bool append_html(api__extraction *e, dana_view headline, api__buffer *b)
{
    dana_view title;
    dana_status status = e->headline.found ? api__headline_text(e, &title) : api__title(e, &title);

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
    api__append_view(b, e->html);
    api__append_string(b, "</body>\n</html>\n");
    return true;
}

static bool append_markdown(api__extraction *e, dana_view headline, api__buffer *b)
{
    if (headline.length > 0) {
        api__append_string(b, "# ");
        api__append_markdown(b, headline);
        api__append_string(b, e->markdown.length > 0 ? "\n\n" : "\n");
    }
    api__append_view(b, e->markdown);
    return true;
}

static bool append_text(api__extraction *e, dana_view headline, api__buffer *b)
{
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
                   bool (*append)(api__extraction *e, dana_view headline, api__buffer *b),
                   const char *content_type, api_response *out)
{
    api__buffer b = {0};
    dana_view headline;

    if (!missing_headline(e, &headline) || !append(e, headline, &b)) {
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
