/*
 * Character references (entities), as HTML 13.2.5.72 decodes them in text.
 */
#ifndef DANA_HTML_REFERENCES_H
#define DANA_HTML_REFERENCES_H

#include "base/ascii.h"
#include "base/utf8.h"
#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most bytes that `length` bytes of text become: "&nGt;" (5 bytes) becomes 6, a control of C1
 * (2 bytes) a dash (3 bytes). */
#define DANA__DECODED_BOUND(length) ((length) + (length) / 2 + 1)

/* Returns what a reference to a code point of U+0080 to U+009F stands for: the character that has
 * this byte in windows-1252; the code point itself where there is none. */
uint32_t dana__c1_meaning(uint32_t c);

/*
 * Decodes the reference at p, which holds '&'. Returns its length in source bytes and the one or
 * two code points it stands for (the second is 0 where there is one); 0 where '&' is text.
 */
size_t dana__read_reference(const char *p, const char *end, uint32_t code_points[2]);

/* Returns the character at p, below end: of a reference the first of its code points. Sets *length
 * to its bytes in the source. */
static inline uint32_t dana__character_at(const char *p, const char *end, size_t *length)
{
    uint32_t code_points[2];

    *length = *p == '&' ? dana__read_reference(p, end, code_points) : 0;
    return *length > 0 ? code_points[0] : dana__utf8_decode(p, length);
}

/* Returns the last character of the text [start, end), which is not empty: of a reference the first
 * of its code points. Sets *at to where it begins. */
uint32_t dana__character_before(const char *start, const char *end, const char **at);

/* Returns whether a text, or an attribute's value, says `text` (small letters of ASCII) in any
 * case, however its characters are written. */
bool dana__says(dana_view raw, const char *text);

/* Returns whether an attribute's value is `name` (small letters), as dana__says; asked where it
 * rarely has references. */
static inline bool dana__is_called(dana_view raw, const char *name)
{
    return dana__is_text(raw, name) ||
           (memchr(raw.data, '&', raw.length) != NULL && dana__says(raw, name));
}

#endif
