/*
 * What is kept whole and what goes by what stands around it: the rules behind the learned step in
 * their order, settle.def.
 */
#ifndef DANA_EXTRACTORS_AUTO_SETTLE_H
#define DANA_EXTRACTORS_AUTO_SETTLE_H

#include "extractors/auto/choose.h"

/*
 * Applies the rules to the blocks of a page that the learned step has scored, and notes in
 * settled_by which changed each block last if the settings ask for it. Linear in blocks and
 * elements. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__settle_blocks(dana_page *page, const dana__auto_settings *settings,
                                              const dana__choice *choice, dana__blocks *blocks,
                                              dana_error *err);

/* Returns the name of a rule, as blocks have it in settled_by less 1; NULL from their number on. */
const char *dana__settle_rule_name(size_t row);

#endif
