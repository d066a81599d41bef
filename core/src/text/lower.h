/*
 * A source's text in lower case, character by character.
 */
#ifndef DANA_TEXT_LOWER_H
#define DANA_TEXT_LOWER_H

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/references.h"

#include <unicode/uchar.h>

/* Bytes that dana__lower_character writes at most. */
#define DANA__LOWER_MOST 4

/*
 * Writes the character at p in lower case: of any script, a reference as what it stands for (the
 * first of its two code points), a no-break space as a space. p: UTF-8, below end. out: room for
 * DANA__LOWER_MOST bytes; *length grows by what is written. Returns what follows the character.
 */
static inline const char *dana__lower_character(const char *p, const char *end, char *out,
                                                size_t *length)
{
    uint32_t decoded[2];
    size_t read = *p == '&' ? dana__read_reference(p, end, decoded) : 0;

    if (read == 0 && (unsigned char)*p < 0x80) {
        *out = dana__to_lower(*p);
        ++*length;
        return p + 1;
    }
    if (read == 0) {
        decoded[0] = dana__utf8_decode(p, &read);
    }
    *length += dana__utf8_encode(
        decoded[0] == 0xA0 ? ' ' : (uint32_t)u_tolower((UChar32)decoded[0]), out);
    return p + read;
}

#endif
