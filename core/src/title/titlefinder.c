/*
 * TitleFinder (thesis 5.3): the title element is a query, the text units of the body are
 * candidates, the most similar one is the headline.
 */
#include "base/ascii.h"
#include "page/ops.h"
#include "page/page.h"
#include "text/words.h"

#include <math.h>

#define POLL_TOKENS 4096

/* The similarity metrics of 5.3.3. */
enum { METRIC };
enum { TF, TF_IDF, OSM, AGGREGATE };

static const char *const metric_choices[] = {"tf", "tf-idf", "osm", "aggregate", NULL};

static const dana_param titlefinder_params[] = {
    [METRIC] = {.name = "metric",
                .type = DANA_PARAM_CHOICE,
                .choices = metric_choices,
                .default_value = TF,
                .unit = "",
                .doc = "Similarity of a candidate to the title: cosine of tf or tf-idf weights, "
                       "overlap scoring (OSM), or their sum."},
};

/* The terms of a text: distinct tokens in ascending order with their frequencies. */
typedef struct {
    uint64_t *tokens;
    uint32_t *frequencies;
    size_t count;
} term_vector;

/* What all candidates are compared with. df is empty under the metric tf. */
typedef struct {
    dana_page *page;
    dana_error *err;
    int metric;
    dana_buffer tokens;      /* of the text at hand, reused */
    dana_buffer frequencies; /* of the text at hand, reused */
    term_vector query;
    uint64_t query_bits;    /* one bit per query token: a quick no */
    term_vector df;         /* in how many candidates each term is */
    size_t candidate_count; /* N */
    size_t work;            /* tokens read, to ask now and then whether to go on */
} model;

static uint64_t bit_of(uint64_t token)
{
    return (uint64_t)1 << (token & 63);
}

/* Reads the tokens of source bytes [start, start + length) into m->tokens, unsorted. */
static dana_status collect_tokens(model *m, size_t start, size_t length)
{
    const char *p = m->page->source.data + start;
    dana__token_reader reader;
    uint64_t token;

    dana__read_tokens(&reader, p, p + length);
    m->tokens.length = 0;
    while (dana__next_token(&reader, &token)) {
        if (++m->work % POLL_TOKENS == 0 && dana__poll(m->page, m->err) != DANA_OK) {
            return m->err->status;
        }
        if (dana_buffer_reserve(m->page->arena, &m->tokens, 1, m->err) != DANA_OK) {
            return m->err->status;
        }
        ((uint64_t *)m->tokens.data)[m->tokens.length++] = token;
    }
    return DANA_OK;
}

/* Sorts tokens and counts equal ones; `terms` then borrows from both buffers. */
static dana_status count_terms(model *m, dana_buffer *tokens, dana_buffer *frequencies,
                               term_vector *terms)
{
    uint64_t *values = tokens->data;
    size_t count = 0;

    frequencies->length = 0;
    if (dana_buffer_reserve(m->page->arena, frequencies, tokens->length, m->err) != DANA_OK) {
        return m->err->status;
    }
    uint32_t *counts = frequencies->data;

    dana__sort_tokens(values, tokens->length);
    for (size_t i = 0; i < tokens->length; i++) {
        if (count > 0 && values[count - 1] == values[i]) {
            counts[count - 1]++;
            continue;
        }
        values[count] = values[i];
        counts[count++] = 1;
    }
    *terms = (term_vector){values, counts, count};
    return DANA_OK;
}

static uint32_t frequency_of(const term_vector *terms, uint64_t token)
{
    size_t low = 0;
    size_t high = terms->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (terms->tokens[middle] == token) {
            return terms->frequencies[middle];
        }
        if (terms->tokens[middle] < token) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return 0;
}

static dana_status read_query(model *m, dana_span title)
{
    dana_buffer tokens;
    dana_buffer frequencies;
    dana_status status = collect_tokens(m, title.start, title.end - title.start);

    if (status != DANA_OK) {
        return status;
    }
    /* The query keeps the buffer; candidates get a new one. */
    tokens = m->tokens;
    dana_buffer_init(&m->tokens, sizeof(uint64_t));
    dana_buffer_init(&frequencies, sizeof(uint32_t));
    status = count_terms(m, &tokens, &frequencies, &m->query);
    for (size_t i = 0; status == DANA_OK && i < m->query.count; i++) {
        m->query_bits |= bit_of(m->query.tokens[i]);
    }
    return status;
}

