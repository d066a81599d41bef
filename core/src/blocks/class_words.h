/*
 * Words of class and id values, and the marks of those that rules name.
 */
#ifndef DANA_BLOCKS_CLASS_WORDS_H
#define DANA_BLOCKS_CLASS_WORDS_H

#include "dana/view.h"

#include <stddef.h>
#include <stdint.h>

/* Room for a word and its end: longer ones are passed over. */
#define DANA__WORD_MAX 20

/* Returns the end of the word that begins at the letter value.data[at]: a run of ASCII letters,
 * which also ends before a capital after a small letter. */
size_t dana__word_end(dana_view value, size_t at);

/*
 * Finds the next word of a value from *at on, in small letters and NUL-terminated; words of
 * DANA__WORD_MAX letters and more are passed over. Returns its length and sets *at to its end; 0
 * where there is none.
 */
size_t dana__next_word(dana_view value, size_t *at, char word[DANA__WORD_MAX]);

/* Returns the marks (1u << dana__mark) of the words of a class or id value. Letters of hashes that
 * tools make ("r-ad9z0x", "css-1share2", "sc-navXk") are no words. */
uint32_t dana__class_marks(dana_view value);

#endif
