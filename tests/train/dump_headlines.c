/*
 * What the ranking of headlines is trained on: every candidate of every page of a set that has a
 * gold headline, with its features as titlerank computes them.
 *   dump_headlines SET OUT   writes OUT.bin (float32, DANA__RANK_COUNT a candidate) and OUT.txt:
 *   for a page a line "#", id, number of candidates; for a candidate a line: 1 where it is the gold
 *   headline, else 0, which candidate is the headline where it ranks best (from 0), and its text.
 *   dump_headlines --names   prints the features' names.
 */
#include "dana/evaluate.h"
#include "dump.h"
#include "title/rank/candidates.h"
#include "title/rank/features.h"
#include "title/rank/prefer.h"

#include <string.h>

static const char *const names[DANA__RANK_COUNT] = {DANA__RANK_FEATURE_LIST(DUMP_NAME)};

static dana_status write_page(const dump_files *files, const corpus_page *page, dana_page *opened,
                              dana_error *err)
{
    static const dana_scan_options options = {.lines = DANA_LINES_BLOCK};
    const dana_scan *scan;
    dana__auto_trace trace;
    dana__candidates pool;
    dana__rank_page shared;
    dana_view gold = {page->headline, strlen(page->headline)};
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
    dump_page_line(files, page, pool.count);
    for (size_t i = 0; i < pool.count; i++) {
        float features[DANA__RANK_COUNT];

        dana__rank_measure(&shared, &pool.items[i], features);
        fprintf(files->texts, "%d\t%zu\t", dana_same_text(pool.items[i].text, gold),
                (size_t)(dana__rank_prefer(&shared, &pool.items[i]) - pool.items));
        dump_row(files, features, DANA__RANK_COUNT, pool.items[i].text);
    }
    return DANA_OK;
}

static bool has_headline(const corpus_page *page)
{
    return page->headline != NULL;
}

int main(int argc, char **argv)
{
    const dump_tool tool = {
        names, DANA__RANK_COUNT, NULL, 0, has_headline, 0, write_page,
    };

    return dump_main(argc, argv, &tool);
}
