#include "dana/trend.h"

#include "base/error.h"
#include "terms/terms.h"
#include "trend/period.h"

#include <math.h>
#include <string.h>

/* A dimension of a query's vector space. Terms lie sorted by their words, then by query: those of
 * the same words are a group, whose first one counts for all. */
typedef struct {
    uint64_t words[DANA_TREND_KEYWORD_WORDS_MAX]; /* 0 after the last */
    size_t word_count;
    size_t query;
    uint32_t listed; /* how often the query lists it: its weight there */
    uint32_t found;  /* first of a group: how often the document at hand holds it */
} term;

/* What formula 6.2 sums for a query: all of it are whole numbers. */
typedef struct {
    double dot;
    double of_document;
    double of_query; /* the same for each document */
} sums;

struct dana_trend {
    dana_arena *arena;
    dana_period period;
    dana__term_rules rules;
    size_t query_count;
    sums *sums; /* a query each */
    term *terms;
    size_t term_count;
    size_t longest; /* words of the longest term */
    uint32_t *seen; /* first terms of the groups that the document at hand holds */
    size_t seen_count;
    dana_buffer tokens; /* of the document at hand, reused */
    dana_buffer order;  /* a document: the number of its period << 32 | its index */
    dana_buffer scores; /* query_count a document */
};

/* Any order that keeps terms together whose first words are the same. */
static int compare_words(const term *a, const term *b)
{
    int order = memcmp(a->words, b->words, sizeof(a->words));

    return order != 0 ? order : (a->word_count > b->word_count) - (a->word_count < b->word_count);
}

static int compare_terms(const term *a, const term *b)
{
    int order = compare_words(a, b);

    return order != 0 ? order : (a->query > b->query) - (a->query < b->query);
}