/* Index of the first candidate: the text units of the body, or all where it has no start tag. */
static size_t first_candidate(const dana_scan *scan)
{
    size_t i = 0;

    while (i < scan->unit_count && scan->units[i].start < scan->body_tag.end) {
        i++;
    }
    return i;
}

/* df: sorts all (candidate, term) pairs by term, then counts runs. */
static dana_status count_documents(model *m, const dana_scan *scan)
{
    dana_buffer all;
    dana_buffer counts;
    dana_status status = DANA_OK;

    dana_buffer_init(&all, sizeof(uint64_t));
    dana_buffer_init(&counts, sizeof(uint32_t));
    for (size_t i = first_candidate(scan); i < scan->unit_count && status == DANA_OK; i++) {
        term_vector terms = {0};

        status = collect_tokens(m, scan->units[i].start, scan->units[i].length);
        if (status == DANA_OK) {
            status = count_terms(m, &m->tokens, &m->frequencies, &terms);
        }
        if (status == DANA_OK) {
            status = dana_buffer_reserve(m->page->arena, &all, terms.count, m->err);
        }
        for (size_t t = 0; status == DANA_OK && t < terms.count; t++) {
            ((uint64_t *)all.data)[all.length++] = terms.tokens[t];
        }
    }
    return status == DANA_OK ? count_terms(m, &all, &counts, &m->df) : status;
}

/* idf = log(N / df); a term in no candidate weighs nothing. */
static double idf_of(const model *m, uint64_t token)
{
    uint32_t df = frequency_of(&m->df, token);

    return df > 0 ? log((double)m->candidate_count / df) : 0.0;
}

/* Sums over the terms that a query and a sentence share, and over each alone. */
typedef struct {
    double dot_tf;
    double dot_tf_idf;
    double overlap; /* sum of tf-idf(q) x tf(s) */
    double query_tf;
    double query_tf_idf;
    double sentence_tf;
    double sentence_tf_idf;
} sums;

static void add_query_sums(const model *m, const term_vector *sentence, sums *s)
{
    for (size_t i = 0; i < m->query.count; i++) {
        uint64_t token = m->query.tokens[i];
        double q = m->query.frequencies[i];
        double t = frequency_of(sentence, token);
        double idf = m->metric != TF ? idf_of(m, token) : 0.0;

        s->query_tf += q * q;
        s->query_tf_idf += q * idf * q * idf;
        s->dot_tf += q * t;
        s->dot_tf_idf += q * idf * t * idf;
        s->overlap += q * idf * t;
    }
}

static void add_sentence_sums(const model *m, const term_vector *sentence, sums *s)
{
    for (size_t i = 0; i < sentence->count; i++) {
        double t = sentence->frequencies[i];
        double weight = m->metric != TF ? t * idf_of(m, sentence->tokens[i]) : 0.0;

        s->sentence_tf += t * t;
        s->sentence_tf_idf += weight * weight;
    }
}

static double cosine(double dot, double a, double b)
{
    return a > 0.0 && b > 0.0 ? dot / sqrt(a * b) : 0.0;
}

/* The similarity of a sentence to the query under the chosen metric (5.3.3). */
static double similarity(const model *m, const term_vector *sentence)
{
    sums s = {0};

    add_query_sums(m, sentence, &s);
    add_sentence_sums(m, sentence, &s);
    double cos_tf = cosine(s.dot_tf, s.query_tf, s.sentence_tf);
    double cos_tf_idf = cosine(s.dot_tf_idf, s.query_tf_idf, s.sentence_tf_idf);
    /* Formula 5.2: tf-idf weights of the query, tf of the sentence normalised by its length. */
    double osm = s.sentence_tf > 0.0 ? s.overlap / sqrt(s.sentence_tf) : 0.0;

    switch (m->metric) {
    case TF:
        return cos_tf;
    case TF_IDF:
        return cos_tf_idf;
    case OSM:
        return osm;
    default:
        return cos_tf + cos_tf_idf + osm; /* formula 5.3 */
    }
}

