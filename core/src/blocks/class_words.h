/*
 * Words of class and id values, and the marks of those that rules name.
 */
#ifndef DANA_BLOCKS_CLASS_WORDS_H
#define DANA_BLOCKS_CLASS_WORDS_H

#include "dana/view.h"

#include <stddef.h>
#include <stdint.h>

/* Room for a word: longer ones are passed over. */
#define DANA__WORD_MAX 16

/*
 * Finds the next word of a value from *at on, in small letters: a run of ASCII letters, which also
 * ends before a capital that follows a small letter. Words of one letter, and of DANA__WORD_MAX
 * and more, are passed over. Returns its length, 0 at the end; *at is then behind it.
 */
size_t dana__next_word(dana_view value, size_t *at, char word[DANA__WORD_MAX]);

/* Returns the marks (1u << dana__mark) of the words of a class or id value. */
uint32_t dana__class_marks(dana_view value);

#endif
