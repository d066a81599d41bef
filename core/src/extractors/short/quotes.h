/*
 * Quotations on the page of a thread that say again what stands above them.
 */
#ifndef DANA_EXTRACTORS_SHORT_QUOTES_H
#define DANA_EXTRACTORS_SHORT_QUOTES_H

#include "blocks/blocks.h"

/*
 * Cuts the long quotations of a thread whose text is taken before them. Linear. Memory of the
 * page's arena, at most 4 times the taken text. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__cut_quotes(dana_page *page, dana__blocks *blocks, dana_error *err);

#endif
