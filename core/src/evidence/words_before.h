/*
 * Words of many languages that stand before a name or a date of change, as rows of data.
 */
#ifndef DANA_EVIDENCE_WORDS_BEFORE_H
#define DANA_EVIDENCE_WORDS_BEFORE_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>

/* Words before a name ("by"), before a date of change ("updated"). */
typedef enum { DANA__BEFORE_NAME, DANA__BEFORE_CHANGE, DANA__BETWEEN_NAMES } dana__before;

/*
 * Returns the length of the words of this kind at the start of a text, marks and spaces after them
 * included; 0 where there are none.
 */
size_t dana__words_before(dana_view text, dana__before kind);

/* Returns whether a text ends with such words ("Posted on Monday by"). */
bool dana__ends_with_words(dana_view text, dana__before kind);

#endif
