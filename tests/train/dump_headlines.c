/*
 * What the ranking of headlines is trained on: every candidate of every page of a set that has a
 * gold headline, with its features as titlerank computes them.
 *   dump_headlines SET OUT   writes OUT.bin (float32, DANA__RANK_COUNT a candidate) and OUT.txt:
 *   for a page a line "#", id, number of candidates; for a candidate a line: 1 where it is the gold
 *   headline, else 0, and its text.
 *   dump_headlines --names   prints the features' names.
 */
#include "corpus.h"
#include "dana/evaluate.h"
#include "title/rank_features.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    FILE *features;
    FILE *texts;
    size_t failures;
} dump;

static void write_candidate(dump *d, const dana__candidate *candidate, const char *gold)
{
    bool same = dana_same_text(candidate->text, (dana_view){gold, strlen(gold)});

    fprintf(d->texts, "%d\t%.*s\n", same, (int)candidate->text.length, candidate->text.data);
}

static dana_status write_page(dump *d, const corpus_page *page, dana_page *opened, dana_error *err)
{
    static const dana_scan_options options = {.lines = DANA_LINES_BLOCK};
    const dana_scan *scan;
    dana__auto_trace trace;
    dana__candidates pool;
    dana__rank_page shared;
    dana_status status = dana_scan_page(opened, &options, &scan, err);

    if (status == DANA_OK) {
        status = dana__rank_trace(opened, &trace, err);
    }
    if (status == DANA_OK) {
        status = dana__collect_candidates(opened, scan, &trace, &pool, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    dana__rank_measure_page(&pool, &shared);
    fprintf(d->texts, "#\t%s\t%zu\n", page->id, pool.count);
    for (size_t i = 0; i < pool.count; i++) {
        float features[DANA__RANK_COUNT];

        dana__rank_measure(&shared, &pool.items[i], features);
        fwrite(features, sizeof(float), DANA__RANK_COUNT, d->features);
        write_candidate(d, &pool.items[i], page->headline);
    }
    return DANA_OK;
}

static bool visit(const corpus_page *page, void *arg)
{
    dump *d = arg;
    dana_page *opened;
    dana_error err;

    if (page->headline == NULL) {
        return true;
    }
    if (dana_page_open(page->html, page->html_length, 0, NULL, &opened, &err) != DANA_OK) {
        d->failures++;
        return true;
    }
    if (write_page(d, page, opened, &err) != DANA_OK) {
        fprintf(stderr, "%s: %s\n", page->id, err.message);
        d->failures++;
    }
    dana_page_close(opened);
    return true;
}

static int print_names(void)
{
    for (int i = 0; i < DANA__RANK_COUNT; i++) {
        printf("%s\n", dana__rank_feature_name((dana__rank_feature)i));
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *folder = getenv("CORPORA");
    char path[1024];
    dump d = {0};

    if (argc == 2 && strcmp(argv[1], "--names") == 0) {
        return print_names();
    }
    if (argc != 3 || folder == NULL) {
        fprintf(stderr, "CORPORA=<folder> dump_headlines SET OUT\n");
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
