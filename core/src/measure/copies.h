/*
 * Texts that a page sets twice: the wide and the narrow version of a card, a gallery and its hidden
 * copy. Only whole runs of blocks in two elements of another look are copies. What an author wrote
 * twice is not: refrains, speakers, headings, ingredients, lines of a list.
 */
#ifndef DANA_MEASURE_COPIES_H
#define DANA_MEASURE_COPIES_H

#include "blocks/blocks.h"

/*
 * Counts how often each block's text is on the page (dana__block.repeats), and finds the copies
 * (dana__block.copy_of). Linear in the number of blocks.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__find_copies(dana_page *page, dana__blocks *blocks, dana_error *err);

#endif
