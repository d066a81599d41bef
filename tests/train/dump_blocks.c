/*
 * What the learned step is trained on: every block of every page of a set that has gold, with its
 * features as the extractor computes them, and its text; and the elements around them.
 *   dump_blocks SET OUT   writes OUT.bin (float32, a dana__features a block), OUT.txt (for a page
 * a line "#", id, number of blocks; for a block a line with its text) and OUT.nodes (for a page a
 * line "#", number of elements and of blocks; for an element a line with its parent, its first
 * block, the end of its blocks, its kind, and the hashes of its class words; for a block a line
 * with its element). dump_blocks --names   prints the names of the features and the constants of
 * the learned step.
 */
#include "blocks/class_words.h"
#include "dump.h"
#include "extractors/auto/auto.h"
#include "extractors/auto/constants.h"
#include "extractors/auto/features.h"
#include "forest/forest.h"
#include "html/tokenizer.h"
#include "page/ops.h"
#include "page/page.h"
#include "subjects/subjects.h"

#include <strings.h>

#define NAME(group, name)        #group "." #name,
#define NAMES(group, type, list) list(NAME, group)

static const char *const features[] = {DANA__FEATURE_GROUPS(NAMES) DANA__LOOK_FEATURES(NAME, look)};

/* A row: what the trees of blocks ask, and what those of the page's type ask besides. */
typedef struct {
    dana__named_features block;
    dana__look_group look;
} row;

#define CONSTANT(name)                                                                             \
    {                                                                                              \
#name, (double)(DANA__##name)                                                              \
    }

static const dump_constant constants[] = {
    CONSTANT(TREE_DEPTH),
    CONSTANT(RULE_SHARE),
    CONSTANT(MISSED_LEAST),
    CONSTANT(MISSED_MOST),
    CONSTANT(MISSED_LARGE),
    CONSTANT(MISSED_THINGS),
    CONSTANT(MISSED_SURE),
    CONSTANT(HINT_ARTICLE),
    {"DECISION_PRUNED", DANA__DECISION_PRUNED},
    {"DECISION_CUT", DANA__DECISION_CUT},
};

static void write_words(FILE *file, dana_view value)
{
    char word[DANA__WORD_MAX];
    size_t at = 0;

    for (size_t length = dana__next_word(value, &at, word); length > 0;
         length = dana__next_word(value, &at, word)) {
        if (length > 1 && !dana__is_in_hash(value, at) && !dana__is_of_subject(value, at)) {
            fprintf(file, " %u", dana__word_key(word, length));
        }
    }
}

/* Writes the hashes of the words in the class and the id of the start tag at `start`. */
static void write_tag_words(FILE *file, const dana_page *page, size_t start)
{
    const char *end = page->source.data + page->source.length;
    const char *after;
    dana__markup tag;
    dana__attribute a;

    dana__read_markup(page->source.data + start, end, &tag);
    const char *p = tag.name_text + tag.name.length;

    for (p = dana__next_attribute(p, tag.end, &a, &after); p != NULL;
         p = dana__next_attribute(p, tag.end, &a, &after)) {
        if ((a.name_length == 2 && strncasecmp(a.name, "id", 2) == 0) ||
            (a.name_length == 5 && strncasecmp(a.name, "class", 5) == 0)) {
            write_words(file, (dana_view){a.value, a.value_length});
        }
    }
}

static void write_nodes(FILE *file, const dana_page *page, const dana__blocks *blocks)
{
    fprintf(file, "# %zu %zu\n", blocks->node_count, blocks->block_count);
    for (size_t i = 0; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        fprintf(file, "%u %u %u %u", node->parent, node->first_block, node->end_block,
                (unsigned)node->kind);
        if (i > 0) {
            write_tag_words(file, page, node->start);
        }
        fputc('\n', file);
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        fprintf(file, "%u %u\n", blocks->blocks[i].node, blocks->blocks[i].copy_of);
    }
}

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
    status = dana__measure_page(page, &trace.blocks, &trace.choice, &shared, err);
    if (status != DANA_OK) {
        return status;
    }
    write_nodes(files->nodes, page, &trace.blocks);
    dump_page_line(files, of, trace.blocks.block_count);
    for (size_t i = 0; i < trace.blocks.block_count && status == DANA_OK; i++) {
        row values = {.look = shared.look};
        dana_span span = {trace.blocks.blocks[i].start, trace.blocks.blocks[i].end};
        dana_view text;

        dana__measure_block(&shared, i, &values.block);
        result.selection = (dana_selection){&span, 1};
        status = dana_render_text(page, &result, &text, err);
        if (status == DANA_OK) {
            dump_row(files, (const float *)&values, sizeof(values) / sizeof(float), text);
        }
    }
    return status;
}

int main(int argc, char **argv)
{
    const dump_tool tool = {features,      sizeof(features) / sizeof(features[0]),
                            constants,     sizeof(constants) / sizeof(constants[0]),
                            dump_has_gold, (size_t)1 << 30,
                            write_blocks};

    return dump_main(argc, argv, &tool);
}
