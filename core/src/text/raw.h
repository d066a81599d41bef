/*
 * Short texts of a page, rendered into a buffer that is used again and again.
 */
#ifndef DANA_TEXT_RAW_H
#define DANA_TEXT_RAW_H

#include "dana/page.h"
#include "dana/view.h"

/*
 * Decodes raw text without markup (valid UTF-8), such as an attribute's value: references decoded,
 * white-space runs as one space, trimmed. *out borrows from the buffer (of bytes), whose contents
 * are overwritten. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__render_raw(dana_page *page, dana_view raw, dana_buffer *buffer,
                                           dana_view *out, dana_error *err);

/* Renders a span as dana_render_span does, into a buffer. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__render_span(dana_page *page, dana_span span, dana_buffer *buffer,
                                            dana_view *out, dana_error *err);

#endif
