/*
 * Lines that the decisions tore: a part of a line is what an inline element with a telling class
 * holds, a block of its own beside the rest of its line.
 */
#ifndef DANA_EXTRACTORS_SHORT_TORN_H
#define DANA_EXTRACTORS_SHORT_TORN_H

#include "blocks/blocks.h"

/*
 * Takes parts of lines that were left out: between two parts that are taken, and before one that
 * goes on with a comma, a full stop or another mark that begins no text ("<span
 * class=author>A. Lee</span>, chief pilot"). What is hidden, pressed, filled in or shares the page
 * stays out. A line of three short parts and more, of which some are taken and others are refused,
 * is taken as a whole or not at all, but not on pages that list things, whose labels come again.
 * Nothing block-level and no br stands between the parts of a line. Linear in blocks, and in the
 * markup between parts.
 */
void dana__mend_lines(const dana_page *page, dana__blocks *blocks, const float *types);

#endif
