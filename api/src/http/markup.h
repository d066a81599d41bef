/*
 * Text as HTML and as Markdown.
 */
#ifndef API_HTTP_MARKUP_H
#define API_HTTP_MARKUP_H

#include "json/buffer.h"

/* Adds text (UTF-8) as HTML for any position: & < > " as references. */
void api__append_html(api__buffer *buffer, dana_view text);

/* Adds text (UTF-8) as HTML for an element's content: & < > as references. */
void api__append_html_content(api__buffer *buffer, dana_view text);

/* Adds text of one line as Markdown: what means something in a heading after a backslash. */
void api__append_markdown(api__buffer *buffer, dana_view text);

#endif
