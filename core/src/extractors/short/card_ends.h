/*
 * Heads and feet of cards: what each card of a page calls its header or footer is none of the page.
 */
#ifndef DANA_EXTRACTORS_SHORT_CARD_ENDS_H
#define DANA_EXTRACTORS_SHORT_CARD_ENDS_H

#include "blocks/blocks.h"

/*
 * On a page that lists or offers things, takes texts of elements that are pruned as header or
 * footer by their class, where several of their kind and class have one, if the learned step was
 * not sure to refuse them. types: how likely the page is of each type (dana_page_type). Linear.
 */
void dana__keep_card_ends(dana__blocks *blocks, const float *types);

#endif
