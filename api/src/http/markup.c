#include "http/markup.h"

#include "dana/format.h"

#include <string.h>

static const char *reference_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    default:
        return "&quot;";
    }
}

static void append_references(api__buffer *b, dana_view text, const char *special)
{
    size_t done = 0;

    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] != '\0' && strchr(special, text.data[i]) != NULL) {
            api__append(b, text.data + done, i - done);
            api__append_string(b, reference_of(text.data[i]));
            done = i + 1;
        }
    }
    if (done < text.length) {
        api__append(b, text.data + done, text.length - done);
    }
}

void api__append_html(api__buffer *b, dana_view text)
{
    append_references(b, text, "&<>\"");
}

void api__append_html_content(api__buffer *b, dana_view text)
{
    append_references(b, text, "&<>");
}

void api__append_markdown(api__buffer *b, dana_view text)
{
    size_t done = 0;

    for (size_t i = 0; (i = dana_markdown_next_escape(text, i)) < text.length; i++) {
        api__append(b, text.data + done, i - done);
        api__append_string(b, "\\");
        done = i;
    }
    api__append(b, text.data + done, text.length - done);
}
