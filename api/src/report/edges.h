/*
 * What a page's F1 does not tell: how the text begins and ends, whether all is there, and the
 * snippets.
 */
#ifndef API_REPORT_EDGES_H
#define API_REPORT_EDGES_H

#include "api/evaluation.h"
#include "dana/status.h"
#include "dana/view.h"

/*
 * Fills units_f1, whole, first_missing, last_missing and goes_on of a page's score. Both texts are
 * valid UTF-8. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
dana_status api__score_edges(dana_view text, dana_view gold, api_page_score *score);

/* Counts how many of a page's snippets a text (valid UTF-8) holds. */
void api__count_snippets(dana_view text, const api_corpus_page *page, api_page_score *score);

#endif
