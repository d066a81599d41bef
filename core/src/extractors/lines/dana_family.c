/*
 * R2L, DANA, DANAg and AdDANAg: one implementation, four descriptors (thesis chapter 4).
 *
 *            counts      anchors     gap   text
 *   r2l      bytes       as written    8   non-ASCII characters only
 *   dana     bytes       as written   20   all
 *   danag    characters  as written   20   all
 *   addanag  characters  Filter 3     20   all
 *
 * Each takes Filters 1 to 3; AdDANAg is not AdDANAg without one.
 */
#include "extractors/lines/regions.h"

#include "base/ascii.h"
#include "page/ops.h"
#include "page/page.h"
#include "page/profile.h"

/* gap = auto: the larger of 20 and this share of the page's lines (measured; see the card in
 * core/README.md). */
#define AUTO_GAP_MINIMUM 20
#define AUTO_GAP_DIVISOR 20
#define GAP_MAXIMUM      1000000

/* Positions of the parameters: the first four are common, the others follow. */
enum { LINES, SMOOTHING, GAP, FILL, TAG_BYTES, S1, BYTE_FILTER, GROWTH, FILTER = TAG_BYTES };
enum { SMOOTHING_3, SMOOTHING_NONE };
enum { TAG_BYTES_CODE, TAG_BYTES_LITERAL };
enum { S1_BYTES, S1_RANGES };
enum { GROWTH_THESIS, GROWTH_2011 };

static const char *const line_choices[] = {"block", "start", "source", NULL};
static const char *const smoothing_choices[] = {"3", "none", NULL};
static const char *const tag_byte_choices[] = {"code", "literal", NULL};
static const char *const growth_choices[] = {"thesis", "2011", NULL};
static const char *const s1_choices[] = {"bytes", "ranges", NULL};

#define COMMON_PARAMS(default_gap)                                                                 \
    [LINES] = {.name = "lines",                                                                    \
               .type = DANA_PARAM_CHOICE,                                                          \
               .choices = line_choices,                                                            \
               .default_value = DANA_LINES_BLOCK,                                                  \
               .unit = "",                                                                         \
               .doc = "What begins a line: a block-level start tag or br, every start tag, or "    \
                      "the source's own newlines."},                                               \
    [SMOOTHING] = {.name = "smoothing",                                                            \
                   .type = DANA_PARAM_CHOICE,                                                      \
                   .choices = smoothing_choices,                                                   \
                   .default_value = SMOOTHING_3,                                                   \
                   .unit = "lines",                                                                \
                   .doc = "Sum of the differences of three lines (formula 4.2), or each line's "   \
                          "own (formula 4.6)."},                                                   \
    [GAP] = {.name = "gap",                                                                        \
             .type = DANA_PARAM_INTEGER,                                                           \
             .minimum = 1,                                                                         \
             .maximum = GAP_MAXIMUM,                                                               \
             .allows_auto = true,                                                                  \
             .default_value = (default_gap),                                                       \
             .unit = "lines",                                                                      \
             .doc = "Greatest distance (formula 4.4) between two regions of the main content; "    \
                    "auto: 5 % of the page's lines, at least 20."},                                \
    [FILL] = {.name = "fill",                                                                      \
              .type = DANA_PARAM_BOOLEAN,                                                          \
              .default_value = 0,                                                                  \
              .unit = "",                                                                          \
              .doc = "Also select the lines between the first and the last region."}

#define BYTE_PARAMS                                                                                \
    [TAG_BYTES] = {.name = "tag_bytes",                                                            \
                   .type = DANA_PARAM_CHOICE,                                                      \
                   .choices = tag_byte_choices,                                                    \
                   .default_value = TAG_BYTES_CODE,                                                \
                   .unit = "",                                                                     \
                   .doc = "Bytes >= 0x80 inside tags are code, or content as the paper's text "    \
                          "says."},                                                                \
    [S1] = {.name = "s1",                                                                          \
            .type = DANA_PARAM_CHOICE,                                                             \
            .choices = s1_choices,                                                                 \
            .default_value = S1_BYTES,                                                             \
            .unit = "",                                                                            \
            .doc = "Content is every byte >= 0x80, or only those of right-to-left characters."}

