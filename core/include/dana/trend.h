/*
 * TrendFinder (thesis 6.6.3): how much dated documents are about some queries, period by period.
 *
 * A query's keywords are the dictionary of its vector space; the weight of a keyword in a document
 * is how often it occurs (tf), in the query how often it is listed. The score of a document is the
 * cosine of both vectors (formula 6.2), 0 where no keyword occurs; the value of a period is the
 * mean over its documents.
 */
#ifndef DANA_TREND_H
#define DANA_TREND_H

#include "dana/arena.h"
#include "dana/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most keywords of all queries, and most words of one. */
#define DANA_TREND_KEYWORDS_MAX      4096
#define DANA_TREND_KEYWORD_WORDS_MAX 8

/* Length of a period, as labels: "2010-05-03", "2010-W18" (ISO 8601), "2010-05", "2010". */
typedef enum {
    DANA_PERIOD_DAY,
    DANA_PERIOD_WEEK,
    DANA_PERIOD_MONTH,
    DANA_PERIOD_YEAR,
    DANA_PERIOD_COUNT
} dana_period;

/* Returns the name of a period ("week"), static; NULL beyond the last. */
const char *dana_period_name(size_t period);

/* What a word of documents and keywords is: itself, or an English one: no stop word, its stem by
 * Porter's algorithm (thesis 2.1.4.4). */
typedef enum { DANA_TREND_WORDS, DANA_TREND_STEMS, DANA_TREND_TERMS_COUNT } dana_trend_terms;

/* Returns the name of a kind of terms ("stems"), static; NULL beyond the last. */
const char *dana_trend_terms_name(size_t terms);

/* A query. A keyword of several words ("gene flow", table 6.3) is found as these words in a row. */
typedef struct {
    const dana_view *keywords; /* valid UTF-8 */
    size_t keyword_count;
} dana_trend_query;

/* Opaque: the queries and the scores of the documents so far. */
typedef struct dana_trend dana_trend;

/* A period that has documents. */
typedef struct {
    char label[16];
    size_t documents;
    const double *means; /* one a query, 0 to 1 */
} dana_trend_period;

/*
 * Starts a trend over queries; they are copied. *out is borrowed from the arena.
 * Errors: DANA_INVALID_PARAM (a keyword without a word that counts or of too many, too many
 * keywords; position is the query's index), DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_trend_new(dana_arena *arena, const dana_trend_query *queries,
                                         size_t query_count, dana_period period,
                                         dana_trend_terms terms, dana_trend **out, dana_error *err);

/*
 * Scores a document: its date ("2010", "2010-05" or "2010-05-03", as precise as the period needs;
 * what follows a whole date after 'T' or a space is ignored) and its text in valid UTF-8.
 * Errors: DANA_INVALID_PARAM (no such date), DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_trend_add(dana_trend *trend, dana_view date, dana_view text,
                                         dana_error *err);

/*
 * Gives the periods in ascending order; those without documents are left out. *out is borrowed from
 * the arena. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_trend_periods(dana_trend *trend, const dana_trend_period **out,
                                             size_t *count, dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
