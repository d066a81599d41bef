/*
 * The profile: counts per line, with anchors normalised, and their smoothed difference.
 */
#ifndef DANA_DENSITY_PROFILE_H
#define DANA_DENSITY_PROFILE_H

#include "dana/extract.h"

/* How anchors are normalised before lines are counted (thesis 4.6.1). */
typedef enum {
    DANA__FILTER_NONE = 0,
    DANA__FILTER_1 = 1, /* removed; done by the scan (drop_anchors) */
    DANA__FILTER_2 = 2, /* attributes removed */
    DANA__FILTER_3 = 3, /* code made as long as the anchor's text */
} dana__filter;

/*
 * Builds the profile of a scan: filter, then smoothing by formula 4.2, or by 4.6 where
 * `smooth` is false. *out is borrowed from the page.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__build_profile(dana_page *page, const dana_scan *scan,
                                              dana__filter filter, bool smooth, dana_profile *out,
                                              dana_error *err);

#endif
