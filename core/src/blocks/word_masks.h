/*
 * Where words of a class or id value begin and end, as bits of up to 64 of its bytes.
 */
#ifndef DANA_BLOCKS_WORD_MASKS_H
#define DANA_BLOCKS_WORD_MASKS_H

#include "base/ascii.h"
#include "base/bytes16.h"
#include "dana/view.h"

#include <stdbool.h>

/* Bytes that are looked at together. */
#define DANA__WORD_WINDOW 64

/* Bits of bytes, that of the first one lowest. A word is a run of ASCII letters, which also ends
 * before a capital after a small letter. */
typedef struct {
    uint64_t starts; /* first letters of words */
    uint64_t ends;   /* bytes before which a word may end: no letters, or another word's start */
    uint64_t others; /* bytes that are neither letters nor digits */
    size_t size;     /* bytes that were looked at */
} dana__word_masks;

/* Returns the masks of at most `most` bytes at p, of which `left` are the value's: no word is open
 * there. Bytes up to `readable` may be read: the value's end, or that of the source. */
static inline dana__word_masks dana__mask_words(const char *p, size_t left, size_t most,
                                                const char *readable)
{
    size_t size = left < most ? left : most;
    uint64_t letters = 0;
    uint64_t capitals = 0;
    uint64_t digits = 0;

    for (size_t at = 0; at < size; at += DANA__STEP) {
        size_t count = size - at < DANA__STEP ? size - at : DANA__STEP;
        dana__bytes16 bytes = dana__cut16(dana__load_some16(p + at, count, readable), count);

        letters |= (uint64_t)dana__bits16((dana__bytes16)((bytes | 0x20) - 'a' < 26)) << at;
        capitals |= (uint64_t)dana__bits16((dana__bytes16)(bytes - 'A' < 26)) << at;
        digits |= (uint64_t)dana__bits16((dana__bytes16)(bytes - '0' < 10)) << at;
    }
    uint64_t parts = capitals & (letters & ~capitals) << 1;

    return (dana__word_masks){.starts = (letters & ~(letters << 1)) | parts,
                              .ends = ~letters | parts,
                              .others = ~(letters | digits),
                              .size = size};
}

/* Returns the end of the word that begins at bit `start`; DANA__WORD_WINDOW where it ends with the
 * bytes that were looked at, or behind them. */
static inline size_t dana__masked_end(const dana__word_masks *masks, size_t start)
{
    uint64_t after = masks->ends & ~((UINT64_C(2) << start) - 1);

    return after != 0 ? (size_t)__builtin_ctzll(after) : DANA__WORD_WINDOW;
}

/* Returns whether no letter and no digit is known to stand before bit `start` and at bit `end`; a
 * value's beginning and its end are like other bytes. */
static inline bool dana__stands_alone(const dana__word_masks *masks, size_t start, size_t end)
{
    return (start > 0 ? masks->others >> (start - 1) & 1 : 0) != 0 && end < DANA__WORD_WINDOW &&
           (masks->others >> end & 1) != 0;
}

/* Returns the end of a word of which value.data[at - 1] is a letter. */
static inline size_t dana__end_of_letters(dana_view value, size_t at)
{
    while (at < value.length && dana__is_letter(value.data[at]) &&
           !(value.data[at] < 'a' && value.data[at - 1] >= 'a')) {
        at++;
    }
    return at;
}

/* A walk over the words of a value. */
typedef struct {
    dana_view value;
    const char *readable; /* bytes up to it may be read: the value's end, or the source's */
    size_t at;            /* of the bytes that were looked at */
    size_t next;          /* where to look next */
    dana__word_masks masks;
} dana__word_walk;

/* Starts a walk. */
static inline dana__word_walk dana__walk_words(dana_view value)
{
    /* An empty value may be nowhere. */
    const char *end = value.length > 0 ? value.data + value.length : value.data;

    return (dana__word_walk){.value = value, .readable = end};
}

/* Finds the next word, [*start, *end) of the masks, which begin at walk->at. Returns false where
 * there is none. Words that do not fit into a window are passed over. */
static inline bool dana__next_masked(dana__word_walk *walk, size_t *start, size_t *end)
{
    for (;;) {
        while (walk->masks.starts == 0) {
            if (walk->next >= walk->value.length) {
                return false;
            }
            walk->at = walk->next;
            walk->masks = dana__mask_words(walk->value.data + walk->at,
                                           walk->value.length - walk->at, DANA__WORD_WINDOW,
                                           walk->readable);
            walk->next = walk->at + walk->masks.size;
        }
        *start = (size_t)__builtin_ctzll(walk->masks.starts);
        *end = dana__masked_end(&walk->masks, *start);
        walk->masks.starts &= walk->masks.starts - 1;
        if (*end < DANA__WORD_WINDOW || walk->next == walk->value.length) {
            return true;
        }
        /* It may go on: the next window begins with it, or behind it if it is too long. */
        walk->masks.starts = 0;
        walk->next = *start > 0 ? walk->at + *start : dana__end_of_letters(walk->value, walk->next);
    }
}

#endif
