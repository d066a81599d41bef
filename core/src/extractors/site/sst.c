/*
 * SST: a page is laid over the style tree of its site; what has too little importance there is
 * template (Yi, Liu, Li, KDD 2003, section 3.5).
 */
#include "base/ascii.h"
#include "extractors/site/style_tree.h"
#include "extractors/tree/units.h"
#include "page/ops.h"
#include "page/page.h"

#include <string.h>

enum { THRESHOLD };

static const dana_param sst_params[] = {
    [THRESHOLD] = {.name = "threshold",
                   .type = DANA_PARAM_INTEGER,
                   .minimum = 0,
                   .maximum = 100,
                   .default_value = 60,
                   .unit = "%",
                   .doc = "Elements whose importance, and that of all that they hold, is less are "
                          "template: 0 for what every page has in the same words, 100 for what "
                          "only one has."},
};

/* Where a node of the page lies: an index of an element node, or one of these. */
#define REMOVED (UINT32_MAX - 1) /* inside a template */
#define FOREIGN UINT32_MAX       /* inside what the style tree does not know: content */

/* Finds the places of a node's children, by its own. */
static uint32_t place_children(const dana_site *site, const dana__page_tree *tree, uint32_t node,
                               uint32_t place, float threshold)
{
    const dana__site_element *elements = site->elements.data;
    const dana__site_style *styles = site->styles.data;

    if (place >= REMOVED) {
        return place;
    }
    if (elements[place].greatest < threshold) {
        return REMOVED;
    }
    uint32_t style = dana__find_style(site, place, tree, node);

    return style != DANA__SITE_NONE ? styles[style].first : FOREIGN;
}

static void place_nodes(const dana_site *site, const dana__page_tree *tree, float threshold,
                        uint32_t *places)
{
    places[0] = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        uint32_t place = place_children(site, tree, i, places[i], threshold);

        for (uint32_t child = tree->nodes[i].first; child != DANA__SITE_NONE;
             child = tree->nodes[child].next) {
            places[child] = place;
            place += place < REMOVED ? 1 : 0;
        }
    }
}

/* Own text of an element node is one of its leaves. */
static bool keeps_text(const dana_site *site, uint32_t place, float threshold)
{
    const dana__site_element *elements = site->elements.data;

    if (place >= REMOVED) {
        return place == FOREIGN;
    }
    return elements[place].own < 0.0f ? elements[place].greatest >= threshold
                                      : elements[place].own >= threshold;
}

static dana_status judge_units(dana_page *page, const dana__page_tree *tree, float threshold,
                               uint8_t *keep, dana_error *err)
{
    uint32_t *places = dana_arena_alloc(page->arena, tree->count * sizeof(*places), err);

    if (places == NULL) {
        return err->status;
    }
    place_nodes(page->site, tree, threshold, places);
    for (size_t i = 0; i < tree->scan->unit_count; i++) {
        keep[i] = keeps_text(page->site, places[tree->unit_nodes[i]], threshold);
    }
    return DANA_OK;
}

/* Compares a page with its site. */
static dana_status judge_page(dana_page *page, float threshold, uint8_t *keep, dana_error *err)
{
    dana__page_tree tree;
    dana_status status = dana__read_page_tree(page, &tree, err);

    if (status != DANA_OK) {
        return status;
    }
    status = judge_units(page, &tree, threshold, keep, err);
    dana__release_page_tree(page, &tree);
    return status;
}

static dana_status extract_sst(dana_page *page, dana_result *result, dana_error *err)
{
    bool alone = page->site == NULL || dana_site_pages(page->site) < DANA_SITE_PAGES_MIN;
    uint8_t *keep = dana_arena_alloc(page->arena, result->scan->unit_count, err);
    dana_status status = keep != NULL ? DANA_OK : err->status;

    dana__share_profile(result);
    if (status == DANA_OK && alone) {
        memset(keep, 1, result->scan->unit_count);
        result->warnings |= 1u << DANA_WARNING_SITE_OF_ONE_PAGE;
    } else if (status == DANA_OK) {
        status = judge_page(page, (float)result->params.values[THRESHOLD] / 100.0f, keep, err);
    }
    return status == DANA_OK ? dana__select_units(page, result->scan, keep, &result->selection, err)
                             : status;
}

static const struct dana_algorithm_ops sst_ops = {
    .scan_options = dana__default_scan, .extract = extract_sst, .reads_site = true};

const dana_algorithm dana__sst = {
    .id = "sst",
    .title = "Site Style Tree",
    .citation =
        "Yi, Liu, Li: Eliminating Noisy Information in Web Pages for Data Mining, KDD 2003; "
        "thesis 3.1.1",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes =
        "The thesis names it as a multi-document method and says no more; tree, importance and "
        "mapping are the paper's. Chosen here: elements are told by their names (with class "
        "values, pages of one template are taken apart); features of content are words, not "
        "pictures and addresses of links; an element's own text is one of its leaves; the "
        "threshold, which the paper sets by looking at pages of each site.",
    .kind = DANA_KIND_CONTENT,
    .params = sst_params,
    .param_count = DANA__COUNT(sst_params),
    .ops = &sst_ops,
};
