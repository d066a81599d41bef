/*
 * What buyers say of a product: it is no text of the page's author.
 */
#ifndef DANA_EXTRACTORS_BOUNDS_REVIEWS_H
#define DANA_EXTRACTORS_BOUNDS_REVIEWS_H

#include "blocks/blocks.h"

/*
 * On the page of a product, cuts what stands in elements whose class calls them reviews, with their
 * stars, filters and buttons. Not where that is half of the page's text: such a page is about
 * reviews. types: how likely the page is of each type (dana_page_type). Linear in the elements'
 * blocks.
 */
void dana__cut_reviews(const dana_page *page, dana__blocks *blocks, const float *types);

/*
 * On the page of a product, cuts what is chosen of it (groups of buttons in a fieldset), and, with
 * repeated, its name and price where they stand right behind the same: a shop sets them twice, and
 * shows one of them.
 */
void dana__cut_choices(dana__blocks *blocks, const float *types, bool repeated);

/*
 * On a page that says that it is a product's: if an element stands in what its class calls reviews,
 * not a review, takes their mass away from all elements (see dana__measure_density), and returns
 * true. Where buyers' reviews are most of the text they are not what the page is about. Linear in
 * the elements.
 */
bool dana__unweigh_reviews(const dana_page *page, dana__blocks *blocks, size_t subtree);

#endif
