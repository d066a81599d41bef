/*
 * GSWCE, Gaussian smoothing-based web content extraction (thesis 3.2.8).
 */
#include "base/ascii.h"
#include "dana/text.h"
#include "extractors/tree/units.h"
#include "page/ops.h"
#include "page/page.h"

#include <math.h>
#include <string.h>

enum { RADIUS, ITERATIONS, THRESHOLD };

#define MAX_RADIUS  100
#define POLL_TOKENS ((size_t)4096)

/* The thesis names no values: they were chosen on wcxb-dev, where all near them score alike. */
static const dana_param gswce_params[] = {
    [RADIUS] = {.name = "radius",
                .type = DANA_PARAM_INTEGER,
                .minimum = 1,
                .maximum = MAX_RADIUS,
                .default_value = 20,
                .unit = "tokens",
                .doc = "Reach of the Gaussian filter to each side; its standard deviation is a "
                       "third of it."},
    [ITERATIONS] = {.name = "iterations",
                    .type = DANA_PARAM_INTEGER,
                    .minimum = 1,
                    .maximum = 10,
                    .default_value = 3,
                    .unit = "",
                    .doc = "How often the ratios are smoothed."},
    [THRESHOLD] = {.name = "ratio",
                   .type = DANA_PARAM_INTEGER,
                   .minimum = 0,
                   .maximum = 100,
                   .default_value = 60,
                   .unit = "%",
                   .doc = "Smoothed ratio above which a token may be content."},
};

/* Elements that contain primary content (TCPC): p, tr, td and div; the others were not in HTML when
 * the paper was written, or end the search. */
static const bool is_container[DANA__ELEMENT_COUNT] = {
    [DANA__P] = true,       [DANA__TR] = true,           [DANA__TD] = true,
    [DANA__DIV] = true,     [DANA__MAIN] = true,         [DANA__ARTICLE] = true,
    [DANA__SECTION] = true, [DANA__BODY_ELEMENT] = true,
};

/* The tokens [start, end) of a text unit, its words. */
typedef struct {
    uint32_t start;
    uint32_t end;
} unit_tokens;

/* The token list: ratios, 1 for a word and 0 for a tag. */
typedef struct {
    dana_page *page;
    const dana_scan *scan;
    const dana__dom *dom;
    dana_error *err;
    float *ratios;
    float *smoothed;
    unit_tokens *units;
    size_t count;
} token_list;

/* Words of a unit. References are read as they stand: "&amp;" is a word. */
static size_t words_of(const token_list *t, size_t unit)
{
    const dana_unit *u = &t->scan->units[unit];
    size_t words = dana_count_words((dana_view){t->page->source.data + u->start, u->length});

    return words > 0 ? words : 1; /* signs alone are a token too */
}

/* Lays the tokens out: every element's tag, in preorder, between the words around it. */
static dana_status lay_out(token_list *t)
{
    size_t node = 1;
    size_t at = 0;

    t->units = dana_arena_alloc(t->page->arena, t->dom->unit_count * sizeof(*t->units), t->err);
    if (t->units == NULL) {
        return t->err->status;
    }
    for (size_t i = 0; i < t->dom->unit_count; i++) {
        for (; node < t->dom->node_count && t->dom->nodes[node].first_unit <= i; node++) {
            at++;
        }
        t->units[i].start = (uint32_t)at;
        at += words_of(t, i);
        t->units[i].end = (uint32_t)at;
    }
    t->count = at;
    return dana__poll(t->page, t->err);
}

static dana_status fill_ratios(token_list *t)
{
    t->ratios = dana_arena_zeroed(t->page->arena, t->count, sizeof(*t->ratios), t->err);
    t->smoothed = t->ratios != NULL
                      ? dana_arena_alloc(t->page->arena, t->count * sizeof(*t->smoothed), t->err)
                      : NULL;
    if (t->smoothed == NULL) {
        return t->err->status;
    }
    for (size_t i = 0; i < t->dom->unit_count; i++) {
        for (size_t k = t->units[i].start; k < t->units[i].end; k++) {
            t->ratios[k] = 1.0F;
        }
    }
    return DANA_OK;
}

/* The weights of a Gaussian filter, summing to 1; weights[radius] is the middle. */
static void make_weights(int radius, float *weights)
{
    double sigma = radius / 3.0;
    double sum = 0.0;

    for (int k = -radius; k <= radius; k++) {
        sum += exp(-k * k / (2.0 * sigma * sigma));
    }
    for (int k = -radius; k <= radius; k++) {
        weights[k + radius] = (float)(exp(-k * k / (2.0 * sigma * sigma)) / sum);
    }
}

