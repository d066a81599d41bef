/*
 * Filters 2 and 3: the code of anchors is normalised in the lines that the scan counted.
 */
#ifndef DANA_PAGE_FILTER_H
#define DANA_PAGE_FILTER_H

#include "page/page.h"

/*
 * Applies the scan's filter to its lines, in place, and drops lines that are empty then: `lines`
 * are scan->lines, scan->line_count is updated. Source: thesis 4.6.1.2 and 4.6.1.3.
 */
void dana__filter_lines(const dana_page *page, dana_scan *scan, dana_line *lines);

#endif
