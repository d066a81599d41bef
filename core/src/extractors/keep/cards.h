/*
 * Cards: the things that a page lists, where it has hardly another text.
 */
#ifndef DANA_EXTRACTORS_KEEP_CARDS_H
#define DANA_EXTRACTORS_KEEP_CARDS_H

#include "blocks/blocks.h"

/*
 * Takes the cards of a page that lists things: siblings of one kind and class, each with several
 * lines and most with links, that together have more text than all that is taken, and of which
 * hardly anything is. They are jobs, products and teasers with a text, each in one link, which the
 * learned step holds for what leads elsewhere. Cards of a list that is called "related" or
 * "promo" are taken, too: shops and magazines call the page's own list so. Not on articles, threads
 * and pages of one product, where such cards lead to others. On a page that its body calls a list
 * of posts (DANA__HINT_ARCHIVE), takes the article elements that stand beside one another, three
 * and more of a class. On any page but a thread, takes the rows of a list of jobs, by what programs
 * for applications call them, where they are most of what is taken then. types: how likely the page
 * is of each type (dana_page_type). Linear.
 */
void dana__keep_cards(const dana_page *page, dana__blocks *blocks, const float *types);

/* Returns what an element and those around it are called that a rule pruned: what the body is
 * called says what the page has. */
uint32_t dana__pruned_marks(const dana__blocks *blocks, uint32_t node);

#endif
