/*
 * TitleFinder (thesis 5.3): the title element is a query, the text fragments of the body are
 * candidates, the most similar one is the headline.
 */
#include "title/titlefinder.h"

#include "base/ascii.h"
#include "page/ops.h"
#include "page/page.h"
#include "terms/terms.h"
#include "text/selected_text.h"
#include "title/fragments.h"
#include "title/similarity.h"

#define POLL_TOKENS 4096

enum { METRIC, STOP_WORDS, SPLIT };
enum { STOP_WORDS_KEEP, STOP_WORDS_ENGLISH };

static const char *const metric_choices[] = {[DANA__TF] = "tf",
                                             [DANA__TF_IDF] = "tf-idf",
                                             [DANA__OSM] = "osm",
                                             [DANA__AGGREGATE] = "aggregate",
                                             NULL};

static const char *const stop_word_choices[] = {"keep", "english", NULL};
static const char *const split_choices[] = {[DANA__SPLIT_NODES] = "nodes",
                                            [DANA__SPLIT_SENTENCES] = "sentences",
                                            [DANA__SPLIT_BLOCKS] = "blocks",
                                            NULL};

static const dana_param titlefinder_params[] = {
    [METRIC] = {.name = "metric",
                .type = DANA_PARAM_CHOICE,
                .choices = metric_choices,
                .default_value = DANA__TF,
                .unit = "",
                .doc = "Similarity of a candidate to the title: cosine of tf or tf-idf weights, "
                       "overlap scoring (OSM), or their sum."},
    [STOP_WORDS] = {.name = "stopwords",
                    .type = DANA_PARAM_CHOICE,
                    .choices = stop_word_choices,
                    .default_value = STOP_WORDS_KEEP,
                    .unit = "",
                    .doc = "Whether stop words count, or those of English are left out (2.1.4.4)."},
    [SPLIT] = {.name = "split",
               .type = DANA_PARAM_CHOICE,
               .choices = split_choices,
               .default_value = DANA__SPLIT_NODES,
               .unit = "",
               .doc =
                   "What a candidate is: a text node, a sentence of one (5.3), or the texts of a "
                   "block."},
};

/* What all candidates are compared with. */
typedef struct {
    dana_page *page;
    dana_error *err;
    const dana_scan *scan;
    dana__weighting weighting;
    dana__split split;
    dana__term_rules rules;
    dana_buffer tokens;      /* of the text at hand, reused */
    dana_buffer frequencies; /* of the text at hand, reused */
    dana__term_vector query;
    uint64_t query_bits; /* one bit per query token: a quick no */
    size_t work;         /* tokens read, to ask now and then whether to go on */
} model;

static uint64_t bit_of(uint64_t token)
{
    return (uint64_t)1 << (token & 63);
}

/* Adds the terms of source bytes to m->tokens. */
static dana_status add_terms(model *m, dana_span span)
{
    const char *source = m->page->source.data;
    dana__term_reader reader;
    uint64_t term;

    dana__read_terms(&reader, &m->rules, source + span.start, source + span.end);
    while (dana__next_term(&reader, &term)) {
        if (++m->work % POLL_TOKENS == 0 && dana__poll(m->page, m->err) != DANA_OK) {
            return m->err->status;
        }
        if (dana_buffer_reserve(m->page->arena, &m->tokens, 1, m->err) != DANA_OK) {
            return m->err->status;
        }
        ((uint64_t *)m->tokens.data)[m->tokens.length++] = term;
    }
    return DANA_OK;
}

/* Reads the terms of a fragment into m->tokens, unsorted. */
static dana_status collect_terms(model *m, const dana__fragment *fragment)
{
    dana_status status = DANA_OK;

    m->tokens.length = 0;
    for (size_t i = fragment->unit; i < fragment->unit_end && status == DANA_OK; i++) {
        status = add_terms(m, dana__clip_unit(&m->scan->units[i], fragment->span));
    }
    return status;
}

