/*
 * Formulas of a page: what a converter or a script made of them stands there several times (as
 * MathML, as spans for the eye, as TeX); each counts once, as TeX.
 */
#ifndef DANA_MATH_FORMULA_H
#define DANA_MATH_FORMULA_H

#include "dana/view.h"
#include "html/tokenizer.h"

#include <stdbool.h>

/* What a formula is written in. */
typedef enum {
    DANA__FORMULA_NONE, /* nothing: another form of a formula, which stands beside it */
    DANA__FORMULA_TEX,
    DANA__FORMULA_MATHML,
    DANA__FORMULA_ESCAPED_MATHML, /* as an attribute's value */
    DANA__FORMULA_FRACTION,       /* markup of two parts, one over the other */
    DANA__FORMULA_TEXT,           /* markup whose text is all that is known */
} dana__formula_kind;

/* A formula. */
typedef struct {
    dana__formula_kind kind;
    bool is_display; /* a line of its own */
    dana_view body;
} dana__formula;

/*
 * Finds the formula that a start tag begins, in a source that ends at `end`; raw_end as in
 * dana__listener. Returns where it ends; NULL where the tag begins none. *wasted counts bytes that
 * were read in vain, for all tags of a page: hostile pages cannot have the same ones read again and
 * again.
 */
const char *dana__find_formula(const dana__markup *tag, const char *end, const char *raw_end,
                               size_t *wasted, dana__formula *formula);

#endif
