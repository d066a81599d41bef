/*
 * Three letters in a row, looked for at sixteen places of a text at a time: most texts have none of
 * those that begin a word which somebody looks for.
 */
#ifndef DANA_HTML_THREE_LETTERS_H
#define DANA_HTML_THREE_LETTERS_H

#include "base/bytes16.h"
#include "dana/view.h"

#include <stdbool.h>

/* Bytes at whose first sixteen places three bytes stand. */
#define DANA__THREE_STEP (DANA__STEP + 2)

/* Tells of sixteen places which of them begin letters that are looked for, by the first, second and
 * third bytes at each. */
typedef dana__bytes16 (*dana__three_letters)(dana__bytes16 first, dana__bytes16 second,
                                             dana__bytes16 third);

/* Returns the places of sixteen where three letters stand as they are written. */
static inline dana__bytes16 dana__letters_at(dana__bytes16 first, dana__bytes16 second,
                                             dana__bytes16 third, const char letters[3])
{
    return dana__equal16(first, letters[0]) & dana__equal16(second, letters[1]) &
           dana__equal16(third, letters[2]);
}

/* Returns whether letters that are looked for begin somewhere in a text. */
static inline bool dana__has_letters(dana_view text, dana__three_letters in)
{
    const char *p = text.data;
    size_t left = text.length;

    for (; left >= DANA__THREE_STEP; p += DANA__STEP, left -= DANA__STEP) {
        if (dana__bits16(in(dana__load16(p), dana__load16(p + 1), dana__load16(p + 2))) != 0) {
            return true;
        }
    }
    if (left > 2 && text.length >= DANA__THREE_STEP) {
        p -= DANA__THREE_STEP - left; /* the last places, some of them again */
        return dana__bits16(in(dana__load16(p), dana__load16(p + 1), dana__load16(p + 2))) != 0;
    }
    return left > 2 &&
           dana__bits16(in(dana__load_part16(p, left), dana__load_part16(p + 1, left - 1),
                           dana__load_part16(p + 2, left - 2))) != 0;
}

#endif
