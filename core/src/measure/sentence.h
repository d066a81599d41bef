/*
 * What characters tell of a block: whether it ends as sentences do, in any language, or with a
 * colon, and whether its page is written in ideographs.
 */
#ifndef DANA_MEASURE_SENTENCE_H
#define DANA_MEASURE_SENTENCE_H

#include "blocks/blocks.h"

/* Returns whether a block of a page ends with a full stop, a question or exclamation mark of any
 * script, closing quotation marks and brackets behind it apart; in Thai and Lao, which have none,
 * with a letter. */
bool dana__ends_sentence(const dana_page *page, const dana__block *block);

/* Returns whether a block of a page ends with a colon, also that of Chinese and Japanese. */
bool dana__ends_with_colon(const dana_page *page, const dana__block *block);

/* Returns what a character counts on a page: 1, or more where most of the text is in blocks that
 * begin with a Chinese, Japanese or Korean letter, of which each tells as much as half a word. */
float dana__text_unit(const dana__blocks *blocks);

#endif
