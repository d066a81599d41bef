/*
 * Values of attributes: trimmed, references decoded.
 */
#ifndef DANA_HTML_ATTRIBUTE_H
#define DANA_HTML_ATTRIBUTE_H

#include "base/ascii.h"
#include "base/bytes16.h"
#include "dana/arena.h"
#include "dana/view.h"
#include "html/tokenizer.h"

/* Returns whether an attribute has a name; the case of ASCII letters does not count. */
bool dana__names(const dana__attribute *attribute, const char *name);

/* Returns the key of an attribute's name (DANA__NAME_KEY), exact for names of small letters alone;
 * 0 where it is longer than a key. */
static inline uint64_t dana__attribute_key(const dana__attribute *attribute)
{
    size_t length = attribute->name_length;

    if (length > sizeof(uint64_t)) {
        return 0;
    }
    return dana__load_few(attribute->name, length) |
           UINT64_C(0x2020202020202020) >> (8 * (sizeof(uint64_t) - length));
}

/* As dana__trim, for texts that begin or end with white space. */
dana_view dana__trim_ends(dana_view text);

/* Returns a text without HTML's white space at its ends. */
static inline dana_view dana__trim(dana_view text)
{
    return text.length > 0 &&
                   (dana__is_space(text.data[0]) || dana__is_space(text.data[text.length - 1]))
               ? dana__trim_ends(text)
               : text;
}

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