#define FILTER_PARAM(least, normal)                                                                \
    {                                                                                              \
        .name = "filter", .type = DANA_PARAM_INTEGER, .minimum = (least),                          \
        .maximum = DANA_FILTER_3, .default_value = (normal), .unit = "",                           \
        .doc = "How anchors are normalised: 0 not at all, 1 removes them, 2 removes their "        \
               "attributes, 3 makes their code as long as their text."                             \
    }

#define GROWTH_PARAM                                                                               \
    {                                                                                              \
        .name = "growth", .type = DANA_PARAM_CHOICE, .choices = growth_choices,                    \
        .default_value = GROWTH_THESIS, .unit = "",                                                \
        .doc = "What is joined: regions of positive difference (thesis 4.3.4), or, from "          \
               "the line of the greatest difference, all lines up to the last with content near "  \
               "it (the "                                                                          \
               "papers of 2011; fill is then without effect)."                                     \
    }

static const dana_param r2l_params[] = {
    COMMON_PARAMS(8),
    BYTE_PARAMS,
    [BYTE_FILTER] = FILTER_PARAM(DANA_FILTER_NONE, DANA_FILTER_NONE),
    [GROWTH] = GROWTH_PARAM,
};
static const dana_param dana_params_table[] = {
    COMMON_PARAMS(20),
    BYTE_PARAMS,
    [BYTE_FILTER] = FILTER_PARAM(DANA_FILTER_NONE, DANA_FILTER_NONE),
    [GROWTH] = GROWTH_PARAM,
};
static const dana_param danag_params[] = {
    COMMON_PARAMS(20), [FILTER] = FILTER_PARAM(DANA_FILTER_NONE, DANA_FILTER_NONE)};
static const dana_param addanag_params[] = {
    COMMON_PARAMS(20),
    [FILTER] = FILTER_PARAM(DANA_FILTER_1, DANA_FILTER_3),
};

static void scan_characters(const dana_params *params, dana_scan_options *options)
{
    options->lines = (dana_line_mode)params->values[LINES];
    options->count = DANA_COUNT_CHARACTERS;
    options->filter = (dana_filter)params->values[FILTER];
}

static void scan_bytes(const dana_params *params, dana_scan_options *options)
{
    options->lines = (dana_line_mode)params->values[LINES];
    options->count = DANA_COUNT_BYTES;
    options->rtl_ranges_only = params->values[S1] == S1_RANGES;
    options->tag_bytes_literal = params->values[TAG_BYTES] == TAG_BYTES_LITERAL;
    options->filter = (dana_filter)params->values[BYTE_FILTER];
}

static size_t effective_gap(int gap, size_t line_count)
{
    size_t share = line_count / AUTO_GAP_DIVISOR;

    if (gap != DANA_PARAM_AUTO) {
        return (size_t)gap;
    }
    return share > AUTO_GAP_MINIMUM ? share : AUTO_GAP_MINIMUM;
}

/* Phase three as the thesis has it (4.3.4). */
static dana_status join_regions(dana_page *page, dana_result *result, size_t gap, dana_error *err)
{
    dana__region main;

    if (!dana__main_regions(&result->profile, gap, &main)) {
        return DANA_OK;
    }
    return dana__select_regions(page, &result->profile, main, result->params.values[FILL] != 0,
                                &result->selection, err);
}

/* The end of phase two as the papers of 2011 have it (ICSOFT 2011, 4.1): all lines from the first
 * that was found to the last. */
static dana_status join_lines(dana_page *page, dana_result *result, size_t gap, dana_error *err)
{
    dana__region main;

    if (!dana__grow_lines(&result->profile, gap, &main)) {
        return DANA_OK;
    }
    return dana__select_regions(page, &result->profile, main, true, &result->selection, err);
}

typedef dana_status join_function(dana_page *page, dana_result *result, size_t gap,
                                  dana_error *err);

