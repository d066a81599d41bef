/*
 * Boxes between an article's paragraphs that offer something: to join, to buy, to vote.
 */
#ifndef DANA_EXTRACTORS_PRUNE_OFFERS_H
#define DANA_EXTRACTORS_PRUNE_OFFERS_H

#include "blocks/blocks.h"

/* Leaves out small boxes among the paragraphs of an article that end with a line which is nothing
 * but a link or a button, and the heads of boxes of which nothing else is taken. Linear. */
void dana__cut_offers(const dana_page *page, dana__blocks *blocks);

#endif
