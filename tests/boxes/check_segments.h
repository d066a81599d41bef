/* What must hold for the visual segments of any page: for the tests that make pages at random. */
#ifndef TESTS_CHECK_SEGMENTS_H
#define TESTS_CHECK_SEGMENTS_H

#include "dana/boxes.h"
#include "dana/segments.h"

/* Checks the segments that a page was divided into. Returns what is wrong, NULL if nothing is. */
const char *check_segments(const dana_page *page, const dana_segments *segments);

/* Checks that each box lies in one leaf at most; and, where the page has no element whose texts
 * count for nothing (all_are_seen), that each text which is seen lies in one. Returns as
 * check_segments. */
const char *check_texts(const dana_page *page, const dana_boxes *boxes,
                        const dana_segments *segments, bool all_are_seen);

/* Checks the blocks of text of a page: in order, apart, inside the source. Returns as
 * check_segments. */
const char *check_text_blocks(const dana_page *page, const dana_text_block *blocks, size_t count);

#endif
