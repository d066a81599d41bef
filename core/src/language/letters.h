/*
 * Languages that are told by letters which only they have.
 */
#ifndef DANA_LANGUAGE_LETTERS_H
#define DANA_LANGUAGE_LETTERS_H

#include "dana/view.h"

/*
 * Returns the tag of a language in Arabic script that a text (valid UTF-8) is written in, by
 * letters that its relatives do not have; static. NULL: none of those that are told so. share: the
 * percent of the text's letters that are of this script.
 */
const char *dana__language_of_letters(dana_view text, int *share);

#endif
