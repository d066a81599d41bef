/*
 * What is kept whole and what goes by what stands around it: the rules of keep, short and bounds in
 * their order.
 */
#ifndef DANA_EXTRACTORS_AUTO_SETTLE_H
#define DANA_EXTRACTORS_AUTO_SETTLE_H

#include "extractors/auto/choose.h"

/*
 * Applies the rules to the blocks of a page that the learned step has scored. Linear in blocks and
 * elements. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__settle_blocks(dana_page *page, const dana__auto_settings *settings,
                                              const dana__choice *choice, dana__blocks *blocks,
                                              dana_error *err);

#endif
