#include "report/means.h"

static double ratio(double a, double b)
{
    return b > 0.0 ? a / b : 0.0;
}

/* Adds a page's shares to a mean's, as counts. */
static void add_shares(api__mean *mean, const api_page_score *s)
{
    mean->units_f1 += s->units_f1;
    mean->under_half += s->f1 < 0.5;
    mean->whole += s->whole;
    mean->first_missing += s->first_missing;
    mean->last_missing += s->last_missing;
    mean->goes_on += s->goes_on;
}

static void add_snippets(api__mean *mean, const api_corpus_page *page, const api_page_score *s)
{
    mean->with += (double)page->with.count;
    mean->without += (double)page->without.count;
    mean->with_found += s->with_found;
    mean->without_found += s->without_found;
}

static void divide_shares(api__mean *mean)
{
    double *const shares[] = {&mean->units_f1,      &mean->under_half,   &mean->whole,
                              &mean->first_missing, &mean->last_missing, &mean->goes_on};

    for (size_t i = 0; i < sizeof(shares) / sizeof(shares[0]); i++) {
        *shares[i] = ratio(*shares[i], (double)mean->pages);
    }
}

dana_score api__snippet_score(const api__mean *mean)
{
    double found = mean->with_found + mean->without_found;

    return (dana_score){.precision = ratio(mean->with_found, found),
                        .recall = ratio(mean->with_found, mean->with),
                        .f1 = ratio(2.0 * mean->with_found, found + mean->with)};
}

api__mean api__mean_of(const api_evaluation *evaluation, const api_corpus_page *pages,
                       const api_page_score *scores, size_t count, size_t run,
                       bool (*belongs)(const api_corpus_page *page, const void *arg),
                       const void *arg)
{
    api__mean mean = {0};
    api_page_score sum = {0};

    for (size_t i = 0; i < count; i++) {
        const api_page_score *s = &scores[i * evaluation->run_count + run];

        if (!belongs(&pages[i], arg)) {
            continue;
        }
        mean.failures += s->failed;
        sum.ms += s->ms;
        sum.bytes += s->failed ? 0.0 : s->bytes;
        if (!s->failed) {
            add_snippets(&mean, &pages[i], s);
        }
        if (s->counted) {
            add_shares(&mean, s);
            mean.pages++;
            sum.precision += s->precision;
            sum.recall += s->recall;
            sum.f1 += s->f1;
            sum.found += s->found;
            sum.wanted += s->wanted;
            sum.common += s->common;
        }
    }
    divide_shares(&mean);
    mean.precision = ratio(sum.precision, (double)mean.pages);
    mean.recall = ratio(sum.recall, (double)mean.pages);
    mean.f1 = ratio(sum.f1, (double)mean.pages);
    mean.micro_precision = ratio(sum.common, sum.found);
    mean.micro_recall = ratio(sum.common, sum.wanted);
    mean.micro_f1 = ratio(2.0 * sum.common, sum.found + sum.wanted);
    mean.mb_per_s = ratio(sum.bytes / 1e6, sum.ms / 1e3);
    return mean;
}
