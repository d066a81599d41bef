/*
 * The text units of a block (dana_scan.units), in their order.
 */
#ifndef DANA_MEASURE_BLOCK_TEXTS_H
#define DANA_MEASURE_BLOCK_TEXTS_H

#include "blocks/blocks.h"
#include "page/page.h"

/* Returns the next text unit of a block, NULL where it has no other. *unit: the first unit that was
 * not returned, 0 before the first block; it goes on over blocks that are asked in their order. */
static inline const dana_unit *dana__next_text_of(const dana_page *page, const dana__block *block,
                                                  size_t *unit)
{
    const dana_scan *scan = &page->scan;

    while (*unit < scan->unit_count && scan->units[*unit].start < block->start) {
        ++*unit;
    }
    return *unit < scan->unit_count && scan->units[*unit].start < block->end
               ? &scan->units[(*unit)++]
               : NULL;
}

#endif
