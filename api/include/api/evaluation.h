/*
 * Evaluation of extractors over a corpus: pages are scored one by one, on any thread; a report is
 * made of all scores. Opens no file: pages, gold standards and manifests come as bytes.
 */
#ifndef API_EVALUATION_H
#define API_EVALUATION_H

#include "api/api.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Opaque: which algorithms with which parameters are evaluated. Never changes after it was made. */
typedef struct api_evaluation api_evaluation;

/* Texts, owned with their list. */
typedef struct {
    char **texts;
    size_t count;
} api_snippets;

/* What a corpus says of a page. Strings are owned; those that it does not say are empty. */
typedef struct {
    char *set;
    char *id;
    char *language;
    char *page_type;
    char *site;           /* host of its URL */
    char *charset;        /* label that the page came with */
    char *headline;       /* gold standard of the headline */
    api_snippets with;    /* texts that belong to the content */
    api_snippets without; /* and those that do not */
} api_corpus_page;

/* How an algorithm did on a page. Counts are of words, for micro averages. */
typedef struct {
    bool counted; /* there is a gold standard, and the extraction did not fail */
    bool failed;
    double precision;
    double recall;
    double f1; /* of a headline: 1 where it is the gold standard's, else 0 */
    double found;
    double wanted;
    double common;
    double units_f1;    /* by words, of Chinese and Japanese characters */
    bool whole;         /* at least 99 % of the gold standard's words are there */
    bool first_missing; /* of the gold standard's paragraphs: dana_edges */
    bool last_missing;
    bool goes_on;      /* ten units or more stand behind the end */
    double with_found; /* snippets in the content, of each list */
    double without_found;
    bool in_title;  /* of a headline, only where compared: the title element has it all */
    bool is_node;   /* the same: one text of the page is it, and nothing else */
    double gold_f1; /* of density, only where compared: with the gold standard's paragraphs as the
                     * page; negative: not counted */
    double ms;
    double bytes;
} api_page_score;

/* How a report is written. */
typedef enum {
    API_REPORT_TEXT,
    API_REPORT_MARKDOWN,
    API_REPORT_CSV,
    API_REPORT_JSON,
    API_REPORT_SVG
} api_report_format;

/* What a report says besides the scores. */
typedef struct {
    api_report_format format;
    bool fit;      /* the best gap of each site (thesis 4.4) instead of all runs */
    bool speed;    /* MB/s: the one thing that differs from run to run */
    bool compare;  /* the papers' figures next to ours */
    bool snippets; /* how many of the pages' snippets are found */
} api_report_options;

/*
 * Makes an evaluation of runs ("addanag,danag:gap=5"; NULL: every algorithm with its defaults) by
 * "words" (default, NULL) or another measure of /v1/evaluate's. options: of its report, of which
 * two change the runs: under `fit` each run that has a parameter gap is run with 1 to 20; under
 * `compare` with runs NULL, those of the papers' tables are run too. Returns an owned evaluation,
 * or NULL with a message.
 */
api_evaluation *api_evaluation_new(const char *runs, const char *measure,
                                   const api_report_options *options, char *message,
                                   size_t message_size);

/* Frees an evaluation; NULL is allowed. */
void api_evaluation_free(api_evaluation *evaluation);

/* Returns the number of runs: scores of a page. */
size_t api_evaluation_runs(const api_evaluation *evaluation);

/* Returns whether a run compares the pages of a site. */
bool api_evaluation_reads_sites(const api_evaluation *evaluation);

/*
 * Reads a row of a manifest (one JSON object). Returns false where it is none or has no id, or
 * memory ran out. *out is to be freed with api_corpus_page_clear.
 */
bool api_manifest_row(const char *line, size_t length, const char *set, api_corpus_page *out);

/* Frees what a page owns. */
void api_corpus_page_clear(api_corpus_page *page);

/*
 * Scores a page: html in any encoding, gold in UTF-8 (NULL: none). site: what the page is compared
 * with (NULL: nothing). scores has room for all runs. now_ms is a monotonic clock. Thread-safe.
 */
void api_evaluation_score(const api_evaluation *evaluation, const api_corpus_page *page,
                          const char *html, size_t html_length, const char *gold,
                          size_t gold_length, const api_site *site, double (*now_ms)(void),
                          api_page_score *scores);

/*
 * Writes a report over `count` pages, whose scores stand run by run, page after page. Returns owned
 * text of *length bytes, NULL where memory ran out. The same input gives the same text.
 */
char *api_evaluation_report(const api_evaluation *evaluation, const api_corpus_page *pages,
                            const api_page_score *scores, size_t count,
                            const api_report_options *options, size_t *length);

#ifdef __cplusplus
}
#endif
#endif
