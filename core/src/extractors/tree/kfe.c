/*
 * FeatureExtractor and K-FeatureExtractor (thesis 3.2.3, Algorithm 2).
 */
#include "base/ascii.h"
#include "extractors/tree/units.h"
#include "page/ops.h"
#include "page/page.h"

#include <math.h>

enum { BLOCKS, LISTS_ARE, CLUSTERS };
enum { BLOCKS_2005, BLOCKS_TODAY };
enum { LISTS_OTHER, LISTS_DESIRED };

static const char *const block_choices[] = {"2005", "today", NULL};
static const char *const list_choices[] = {"other", "desired", NULL};

#define BLOCK_PARAM                                                                                \
    [BLOCKS] = {.name = "blocks",                                                                  \
                .type = DANA_PARAM_CHOICE,                                                         \
                .choices = block_choices,                                                          \
                .default_value = BLOCKS_2005,                                                      \
                .unit = "",                                                                        \
                .doc = "Elements that are blocks: table, tr, p, hr, ul as published, or also "     \
                       "div, section, article, main, td, ol and dl."},                             \
    [LISTS_ARE] = {.name = "lists",                                                                \
                   .type = DANA_PARAM_CHOICE,                                                      \
                   .choices = list_choices,                                                        \
                   .default_value = LISTS_OTHER,                                                   \
                   .unit = "",                                                                     \
                   .doc = "Whether list items weigh against content, or for it as in 3.2.3."}

static const dana_param fe_params[] = {BLOCK_PARAM};
static const dana_param kfe_params[] = {
    BLOCK_PARAM,
    [CLUSTERS] = {.name = "k",
                  .type = DANA_PARAM_INTEGER,
                  .minimum = 1,
                  .maximum = 10,
                  .default_value = 2,
                  .unit = "clusters",
                  .doc = "Clusters of the winning blocks, of which the best is taken."},
};

/* T of Algorithm 2: the published set, and a wider one for today's pages. */
static const bool block_sets[][DANA__ELEMENT_COUNT] = {
    [BLOCKS_2005] = {[DANA__TABLE] = true,
                     [DANA__TR] = true,
                     [DANA__P] = true,
                     [DANA__HR] = true,
                     [DANA__UL] = true},
    [BLOCKS_TODAY] = {[DANA__TABLE] = true,
                      [DANA__TR] = true,
                      [DANA__P] = true,
                      [DANA__HR] = true,
                      [DANA__UL] = true,
                      [DANA__DIV] = true,
                      [DANA__SECTION] = true,
                      [DANA__ARTICLE] = true,
                      [DANA__MAIN] = true,
                      [DANA__TD] = true,
                      [DANA__OL] = true,
                      [DANA__DL] = true},
};

/* Features. Text and text tags are desired, what remains weighs against them. deviation: lists,
 * which 3.2.3 counts among the desired features, do too unless `lists` is desired: navigation is
 * lists. Style sheets, its fourth, are dropped before any block is seen; links, images and inputs
 * come from the original. */
enum { TEXT, TEXT_TAGS, LISTS, LINKS, IMAGES, INPUTS, FEATURE_COUNT };

/* The feature that an element adds to: -1 none. */
static int feature_of(uint8_t element)
{
    switch (element) {
    case DANA__H1:
    case DANA__H2:
    case DANA__H3:
    case DANA__H4:
    case DANA__H5:
    case DANA__H6:
        return TEXT_TAGS;
    case DANA__LI:
    case DANA__DT:
    case DANA__DD:
        return LISTS;
    case DANA__A:
        return LINKS;
    case DANA__IMG:
        return IMAGES;
    case DANA__INPUT:
    case DANA__BUTTON:
    case DANA__SELECT:
        return INPUTS;
    default:
        return -1;
    }
}

/* A block; every node has one, those that are no block only `holder`. */
typedef struct {
    uint32_t holder; /* index of the block that holds the node */
    uint32_t features[FEATURE_COUNT];
    bool wins;
    double value; /* of a winner: the sum of its desired features */
} block;

typedef struct {
    const dana__dom *dom;
    block *blocks;
    size_t desired_count; /* the first features of a block, which content has */
} page_blocks;

