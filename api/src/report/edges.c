#include "report/edges.h"

#include "dana/evaluate.h"

#include <string.h>

/* Memory for two texts' units. */
#define ARENA_CAP ((size_t)1 << 31)
/* From this share of the gold standard's words on, all of it is there: a mark or a number that is
 * read otherwise is no loss. */
#define WHOLE_RECALL 0.99

dana_status api__score_edges(dana_view text, dana_view gold, api_page_score *score)
{
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    dana_edges edges;
    dana_score words = {0};
    dana_score units = {0};
    dana_status status = DANA_NO_MEMORY;

    if (arena != NULL) {
        status = dana_evaluate(arena, DANA_MEASURE_WORDS, text, gold, &words, NULL);
    }
    if (status == DANA_OK) {
        status = dana_evaluate(arena, DANA_MEASURE_UNITS, text, gold, &units, NULL);
    }
    if (status == DANA_OK) {
        status = dana_evaluate_edges(arena, text, gold, &edges, NULL);
    }
    dana_arena_free(arena);
    if (status == DANA_OK) {
        score->units_f1 = units.f1;
        score->whole = words.recall >= WHOLE_RECALL;
        score->first_missing = edges.first_missing;
        score->last_missing = edges.last_missing;
        score->goes_on = edges.goes_on;
    }
    return status;
}

static double count_found(dana_view text, const api_snippets *snippets)
{
    double found = 0.0;

    for (size_t i = 0; i < snippets->count; i++) {
        const char *snippet = snippets->texts[i];

        found += dana_has_snippet(text, (dana_view){snippet, strlen(snippet)});
    }
    return found;
}

void api__count_snippets(dana_view text, const api_corpus_page *page, api_page_score *score)
{
    score->with_found = count_found(text, &page->with);
    score->without_found = count_found(text, &page->without);
}
