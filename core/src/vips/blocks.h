/*
 * The blocks of a round of VIPS: which nodes below a node are seen as one (MSR-TR-2003-79, 4.1).
 */
#ifndef DANA_VIPS_BLOCKS_H
#define DANA_VIPS_BLOCKS_H

#include "vips/rounds.h"

/*
 * Divides the node of a block that is not final, and appends the blocks below it to `pool` (of
 * dana__visual_block) in the order of the source: at least one, and each holds less than the node.
 * Linear in the nodes that are divided and their children.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__divide_block(dana__rounds *vips, const dana__visual_block *block,
                                             dana_buffer *pool);

#endif
