/*
 * Set operations on selections.
 */
#ifndef DANA_TEXT_SPAN_SETS_H
#define DANA_TEXT_SPAN_SETS_H

#include "dana/page.h"

#include <stdbool.h>

/* Most selections that are joined at once. */
#define DANA__JOIN_MAX 16

/* Returns the first span from *next on that ends after the byte at `at`, NULL where there is none.
 * *next becomes its index: a walk over sorted spans. */
static inline const dana_span *dana__span_after(const dana_selection *selection, size_t *next,
                                                size_t at)
{
    while (*next < selection->count && selection->spans[*next].end <= at) {
        ++*next;
    }
    return *next < selection->count ? &selection->spans[*next] : NULL;
}

/* Returns whether a span touches the bytes [start, end); *next as in dana__span_after. */
static inline bool dana__touches(const dana_selection *selection, size_t *next, size_t start,
                                 size_t end)
{
    const dana_span *span = dana__span_after(selection, next, start);

    return span != NULL && span->start < end;
}

/* Returns the index of the first span that ends after the byte at `at`. */
size_t dana__first_span(const dana_selection *selection, size_t at);

/* Returns whether a span touches the bytes [start, end); for questions in no order. */
bool dana__is_selected(const dana_selection *selection, size_t start, size_t end);

/*
 * Makes the selection of the bytes that lie in at least `votes` of `count` selections (1 to
 * DANA__JOIN_MAX). Spans that touch become one. *out is borrowed from the page.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__join_selections(dana_page *page, const dana_selection *selections,
                                                size_t count, size_t votes, dana_selection *out,
                                                dana_error *err);

/*
 * Makes the selection of the bytes of one selection that lie in no span of another. *out is
 * borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__subtract_spans(dana_page *page, const dana_selection *from,
                                               const dana_selection *spans, dana_selection *out,
                                               dana_error *err);

/* Takes a span out of a selection; spans that touch stay apart. The spans are the page's. Errors:
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__cut_span(dana_page *page, dana_span gone, dana_selection *selection,
                                         dana_error *err);

/* Compares two spans by their beginnings, for qsort; of those that begin at one place the longest
 * comes first. */
int dana__compare_spans(const void *a, const void *b);

#endif
