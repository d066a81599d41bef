/*
 * The learned step: boosted trees over the features of blocks, and the choice of blocks that
 * promises the best F1.
 */
#ifndef DANA_EXTRACTORS_AUTO_TREES_H
#define DANA_EXTRACTORS_AUTO_TREES_H

#include "extractors/auto/choose.h"

/*
 * Sets every block's score, its probability of being content, and its decision: of all sets that
 * take the blocks of highest score, the one of greatest expected F1 is taken, or of another F
 * measure as settings favour. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__learned_step(dana_page *page, dana__blocks *blocks,
                                             dana__choice *choice,
                                             const dana__auto_settings *settings, dana_error *err);

#endif
