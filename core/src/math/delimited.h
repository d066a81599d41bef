/*
 * Formulas that an author writes in TeX between delimiters, for a script to set: \(x\) in a line,
 * \[x\] on a line of its own; $$x$$ so too where the page has such a script, $x$ where it tells the
 * script so.
 */
#ifndef DANA_MATH_DELIMITED_H
#define DANA_MATH_DELIMITED_H

#include "dana/view.h"

#include <stdbool.h>

/* A text cut at its first formula. */
typedef struct {
    dana_view before;
    dana_view tex;
    dana_view after;
    bool is_display;
} dana__delimited;

/* How much a dollar sign means on a page: nothing, two of them, also one. */
typedef enum { DANA__NO_DOLLARS, DANA__TWO_DOLLARS, DANA__ONE_DOLLAR } dana__dollars;

/* Finds what the page says of dollars: MathJax or KaTeX by name; one dollar as a pair of delimiters
 * in their settings. Reads the source twice at most. */
dana__dollars dana__find_dollars(dana_view source);

/* Finds the first formula of a text. Returns false where it has none. Linear in the text up to the
 * formula's end, or 2 000 bytes for each delimiter that opens none. */
bool dana__cut_delimited(dana_view text, dana__dollars dollars, dana__delimited *out);

#endif
