/*
 * Selections that grow span by span.
 */
#ifndef DANA_TEXT_SPAN_BUILDER_H
#define DANA_TEXT_SPAN_BUILDER_H

#include "dana/result.h"

/* Spans that are collected in order. Initialise `spans` with dana__spans_start. */
typedef struct {
    dana_page *page;
    dana_error *err;
    dana_buffer spans;
    bool open; /* the next piece belongs to the last span */
} dana__spans;

/* Starts an empty selection. err must outlive it. */
void dana__spans_start(dana__spans *spans, dana_page *page, dana_error *err);

/*
 * Adds the source bytes [start, end), which lie after all that was added before: to the last span
 * where nothing was left out since (dana__spans_skip), else as a new one.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__spans_add(dana__spans *spans, const char *start, const char *end);

/* Notes that something is left out: the last span ends. */
void dana__spans_skip(dana__spans *spans);

/* Makes the selection of what was added; it borrows from the page. */
dana_selection dana__spans_finish(dana__spans *spans);

#endif
