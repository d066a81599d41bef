/*
 * The beginning of an article that its description tells.
 */
#ifndef DANA_EXTRACTORS_SHORT_DESCRIBED_H
#define DANA_EXTRACTORS_SHORT_DESCRIBED_H

#include "blocks/blocks.h"

/*
 * Takes what stands between an article's headline (the index of its block) and its first paragraph
 * that is taken, if the page's meta elements say the same of it (description, og:description) and
 * its text does not: a lead, the first lines of a text. Not right below the headline, where half of
 * the golds count it as the page's, and not in a header, a caption or what tells of an author.
 * Linear in blocks and in what is taken. Memory of the page's arena, as dana__read_taken. Errors:
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__keep_described(dana_page *page, dana__blocks *blocks,
                                               size_t headline, dana_error *err);

#endif
