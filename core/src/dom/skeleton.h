/*
 * The skeleton of a page, written by a listener of the scan: see dom/dom.h.
 */
#ifndef DANA_DOM_SKELETON_H
#define DANA_DOM_SKELETON_H

#include "dana/page.h"
#include "dana/scan.h"

/*
 * Scans a page by block lines and writes its skeleton into a buffer of bytes that this sets up and
 * the caller releases, whether it fails or not. Errors: those of dana_scan_page.
 */
DANA_MUST_USE dana_status dana__scan_skeleton(dana_page *page, dana_buffer *skeleton,
                                              const dana_scan **scan, dana_error *err);

#endif
