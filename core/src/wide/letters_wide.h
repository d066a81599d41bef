/*
 * Letters of words by 64 bytes at a time.
 */
#ifndef DANA_WIDE_LETTERS_WIDE_H
#define DANA_WIDE_LETTERS_WIDE_H

#include "wide/bytes64.h"
#include "wide/letters.h"

#ifdef DANA__BYTES64

/* As dana__letters_plain. */
dana__letters_of dana__letters_wide;

#endif

#endif
