/*
 * Plain (thesis, tables 4.9 and 4.12): all text of the page, the row that extractors are compared
 * with.
 */
#include "page/ops.h"
#include "page/page.h"
#include "text/span_builder.h"

static dana_status extract_plain(dana_page *page, dana_result *result, dana_error *err)
{
    const dana_scan *scan = result->scan;
    dana__spans spans;

    dana__share_profile(result);
    if (scan->unit_count == 0) {
        return DANA_OK;
    }
    const dana_unit *last = &scan->units[scan->unit_count - 1];

    dana__spans_start(&spans, page, err);
    dana_status status = dana__spans_add(&spans, page->source.data + scan->units[0].start,
                                         page->source.data + last->start + last->length);

    if (status == DANA_OK) {
        result->selection = dana__spans_finish(&spans);
    }
    return status;
}

static const struct dana_algorithm_ops plain_ops = {.scan_options = dana__default_scan,
                                                    .extract = extract_plain};

const dana_algorithm dana__plain = {
    .id = "plain",
    .title = "Plain",
    .citation = "Mohammadzadeh: Improving Retrieval Accuracy in Main Content Extraction from "
                "HTML Web Documents, Leipzig 2013, tables 4.9 and 4.12",
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "All text that the scan keeps: no scripts, style sheets, comments and the like.",
    .kind = DANA_KIND_CONTENT,
    .params = NULL,
    .param_count = 0,
    .ops = &plain_ops,
};
