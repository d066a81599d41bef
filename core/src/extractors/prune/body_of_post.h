/*
 * The element that its class calls a post's body, right behind the headline, of which nothing is
 * taken: short posts, beside which a site tells of itself at length.
 */
#ifndef DANA_EXTRACTORS_PRUNE_BODY_OF_POST_H
#define DANA_EXTRACTORS_PRUNE_BODY_OF_POST_H

#include "blocks/blocks.h"

/* Takes the body in place of all that is taken, which is none of the smallest element around
 * headline and body, and at most two paragraphs. headline: a block's index; block_count: there is
 * none. Linear. */
void dana__take_body(const dana_page *page, dana__blocks *blocks, size_t headline);

#endif
