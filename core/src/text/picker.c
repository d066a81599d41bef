#include "text/picker.h"

#include "page/page.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

void dana__picker_start(dana__picker *picker, const dana_page *page, const dana_result *result)
{
    *picker = (dana__picker){.page = page, .result = result, .span_before = SIZE_MAX};
}

const dana_unit *dana__picker_unit(dana__picker *picker, const char *start, const char *end)
{
    const dana_scan *scan = picker->result->scan;
    size_t from = (size_t)(start - picker->page->source.data);
    size_t to = (size_t)(end - picker->page->source.data);

    while (picker->unit < scan->unit_count && scan->units[picker->unit].start < from) {
        picker->unit++;
    }
    return picker->unit < scan->unit_count && scan->units[picker->unit].start < to
               ? &scan->units[picker->unit]
               : NULL;
}

bool dana__pick_next(dana__picker *picker, const dana_unit *unit, uint32_t *from, dana__pick *pick)
{
    uint32_t start = *from > unit->start ? *from : unit->start;
    uint32_t end = unit->start + unit->length;

    const dana_span *span = dana__span_after(&picker->result->selection, &picker->span, start);

    if (span == NULL || span->start >= end || start >= end) {
        return false;
    }
    dana_span part = dana__clip_unit(unit, *span);

    *from = part.end;
    *pick = (dana__pick){.start = picker->page->source.data + part.start,
                         .end = picker->page->source.data + part.end,
                         .starts_span = picker->span != picker->span_before};
    picker->span_before = picker->span;
    return dana__is_rendered(picker->page, picker->result, unit);
}