/* deviation from Algorithm 2 as printed, which loses the text of a block outside the blocks inside
 * it: it stays that block's own, so that the blocks part the whole page, as in the original. */
static void measure(page_blocks *b, const bool *is_block)
{
    const dana__dom *dom = b->dom;

    for (size_t i = 1; i < dom->node_count; i++) {
        const dana__node *node = &dom->nodes[i];
        int feature = feature_of(node->element);

        b->blocks[i].holder = is_block[node->element] ? (uint32_t)i
                                                      : b->blocks[node->parent].holder;
        if (feature >= 0) {
            b->blocks[b->blocks[i].holder].features[feature]++;
        }
    }
    for (size_t i = 0; i < dom->unit_count; i++) {
        b->blocks[b->blocks[dom->unit_nodes[i]].holder].features[TEXT] += dana__unit_chars(dom, i);
    }
}

/* The greatest value of each feature, among all blocks or the winners. */
static void find_maxima(const page_blocks *b, bool winners, double *maxima)
{
    for (size_t f = 0; f < FEATURE_COUNT; f++) {
        maxima[f] = 1.0;
    }
    for (size_t i = 0; i < b->dom->node_count; i++) {
        for (size_t f = 0; f < FEATURE_COUNT && (!winners || b->blocks[i].wins); f++) {
            maxima[f] = fmax(maxima[f], b->blocks[i].features[f]);
        }
    }
}

/* Sum of features [from, to), each as a share of the page's greatest: the thesis adds values of
 * different kinds and does not say how they are made comparable. */
static double sum_features(const block *b, const double *maxima, size_t from, size_t to)
{
    double sum = 0.0;

    for (size_t f = from; f < to; f++) {
        sum += b->features[f] / maxima[f];
    }
    return sum;
}

/* The winner basket: blocks whose desired features weigh at least as much as the others. */
static void fill_basket(page_blocks *b)
{
    double maxima[FEATURE_COUNT];

    find_maxima(b, false, maxima);
    for (size_t i = 0; i < b->dom->node_count; i++) {
        block *candidate = &b->blocks[i];

        candidate->wins = candidate->features[TEXT] > 0 &&
                          sum_features(candidate, maxima, 0, b->desired_count) >=
                              sum_features(candidate, maxima, b->desired_count, FEATURE_COUNT);
    }
    find_maxima(b, true, maxima);
    for (size_t i = 0; i < b->dom->node_count; i++) {
        b->blocks[i].value = sum_features(&b->blocks[i], maxima, 0, b->desired_count);
    }
}

/* FE: the one winner with the greatest value, the first on ties. */
static void keep_best(page_blocks *b)
{
    block *best = NULL;

    for (size_t i = 0; i < b->dom->node_count; i++) {
        block *candidate = &b->blocks[i];

        if (candidate->wins && (best == NULL || candidate->value > best->value)) {
            if (best != NULL) {
                best->wins = false;
            }
            best = candidate;
        } else {
            candidate->wins = false;
        }
    }
}

#define MAX_CLUSTERS 10
#define MAX_ROUNDS   100

static size_t nearest(const double *centres, size_t count, double value)
{
    size_t best = 0;

    for (size_t k = 1; k < count; k++) {
        if (fabs(value - centres[k]) < fabs(value - centres[best])) {
            best = k;
        }
    }
    return best;
}

/* One round of k-means; false when no centre moves. A centre without blocks stays. */
static bool move_centres(const page_blocks *b, double *centres, size_t count)
{
    double sums[MAX_CLUSTERS] = {0};
    size_t sizes[MAX_CLUSTERS] = {0};
    bool moved = false;

    for (size_t i = 0; i < b->dom->node_count; i++) {
        if (b->blocks[i].wins) {
            size_t k = nearest(centres, count, b->blocks[i].value);

            sums[k] += b->blocks[i].value;
            sizes[k]++;
        }
    }
    for (size_t k = 0; k < count; k++) {
        double centre = sizes[k] > 0 ? sums[k] / (double)sizes[k] : centres[k];

        moved |= centre != centres[k];
        centres[k] = centre;
    }
    return moved;
}

/* K-FE: k-means over the winners' values, in one dimension, from centres spread evenly between the
 * least and the greatest; the cluster with the greatest centre is content. */
