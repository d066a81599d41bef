/*
 * Reading blocks: a listener of the scan, or of a pass of its own.
 */
#ifndef DANA_BLOCKS_READ_BLOCKS_H
#define DANA_BLOCKS_READ_BLOCKS_H

#include "blocks/blocks.h"

/*
 * Reads a page's blocks. Markup inside noscript elements counts only where keep_noscript. Pages
 * with more blocks or elements than one per 160 bytes and 1 024 more get coarser ones: memory is
 * bounded by .8 bytes per source byte and 120 KiB, or by max_records of each where that is fewer
 * and not 0. Linear in the source's length.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__read_blocks(dana_page *page, bool keep_noscript, size_t max_records,
                                            dana__blocks *out, dana_error *err);

/*
 * Scans a page and reads its blocks in the same pass, without noscript elements and as many as its
 * size allows. Sets page->prefetched_blocks, or leaves it NULL where memory is too scarce for both
 * at once. `options` are those of block lines and characters, without filters and noscript. Errors:
 * those of dana_scan_page.
 */
DANA_MUST_USE dana_status dana__scan_with_blocks(dana_page *page, const dana_scan_options *options,
                                                 const dana_scan **scan, dana_error *err);

#endif