/* One token's smoothed ratio; beyond the ends of the page there is nothing. */
static float smooth_at(const token_list *t, size_t i, const float *weights, size_t radius)
{
    size_t from = i > radius ? i - radius : 0;
    size_t to = i + radius < t->count ? i + radius : t->count - 1;
    const float *weight = weights + (from + radius - i);
    float sum = 0.0F;

    for (size_t k = from; k <= to; k++) {
        sum += t->ratios[k] * weight[k - from];
    }
    return sum;
}

static dana_status smooth(token_list *t, int radius, int iterations)
{
    float weights[2 * MAX_RADIUS + 1];

    make_weights(radius, weights);
    for (int n = 0; n < iterations; n++) {
        for (size_t i = 0; i < t->count; i++) {
            if (i % POLL_TOKENS == 0 && dana__poll(t->page, t->err) != DANA_OK) {
                return t->err->status;
            }
            t->smoothed[i] = smooth_at(t, i, weights, (size_t)radius);
        }
        float *swap = t->ratios;

        t->ratios = t->smoothed;
        t->smoothed = swap;
    }
    return DANA_OK;
}

/* Finds the longest run [*from, *to) of tokens above the threshold, the first on ties. */
static bool longest_run(const token_list *t, float threshold, size_t *from, size_t *to)
{
    *from = 0;
    *to = 0;
    for (size_t i = 0; i < t->count;) {
        size_t start = i;

        while (i < t->count && t->ratios[i] > threshold) {
            i++;
        }
        if (i - start > *to - *from) {
            *from = start;
            *to = i;
        }
        i += i == start ? 1 : 0;
    }
    return *to > *from;
}

/* Index of the first unit with a word at or after token `at`. */
static size_t unit_from(const token_list *t, size_t at)
{
    size_t low = 0;
    size_t high = t->dom->unit_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (t->units[middle].end <= at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* The thesis takes the node with most content tokens and the nearest TCPC element around it, and
 * calls that the least common ancestor of the content: here it is the nearest TCPC element around
 * all text of the longest run. */
static size_t content_node(const token_list *t, size_t from, size_t to)
{
    size_t first = unit_from(t, from);
    size_t last = unit_from(t, to - 1);

    if (first >= t->dom->unit_count || t->units[first].start >= to) {
        return 0; /* tags alone: nothing */
    }
    last = last < t->dom->unit_count && t->units[last].start < to ? last : last - 1;
    size_t node = t->dom->unit_nodes[first];

    while (node != 0 &&
           (t->dom->nodes[node].unit_end <= last || !is_container[t->dom->nodes[node].element])) {
        node = t->dom->nodes[node].parent;
    }
    return node;
}

static dana_status make_tokens(token_list *t, const int *values)
{
    dana_status status = lay_out(t);

    if (status == DANA_OK) {
        status = fill_ratios(t);
    }
    if (status == DANA_OK && t->count > 0) {
        status = smooth(t, values[RADIUS], values[ITERATIONS]);
    }
    return status;
}

static dana_status extract_gswce(dana_page *page, dana_result *result, dana_error *err)
{
    token_list t = {.page = page, .scan = result->scan, .err = err};
    size_t from;
    size_t to;
    dana_status status = dana__begin_dom(page, result, &t.dom, t.err);

    if (status == DANA_OK) {
        status = make_tokens(&t, result->params.values);
    }
    if (status != DANA_OK) {
        return status;
    }
    uint8_t *keep = dana_arena_zeroed(page->arena, t.dom->unit_count, 1, t.err);

    if (keep == NULL) {
        return t.err->status;
    }
    if (longest_run(&t, (float)result->params.values[THRESHOLD] / 100.0F, &from, &to)) {
        const dana__node *node = &t.dom->nodes[content_node(&t, from, to)];

        memset(keep + node->first_unit, 1, node->unit_end - node->first_unit);
    }
    return dana__select_units(page, result->scan, keep, &result->selection, t.err);
}

static const struct dana_algorithm_ops gswce_ops = {.scan_options = dana__default_scan,
                                                    .extract = extract_gswce};

const dana_algorithm dana__gswce = {
    .id = "gswce",
    .title = "GSWCE",
    .citation = "Liu et al.: Gaussian Smoothing-based Web Content Extraction, 2011; thesis 3.2.8",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = "The filter's reach, the number of passes and the threshold are chosen, the original "
             "was not at hand. A word is what the page writes between spaces, references too. The "
             "content is the nearest p, tr, td or div (today also section, "
             "article, main) around all text of the longest run.",
    .kind = DANA_KIND_CONTENT,
    .params = gswce_params,
    .param_count = DANA__COUNT(gswce_params),
    .ops = &gswce_ops,
};
