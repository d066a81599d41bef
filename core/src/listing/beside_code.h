/*
 * What highlighters set beside code and is none of it: the numbers of its lines, buttons that copy
 * it, the name of its language.
 */
#ifndef DANA_LISTING_BESIDE_CODE_H
#define DANA_LISTING_BESIDE_CODE_H

#include "html/tokenizer.h"

#include <stdbool.h>
#include <stddef.h>

/* What the words of a class say, remembered by value: highlighters repeat few of them. All zero:
 * nothing is. */
typedef struct {
    const char *value;
    uint32_t length;
    uint32_t sets;    /* dana__class_sets */
    bool has_numbers; /* a word is called after numbers of lines */
    bool has_tool;    /* or after a button or label */
} dana__seen_class;

#define DANA__SEEN_CLASSES 32

/* A look at what elements hold. Bytes that were read in vain are counted: hostile pages cannot have
 * the same ones read again and again. */
typedef struct {
    const char *end; /* of the source */
    size_t wasted;
    dana__seen_class seen[DANA__SEEN_CLASSES];
} dana__look;

/*
 * Finds the end of an element that stands beside code: NULL where its start tag begins no such one.
 * in_code: the tag stands inside a listing.
 */
const char *dana__end_beside_code(dana__look *look, const dana__markup *tag, bool in_code);

/* Finds what a program writes once more (DANA__CLASS_AGAIN), outside of listings: returns the end
 * of an element that is nothing but a number, else where the text begins behind the marks that an
 * element begins with; NULL where its start tag begins no such one. */
const char *dana__end_of_repeated(dana__look *look, const dana__markup *tag);

#endif
