/*
 * The words of the site's element nodes: how often each stands in the pages.
 */
#ifndef DANA_EXTRACTORS_SITE_SITE_TERMS_H
#define DANA_EXTRACTORS_SITE_SITE_TERMS_H

#include "extractors/site/style_tree.h"

/* Makes room for all words of a page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__reserve_terms(dana_site *site, const dana_page *page,
                                              const dana__page_tree *tree, dana_error *err);

/* Adds the words of a page, for which there is room; site->pages is its number. places: per node
 * the element node that stands for it. */
void dana__add_terms(dana_site *site, const dana_page *page, const dana__page_tree *tree,
                     const uint32_t *places);

/* Sums the entropies of each element's words up: term_count and entropy. Once. */
void dana__measure_terms(dana_site *site);

#endif
