/*
 * auto: the successor of the DANA family. Density over blocks instead of lines, rules that prune,
 * the subtree that holds most of the mass instead of the gap, a learned step where rules end.
 */
#include "extractors/auto/auto.h"

#include "base/ascii.h"
#include "base/error.h"
#include "blocks/read_blocks.h"
#include "extractors/auto/clean.h"
#include "extractors/auto/page_type.h"
#include "extractors/auto/rules.h"
#include "extractors/auto/settle.h"
#include "extractors/auto/trees.h"
#include "page/ops.h"
#include "page/page.h"
#include "page/profile.h"

/* A trace that is kept takes at most this part of the memory that is left. */
#define KEPT_DIVISOR 4

enum { FAVOR, REPEATS };

static const char *const favors[] = {[DANA__FAVOR_BALANCED] = "balanced",
                                     [DANA__FAVOR_PRECISION] = "precision",
                                     [DANA__FAVOR_RECALL] = "recall",
                                     NULL};

enum { FOLD, KEEP };

static const char *const repeats[] = {[FOLD] = "fold", [KEEP] = "keep", NULL};

static const dana_param auto_params[] = {
    [FAVOR] = {.name = "favor",
               .type = DANA_PARAM_CHOICE,
               .choices = favors,
               .default_value = DANA__FAVOR_BALANCED,
               .unit = "",
               .doc = "What counts more where it is not sure: that what is taken is content "
                      "(precision), or that all content is taken (recall)."},
    [REPEATS] = {.name = "repeats",
                 .type = DANA_PARAM_CHOICE,
                 .choices = repeats,
                 .default_value = FOLD,
                 .unit = "",
                 .doc = "What becomes of texts that the page sets twice, for two widths of the "
                        "window or hidden: one of them is taken (fold), or both (keep)."},
};

dana__auto_settings dana__auto_settings_of(const dana_params *params)
{
    return (dana__auto_settings){
        .favor = (dana__favor)params->values[FAVOR],
        .steps_off = params->values[REPEATS] == KEEP ? DANA__STEP_REPEATED : 0,
    };
}

/* Takes the blocks that were read along with the scan, or reads them. */
static dana_status take_blocks(dana_page *page, size_t max_records, dana__blocks *out,
                               dana_error *err)
{
    if (page->prefetched_blocks == NULL || max_records > 0) {
        return dana__read_blocks(page, false, max_records, out, err);
    }
    *out = *page->prefetched_blocks;
    page->prefetched_blocks = NULL;
    return DANA_OK;
}

/* Reads the blocks; again with noscript where that holds most of the text (Discourse). */
static dana_status read_blocks(dana_page *page, size_t max_records, dana__auto_trace *trace,
                               dana_error *err)
{
    dana_status status = take_blocks(page, max_records, &trace->blocks, err);

    trace->kept_noscript = status == DANA_OK &&
                           trace->blocks.noscript_text > trace->blocks.non_link_text;
    if (trace->kept_noscript) {
        dana__release_blocks(page, &trace->blocks);
        status = dana__read_blocks(page, true, max_records, &trace->blocks, err);
    }
    return status;
}

dana_status dana__auto_decide(dana_page *page, const dana__auto_settings *settings,
                              dana__auto_trace *trace, dana_error *err)
{
    dana_status status = read_blocks(page, settings->max_records, trace, err);

    trace->settings = *settings;
    if (status != DANA_OK) {
        return status;
    }
    dana__prune(&trace->blocks, settings);
    dana__measure_density(&trace->blocks, settings);
    dana__choose_blocks(page, &trace->blocks, settings, &trace->choice);
    status = dana__clean_blocks(page, &trace->blocks, settings, err);
    if (status == DANA_OK && (settings->steps_off & DANA__STEP_TAIL) == 0) {
        dana__cut_tail(&trace->blocks, &trace->choice);
    }
    if (status == DANA_OK && (settings->steps_off & DANA__STEP_LINES) == 0) {
        dana__cut_link_lines(&trace->blocks);
    }
    if (status == DANA_OK && (settings->steps_off & DANA__STEP_PRUNE) == 0) {
        dana__cut_boxes(&trace->blocks);
    }
    if (status == DANA_OK && (settings->steps_off & DANA__STEP_LEARNED) == 0) {
        status = dana__learned_step(page, &trace->blocks, &trace->choice, settings, err);
    }
    if (status == DANA_OK) {
        status = dana__settle_blocks(page, settings, &trace->choice, &trace->blocks, err);
    }
    if (status == DANA_OK && trace->blocks.merged) {
        trace->blocks.blocks[trace->blocks.block_count - 1].decision = DANA__DECISION_REST;
    }
    return status;
}

