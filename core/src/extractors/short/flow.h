/*
 * Short texts: of a few sentences the learned step may refuse the one that differs from the others.
 */
#ifndef DANA_EXTRACTORS_SHORT_FLOW_H
#define DANA_EXTRACTORS_SHORT_FLOW_H

#include "blocks/blocks.h"

/*
 * Where little text is taken, takes the sentences too that were left out though the learned step
 * was not sure of them: one right behind a text that is taken, in the same element, and one that
 * stands beside such a text in an element of the same kind and class. Not in boxes, not calls to
 * follow a link. Linear in blocks, and in the depth.
 */
void dana__keep_short_flow(const dana_page *page, dana__blocks *blocks);

/*
 * Takes the paragraph right behind all that is taken, where the learned step is sure of what stands
 * before it and refused it though it was nearly as likely as not. Not in boxes, not calls to follow
 * a link, and only where the page may be an article. Linear.
 */
void dana__keep_last_paragraph(const dana_page *page, dana__blocks *blocks, bool may_be_article);

#endif
