/*
 * titlerank: the names that a page gives itself and its visible texts as candidates, ranked by a
 * log-linear model whose weights are a table.
 */
#include "page/ops.h"
#include "page/page.h"
#include "title/rank/candidates.h"
#include "title/rank/features.h"
#include "title/rank/prefer.h"

#include <math.h>
#include <stdlib.h>

/* A candidate of a smaller probability is not reported. */
#define PROBABILITY_MIN 0.001

/* How a term reads its features. */
typedef enum {
    VALUE, /* the feature */
    EQUAL, /* 1 where it is `second` */
    LOG,   /* log(1 + feature) */
    BELOW, /* 1 where it is below 0 */
    CROSS, /* its product with the feature `second` */
} term_kind;

/* A term of the score: score = sum of weight * term. */
typedef struct {
    term_kind kind;
    int first;
    int second;
    float weight;
} term;

#include "title/rank/titlerank_weights.inc"

#define TERM_COUNT (sizeof(terms) / sizeof(terms[0]))

static float term_value(const term *t, const float features[DANA__RANK_COUNT])
{
    float value = features[t->first];

    switch (t->kind) {
    case EQUAL:
        return value == (float)t->second;
    case LOG:
        return log1pf(value);
    case BELOW:
        return value < 0.0f;
    case CROSS:
        return value * features[t->second];
    default:
        return value;
    }
}

/* Most terms are plain values, and stand first. */
static double score_of(const dana__rank_page *page, const dana__candidate *candidate)
{
    float features[DANA__RANK_COUNT];
    double score = 0.0;
    size_t i = 0;

    dana__rank_measure(page, candidate, features);
    for (; i < TERM_COUNT && terms[i].kind == VALUE; i++) {
        score += (double)terms[i].weight * (double)features[terms[i].first];
    }
    for (; i < TERM_COUNT; i++) {
        /* A product of nothing, as most are, adds nothing. */
        if (terms[i].kind != CROSS || features[terms[i].first] != 0.0f) {
            score += (double)terms[i].weight * (double)term_value(&terms[i], features);
        }
    }
    return score;
}

/* What the candidate's span is of. */
static const char *source_of(const dana__candidate *candidate)
{
    static const struct {
        uint32_t places;
        const char *name;
    } rows[] = {
        {DANA__AT_TITLE | DANA__AT_TITLE_FIRST | DANA__AT_TITLE_LAST | DANA__AT_TITLE_PART,
         "title"},
        {DANA__AT_OG, "og:title"},
        {DANA__AT_TWITTER, "twitter:title"},
        {DANA__AT_LD_HEADLINE | DANA__AT_LD_NAME | DANA__AT_LD_PART | DANA__AT_CRUMB, "json-ld"},
    };

    if (candidate->heading > 0 || candidate->block != DANA__NO_BLOCK) {
        return NULL;
    }
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if ((candidate->origin & rows[i].places) != 0) {
            return rows[i].name;
        }
    }
    return "meta";
}

static dana_candidate report(const dana__candidate *candidate)
{
    return (dana_candidate){.span = candidate->span,
                            .score = candidate->score,
                            .heading = candidate->heading,
                            .text = candidate->text,
                            .source = source_of(candidate)};
}

/* Turns scores into probabilities in place. Returns the best candidate, the first of equals. */
static dana__candidate *normalise(dana__candidate *items, size_t count)
{
    dana__candidate *best = items;
    double sum = 0.0;

    for (size_t i = 1; i < count; i++) {
        best = items[i].score > best->score ? &items[i] : best;
    }
    double most = best->score;

    for (size_t i = 0; i < count; i++) {
        items[i].score = exp(items[i].score - most);
        sum += items[i].score;
    }
    for (size_t i = 0; i < count; i++) {
        items[i].score /= sum;
    }
    return best;
}

static int by_place(const void *a, const void *b)
{
    const dana_candidate *x = a;
    const dana_candidate *y = b;

    if (x->span.start != y->span.start) {
        return x->span.start < y->span.start ? -1 : 1;
    }
    return (x->span.end > y->span.end) - (x->span.end < y->span.end);
}

static dana_status keep_candidates(const dana__candidates *pool, dana_headline *headline)
{
    dana_candidate *kept = dana_arena_alloc(pool->page->arena, pool->count * sizeof(*kept),
                                            pool->err);
    size_t count = 0;

    if (kept == NULL) {
        return pool->err->status;
    }
    for (size_t i = 0; i < pool->count; i++) {
        if (pool->items[i].score >= PROBABILITY_MIN) {
            kept[count++] = report(&pool->items[i]);
        }
    }
    qsort(kept, count, sizeof(*kept), by_place);
    headline->candidates = kept;
    headline->candidate_count = count;
    return DANA_OK;
}

/* The headline. What is taken in place of the best candidate changes probabilities with it: the
 * headline's is the highest of its page. */
static const dana__candidate *choose(const dana__rank_page *page)
{
    dana__candidate *items = page->pool->items;
    dana__candidate *best = normalise(items, page->pool->count);
    dana__candidate *chosen = &items[dana__rank_prefer(page, best) - items];
    double score = best->score;

    best->score = chosen->score;
    chosen->score = score;
    return chosen;
}

static dana_status rank(const dana__candidates *pool, bool want_candidates, dana_headline *headline)
{
    dana__rank_page shared;

    if (pool->count == 0) {
        return DANA_OK;
    }
    dana__rank_measure_page(pool, &shared);
    for (size_t i = 0; i < pool->count; i++) {
        pool->items[i].score = score_of(&shared, &pool->items[i]);
    }
    headline->headline = report(choose(&shared));
    headline->found = true;
    return want_candidates ? keep_candidates(pool, headline) : DANA_OK;
}

static dana_status find_headline(dana_page *page, const dana_scan *scan, bool want_candidates,
                                 dana_headline *headline, dana_error *err)
{
    dana__auto_trace own;
    const dana__auto_trace *trace = page->trace;
    dana__candidates pool;
    dana_status status = DANA_OK;

    if (trace == NULL) {
        status = dana__rank_trace(page, &own, err);
        trace = &own;
    }
    if (status != DANA_OK) {
        return status;
    }
    status = dana__collect_candidates(page, scan, trace, &pool, err);
    if (status == DANA_OK) {
        status = rank(&pool, want_candidates, headline);
    }
    dana__release_candidates(&pool);
    if (trace == &own) {
        dana__release_blocks(page, &own.blocks);
    }
    return status;
}

static const struct dana_algorithm_ops titlerank_ops = {.headline = find_headline,
                                                        .takes_data = true};

const dana_algorithm dana__titlerank = {
    .id = "titlerank",
    .title = "titlerank: danad's own successor of TitleFinder",
    .citation = "danad; after thesis 5.3 and its outlook 5.5, with metadata, structure and a "
                "log-linear ranking",
    .revision = 13,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "Our own: the weights are a generated table; core/docs/titlerank.md says how it came "
             "about.",
    .kind = DANA_KIND_HEADLINE,
    .params = NULL,
    .param_count = 0,
    .ops = &titlerank_ops,
};
