#include "media/main_text.h"

#include "text/selected_text.h"
#include "text/span_sets.h"

/* The main element holds at least this share of the selected bytes. */
#define MAIN_SHARE .6

/* Bytes of the selected texts that begin in a range. */
static uint64_t selected_bytes(const dana_result *result, uint32_t start, uint32_t end)
{
    const dana_scan *scan = result->scan;
    const dana_selection *selection = &result->selection;
    size_t span = dana__first_span(selection, start);
    size_t i = dana__first_unit(scan, start);
    uint64_t bytes = 0;

    i += i < scan->unit_count && scan->units[i].start < start;
    while (i < scan->unit_count && scan->units[i].start < end) {
        const dana_unit *unit = &scan->units[i];
        const dana_span *next = dana__span_after(selection, &span, unit->start);

        if (next == NULL) {
            break;
        }
        if (next->start >= unit->start + unit->length) {
            i = dana__first_unit(scan, next->start);
            continue;
        }
        bytes += unit->length;
        i++;
    }
    return bytes;
}

/* Finds the smallest element around the middle of the selection that holds most of it, no
 * paragraph: one may be all the text beside pictures. Each step outward counts only what it adds.
 */
static void find_main(const dana_result *result, uint32_t end, const dana__pieces *pieces,
                      dana__main_text *out)
{
    double most = MAIN_SHARE * (double)selected_bytes(result, 0, end);
    const dana__holder *holder = dana__holder_at(pieces, pieces->middle);
    dana_span counted = {0, 0};
    uint64_t bytes = 0;

    out->element = (dana_span){0, end};
    for (; holder != NULL; holder = dana__holder_at(pieces, holder->parent)) {
        if (counted.end == 0) {
            bytes = selected_bytes(result, holder->start, holder->end);
        } else {
            bytes += selected_bytes(result, holder->start, counted.start) +
                     selected_bytes(result, counted.end, holder->end);
        }
        counted = (dana_span){holder->start, holder->end};
        if ((double)bytes >= most && holder->kind != DANA__KIND_P) {
            out->element = counted;
            return;
        }
    }
}

/* Finds the selected text of the main element, and the heading before it. */
static void find_text(const dana_result *result, const dana__pieces *pieces, dana__main_text *out)
{
    const dana_scan *scan = result->scan;
    const dana_selection *selection = &result->selection;
    size_t end = dana__first_span(selection, out->element.end);

    out->first = out->element.end;
    for (size_t i = dana__first_unit(scan, out->element.start);
         i < scan->unit_count && scan->units[i].start < out->element.end; i++) {
        const dana_unit *unit = &scan->units[i];

        if (unit->heading == 0 &&
            dana__is_selected(selection, unit->start, unit->start + unit->length)) {
            out->first = unit->start;
            break;
        }
    }
    end = end < selection->count && selection->spans[end].start < out->element.end ? end + 1 : end;
    out->last = end > 0 ? selection->spans[end - 1].end : 0;
    out->last = out->last < out->element.end ? out->last : out->element.end;
    for (uint8_t level = 2; level >= 1; level--) {
        uint32_t found = 0;

        for (size_t i = 0; i < pieces->heading_count; i++) {
            const dana__heading_end *heading = &pieces->headings[i];

            if (heading->level == level && heading->end <= out->first) {
                found = heading->end;
            }
        }
        out->headline = found > 0 ? found : out->headline;
    }
}

void dana__find_main_text(const dana_result *result, uint32_t end, const dana__pieces *pieces,
                          dana__main_text *out)
{
    *out = (dana__main_text){.headline = 0};
    find_main(result, end, pieces, out);
    find_text(result, pieces, out);
}