/* Finds the first term that is not before `key`. */
static size_t lower_bound(const dana_trend *t, const term *key)
{
    size_t low = 0;
    size_t high = t->term_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (compare_terms(&t->terms[middle], key) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* A keyword listed again weighs more, as in any tf vector. */
static void insert_term(dana_trend *t, const term *key)
{
    size_t at = lower_bound(t, key);

    if (at < t->term_count && compare_terms(&t->terms[at], key) == 0) {
        t->terms[at].listed++;
        return;
    }
    memmove(&t->terms[at + 1], &t->terms[at], (t->term_count - at) * sizeof(term));
    t->terms[at] = *key;
    t->term_count++;
}

static dana_status add_keyword(dana_trend *t, size_t query, dana_view keyword, dana_error *err)
{
    term key = {.query = query, .listed = 1};
    dana__term_reader reader;
    uint64_t token;

    dana__read_terms(&reader, &t->rules, keyword.data, keyword.data + keyword.length);
    while (dana__next_term(&reader, &token)) {
        if (key.word_count == DANA_TREND_KEYWORD_WORDS_MAX) {
            return dana_error_set(err, DANA_INVALID_PARAM, query,
                                  "a keyword has more than %d words", DANA_TREND_KEYWORD_WORDS_MAX);
        }
        key.words[key.word_count++] = token;
    }
    if (key.word_count == 0) {
        return dana_error_set(err, DANA_INVALID_PARAM, query,
                              t->rules.stop_words.count > 0 ? "a keyword has only stop words"
                                                            : "a keyword has no word");
    }
    insert_term(t, &key);
    t->longest = key.word_count > t->longest ? key.word_count : t->longest;
    return DANA_OK;
}

static size_t count_keywords(const dana_trend_query *queries, size_t query_count)
{
    size_t count = 0;

    for (size_t i = 0; i < query_count; i++) {
        count += queries[i].keyword_count;
    }
    return count;
}

/* Allocates a trend for so many keywords; NULL with err where there is no room. */
static dana_trend *make_trend(dana_arena *arena, size_t queries, size_t keywords, dana_error *err)
{
    dana_trend *t = dana_arena_alloc(arena, sizeof(*t), err);

    if (t == NULL) {
        return NULL;
    }
    *t = (dana_trend){.arena = arena, .query_count = queries};
    t->terms = dana_arena_alloc(arena, keywords * sizeof(*t->terms), err);
    t->seen = t->terms != NULL ? dana_arena_alloc(arena, keywords * sizeof(*t->seen), err) : NULL;
    t->sums = t->seen != NULL ? dana_arena_alloc(arena, queries * sizeof(*t->sums), err) : NULL;
    if (t->sums == NULL) {
        return NULL;
    }
    for (size_t q = 0; q < queries; q++) {
        t->sums[q] = (sums){0};
    }
    dana_buffer_init(&t->tokens, sizeof(uint64_t));
    dana_buffer_init(&t->order, sizeof(uint64_t));
    dana_buffer_init(&t->scores, sizeof(double));
    return t;
}

static const char *const term_names[] = {
    [DANA_TREND_WORDS] = "words", [DANA_TREND_STEMS] = "stems"};

const char *dana_trend_terms_name(size_t terms)
{
    return terms < DANA_TREND_TERMS_COUNT ? term_names[terms] : NULL;
}

/* Stop words are gone before keywords of several words are found as these words in a row. */
static dana_status set_rules(dana_trend *t, dana_trend_terms terms, dana_error *err)
{
    if (terms == DANA_TREND_WORDS) {
        return DANA_OK;
    }
    t->rules.stems = true;
    return dana__make_stop_words(t->arena, &t->rules.stop_words, err);
}

dana_status dana_trend_new(dana_arena *arena, const dana_trend_query *queries, size_t query_count,
                           dana_period period, dana_trend_terms terms, dana_trend **out,
                           dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    size_t keywords = count_keywords(queries, query_count);

    if (keywords > DANA_TREND_KEYWORDS_MAX) {
        return dana_error_set(why, DANA_INVALID_PARAM, 0, "more than %d keywords",
                              DANA_TREND_KEYWORDS_MAX);
    }
    dana_trend *t = make_trend(arena, query_count, keywords, why);

    if (t == NULL) {
        return why->status;
    }
    t->period = period;
    dana_status status = set_rules(t, terms, why);

    for (size_t q = 0; q < query_count; q++) {
        for (size_t k = 0; k < queries[q].keyword_count && status == DANA_OK; k++) {
            status = add_keyword(t, q, queries[q].keywords[k], why);
        }
    }
    for (size_t k = 0; k < t->term_count; k++) {
        t->sums[t->terms[k].query].of_query += (double)t->terms[k].listed * t->terms[k].listed;
    }
    *out = t;
    return status;
}

static dana_status read_tokens(dana_trend *t, dana_view text, dana_error *err)
{
    dana__term_reader reader;
    uint64_t token;

    t->tokens.length = 0;
    if (text.length == 0) {
        return DANA_OK; /* its address may be NULL */
    }
    dana__read_terms(&reader, &t->rules, text.data, text.data + text.length);
    while (dana__next_term(&reader, &token)) {
        if (dana_buffer_reserve(t->arena, &t->tokens, 1, err) != DANA_OK) {
            return err->status;
        }
        ((uint64_t *)t->tokens.data)[t->tokens.length++] = token;
    }
    return DANA_OK;
}

/* Counts the terms that begin at token i of the document: a search for each length, as long as some
 * term goes on with these words. */
static void count_at(dana_trend *t, size_t i)
{
    const uint64_t *tokens = (const uint64_t *)t->tokens.data + i;
    size_t left = t->tokens.length - i;
    size_t most = left < t->longest ? left : t->longest;
    term key = {.query = 0};

    for (size_t n = 0; n < most; n++) {
        key.words[n] = tokens[n];
        key.word_count = n + 1;
        size_t k = lower_bound(t, &key);

        if (k == t->term_count ||
            memcmp(t->terms[k].words, key.words, key.word_count * sizeof(*tokens)) != 0) {
            return;
        }
        if (compare_words(&t->terms[k], &key) == 0 && t->terms[k].found++ == 0) {
            t->seen[t->seen_count++] = (uint32_t)k;
        }
    }
}

/* Adds what a group of terms is to its queries, and forgets how often it was found. */
static void sum_group(dana_trend *t, size_t first)
{
    double found = t->terms[first].found;

    t->terms[first].found = 0;
    for (size_t k = first; k < t->term_count && compare_words(&t->terms[k], &t->terms[first]) == 0;
         k++) {
        sums *of = &t->sums[t->terms[k].query];

        of->dot += t->terms[k].listed * found;
        of->of_document += found * found;
    }
}

/* Formula 6.2, both vectors over the query's own terms. */
static double take_score(sums *of)
{
    double score = of->dot > 0.0 ? of->dot / sqrt(of->of_query * of->of_document) : 0.0;

    of->dot = 0.0;
    of->of_document = 0.0;
    return score;
}

dana_status dana_trend_add(dana_trend *t, dana_view date, dana_view text, dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    uint32_t number;
    dana_status status = dana__period_of(date, t->period, &number, why);

    if (status == DANA_OK) {
        status = read_tokens(t, text, why);
    }
    if (status == DANA_OK) {
        status = dana_buffer_reserve(t->arena, &t->order, 1, why);
    }
    if (status == DANA_OK) {
        status = dana_buffer_reserve(t->arena, &t->scores, t->query_count, why);
    }
    if (status != DANA_OK) {
        return status;
    }
    t->seen_count = 0;
    for (size_t i = 0; i < t->tokens.length; i++) {
        count_at(t, i);
    }
    for (size_t i = 0; i < t->seen_count; i++) {
        sum_group(t, t->seen[i]);
    }
    for (size_t q = 0; q < t->query_count; q++) {
        ((double *)t->scores.data)[t->scores.length++] = take_score(&t->sums[q]);
    }
    ((uint64_t *)t->order.data)[t->order.length] = (uint64_t)number << 32 | t->order.length;
    t->order.length++;
    return DANA_OK;
}

static size_t count_periods(const uint64_t *order, size_t count)
{
    size_t periods = 0;

    for (size_t i = 0; i < count; i++) {
        periods += i == 0 || order[i] >> 32 != order[i - 1] >> 32;
    }
    return periods;
}

/* The mean of a query's scores over documents [from, to) of the order (6.6.3.3). */
static double mean_of(const dana_trend *t, size_t query, size_t from, size_t to)
{
    const uint64_t *order = t->order.data;
    const double *scores = t->scores.data;
    double sum = 0.0;

    for (size_t i = from; i < to; i++) {
        sum += scores[(order[i] & UINT32_MAX) * t->query_count + query];
    }
    return sum / (double)(to - from);
}

dana_status dana_trend_periods(dana_trend *t, const dana_trend_period **out, size_t *count,
                               dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    uint64_t *order = t->order.data;
    size_t documents = t->order.length;

    dana__sort_tokens(order, documents);
    *count = count_periods(order, documents);
    dana_trend_period *periods = dana_arena_alloc(t->arena, *count * sizeof(*periods), why);
    double *means = periods != NULL
                        ? dana_arena_alloc(t->arena, *count * t->query_count * sizeof(*means), why)
                        : NULL;
    size_t from = 0;

    if (means == NULL) {
        return why->status;
    }
    for (size_t p = 0; p < *count; p++) {
        size_t to = from;

        while (to < documents && order[to] >> 32 == order[from] >> 32) {
            to++;
        }
        periods[p] = (dana_trend_period){.documents = to - from,
                                         .means = means + p * t->query_count};
        dana__period_label(t->period, (uint32_t)(order[from] >> 32), periods[p].label);
        for (size_t q = 0; q < t->query_count; q++) {
            means[p * t->query_count + q] = mean_of(t, q, from, to);
        }
        from = to;
    }
    *out = periods;
    return DANA_OK;
}
