/*
 * Density, called LICEA in the R2L paper (Arias Moreno, Deschacht, Moens 2009): the strings between
 * structural tags, the longest of them, and what is long enough and near enough to it.
 *
 * The strings of the paper are the block lines of the scan: each start of a structural element or
 * br opens one, and an empty one stays (its tag is code), so that it counts in |i - j|.
 */
#include "base/ascii.h"
#include "page/ops.h"
#include "page/page.h"
#include "text/span_builder.h"

enum { C1, C2 };

#define THOUSAND 1000

static const dana_param density_params[] = {
    [C1] = {.name = "c1",
            .type = DANA_PARAM_INTEGER,
            .minimum = 0,
            .maximum = THOUSAND,
            .default_value = 333,
            .unit = "thousandths",
            .doc = "A string belongs to the region if it is longer than this share of the longest "
                   "one."},
    [C2] = {.name = "c2",
            .type = DANA_PARAM_INTEGER,
            .minimum = 1,
            .maximum = 1000000,
            .default_value = 4,
            .unit = "strings",
            .doc = "A string belongs to the region if it is nearer than this to a string of it."},
};

/* s_max, the first of the longest strings. */
static size_t longest_string(const dana_scan *scan)
{
    size_t longest = 0;

    for (size_t i = 1; i < scan->line_count; i++) {
        if (scan->lines[i].content > scan->lines[longest].content) {
            longest = i;
        }
    }
    return longest;
}

/* Section 4: length(s_i) > cutoffL = maxL x c1. */
static bool is_long(const dana_scan *scan, size_t i, uint64_t cutoff)
{
    return (uint64_t)scan->lines[i].content * THOUSAND > cutoff;
}

/* Section 4: strings join R while one of R is nearer than c2; from s_l to s_r all are taken. */
static void grow(const dana_scan *scan, uint64_t cutoff, size_t c2, size_t *left, size_t *right)
{
    for (size_t i = *left; i > 0 && *left - (i - 1) < c2; i--) {
        if (is_long(scan, i - 1, cutoff)) {
            *left = i - 1;
        }
    }
    for (size_t i = *right + 1; i < scan->line_count && i - *right < c2; i++) {
        if (is_long(scan, i, cutoff)) {
            *right = i;
        }
    }
}

static dana_status extract_density(dana_page *page, dana_result *result, dana_error *err)
{
    const dana_scan *scan = result->scan;
    const int *values = result->params.values;
    const char *source = page->source.data;
    dana__spans spans;
    dana_status status = dana__poll(page, err);

    dana__share_profile(result);
    if (status != DANA_OK || scan->line_count == 0) {
        return status;
    }
    size_t left = longest_string(scan);
    size_t right = left;
    uint64_t longest = scan->lines[left].content;

    if (longest == 0) {
        return DANA_OK;
    }
    grow(scan, longest * (uint64_t)values[C1], (size_t)values[C2], &left, &right);
    dana__spans_start(&spans, page, err);
    status = dana__spans_add(&spans, source + scan->lines[left].start,
                             source + dana_line_end(page, &result->profile, right));
    if (status == DANA_OK) {
        result->selection = dana__spans_finish(&spans);
    }
    return status;
}

static const struct dana_algorithm_ops density_ops = {.scan_options = dana__default_scan,
                                                      .extract = extract_density};

const dana_algorithm dana__density = {
    .id = "density",
    .title = "Density (LICEA)",
    .citation = "Arias Moreno, Deschacht, Moens: Language Independent Content Extraction from Web "
                "Pages, DIR 2009; thesis 3.3.3.2",
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "All of it is in the paper; its open list of structural tags is our list of "
             "block-level elements.",
    .kind = DANA_KIND_CONTENT,
    .params = density_params,
    .param_count = DANA__COUNT(density_params),
    .ops = &density_ops,
};