/* Sorts tokens and counts equal ones; `terms` then borrows from both buffers. */
static dana_status count_terms(model *m, dana_buffer *tokens, dana_buffer *frequencies,
                               dana__term_vector *terms)
{
    frequencies->length = 0;
    if (dana_buffer_reserve(m->page->arena, frequencies, tokens->length, m->err) != DANA_OK) {
        return m->err->status;
    }
    *terms = dana__make_term_vector(tokens->data, tokens->length, frequencies->data);
    return DANA_OK;
}

static dana_status read_query(model *m, dana_span title)
{
    dana_buffer tokens;
    dana_buffer frequencies;
    dana_status status;

    m->tokens.length = 0;
    status = add_terms(m, title);
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

/* df: sorts all (candidate, term) pairs by term, then counts runs. */
static dana_status count_documents(model *m)
{
    dana__fragments pass;
    dana__fragment fragment;
    dana_buffer all;
    dana_buffer counts;
    dana_status status = DANA_OK;

    dana_buffer_init(&all, sizeof(uint64_t));
    dana_buffer_init(&counts, sizeof(uint32_t));
    dana__fragments_start(&pass, m->page, m->scan, m->split);
    while (status == DANA_OK && dana__fragments_next(&pass, &fragment)) {
        dana__term_vector terms = {NULL, NULL, 0};

        m->weighting.candidate_count++;
        status = collect_terms(m, &fragment);
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
    return status == DANA_OK ? count_terms(m, &all, &counts, &m->weighting.df) : status;
}

static bool shares_a_term(const model *m)
{
    const uint64_t *tokens = m->tokens.data;

    for (size_t i = 0; i < m->tokens.length; i++) {
        if ((m->query_bits & bit_of(tokens[i])) != 0 &&
            dana__term_frequency(&m->query, tokens[i]) > 0) {
            return true;
        }
    }
    return false;
}

static dana_status score_fragment(model *m, const dana__fragment *fragment, double *score)
{
    dana__term_vector sentence;
    dana_status status = collect_terms(m, fragment);

    *score = 0.0;
    if (status != DANA_OK || !shares_a_term(m)) {
        return status;
    }
    status = count_terms(m, &m->tokens, &m->frequencies, &sentence);
    if (status == DANA_OK) {
        *score = dana__compare(&m->weighting, &m->query, &sentence);
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
static dana_status score_candidates(model *m, bool want_candidates, dana_headline *headline)
{
    dana__fragments pass;
    dana__fragment fragment;
    dana_buffer kept;
    dana_status status = DANA_OK;

    dana_buffer_init(&kept, sizeof(dana_candidate));
    dana__fragments_start(&pass, m->page, m->scan, m->split);
    while (status == DANA_OK && dana__fragments_next(&pass, &fragment)) {
        dana_candidate candidate = {.span = fragment.span, .heading = fragment.heading};

        status = score_fragment(m, &fragment, &candidate.score);
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
               .scan = scan,
               .weighting = {.metric = (dana__metric)headline->params.values[METRIC]},
               .split = (dana__split)headline->params.values[SPLIT]};
    dana_status status = DANA_OK;

    dana_buffer_init(&m.tokens, sizeof(uint64_t));
    dana_buffer_init(&m.frequencies, sizeof(uint32_t));
    if (headline->params.values[STOP_WORDS] == STOP_WORDS_ENGLISH) {
        status = dana__make_stop_words(page->arena, &m.rules.stop_words, err);
    }
    if (status == DANA_OK) {
        status = read_query(&m, scan->title);
    }
    if (status == DANA_OK && m.weighting.metric != DANA__TF) {
        status = count_documents(&m);
    }
    if (status == DANA_OK) {
        status = score_candidates(&m, want_candidates, headline);
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
    .notes =
        "All of it is in the thesis; ties go to the earlier fragment. 2.1.4.4 removes stop words "
        "and 5.3 breaks texts into sentences: stopwords and split do so, and find fewer "
        "headlines.",
    .kind = DANA_KIND_HEADLINE,
    .params = titlefinder_params,
    .param_count = DANA__COUNT(titlefinder_params),
    .ops = &titlefinder_ops,
};