static bool shares_a_term(const model *m)
{
    const uint64_t *tokens = m->tokens.data;

    for (size_t i = 0; i < m->tokens.length; i++) {
        if ((m->query_bits & bit_of(tokens[i])) != 0 && frequency_of(&m->query, tokens[i]) > 0) {
            return true;
        }
    }
    return false;
}

static dana_status score_unit(model *m, const dana_unit *unit, double *score)
{
    term_vector sentence;
    dana_status status = collect_tokens(m, unit->start, unit->length);

    *score = 0.0;
    if (status != DANA_OK || !shares_a_term(m)) {
        return status;
    }
    status = count_terms(m, &m->tokens, &m->frequencies, &sentence);
    if (status == DANA_OK) {
        *score = similarity(m, &sentence);
    }
    return status;
}

static dana_status keep_candidate(model *m, dana_buffer *kept, const dana_candidate *candidate)
{
    if (dana_buffer_reserve(m->page->arena, kept, 1, m->err) != DANA_OK) {
        return m->err->status;
    }
    ((dana_candidate *)kept->data)[kept->length++] = *candidate;
    return DANA_OK;
}

/* Scores all candidates; ties go to the earlier one. */
static dana_status score_candidates(model *m, const dana_scan *scan, bool want_candidates,
                                    dana_headline *headline)
{
    dana_buffer kept;
    dana_status status = DANA_OK;

    dana_buffer_init(&kept, sizeof(dana_candidate));
    for (size_t i = first_candidate(scan); i < scan->unit_count && status == DANA_OK; i++) {
        const dana_unit *unit = &scan->units[i];
        dana_candidate candidate = {.span = {unit->start, unit->start + unit->length},
                                    .heading = unit->heading};

        status = score_unit(m, unit, &candidate.score);
        if (status != DANA_OK || candidate.score <= 0.0) {
            continue;
        }
        if (!headline->found || candidate.score > headline->headline.score) {
            headline->headline = candidate;
            headline->found = true;
        }
        if (want_candidates) {
            status = keep_candidate(m, &kept, &candidate);
        }
    }
    headline->candidates = kept.data;
    headline->candidate_count = kept.length;
    return status;
}

static dana_status find_title(dana_page *page, const dana_scan *scan, bool want_candidates,
                              dana_headline *headline, dana_error *err)
{
    model m = {.page = page,
               .err = err,
               .metric = headline->params.values[METRIC],
               .candidate_count = scan->unit_count - first_candidate(scan)};

    dana_buffer_init(&m.tokens, sizeof(uint64_t));
    dana_buffer_init(&m.frequencies, sizeof(uint32_t));
    dana_status status = read_query(&m, scan->title);

    if (status == DANA_OK && m.metric != TF) {
        status = count_documents(&m, scan);
    }
    if (status == DANA_OK) {
        status = score_candidates(&m, scan, want_candidates, headline);
    }
    dana_buffer_release(page->arena, &m.tokens);
    dana_buffer_release(page->arena, &m.frequencies);
    return status;
}

static const struct dana_algorithm_ops titlefinder_ops = {.headline = find_title,
                                                          .needs_title = true};

const dana_algorithm dana__titlefinder = {
    .id = "titlefinder",
    .title = "TitleFinder",
    .citation = "Mohammadzadeh: Improving Retrieval Accuracy in Main Content Extraction from "
                "HTML Web Documents, Leipzig 2013, 5.3",
    .revision = 1,
    .fidelity = DANA_FIDELITY_EXACT,
    .notes = "All of it is in the thesis; ties go to the earlier text unit.",
    .kind = DANA_KIND_HEADLINE,
    .params = titlefinder_params,
    .param_count = DANA__COUNT(titlefinder_params),
    .ops = &titlefinder_ops,
};
