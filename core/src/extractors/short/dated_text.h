/*
 * Tells texts that say when they were written, beside their headline: news, notes, entries.
 */
#ifndef DANA_EXTRACTORS_SHORT_DATED_TEXT_H
#define DANA_EXTRACTORS_SHORT_DATED_TEXT_H

#include "blocks/blocks.h"

/* Returns whether a block is a line with a day. */
bool dana__has_day(const dana_page *page, const dana__block *block);

/*
 * Returns whether a line with a day stands beside a page's headline, a block that is as long as a
 * sentence: at most four blocks before it, or at most twelve behind it and before its first
 * paragraph. What a block of a name and a day is may be anything: a game, its day of release.
 * Linear in these blocks, no allocation.
 */
bool dana__is_dated_text(const dana_page *page, const dana__blocks *blocks, size_t headline);

#endif
