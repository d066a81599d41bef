/*
 * What is the headline in place of the text that ranks best, where the page's structure tells that
 * this is another thing.
 */
#ifndef DANA_TITLE_RANK_PREFER_H
#define DANA_TITLE_RANK_PREFER_H

#include "title/rank/features.h"

/*
 * Returns the headline, given the candidate that ranks best: mostly that one. Borrowed from the
 * page's pool. Which one it is does not depend on scores. Linear in the candidates.
 */
const dana__candidate *dana__rank_prefer(const dana__rank_page *page, const dana__candidate *best);

#endif
