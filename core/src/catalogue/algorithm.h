/*
 * The list of all algorithms; each is defined in the file of its extractor.
 */
#ifndef DANA_CATALOGUE_ALGORITHM_H
#define DANA_CATALOGUE_ALGORITHM_H

#include "dana/algorithm.h"

/* In the order of dana_algorithm_at; the first of each kind is that kind's default. */
#define DANA__ALGORITHMS(X)                                                                        \
    X(auto)                                                                                        \
    X(addanag)                                                                                     \
    X(danag)                                                                                       \
    X(dana)                                                                                        \
    X(r2l)                                                                                         \
    X(density)                                                                                     \
    X(bte)                                                                                         \
    X(dsc)                                                                                         \
    X(ccb)                                                                                         \
    X(accb)                                                                                        \
    X(tccb)                                                                                        \
    X(boilerpipe)                                                                                  \
    X(cetr)                                                                                        \
    X(mss)                                                                                         \
    X(lqf)                                                                                         \
    X(cetd)                                                                                        \
    X(crunch)                                                                                      \
    X(gswce)                                                                                       \
    X(fe)                                                                                          \
    X(kfe)                                                                                         \
    X(combine)                                                                                     \
    X(titlerank)                                                                                   \
    X(titlefinder)                                                                                 \
    X(largest_heading)                                                                             \
    X(title)

#define DANA__DECLARE_ALGORITHM(name) extern const dana_algorithm dana__##name;
DANA__ALGORITHMS(DANA__DECLARE_ALGORITHM)
#undef DANA__DECLARE_ALGORITHM

/*
 * Fills *effective with params, NULL: the defaults, and checks every value against its parameter.
 * Errors: DANA_INVALID_PARAM.
 */
DANA_MUST_USE dana_status dana__effective_params(const dana_algorithm *algorithm,
                                                 const dana_params *params, dana_params *effective,
                                                 dana_error *err);

#endif
