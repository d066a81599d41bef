/*
 * Whether a text may be of a formula at all, by the look at few of its letters: most are not.
 */
#ifndef DANA_MATH_MENTIONS_H
#define DANA_MATH_MENTIONS_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns whether a tag, or a class value, could be that of a span or div that is a formula. */
bool dana__names_formula(dana_view text);

/* Returns whether the tag of a picture could be that of a formula or of a sign (math/sign.h): it
 * has letters of one of their words. */
bool dana__may_picture_formula(dana_view tag);

/* Returns whether the tag of a picture could say that it is one of a formula: all words and
 * addresses that do have "tex", "mat" or "=tx". */
bool dana__mentions_tex(dana_view tag);

#endif
