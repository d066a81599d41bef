#include "extractors/tree/units.h"

#include "page/ops.h"
#include "page/page.h"

dana_status dana__begin_dom(dana_page *page, dana_result *result, const dana__dom **dom,
                            dana_error *err)
{
    dana_status status = dana__dom_view(page, dom, err);

    if (status == DANA_OK) {
        dana__share_profile(result);
        status = dana__poll(page, err);
    }
    return status;
}

static size_t count_runs(const dana_scan *scan, const uint8_t *keep)
{
    size_t runs = 0;

    for (size_t i = 0; i < scan->unit_count; i++) {
        runs += keep[i] != 0 && (i == 0 || keep[i - 1] == 0) ? 1 : 0;
    }
    return runs;
}

dana_status dana__select_units(dana_page *page, const dana_scan *scan, const uint8_t *keep,
                               dana_selection *out, dana_error *err)
{
    size_t runs = count_runs(scan, keep);
    dana_span *spans = dana_arena_alloc(page->arena, runs * sizeof(*spans), err);
    size_t made = 0;

    if (spans == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < scan->unit_count; i++) {
        const dana_unit *unit = &scan->units[i];

        if (keep[i] == 0) {
            continue;
        }
        if (i == 0 || keep[i - 1] == 0) {
            spans[made++].start = unit->start;
        }
        spans[made - 1].end = unit->start + unit->length;
    }
    *out = (dana_selection){spans, made};
    return DANA_OK;
}

size_t dana__find_body(const dana__dom *dom)
{
    for (size_t i = 1; i < dom->node_count; i++) {
        if (dom->nodes[i].element == DANA__BODY_ELEMENT) {
            return i;
        }
    }
    return 0;
}
