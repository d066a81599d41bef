/*
 * What the learned step is trained on: every block of every page of a set that has gold, with its
 * features as the extractor computes them, and its text.
 *   dump_blocks SET OUT   writes OUT.bin (float32, DANA__FEATURE_COUNT a block) and OUT.txt: for a
 *   page a line "#", id, number of blocks; for a block a line with its text.
 */
#include "corpus.h"
#include "extractors/auto.h"
#include "extractors/auto_features.h"
#include "extractors/ops.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    FILE *features;
    FILE *texts;
    size_t failures;
} dump;

static void write_text(FILE *file, dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        fputc(text.data[i] == '\n' || text.data[i] == '\r' ? ' ' : text.data[i], file);
    }
    fputc('\n', file);
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
    dana__measure_page(&trace.blocks, &trace.choice, &shared);
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
    if (d.features == NULL || d.texts == NULL) {
        perror(path);
        return 2;
    }
    long pages = corpus_each(folder, argv[1], visit, &d);
    int failed = fclose(d.features) | fclose(d.texts);

    return pages > 0 && d.failures == 0 && failed == 0 ? 0 : 1;
}
