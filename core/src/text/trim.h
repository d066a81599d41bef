/* The ends of short texts. */
#ifndef DANA_TEXT_TRIM_H
#define DANA_TEXT_TRIM_H

#include "dana/view.h"

/*
 * Cuts off what is not seen at both ends of a text (valid UTF-8): white space, marks of direction.
 * What ends a run of direction that begins inside is kept: a headline must not turn what is written
 * after it.
 */
dana_view dana__trim_unseen(dana_view text);

#endif
