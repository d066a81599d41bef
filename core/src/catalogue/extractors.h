/*
 * The algorithms that find content in a page on their own; CombinE combines them. Each is defined
 * in the file of its extractor.
 */
#ifndef DANA_CATALOGUE_EXTRACTORS_H
#define DANA_CATALOGUE_EXTRACTORS_H

#include "dana/descriptor.h"
#include "dana/view.h"

/* In the order of dana_algorithm_at; the first is the default. */
#define DANA__EXTRACTORS(X)                                                                        \
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
    X(crf)                                                                                         \
    X(memm)                                                                                        \
    X(maxent)                                                                                      \
    X(lqf)                                                                                         \
    X(cetd)                                                                                        \
    X(crunch)                                                                                      \
    X(gswce)                                                                                       \
    X(fe)                                                                                          \
    X(kfe)                                                                                         \
    X(content_seeker)                                                                              \
    X(plain)                                                                                       \
    X(bound)                                                                                       \
    X(similarity)                                                                                  \
    X(sst)                                                                                         \
    X(vips)

#define DANA__DECLARE_ALGORITHM(name) extern const dana_algorithm dana__##name;
DANA__EXTRACTORS(DANA__DECLARE_ALGORITHM)

/* A row of a table of algorithms. */
#define DANA__ALGORITHM_ROW(name) &dana__##name,

/* Returns the algorithm of the list with this id, NULL where there is none. */
const dana_algorithm *dana__find_extractor(dana_view id);

#endif
