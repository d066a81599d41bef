/*
 * The forms of an extraction's answer besides JSON: text, Markdown, HTML.
 */
#ifndef API_ANSWER_FORMATS_H
#define API_ANSWER_FORMATS_H

#include "answer/json.h"

/* The media types that /v1/extract answers in, NULL-terminated. */
extern const char *const api__extract_types[];

/* Returns the form that an Accept header chooses among them. */
api_form api__extract_form(const char *accept);

/* Returns the parts that a form needs, as include's bits; those of the request for JSON. */
unsigned api__form_parts(api_form form, unsigned included);

/*
 * Renders what the parts of an extraction want as Markdown and HTML. Errors: see
 * dana_render_markdown.
 */
DANA_MUST_USE dana_status api__render_formats(api__extraction *extraction);

/*
 * Answers 200 with the content in a form other than JSON and SVG, its headline first where the
 * content does not hold it. Returns false when memory ran out, or core failed (err is set then).
 */
bool api__answer_format(api__extraction *extraction, api_form form, api_response *out);

/* Returns the HTML of the content in a div that tells its language and direction; malloc'ed, NULL
 * where memory ran out. */
char *api__content_html(const api__extraction *extraction, size_t *length);

#endif
