/*
 * Comments: those that are a page's content, on a text that stands elsewhere or as the replies of a
 * thread, and those behind an article.
 */
#ifndef DANA_EXTRACTORS_PRUNE_REPLIES_H
#define DANA_EXTRACTORS_PRUNE_REPLIES_H

#include "blocks/blocks.h"

/* Sets all_comments, has_replies and in_post of its elements; holds_main is set before. */
void dana__find_replies(dana__blocks *blocks);

/* Returns whether an element that is called comments stands behind an article's paragraphs, which
 * its headline (NULL: there is none) stands above, though it holds most of the page's text. */
bool dana__is_behind_article(const dana__blocks *blocks, const dana__node *comments,
                             const dana__block *headline);

#endif
