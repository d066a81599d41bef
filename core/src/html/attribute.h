/*
 * Values of attributes: trimmed, references decoded.
 */
#ifndef DANA_HTML_ATTRIBUTE_H
#define DANA_HTML_ATTRIBUTE_H

#include "dana/arena.h"
#include "dana/view.h"
#include "html/tokenizer.h"

/* Returns whether an attribute has a name; the case of ASCII letters does not count. */
bool dana__names(const dana__attribute *attribute, const char *name);

/* Returns a text without HTML's white space at its ends. */
dana_view dana__trim(dana_view text);

/* Returns the most bytes that dana__decode_value writes for `length` bytes. */
size_t dana__decoded_value_bound(size_t length);

/* Decodes a raw value as HTML 13.2.5.36 does, at out. Returns the bytes written. */
size_t dana__decode_value(dana_view raw, char *out);

/*
 * Decodes a raw value as HTML 13.2.5.36 does and trims it. *out is in the arena, or where the value
 * stands if nothing has to be decoded. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__attribute_value(dana_arena *arena, dana_view raw, dana_view *out,
                                                dana_error *err);

#endif
