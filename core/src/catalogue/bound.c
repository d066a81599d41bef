/*
 * Bound (thesis 7.2.1): the headline is the upper bound of the main content, the smallest subtree
 * around it and the largest region is the lower one.
 */
#include "base/ascii.h"
#include "dana/headline.h"
#include "extractors/lines/regions.h"
#include "extractors/tree/units.h"
#include "page/ops.h"
#include "page/page.h"
#include "page/profile.h"
#include "text/selected_text.h"
#include "title/titlefinder.h"

/* DANAg's gap, in lines. */
#define GAP 20

enum { LOWER };
enum { LOWER_SUBTREE, LOWER_NONE };

static const char *const lower_choices[] = {"subtree", "none", NULL};

static const dana_param bound_params[] = {
    [LOWER] = {.name = "lower",
               .type = DANA_PARAM_CHOICE,
               .choices = lower_choices,
               .default_value = LOWER_SUBTREE,
               .unit = "",
               .doc = "The lower bound: the end of the smallest subtree that holds headline and "
                      "largest region, of which all text is taken; or none, all regions after the "
                      "headline."},
};

/* The smallest subtree that holds the units [first, after): "the smallest sub-tree in the DOM tree
 * which contains headlines of that main content area". */
static const dana__node *subtree_around(const dana__dom *dom, size_t first, size_t after)
{
    const dana__node *node = &dom->nodes[dom->unit_nodes[first]];

    while (node != dom->nodes && (node->first_unit > first || node->unit_end < after)) {
        node = &dom->nodes[node->parent];
    }
    return node;
}

static dana_status take_subtree(dana_page *page, dana_result *result, const dana__dom *dom,
                                size_t headline, dana__region largest, dana_error *err)
{
    const dana_scan *scan = result->scan;
    size_t last = dana__first_unit(scan,
                                   (uint32_t)dana_line_end(page, &result->profile, largest.last));
    const dana__node *node = subtree_around(dom, headline, last);
    uint8_t *keep = dana_arena_zeroed(page->arena, scan->unit_count, 1, err);

    if (keep == NULL) {
        return err->status;
    }
    for (size_t i = headline; i < node->unit_end; i++) {
        keep[i] = 1;
    }
    return dana__select_units(page, scan, keep, &result->selection, err);
}

/* What lies between both bounds. `largest` is the largest region at or after the headline's line.
 */
static dana_status take_between(dana_page *page, dana_result *result, const dana__dom *dom,
                                uint32_t headline, dana_error *err)
{
    size_t line = dana_line_at(result->profile.lines, result->profile.line_count, headline);
    dana__region largest;

    if (!dana__largest_region(&result->profile, line, &largest)) {
        return DANA_OK;
    }
    if (result->params.values[LOWER] == LOWER_SUBTREE) {
        return take_subtree(page, result, dom, dana__first_unit(result->scan, headline), largest,
                            err);
    }
    return dana__select_regions(page, &result->profile,
                                (dana__region){line, result->profile.line_count - 1}, false,
                                &result->selection, err);
}

/* deviation: without a headline there is no upper bound; the regions are joined as DANAg does. */
static dana_status take_by_gap(dana_page *page, dana_result *result, dana_error *err)
{
    dana__region main;

    if (!dana__main_regions(&result->profile, GAP, &main)) {
        return DANA_OK;
    }
    return dana__select_regions(page, &result->profile, main, false, &result->selection, err);
}

static dana_status extract_bound(dana_page *page, dana_result *result, dana_error *err)
{
    const dana__dom *dom;
    dana_headline found;
    dana_status status = dana__begin_dom(page, result, &dom, err);

    if (status == DANA_OK) {
        status = dana__build_profile(page, result->scan, true, &result->profile, err);
    }
    if (status == DANA_OK) {
        status = dana_find_headline(page, &dana__titlefinder, NULL, false, &found, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    if (!found.found) {
        return take_by_gap(page, result, err);
    }
    return take_between(page, result, dom, found.headline.span.start, err);
}

static const struct dana_algorithm_ops bound_ops = {.scan_options = dana__default_scan,
                                                    .extract = extract_bound};

const dana_algorithm dana__bound = {
    .id = "bound",
    .title = "Bounds of the main content",
    .citation = "Mohammadzadeh: Improving Retrieval Accuracy in Main Content Extraction from "
                "HTML Web Documents, Leipzig 2013, 7.2.1",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = "The thesis sketches it: TitleFinder's headline is the upper bound, the smallest "
             "subtree around it the lower one. Chosen: the subtree also holds the largest region "
             "of DANAg after the headline, as the headline alone is its own smallest subtree; a "
             "page without a headline is DANAg's.",
    .kind = DANA_KIND_CONTENT,
    .params = bound_params,
    .param_count = DANA__COUNT(bound_params),
    .ops = &bound_ops,
};
