#include "text/span_sets.h"

#include "base/ascii.h"
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

/* All that lies in no span of a selection. */
static dana_status complement(dana_page *page, const dana_selection *spans, dana_selection *out,
                              dana_error *err)
{
    dana_span *rest = dana_arena_alloc(page->arena, (spans->count + 1) * sizeof(*rest), err);
    uint32_t at = 0;

    if (rest == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < spans->count; i++) {
        rest[i] = (dana_span){at, spans->spans[i].start};
        at = spans->spans[i].end;
    }
    rest[spans->count] = (dana_span){at, (uint32_t)page->source.length};
    *out = (dana_selection){rest, spans->count + 1};
    return DANA_OK;
}

dana_status dana__subtract_spans(dana_page *page, const dana_selection *from,
                                 const dana_selection *spans, dana_selection *out, dana_error *err)
{
    dana_selection both[2] = {*from, {NULL, 0}};
    dana_status status = complement(page, spans, &both[1], err);

    return status == DANA_OK ? dana__join_selections(page, both, DANA__COUNT(both), 2, out, err)
                             : status;
}

dana_status dana__cut_span(dana_page *page, dana_span gone, dana_selection *selection,
                           dana_error *err)
{
    const dana_selection one = {&gone, 1};

    return dana__subtract_spans(page, selection, &one, selection, err);
}

int dana__compare_spans(const void *a, const void *b)
{
    const dana_span *first = a;
    const dana_span *second = b;

    if (first->start != second->start) {
        return first->start < second->start ? -1 : 1;
    }
    return (first->end < second->end) - (first->end > second->end);
}
