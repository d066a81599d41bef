#include "report/means.h"

static double ratio(double a, double b)
{
    return b > 0.0 ? a / b : 0.0;
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
        if (s->counted) {
            mean.pages++;
            sum.precision += s->precision;
            sum.recall += s->recall;
            sum.f1 += s->f1;
            sum.found += s->found;
            sum.wanted += s->wanted;
            sum.common += s->common;
        }
    }
    mean.precision = ratio(sum.precision, (double)mean.pages);
    mean.recall = ratio(sum.recall, (double)mean.pages);
    mean.f1 = ratio(sum.f1, (double)mean.pages);
    mean.micro_precision = ratio(sum.common, sum.found);
    mean.micro_recall = ratio(sum.common, sum.wanted);
    mean.micro_f1 = ratio(2.0 * sum.common, sum.found + sum.wanted);
    mean.mb_per_s = ratio(sum.bytes / 1e6, sum.ms / 1e3);
    return mean;
}
