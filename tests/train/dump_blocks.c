/*
 * What the learned step is trained on: every block of every page of a set that has gold, with its
 * features as the extractor computes them, and its text.
 *   dump_blocks SET OUT   writes OUT.bin (float32, DANA__FEATURE_COUNT a block) and OUT.txt: for a
 *   page a line "#", id, number of blocks; for a block a line with its text.
 */
#include "dump.h"
#include "extractors/auto.h"
#include "extractors/auto_features.h"
#include "extractors/ops.h"

static dana_status write_blocks(const dump_files *files, const corpus_page *of, dana_page *page,
                                dana_error *err)
{
    static const dana__auto_settings rules = {.steps_off = DANA__STEP_LEARNED};
    dana__auto_trace trace;
    dana__page_features shared;
    dana_result result = {.algorithm = &dana__auto};
    dana_scan_options options = {0};
    dana_status status = dana__auto_decide(page, &rules, &trace, err);

    options.keep_noscript = trace.kept_noscript;
    if (status == DANA_OK) {
        status = dana_scan_page(page, &options, &result.scan, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    dana__measure_page(&trace.blocks, &trace.choice, &shared);
    dump_page_line(files, of, trace.blocks.block_count);
    for (size_t i = 0; i < trace.blocks.block_count && status == DANA_OK; i++) {
        float features[DANA__FEATURE_COUNT];
        dana_span span = {trace.blocks.blocks[i].start, trace.blocks.blocks[i].end};
        dana_view text;

        dana__measure_block(&shared, i, features);
        result.selection = (dana_selection){&span, 1};
        status = dana_render_text(page, &result, &text, err);
        if (status == DANA_OK) {
            dump_row(files, features, DANA__FEATURE_COUNT, text);
        }
    }
    return status;
}

static bool has_gold(const corpus_page *page)
{
    return page->gold != NULL;
}

int main(int argc, char **argv)
{
    return dump_set(argc, argv, has_gold, (size_t)1 << 30, write_blocks);
}
