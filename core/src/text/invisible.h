/*
 * Characters without a form: those that only tell where a line may break (soft hyphen, zero-width
 * space, word joiner, byte order mark), and the zero-width joiner. That is spelling beside letters
 * that have other forms when they are joined, and in emoji; elsewhere editors leave it, alone in a
 * paragraph, too. Non-joiners are spelling: some stand in elements of their own.
 */
#ifndef DANA_TEXT_INVISIBLE_H
#define DANA_TEXT_INVISIBLE_H

#include "dana/arena.h"
#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tells whether a code point is one that only tells where a line may break. */
static inline bool dana__is_invisible(uint32_t c)
{
    return c == 0xAD || c == 0x200B || c == 0x2060 || c == 0xFEFF;
}

/* Tells whether a code point is the zero-width joiner. */
static inline bool dana__is_joiner(uint32_t c)
{
    return c == 0x200D;
}

/* Returns the bytes of either at p < end, 0 where another character stands there. */
static inline size_t dana__invisible_length(const char *p, const char *end)
{
    switch ((unsigned char)*p) {
    case 0xC2:
        return end - p >= 2 && (unsigned char)p[1] == 0xAD ? 2 : 0;
    case 0xE2:
        return end - p >= 3 && (((unsigned char)p[1] == 0x80 &&
                                 ((unsigned char)p[2] == 0x8B || (unsigned char)p[2] == 0x8D)) ||
                                ((unsigned char)p[1] == 0x81 && (unsigned char)p[2] == 0xA0))
                   ? 3
                   : 0;
    case 0xEF:
        return end - p >= 3 && (unsigned char)p[1] == 0xBB && (unsigned char)p[2] == 0xBF ? 3 : 0;
    default:
        return 0;
    }
}

/* Tells whether a code point is a control of C1. No text has one: it is a byte of windows-1252 that
 * was taken for one of ISO-8859-1. */
static inline bool dana__is_c1(uint32_t c)
{
    return c >= 0x80 && c < 0xA0;
}

/* Tells whether one (two bytes) stands at p < end. */
static inline bool dana__is_c1_at(const char *p, const char *end)
{
    return end - p >= 2 && (unsigned char)p[0] == 0xC2 && (unsigned char)p[1] < 0xA0;
}

/* Writes what a control of C1 was meant to be, at most three bytes: a quotation mark, a dash.
 * Returns their number; 0: nothing. */
size_t dana__write_c1(uint32_t c, char *out);

/* Writes such characters of a text as what they were meant to be: *out, the text itself where it
 * has none. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__spell_c1(dana_arena *arena, dana_view text, dana_view *out,
                                         dana_error *err);

/* Tells whether a character is a space as wide as a letter, which authors set for indentation and
 * between columns: the ideographic one, en and em. */
static inline bool dana__is_wide_space(uint32_t c)
{
    return c == 0x3000 || c == 0x2002 || c == 0x2003;
}

/* Tells whether such a space (three bytes) stands at p < end. */
static inline bool dana__is_wide_space_at(const char *p, const char *end)
{
    return end - p >= 3 && (unsigned char)p[1] == 0x80 &&
           (((unsigned char)p[0] == 0xE3 && (unsigned char)p[2] == 0x80) ||
            ((unsigned char)p[0] == 0xE2 &&
             ((unsigned char)p[2] == 0x82 || (unsigned char)p[2] == 0x83)));
}

/*
 * Tells whether such a character c is spelling between what stands before it in [text, p) and after
 * it, at p + length. What lets lines break parts letters of a script that needs it: Arabic, where
 * it stands for a non-joiner, and scripts that write words without spaces between them; of a run
 * only the last one does. A joiner stands beside such a letter, or behind a sign of an emoji.
 */
bool dana__is_spelling(uint32_t c, const char *text, const char *p, size_t length, const char *end);

#endif
