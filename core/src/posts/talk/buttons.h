/*
 * What buttons of comments and posts say, in many languages (buttons.def).
 */
#ifndef DANA_POSTS_TALK_BUTTONS_H
#define DANA_POSTS_TALK_BUTTONS_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns whether a text is what a button says ("Reply"), or what stands behind the name of who
 * wrote ("says:"), in any case of its letters. */
bool dana__is_button(dana_view text);

#endif
