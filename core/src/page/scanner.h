/*
 * What the files of the scan share: its state, and the lines that it writes.
 */
#ifndef DANA_PAGE_SCANNER_H
#define DANA_PAGE_SCANNER_H

#include "page/count.h"
#include "page/pass.h"

#include <stdbool.h>

/* An outermost element of a layout (DANA__LAYOUT) that is open. */
typedef struct {
    uint64_t key; /* of its name; 0: none is open */
    size_t depth; /* open elements of this name, itself counted */
    size_t units; /* text units before it */
    uint32_t start;
} dana__open_layout;

/* The state of one scan. Counts are kept in `line` until the line ends. */
typedef struct {
    dana__pass pass;
    dana_page *page;
    dana_scan *scan;
    dana_error *err;
    dana_line line;
    dana__line_state line_state;
    bool space;        /* white space stands after the last text unit */
    bool block_border; /* a block-level tag stands after the last text unit */
    unsigned heading;  /* 1 to 6 inside a heading */
    bool in_anchor;
    size_t anchor_line; /* index of the line on which the open anchor began */
    dana__open_layout layout;
    const dana__listener *listener;
} dana__scanner;

/* Returns the source byte at which p stands. */
static inline uint32_t dana__scan_offset(const dana__scanner *s, const char *p)
{
    return (uint32_t)(p - s->page->source.data);
}

/* Makes room for `count` more elements of a buffer; where memory is scarce, the listener has to
 * give its own back first. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
dana_status dana__scan_reserve(dana__scanner *s, dana_buffer *buffer, size_t count);

/* Appends an element to a buffer. Returns it to be filled; NULL with s->err set as
 * dana__scan_reserve does. */
void *dana__scan_append(dana__scanner *s, dana_buffer *buffer);

/* Keeps the current line if it holds anything. Errors: those of dana__scan_reserve;
 * DANA_TOO_COMPLEX where the page has too many lines. */
dana_status dana__scan_end_line(dana__scanner *s);

/* Ends the current line, and begins one at p. Errors: those of dana__scan_end_line. */
dana_status dana__scan_start_line(dana__scanner *s, const char *p);

/* Adds a tag's code to its line; with source lines, each line gets the part that lies on it.
 * Errors: those of dana__scan_end_line. */
dana_status dana__scan_add_code(dana__scanner *s, const char *p, const char *end);

/* Notes a start tag of a layout. */
void dana__scan_open_layout(dana__scanner *s, const dana__markup *tag);

/* Notes an end tag of a layout: that of the outermost one ends a span of the scan's layouts.
 * Errors: those of dana__scan_reserve. */
dana_status dana__scan_close_layout(dana__scanner *s, const dana__markup *tag);

/* Ends the layouts at the source's end. Errors: those of dana__scan_reserve. */
dana_status dana__scan_end_layouts(dana__scanner *s);

#endif
