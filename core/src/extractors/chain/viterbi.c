#include "extractors/chain/viterbi.h"

double dana__viterbi(const dana__chain_step *steps, size_t count, uint8_t *from, uint8_t *labels)
{
    double best[2] = {0.0, -1e300};

    /* from[i]: bit b is the label before i on the best way to label b. */
    for (size_t i = 0; i < count; i++) {
        double next[2];

        from[i] = 0;
        for (unsigned to = 0; to < 2; to++) {
            double from_0 = best[0] + (double)steps[i].step[0][to];
            double from_1 = best[1] + (double)steps[i].step[1][to];

            next[to] = from_1 > from_0 ? from_1 : from_0;
            from[i] = (uint8_t)(from[i] | (from_1 > from_0) << to);
        }
        best[0] = next[0];
        best[1] = next[1];
    }
    unsigned label = best[1] > best[0];
    double sum = best[label];

    for (size_t i = count; i > 0; i--) {
        labels[i - 1] = (uint8_t)label;
        label = (unsigned)from[i - 1] >> label & 1u;
    }
    return sum;
}
