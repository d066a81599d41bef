/*
 * The inside of a page, shared by the views that are built on it.
 */
#ifndef DANA_PAGE_PAGE_H
#define DANA_PAGE_PAGE_H

#include "dana/page.h"
#include "dana/scan.h"

/* source is without BOM. scan: the last one made, valid where has_scan. */
struct dana_page {
    dana_arena *arena;
    dana_view source;
    bool has_scan;
    dana_scan scan;
    dana_buffer lines;
    dana_buffer units;
    dana_buffer anchors;
};

#endif
