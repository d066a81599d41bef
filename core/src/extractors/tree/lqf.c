/*
 * LQF, the link quota filter (thesis 3.2.4, Algorithm 3): a block most of whose text is link text
 * is not content.
 */
#include "base/ascii.h"
#include "extractors/tree/units.h"
#include "page/ops.h"
#include "page/page.h"

enum { THRESHOLD };

/* The papers' tables have LQF-25, LQF-50 and LQF-75. */
static const dana_param lqf_params[] = {
    [THRESHOLD] = {.name = "threshold",
                   .type = DANA_PARAM_INTEGER,
                   .minimum = 0,
                   .maximum = 100,
                   .default_value = 50,
                   .unit = "%",
                   .doc = "Greatest share of link text in a block's text that is kept; LQF-25, "
                          "LQF-50 and LQF-75 of the papers are 25, 50 and 75."},
};

/* The text of one block, without that of the blocks inside it. */
typedef struct {
    uint32_t block; /* index of the block that holds the node */
    uint32_t total; /* t_tot, of a block */
    uint32_t link;  /* t_link, of a block */
} quota;

/* Algorithm 3: descendants of a block inside the block count for that block alone. */
static void measure(const dana__dom *dom, quota *quotas)
{
    for (size_t i = 1; i < dom->node_count; i++) {
        const dana__node *node = &dom->nodes[i];

        quotas[i].block = node->is_block != 0 ? (uint32_t)i : quotas[node->parent].block;
    }
    for (size_t i = 0; i < dom->unit_count; i++) {
        quota *block = &quotas[quotas[dom->unit_nodes[i]].block];

        block->total += dana__unit_chars(dom, i);
        /* Algorithm 3 looks for links below the block; a block below a link is link text too. */
        block->link += dom->link_chars[i + 1] - dom->link_chars[i];
    }
}

static dana_status extract_lqf(dana_page *page, dana_result *result, dana_error *err)
{
    uint64_t threshold = (uint64_t)result->params.values[THRESHOLD];
    const dana__dom *dom;
    dana_status status = dana__begin_dom(page, result, &dom, err);

    if (status != DANA_OK) {
        return status;
    }
    quota *quotas = dana_arena_zeroed(page->arena, dom->node_count, sizeof(*quotas), err);
    uint8_t *keep = quotas != NULL ? dana_arena_zeroed(page->arena, dom->unit_count, 1, err) : NULL;

    if (keep == NULL) {
        return err->status;
    }
    measure(dom, quotas);
    for (size_t i = 0; i < dom->unit_count; i++) {
        const quota *block = &quotas[quotas[dom->unit_nodes[i]].block];

        /* The thesis deletes the node; here that is the block's own text: the blocks inside it have
         * quotas of their own, which Algorithm 3 leaves out of this one. */
        keep[i] = (uint64_t)block->link * 100 <= threshold * block->total;
    }
    return dana__select_units(page, result->scan, keep, &result->selection, err);
}

static const struct dana_algorithm_ops lqf_ops = {.scan_options = dana__default_scan,
                                                  .extract = extract_lqf};

const dana_algorithm dana__lqf = {
    .id = "lqf",
    .title = "Link Quota Filter",
    .citation = "Mantratzis, Orgun, Cassidy, Hypertext 2005; Gupta, Kaiser, Neistadt, Grimm, WWW "
                "2003; thesis 3.2.4, Algorithm 3",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = "Deleting a block deletes its own text; the blocks inside it are judged on their own. "
             "Block-level elements are those that begin a line, br left out.",
    .kind = DANA_KIND_CONTENT,
    .params = lqf_params,
    .param_count = DANA__COUNT(lqf_params),
    .ops = &lqf_ops,
};
