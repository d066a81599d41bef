/*
 * Which values of a tree are the article: how much text lies where, by the names of members.
 */
#ifndef DANA_DATA_WEIGH_H
#define DANA_DATA_WEIGH_H

#include "data/read/tree.h"

/* The page's own title, decoded, and how many strings may still be compared with it. */
typedef struct {
    dana_view text;
    size_t left;
} dana__page_title;

/*
 * Measures the strings of a tree and weighs all of it. What is called as the page is counts more.
 * scratch: of bytes, written over. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__weigh(dana__tree *tree, dana__page_title *title,
                                      dana_buffer *scratch, dana_error *err);

/* Returns the value that holds the article, DANA__NO_VALUE where there is no running text. */
uint32_t dana__heaviest(const dana__tree *tree);

/* Returns whether a string is a part of the text of the value `chosen`. */
bool dana__is_article_text(const dana__tree *tree, uint32_t chosen, uint32_t index);

/*
 * Decodes a string: its escapes, and markup that is escaped once more. *out borrows from the
 * buffer (of bytes), whose contents are overwritten. Errors: as dana__weigh.
 */
DANA_MUST_USE dana_status dana__string_text(const dana__tree *tree, uint32_t index,
                                            dana_buffer *buffer, dana_view *out, dana_error *err);

#endif
