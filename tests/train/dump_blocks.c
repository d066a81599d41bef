/*
 * What the learned step is trained on: every block of every page of a set that has gold, with its
 * features as the extractor computes them, and its text.
 *   dump_blocks SET OUT   writes OUT.bin (float32, DANA__FEATURE_COUNT a block), OUT.txt (for a
 * page a line "#", id, number of blocks; for a block a line with its text) and OUT.nodes (for a
 * page a line "#", number of elements and of blocks; for an element a line with its parent, its
 * first block, the one behind its last, and the hashes of its class words; for a block a line with
 * its element).
 */
#include "corpus.h"
#include "extractors/auto.h"
#include "extractors/auto_features.h"
#include "extractors/auto_words.h"
#include "extractors/ops.h"
#include "page/page.h"
#include "page/tokenizer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct {
    FILE *features;
    FILE *texts;
    FILE *nodes;
    size_t failures;
} dump;

static void write_text(FILE *file, dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        fputc(text.data[i] == '\n' || text.data[i] == '\r' ? ' ' : text.data[i], file);
    }
    fputc('\n', file);
}

static void write_words(FILE *file, dana_view value)
{
    char word[DANA__WORD_MAX];
    size_t at = 0;

    for (size_t length = dana__next_word(value, &at, word); length > 0;
         length = dana__next_word(value, &at, word)) {
        fprintf(file, " %u", dana__hash_word(word, length));
    }
}

/* Writes the hashes of the words in the class and the id of the start tag at `start`. */
static void write_tag_words(FILE *file, const dana_page *page, size_t start)
{
    const char *end = page->source.data + page->source.length;
    const char *behind;
    dana__markup tag;
    dana__attribute a;

    dana__read_markup(page->source.data + start, end, &tag);
    const char *p = tag.name_text + tag.name.length;

    for (p = dana__next_attribute(p, tag.end, &a, &behind); p != NULL;
         p = dana__next_attribute(p, tag.end, &a, &behind)) {
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

        fprintf(file, "%u %u %u", node->parent, node->first_block, node->end_block);
        if (i > 0) {
            write_tag_words(file, page, node->start);
        }
        fputc('\n', file);
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        fprintf(file, "%u\n", blocks->blocks[i].node);
    }
}

static dana_status write_blocks(dump *d, const char *id, dana_page *page, dana_error *err)
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
    write_nodes(d->nodes, page, &trace.blocks);
    fprintf(d->texts, "#\t%s\t%zu\n", id, trace.blocks.block_count);
    for (size_t i = 0; i < trace.blocks.block_count && status == DANA_OK; i++) {
        float features[DANA__FEATURE_COUNT];
        dana_span span = {trace.blocks.blocks[i].start, trace.blocks.blocks[i].end};
        dana_view text;

        dana__measure_block(&shared, i, features);
        fwrite(features, sizeof(float), DANA__FEATURE_COUNT, d->features);
        result.selection = (dana_selection){&span, 1};
        status = dana_render_text(page, &result, &text, err);
        if (status == DANA_OK) {
            write_text(d->texts, text);
        }
    }
    return status;
}

static bool visit(const corpus_page *page, void *arg)
{
    dump *d = arg;
    dana_page *opened;
    dana_error err;

    if (page->gold == NULL) {
        return true;
    }
    if (dana_page_open(page->html, page->html_length, (size_t)1 << 30, NULL, &opened, &err) !=
        DANA_OK) {
        d->failures++;
        return true;
    }
    if (write_blocks(d, page->id, opened, &err) != DANA_OK) {
        fprintf(stderr, "%s: %s\n", page->id, err.message);
        d->failures++;
    }
    dana_page_close(opened);
    return true;
}

int main(int argc, char **argv)
{
    const char *folder = getenv("CORPORA");
    char path[1024];
    dump d = {0};

    if (argc != 3 || folder == NULL) {
        fprintf(stderr, "CORPORA=<folder> dump_blocks SET OUT\n");
        return 2;
    }
    snprintf(path, sizeof(path), "%s.bin", argv[2]);
    d.features = fopen(path, "wb");
    snprintf(path, sizeof(path), "%s.txt", argv[2]);
    d.texts = fopen(path, "w");
    snprintf(path, sizeof(path), "%s.nodes", argv[2]);
    d.nodes = fopen(path, "w");
    if (d.features == NULL || d.texts == NULL || d.nodes == NULL) {
        perror(path);
        return 2;
    }
    long pages = corpus_each(folder, argv[1], visit, &d);
    int failed = fclose(d.features) | fclose(d.texts) | fclose(d.nodes);

    return pages > 0 && d.failures == 0 && failed == 0 ? 0 : 1;
}