static dana_status keep_cluster(dana_page *page, page_blocks *b, size_t count, dana_error *err)
{
    double centres[MAX_CLUSTERS];
    double greatest = 0.0;

    for (size_t i = 0; i < b->dom->node_count; i++) {
        greatest = b->blocks[i].wins ? fmax(greatest, b->blocks[i].value) : greatest;
    }
    for (size_t k = 0; k < count; k++) {
        centres[k] = greatest * (double)(k + 1) / (double)count;
    }
    for (int round = 0; round < MAX_ROUNDS && move_centres(b, centres, count); round++) {
        if (dana__poll(page, err) != DANA_OK) {
            return err->status;
        }
    }
    for (size_t i = 0; i < b->dom->node_count; i++) {
        b->blocks[i].wins &= nearest(centres, count, b->blocks[i].value) == count - 1;
    }
    return DANA_OK;
}

static dana_status select_winners(dana_page *page, dana_result *result, const page_blocks *b,
                                  dana_error *err)
{
    uint8_t *keep = dana_arena_zeroed(page->arena, b->dom->unit_count, 1, err);

    if (keep == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < b->dom->unit_count; i++) {
        keep[i] = b->blocks[b->blocks[b->dom->unit_nodes[i]].holder].wins ? 1 : 0;
    }
    return dana__select_units(page, result->scan, keep, &result->selection, err);
}

static dana_status find_winners(dana_page *page, dana_result *result, page_blocks *b,
                                dana_error *err)
{
    dana_status status = dana__begin_dom(page, result, &b->dom, err);

    if (status != DANA_OK) {
        return status;
    }
    b->blocks = dana_arena_zeroed(page->arena, b->dom->node_count, sizeof(*b->blocks), err);
    if (b->blocks == NULL) {
        return err->status;
    }
    b->desired_count = result->params.values[LISTS_ARE] == LISTS_DESIRED ? LISTS + 1 : LISTS;
    measure(b, block_sets[result->params.values[BLOCKS]]);
    fill_basket(b);
    return dana__poll(page, err);
}

static dana_status extract_fe(dana_page *page, dana_result *result, dana_error *err)
{
    page_blocks b;
    dana_status status = find_winners(page, result, &b, err);

    if (status != DANA_OK) {
        return status;
    }
    keep_best(&b);
    return select_winners(page, result, &b, err);
}

static dana_status extract_kfe(dana_page *page, dana_result *result, dana_error *err)
{
    page_blocks b;
    dana_status status = find_winners(page, result, &b, err);

    if (status == DANA_OK) {
        status = keep_cluster(page, &b, (size_t)result->params.values[CLUSTERS], err);
    }
    return status == DANA_OK ? select_winners(page, result, &b, err) : status;
}

static const struct dana_algorithm_ops fe_ops = {.scan_options = dana__default_scan,
                                                 .extract = extract_fe};
static const struct dana_algorithm_ops kfe_ops = {.scan_options = dana__default_scan,
                                                  .extract = extract_kfe};

#define NOTES                                                                                      \
    "Blocks part the whole page. Text and headings are the desired features; links, images, "      \
    "inputs and, unlike in 3.2.3, list items (unless lists is desired) the others, each as a "     \
    "share of the page's greatest. "

const dana_algorithm dana__fe = {
    .id = "fe",
    .title = "FeatureExtractor",
    .citation = "Debnath, Mitra, Pal, Giles: Automatic Identification of Informative Sections of "
                "Web Pages, TKDE 2005; thesis 3.2.3, Algorithm 2",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = NOTES "How values of features are made comparable is chosen.",
    .kind = DANA_KIND_CONTENT,
    .params = fe_params,
    .param_count = DANA__COUNT(fe_params),
    .ops = &fe_ops,
};

const dana_algorithm dana__kfe = {
    .id = "kfe",
    .title = "K-FeatureExtractor",
    .citation = "Debnath, Mitra, Pal, Giles: Automatic Identification of Informative Sections of "
                "Web Pages, TKDE 2005; thesis 3.2.3, Algorithm 2",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = NOTES "The start of the k-means, k and that the best cluster wins are chosen.",
    .kind = DANA_KIND_CONTENT,
    .params = kfe_params,
    .param_count = DANA__COUNT(kfe_params),
    .ops = &kfe_ops,
};
