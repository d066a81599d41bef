/*
 * The text of an article: what the rules of its bounds begin with.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_ARTICLE_TEXT_H
#define DANA_EXTRACTORS_BOUNDS_ARTICLE_TEXT_H

#include "blocks/blocks.h"

/* Where an article's text is. */
typedef struct {
    size_t first;     /* the first paragraph; block_count: none is taken */
    size_t end;       /* behind the last text that stands beside it and is like it */
    uint32_t element; /* of the first paragraph; verses of one are in it */
    uint32_t around;  /* the element that holds these */
    float unit;       /* what a character counts: dana__text_unit */
} dana__article_text;

/* Finds the first paragraph that is taken behind the headline, a block, and the texts beside it in
 * the element around. Linear. */
dana__article_text dana__find_article_text(const dana_page *page, const dana__blocks *blocks,
                                           size_t headline);

#endif
