/*
 * What the chains are trained on: every block of every page of a set that has gold, with its
 * features as the extractor computes them, and its text.
 *   dump_chain SET OUT   writes OUT.bin (uint32: a block's numbers of features, of features of the
 * step to it and of words, then these) and OUT.txt (for a page a line "#", id, number of blocks;
 * for a block a line with its text).
 *   dump_chain --names   prints the names of the features, "block." and "step.".
 */
#include "blocks/read_blocks.h"
#include "catalogue/extractors.h"
#include "dana/result.h"
#include "dump.h"
#include "extractors/chain/features.h"
#include "page/page.h"

#include <string.h>

#define FEATURE_COUNT (DANA__CHAIN_BLOCK_COUNT + DANA__CHAIN_STEP_COUNT)
#define NAME_SIZE     40

static const struct {
    const char *name;
    size_t size;
} groups[] = {
#define BLOCK_ROW(group, size) {"block." #group, size},
#define STEP_ROW(group, size)  {"step." #group, size},
    DANA__CHAIN_BLOCK_FEATURES(BLOCK_ROW) DANA__CHAIN_STEP_FEATURES(STEP_ROW)};

static void write_features(FILE *file, const dana__chain_features *f)
{
    const uint32_t head[] = {(uint32_t)f->on_count, (uint32_t)f->step_count,
                             (uint32_t)f->word_count};

    fwrite(head, sizeof(head), 1, file);
    for (size_t i = 0; i < f->on_count; i++) {
        const uint32_t feature = f->on[i];

        fwrite(&feature, sizeof(feature), 1, file);
    }
    for (size_t i = 0; i < f->step_count; i++) {
        const uint32_t feature = f->steps[i];

        fwrite(&feature, sizeof(feature), 1, file);
    }
    fwrite(f->words, sizeof(*f->words), f->word_count, file);
}

static dana_status write_page(const dump_files *files, const corpus_page *of, dana_page *page,
                              dana_error *err)
{
    static const dana_scan_options options = {0};
    dana_result result = {.algorithm = &dana__crf};
    dana__blocks blocks;
    dana__chain_page chain;
    dana__chain_features features;
    dana_status status = dana_scan_page(page, &options, &result.scan, err);

    if (status == DANA_OK) {
        status = dana__read_blocks(page, false, 0, &blocks, err);
    }
    if (status == DANA_OK) {
        status = dana__chain_start(&chain, page, &blocks, NULL, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    dump_page_line(files, of, blocks.block_count);
    for (size_t i = 0; i < blocks.block_count && status == DANA_OK; i++) {
        dana_span span = {blocks.blocks[i].start, blocks.blocks[i].end};
        dana_view text;

        dana__chain_measure(&chain, i, &features);
        write_features(files->features, &features);
        result.selection = (dana_selection){&span, 1};
        status = dana_render_text(page, &result, &text, err);
        if (status == DANA_OK) {
            dump_row(files, NULL, 0, text);
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
    static char names[FEATURE_COUNT][NAME_SIZE];
    static const char *features[FEATURE_COUNT];
    size_t made = 0;

    for (size_t group = 0; group < sizeof(groups) / sizeof(groups[0]); group++) {
        for (size_t i = 0; i < groups[group].size; i++, made++) {
            snprintf(names[made], sizeof(names[made]), "%s.%zu", groups[group].name, i);
            features[made] = names[made];
        }
    }
    const dump_tool tool = {features, FEATURE_COUNT,   NULL,      0,
                            has_gold, (size_t)1 << 30, write_page};

    return dump_main(argc, argv, &tool);
}
