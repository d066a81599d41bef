/*
 * Formulas that an author writes in TeX between delimiters, for a script to set: \(x\) in a line,
 * \[x\] on a line of its own.
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

/* Finds the first formula of a text. Returns false where it has none. A text is read once. */
bool dana__cut_delimited(dana_view text, dana__delimited *out);

#endif