static size_t count_runs(const dana__blocks *blocks)
{
    size_t runs = 0;
    bool inside = false;

    for (size_t i = 0; i < blocks->block_count; i++) {
        bool taken = dana__is_taken(&blocks->blocks[i]);

        runs += taken && !inside;
        inside = taken;
    }
    return runs;
}

dana_status dana__auto_select(dana_page *page, const dana__auto_trace *trace, dana_selection *out,
                              dana_error *err)
{
    const dana__blocks *blocks = &trace->blocks;
    size_t count = count_runs(blocks);
    dana_span *spans = dana_arena_alloc(page->arena, count * sizeof(*spans), err);
    size_t made = 0;
    bool inside = false;

    if (spans == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        bool taken = dana__is_taken(block);

        if (taken && !inside) {
            spans[made++].start = block->start;
        }
        if (taken) {
            spans[made - 1].end = block->end;
        }
        inside = taken;
    }
    *out = (dana_selection){spans, count};
    return DANA_OK;
}

static void scan_options(const dana_params *params, dana_scan_options *options)
{
    (void)params;
    options->lines = DANA_LINES_BLOCK;
    options->count = DANA_COUNT_CHARACTERS;
}

/* Scans again with noscript where the blocks were read so, and builds the shared profile. */
static dana_status build_profile(dana_page *page, bool keep_noscript, dana_result *result,
                                 dana_error *err)
{
    dana_status status = DANA_OK;

    if (keep_noscript) {
        dana_scan_options options = result->scan->options;

        options.keep_noscript = true;
        status = dana_scan_page(page, &options, &result->scan, err);
    }
    return status == DANA_OK ? dana__build_profile(page, result->scan, true, &result->profile, err)
                             : status;
}

/* Keeps a trace for later steps (dana_trace, titlerank) unless memory is scarce or the source is
 * masked. */
static dana_status keep_trace(dana_page *page, dana__auto_trace *trace, dana_error *err)
{
    size_t bytes = trace->blocks.block_count * sizeof(dana__block) +
                   trace->blocks.node_count * sizeof(dana__node);

    if (page->masked || page->trace != NULL ||
        bytes > dana_arena_left(page->arena) / KEPT_DIVISOR) {
        dana__release_blocks(page, &trace->blocks);
        return DANA_OK;
    }
    dana__auto_trace *kept = dana_arena_alloc(page->arena, sizeof(*kept), err);

    if (kept == NULL) {
        return err->status;
    }
    dana__trim_blocks(page, &trace->blocks);
    *kept = *trace;
    page->trace = kept;
    return DANA_OK;
}

static dana_status extract(dana_page *page, dana_result *result, dana_error *err)
{
    dana__auto_settings settings = dana__auto_settings_of(&result->params);
    dana__auto_trace trace;
    dana_selection selection;
    dana_status status = dana__auto_decide(page, &settings, &trace, err);

    if (status == DANA_OK) {
        status = dana__auto_select(page, &trace, &selection, err);
    }
    if (status == DANA_OK) {
        status = keep_trace(page, &trace, err);
    }
    if (status == DANA_OK) {
        status = build_profile(page, trace.kept_noscript, result, err);
    }
    if (status == DANA_OK) {
        result->selection = selection;
        result->page_type = dana__told_type(&trace.blocks, trace.choice.types,
                                            &result->page_type_confidence);
        result->warnings |= trace.blocks.merged ? 1u << DANA_WARNING_BLOCKS_MERGED : 0u;
    }
    return status;
}

static const struct dana_algorithm_ops auto_ops = {.scan_options = scan_options,
                                                   .scan = dana__scan_with_blocks,
                                                   .extract = extract,
                                                   .takes_data = true};

const dana_algorithm dana__auto = {
    .id = "auto",
    .title = "auto",
    .citation = "danad; after thesis 4.3 to 4.6, with blocks, rules and a learned step",
    .revision = 27,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "Our own: the rules are rows of data, the trees a generated table; core/docs/auto.md "
             "says how "
             "both came about.",
    .kind = DANA_KIND_CONTENT,
    .params = auto_params,
    .param_count = DANA__COUNT(auto_params),
    .ops = &auto_ops,
};
