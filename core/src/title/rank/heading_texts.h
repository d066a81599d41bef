/*
 * Which text of a heading is the headline: all of it, or what stands beside a kicker.
 */
#ifndef DANA_TITLE_RANK_HEADING_TEXTS_H
#define DANA_TITLE_RANK_HEADING_TEXTS_H

#include "title/rank/features.h"

/*
 * Returns the text inside the heading `best` that is the headline, where the page does not call
 * itself as the whole heading says; NULL: none. Borrowed from the page's pool. Linear in the
 * candidates.
 */
const dana__candidate *dana__beside_kicker(const dana__rank_page *page,
                                           const dana__candidate *best);

/*
 * Returns the heading that `best` is cut from, where the page calls itself as the whole heading
 * says; NULL: none, or `best` is not cut from a heading. Borrowed from the page's pool. Linear in
 * the candidates.
 */
const dana__candidate *dana__whole_heading(const dana__rank_page *page,
                                           const dana__candidate *best);

#endif
