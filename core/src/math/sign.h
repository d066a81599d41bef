/*
 * Pictures that stand for characters: the smileys of forums and messages, emoji as scripts replace
 * them. What was written is their alternative text.
 */
#ifndef DANA_MATH_SIGN_H
#define DANA_MATH_SIGN_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns whether the start tag of a picture is that of a sign; *text: what stands for it, raw. */
bool dana__is_sign(dana_view tag, dana_view *text);

#endif
