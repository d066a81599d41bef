/*
 * What stands between the texts of an article and is none: lines that lead to other articles,
 * requests to follow or to subscribe. No class word tells them; where they lead does.
 */
#ifndef DANA_EXTRACTORS_KEEP_ASIDES_H
#define DANA_EXTRACTORS_KEEP_ASIDES_H

#include "blocks/blocks.h"

/*
 * Cuts from an article: lines of a call to read something else and its link (measure/calls.h),
 * lines of links to profiles in social networks, small boxes with a field for an address of mail or
 * with an offer to subscribe. Linear in the source's length times the depth of small boxes.
 */
void dana__cut_asides(const dana_page *page, dana__blocks *blocks);

#endif