/* Phases one to three of all four (4.3.2 to 4.3.4); phase four is dana_render_text. */
static dana_status find_content(dana_page *page, dana_result *result, join_function *join,
                                dana_error *err)
{
    const int *values = result->params.values;
    dana_status status = dana__build_profile(page, result->scan, values[SMOOTHING] == SMOOTHING_3,
                                             &result->profile, err);

    if (status == DANA_OK) {
        status = dana__poll(page, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    return join(page, result, effective_gap(values[GAP], result->profile.line_count), err);
}

static dana_status extract_any(dana_page *page, dana_result *result, dana_error *err)
{
    return find_content(page, result, join_regions, err);
}

/* A page without right-to-left text is not what R2L and DANA were made for: a warning, no guess. */
static dana_status extract_rtl(dana_page *page, dana_result *result, dana_error *err)
{
    bool thesis = result->params.values[GROWTH] == GROWTH_THESIS;
    dana_status status = find_content(page, result, thesis ? join_regions : join_lines, err);

    if (status == DANA_OK && !result->scan->has_rtl) {
        result->selection = (dana_selection){NULL, 0};
        result->warnings |= 1u << DANA_WARNING_NO_RTL_TEXT;
    }
    return status;
}

static const struct dana_algorithm_ops r2l_ops = {
    .scan_options = scan_bytes, .extract = extract_rtl, .renders_non_ascii_only = true};
static const struct dana_algorithm_ops dana_ops = {.scan_options = scan_bytes,
                                                   .extract = extract_rtl};
static const struct dana_algorithm_ops danag_ops = {.scan_options = scan_characters,
                                                    .extract = extract_any};
static const struct dana_algorithm_ops addanag_ops = {.scan_options = scan_characters,
                                                      .extract = extract_any};

const dana_algorithm dana__r2l = {
    .id = "r2l",
    .title = "R2L",
    .citation = "Mohammadzadeh, Schweiggert, Nakhaeizadeh: R2L, ICSOFT 2011; thesis 4.3",
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "All of it is in the papers; regions are joined as the thesis has it unless growth "
             "is 2011; deviation: bytes >= 0x80 inside tags are code unless tag_bytes is literal. "
             "A page without right-to-left text gives nothing and a warning.",
    .kind = DANA_KIND_CONTENT,
    .params = r2l_params,
    .param_count = DANA__COUNT(r2l_params),
    .ops = &r2l_ops,
};

const dana_algorithm dana__dana = {
    .id = "dana",
    .title = "DANA",
    .citation = "Mohammadzadeh, Gottron, Schweiggert, Nakhaeizadeh: DANA, TIR 2011; thesis 4.4",
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "All of it is in the papers; regions are joined as the thesis has it unless growth "
             "is 2011; deviation: bytes >= 0x80 inside tags are code unless tag_bytes is literal. "
             "A page without right-to-left text gives nothing and a warning.",
    .kind = DANA_KIND_CONTENT,
    .params = dana_params_table,
    .param_count = DANA__COUNT(dana_params_table),
    .ops = &dana_ops,
};

const dana_algorithm dana__danag = {
    .id = "danag",
    .title = "DANAg",
    .citation = "Mohammadzadeh: Improving Retrieval Accuracy in Main Content Extraction from "
                "HTML Web Documents, Leipzig 2013, 4.5",
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "All of it is in the thesis; deviation: a reference counts its decoded characters and "
             "nothing else.",
    .kind = DANA_KIND_CONTENT,
    .params = danag_params,
    .param_count = DANA__COUNT(danag_params),
    .ops = &danag_ops,
};

const dana_algorithm dana__addanag = {
    .id = "addanag",
    .title = "AdDANAg",
    .citation = "Mohammadzadeh: Improving Retrieval Accuracy in Main Content Extraction from "
                "HTML Web Documents, Leipzig 2013, 4.6",
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "All of it is in the thesis; deviation: Filter 3's placeholder is one character "
             "shorter than printed, so that an anchor's code equals its text.",
    .kind = DANA_KIND_CONTENT,
    .params = addanag_params,
    .param_count = DANA__COUNT(addanag_params),
    .ops = &addanag_ops,
};
