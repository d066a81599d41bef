/*
 * The profile: counts per line and their smoothed difference.
 */
#ifndef DANA_PAGE_PROFILE_H
#define DANA_PAGE_PROFILE_H

#include "dana/result.h"

/*
 * Builds the profile of a scan: smoothed by formula 4.2, or by 4.6 where `smooth` is false.
 * *out is borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__build_profile(dana_page *page, const dana_scan *scan, bool smooth,
                                              dana_profile *out, dana_error *err);

#endif
