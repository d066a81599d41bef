/*
 * The pass over the source that fills a page's scan.
 */
#ifndef DANA_PAGE_SCAN_H
#define DANA_PAGE_SCAN_H

#include "page/page.h"

/*
 * Reads the source once, as scan->options say, into the page's lines, units and anchors, which are
 * empty before; the page's listener reads along. On an error they hold a part.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED; err is not NULL.
 */
DANA_MUST_USE dana_status dana__scan_source(dana_page *page, dana_scan *scan, dana_error *err);

#endif
