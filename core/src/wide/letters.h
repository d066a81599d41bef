/*
 * Which of up to 64 bytes of a text are of words, what is deleted before words are split, and what
 * has to be read as characters: what the forms of this look share.
 */
#ifndef DANA_WIDE_LETTERS_H
#define DANA_WIDE_LETTERS_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that are looked at together. */
#define DANA__LETTERS_MOST 64

/* Bytes as bits, the first one lowest. */
typedef struct {
    uint64_t letters; /* and digits, of ASCII */
    uint64_t deleted; /* ASCII that is deleted before words are split: ' " , : */
    uint64_t special; /* '&', and all that is not ASCII */
} dana__letters;

/* Looks at `size` bytes at p, at most DANA__LETTERS_MOST; so many may be read. Bits of bytes
 * behind them are 0. */
typedef dana__letters dana__letters_of(const char *p, size_t size);

/* The form for all processors. */
dana__letters_of dana__letters_plain;

#endif
