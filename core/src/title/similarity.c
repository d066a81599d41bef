#include "title/similarity.h"

#include <math.h>

/* idf = log(N / df); a term in no candidate weighs nothing. */
static double idf_of(const dana__weighting *w, uint64_t token)
{
    uint32_t df = w->metric != DANA__TF ? dana__term_frequency(&w->df, token) : 0;

    return df > 0 ? log((double)w->candidate_count / df) : 0.0;
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

static void add_query_sums(const dana__weighting *w, const dana__term_vector *query,
                           const dana__term_vector *sentence, sums *s)
{
    for (size_t i = 0; i < query->count; i++) {
        double q = query->frequencies[i];
        double t = dana__term_frequency(sentence, query->tokens[i]);
        double idf = idf_of(w, query->tokens[i]);

        s->query_tf += q * q;
        s->query_tf_idf += q * idf * q * idf;
        s->dot_tf += q * t;
        s->dot_tf_idf += q * idf * t * idf;
        s->overlap += q * idf * t;
    }
}

static void add_sentence_sums(const dana__weighting *w, const dana__term_vector *sentence, sums *s)
{
    for (size_t i = 0; i < sentence->count; i++) {
        double t = sentence->frequencies[i];
        double weight = t * idf_of(w, sentence->tokens[i]);

        s->sentence_tf += t * t;
        s->sentence_tf_idf += weight * weight;
    }
}

static double cosine(double dot, double a, double b)
{
    return a > 0.0 && b > 0.0 ? dot / sqrt(a * b) : 0.0;
}

double dana__compare(const dana__weighting *weighting, const dana__term_vector *query,
                     const dana__term_vector *sentence)
{
    sums s = {0};

    add_query_sums(weighting, query, sentence, &s);
    add_sentence_sums(weighting, sentence, &s);
    double cos_tf = cosine(s.dot_tf, s.query_tf, s.sentence_tf);
    double cos_tf_idf = cosine(s.dot_tf_idf, s.query_tf_idf, s.sentence_tf_idf);
    /* Formula 5.2: tf-idf weights of the query, tf of the sentence normalised by its length. */
    double osm = s.sentence_tf > 0.0 ? s.overlap / sqrt(s.sentence_tf) : 0.0;

    switch (weighting->metric) {
    case DANA__TF:
        return cos_tf;
    case DANA__TF_IDF:
        return cos_tf_idf;
    case DANA__OSM:
        return osm;
    default:
        return cos_tf + cos_tf_idf + osm; /* formula 5.3 */
    }
}
