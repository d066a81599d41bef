#include "dana/result.h"

#include "base/error.h"
#include "page/page.h"

/* The lines that a span touches: 0-based, [first, last]. */
static void lines_of_span(const dana_profile *profile, dana_span span, size_t *first, size_t *last)
{
    *first = dana_line_at(profile->lines, profile->line_count, span.start);
    *last = dana_line_at(profile->lines, profile->line_count,
                         span.end > span.start ? span.end - 1 : span.start);
}

static dana_range make_range(const dana_page *page, const dana_profile *profile, size_t first,
                             size_t last)
{
    return (dana_range){
        .start_line = (uint32_t)first + 1,
        .end_line = (uint32_t)last + 1,
        .span = {profile->lines[first].start, (uint32_t)dana_line_end(page, profile, last)}};
}

/* The ranges of content from data: the strings themselves, those on the same lines as one. */
static size_t data_ranges(const dana_result *result, dana_range *ranges)
{
    size_t made = 0;

    for (size_t i = 0; i < result->selection.count; i++) {
        dana_span span = result->selection.spans[i];
        size_t first;
        size_t last;

        lines_of_span(&result->profile, span, &first, &last);
        if (made > 0 && first + 1 <= ranges[made - 1].end_line) {
            ranges[made - 1].end_line = (uint32_t)last + 1;
            ranges[made - 1].span.end = span.end;
        } else {
            ranges[made++] = (dana_range){(uint32_t)first + 1, (uint32_t)last + 1, span};
        }
    }
    return made;
}

dana_status dana_result_ranges(dana_page *page, const dana_result *result, const dana_range **out,
                               size_t *count, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    const dana_selection *selection = &result->selection;
    dana_range *ranges = dana_arena_alloc(page->arena, selection->count * sizeof(*ranges), why);
    size_t made = 0;

    if (ranges == NULL) {
        return why->status;
    }
    if (result->data != NULL) {
        *count = data_ranges(result, ranges);
        *out = ranges;
        return DANA_OK;
    }
    for (size_t i = 0; i < selection->count && result->profile.line_count > 0; i++) {
        size_t first;
        size_t last;

        lines_of_span(&result->profile, selection->spans[i], &first, &last);
        if (made > 0 && first <= ranges[made - 1].end_line) {
            first = ranges[--made].start_line - 1;
        }
        ranges[made++] = make_range(page, &result->profile, first, last);
    }
    *out = ranges;
    *count = made;
    return DANA_OK;
}
