#include "text/span_sets.h"

#include "page/page.h"

size_t dana__first_span(const dana_selection *selection, size_t at)
{
    size_t low = 0;
    size_t high = selection->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (selection->spans[middle].end <= at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

bool dana__is_selected(const dana_selection *selection, size_t start, size_t end)
{
    size_t i = dana__first_span(selection, start);

    return i < selection->count && selection->spans[i].start < end;
}

/* A walk over several selections at once: per selection, its first span that ends after `at`. */
typedef struct {
    const dana_selection *selections;
    size_t count;
    size_t next[DANA__JOIN_MAX];
    uint32_t at;
} walk;

/* Counts the selections that hold the byte at w->at, and finds where that may change next. */
static size_t look(walk *w, uint32_t *change)
{
    size_t inside = 0;

    *change = UINT32_MAX;
    for (size_t i = 0; i < w->count; i++) {
        const dana_span *span = dana__span_after(&w->selections[i], &w->next[i], w->at);

        if (span == NULL) {
            continue;
        }
        uint32_t border = span->start > w->at ? span->start : span->end;

        inside += span->start <= w->at ? 1 : 0;
        *change = border < *change ? border : *change;
    }
    return inside;
}

static void add_span(dana_span *spans, size_t *count, uint32_t start, uint32_t end)
{
    if (*count > 0 && spans[*count - 1].end == start) {
        spans[*count - 1].end = end;
        return;
    }
    spans[(*count)++] = (dana_span){start, end};
}

dana_status dana__join_selections(dana_page *page, const dana_selection *selections, size_t count,
                                  size_t votes, dana_selection *out, dana_error *err)
{
    walk w = {.selections = selections, .count = count};
    size_t most = 0;
    size_t made = 0;
    uint32_t change;

    /* Votes grow only where a given span begins, and so does each span of the result. */
    for (size_t i = 0; i < count; i++) {
        most += selections[i].count;
    }
    dana_span *spans = dana_arena_alloc(page->arena, most * sizeof(*spans), err);

    if (spans == NULL) {
        return err->status;
    }
    for (size_t inside = look(&w, &change); change != UINT32_MAX; inside = look(&w, &change)) {
        if (inside >= votes) {
            add_span(spans, &made, w.at, change);
        }
        w.at = change;
    }
    *out = (dana_selection){spans, made};
    return DANA_OK;
}
