/*
 * A source's text in lower case and one spelling, character by character, as tables of phrases are
 * compared with it (core/tools/spelling.py writes them so).
 */
#ifndef DANA_TEXT_LOWER_H
#define DANA_TEXT_LOWER_H

#include "base/ascii.h"
#include "base/search.h"
#include "base/utf8.h"
#include "html/references.h"
#include "text/arabic.h"

#include <unicode/uchar.h>

/* Returns a letter of Arabic script as the one that is written for it, 0: it may be left out.
 * Digits are those of ASCII. c: 0x600 at least. */
static inline uint32_t dana__arabic_spelling(uint32_t c)
{
    if ((c >= 0x64B && c <= 0x652) || c == 0x640 || c == 0x200C) {
        return 0; /* vowels, lengthening, the non-joiner */
    }
    if ((c >= 0x660 && c <= 0x669) || (c >= 0x6F0 && c <= 0x6F9)) {
        return '0' + (c & 0xF);
    }
    switch (c) {
    case 0x623: /* hamza above and below alef */
    case 0x625:
        return 0x627;
    case 0x629: /* teh marbuta, heh */
        return 0x647;
    case 0x2019: /* the apostrophe of typographers */
        return '\'';
    default:
        return dana__arabic_letter(c);
    }
}

/* Returns a small letter of Greek without what capitals leave out, the final sigma as any. */
static inline uint32_t dana__greek_spelling(uint32_t c)
{
    switch (c) {
    case 0x3AC:
        return 0x3B1;
    case 0x3AD:
        return 0x3B5;
    case 0x3AE:
        return 0x3B7;
    case 0x390:
    case 0x3AF:
    case 0x3CA:
        return 0x3B9;
    case 0x3CC:
        return 0x3BF;
    case 0x3B0:
    case 0x3CB:
    case 0x3CD:
        return 0x3C5;
    case 0x3CE:
        return 0x3C9;
    case 0x3C2:
        return 0x3C3;
    default:
        return c;
    }
}

/* Returns a small letter as tables of phrases have it, 0: it may be left out. */
static inline uint32_t dana__one_spelling(uint32_t c)
{
    if (c >= 0x600) {
        return dana__arabic_spelling(c);
    }
    if (c >= 0x370 && c < 0x400) {
        return dana__greek_spelling(c);
    }
    switch (c) {
    case 0xA0:
        return ' ';
    case 0x131: /* its capital is that of i */
        return 'i';
    case 0x451: /* yo, ye */
        return 0x435;
    default:
        return c;
    }
}

/* Bytes that dana__lower_character writes at most. */
#define DANA__LOWER_MOST 4

/*
 * Writes the character at p in lower case: of any script, a reference as what it stands for (the
 * first of its two code points), a no-break space as a space, an apostrophe as that of ASCII,
 * Arabic script as above: some of its characters write nothing. p: UTF-8, below end. out: room for
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
    uint32_t c = dana__one_spelling((uint32_t)u_tolower((UChar32)decoded[0]));

    *length += c > 0 ? dana__utf8_encode(c, out) : 0;
    return p + read;
}

/* Bytes of a phrase at most, as a table of core/tools/phrases.py has it. */
#define DANA__PHRASE_MAX 80

/* Returns whether a text without markup (valid UTF-8) is a phrase of such a table, in one spelling.
 */
static inline bool dana__is_phrase(dana_view text, const char *const *rows, size_t count)
{
    char spelled[DANA__PHRASE_MAX + DANA__LOWER_MOST + 1];
    const char *p = text.data;
    const char *end = p + text.length;
    size_t length = 0;

    while (p < end && length <= DANA__PHRASE_MAX) {
        p = dana__lower_character(p, end, spelled + length, &length);
    }
    spelled[length] = '\0';
    return p == end && dana__is_row(spelled, rows, count);
}

#endif
