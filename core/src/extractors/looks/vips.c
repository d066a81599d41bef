/*
 * VIPS as an extractor: the content among the segments of a rendered page (thesis 3.2.5). VIPS says
 * how the page is divided, and not which part is its content; the rule for that is ours
 * (vips/content.h).
 */
#include "base/ascii.h"
#include "dana/boxes.h"
#include "extractors/tree/units.h"
#include "page/ops.h"
#include "page/page.h"
#include "vips/content.h"

enum { PDOC };

static const dana_param vips_params[] = {
    [PDOC] = {.name = "pdoc",
              .type = DANA_PARAM_INTEGER,
              .minimum = DANA_COHERENCE_MIN,
              .maximum = DANA_COHERENCE_MAX,
              .default_value = DANA_COHERENCE_DEFAULT,
              .unit = "",
              .doc = "Permitted degree of coherence: blocks that are at least as coherent are not "
                     "divided."},
};

/* Marks the units of the chosen leaves: those whose text is seen. Units, boxes and leaves stand in
 * the order of the source. */
static void mark_units(const dana_page *page, const dana_scan *scan, const dana_segments *segments,
                       size_t chosen, uint8_t *keep)
{
    const dana_boxes *boxes = page->boxes;
    size_t unit = 0;
    size_t box = 0;

    for (size_t i = chosen; i < segments->items[chosen].end; i++) {
        dana_span span = segments->items[i].span;

        if (!dana__is_content_leaf(segments, i)) {
            continue;
        }
        while (unit < scan->unit_count && scan->units[unit].start < span.start) {
            unit++;
        }
        for (; unit < scan->unit_count && scan->units[unit].start < span.end; unit++) {
            while (box + 1 < boxes->count &&
                   boxes->items[box + 1].offset <= scan->units[unit].start) {
                box++;
            }
            keep[unit] = (boxes->items[box].flags & (DANA_BOX_TEXT | DANA_BOX_VISIBLE)) ==
                         (DANA_BOX_TEXT | DANA_BOX_VISIBLE);
        }
    }
}

static dana_status extract_vips(dana_page *page, dana_result *result, dana_error *err)
{
    dana_segments segments;
    size_t chosen = 0;

    dana__share_profile(result);
    dana_status status = dana_find_segments(page, (unsigned)result->params.values[PDOC], &segments,
                                            err);

    if (status != DANA_OK || segments.count == 0) {
        return status;
    }
    status = dana__choose_segment(page, &segments, &chosen, err);
    uint8_t *keep = status == DANA_OK
                        ? dana_arena_zeroed(page->arena, result->scan->unit_count, 1, err)
                        : NULL;

    if (keep == NULL) {
        return err->status;
    }
    mark_units(page, result->scan, &segments, chosen, keep);
    return dana__select_units(page, result->scan, keep, &result->selection, err);
}

static const struct dana_algorithm_ops vips_ops = {.scan_options = dana__default_scan,
                                                   .extract = extract_vips};

const dana_algorithm dana__vips = {
    .id = "vips",
    .title = "VIPS",
    .citation = "Cai, Yu, Wen, Ma: VIPS: a Vision-based Page Segmentation Algorithm, "
                "MSR-TR-2003-79; thesis 3.2.5",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = "For rendered pages alone. VIPS labels no segment; the rule is ours: the content is "
             "the segment whose leaves have most characters outside links, less those inside and "
             "20 for each leaf, without leaves that are mostly links. Rules and degrees of nodes "
             "follow the report's tables; its thresholds and weights of separators, which it does "
             "not give, are ours. Inline siblings are one block; separators are looked for again "
             "in each part of a region.",
    .kind = DANA_KIND_CONTENT,
    .params = vips_params,
    .param_count = DANA__COUNT(vips_params),
    .needs_boxes = true,
    .ops = &vips_ops,
};
