/*
 * What is taken behind the element that holds most of an article.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_BEYOND_H
#define DANA_EXTRACTORS_BOUNDS_BEYOND_H

#include "blocks/blocks.h"

/*
 * Leaves out what is taken behind the smallest element that holds four fifths of an article's text,
 * where the learned step is less sure of it than of the article and it is not more: notes of the
 * site, forms, teasers. It stays where it has paragraphs like the article's, stands in an element
 * like the article's own beside it, or has notes to the text. Wherever the article begins; linear
 * in blocks and elements.
 */
void dana__cut_beyond(const dana_page *page, dana__blocks *blocks);

#endif
