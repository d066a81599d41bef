#include "dana/algorithm.h"

#include "base/ascii.h"

static const dana_algorithm_absent absent[] = {
    {"vips", "VIPS", "Cai, Yu, Wen, Ma: VIPS, Microsoft Research 2003; thesis 3.2.5",
     "It reads positions, sizes and colours, which only a rendering engine knows."},
    {"mantratzis", "Mantratzis et al.", "Mantratzis, Orgun, Cassidy, Hypertext 2005; thesis 3.2.2",
     "Neither the thesis nor the abstracts of its papers give the scores of an area or the rule "
     "that removes one; the quota of links it shares with Crunch is lqf."},
};

size_t dana_algorithm_absent_count(void)
{
    return DANA__COUNT(absent);
}

const dana_algorithm_absent *dana_algorithm_absent_at(size_t index)
{
    return index < DANA__COUNT(absent) ? &absent[index] : NULL;
}
