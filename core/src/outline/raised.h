/*
 * Raised and lowered text (sup, sub): a power or an index, or nothing but a smaller letter. Where
 * lines of text have no such thing, "x2" is not what x<sup>2</sup> says, and "1st" is.
 */
#ifndef DANA_OUTLINE_RAISED_H
#define DANA_OUTLINE_RAISED_H

#include "html/tokenizer.h"

#include <stdbool.h>

/* How a line of text writes raised or lowered text. */
typedef enum {
    DANA__RAISED_PLAIN,  /* as it is: 1st, H2O */
    DANA__RAISED_NOTE,   /* a footnote's mark: in brackets, word[1] */
    DANA__RAISED_SIGNED, /* after its sign: x^2, a_n */
    DANA__RAISED_GROUP,  /* after its sign, in parentheses: x^(n+1) */
    DANA__RAISED_PART,   /* the first number of a fraction after a number: 2 1/2 */
    DANA__RAISED_CENTS,  /* the cents of a price: $19.99 */
} dana__raised;

/* Judges the start tag of a sup (is_power) or sub in a source [start, end) by what stands before
 * it, in it and after it. Looks at no more than some hundred bytes. */
dana__raised dana__judge_raised(const dana__markup *tag, bool is_power, const char *start,
                                const char *end);

/* Returns what a line of text writes before raised or lowered text; "" where it is plain. */
const char *dana__raised_opening(dana__raised raised, bool is_power);

/* Returns what it writes after it. */
const char *dana__raised_closing(dana__raised raised);

#endif
