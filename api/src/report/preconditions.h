/*
 * Scores under the conditions that the papers set their own algorithms.
 */
#ifndef API_REPORT_PRECONDITIONS_H
#define API_REPORT_PRECONDITIONS_H

#include "evaluate/published.h"
#include "report/groups.h"

/* Whether a page is of the kind that a paper's were: news of Arabic script and Hebrew, or Western
 * articles. script: an api__published_script. */
bool api__is_alike(const api_corpus_page *page, const void *script);

/* Prints TitleFinder's scores where the headline is in the title (thesis 5.4.1), and density's on
 * the gold standard's paragraphs alone. */
void api__print_preconditions(const api__report *report);

#endif
