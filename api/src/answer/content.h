/*
 * The member "content" of an answer: the content as text, HTML and Markdown.
 */
#ifndef API_ANSWER_CONTENT_H
#define API_ANSWER_CONTENT_H

#include "answer/extraction.h"
#include "json/writer.h"

/*
 * Renders what the parts of an extraction want as Markdown and HTML, the text being rendered;
 * before it takes parts of the content in or out as the request says, and renders the text again.
 * Errors: see dana_render_markdown, dana_find_posts.
 */
DANA_MUST_USE dana_status api__render_content(api__extraction *extraction);

/* Appends the attributes lang and dir, where they are known. Returns whether there is one. */
bool api__append_language(api__buffer *buffer, api__extraction *extraction);

/* Writes the content in the forms that the parts name. */
void api__write_content(api__extraction *extraction, api__writer *writer, const char *name);

#endif
