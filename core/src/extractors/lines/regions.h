/*
 * Regions: runs of lines where content outweighs code, and those that are the main content.
 */
#ifndef DANA_EXTRACTORS_LINES_REGIONS_H
#define DANA_EXTRACTORS_LINES_REGIONS_H

#include "dana/result.h"

/* A region r_j = [x_j, y_j] (thesis, formula 4.3): line indices, 0-based, inclusive. */
typedef struct {
    size_t first;
    size_t last;
} dana__region;

/* Finds r_m (4.3.4), the region with most content characters, the first on ties, among those that
 * begin at line `from` (0-based) or after it. False: there is none. */
bool dana__largest_region(const dana_profile *profile, size_t from, dana__region *largest);

/*
 * Thesis 4.3.3 and 4.3.4: finds the region with most content characters (the first on ties) and
 * grows it to both sides by Algorithm 1 with the distance of formula 4.4. *main spans from the
 * first line of the first region of T to the last line of its last. False: no region.
 */
bool dana__main_regions(const dana_profile *profile, size_t gap, dana__region *main);

/*
 * The growth of the papers of 2011 (R2L, ICSOFT 2011, 4.1, steps 2 and 3; DANA, TIR 2011, phase
 * two): finds the line of the greatest smoothed difference (the first on ties), then moves up and
 * down to the next line with content, as long as one stands within `gap` lines. *main spans from
 * the first line found to the last. False: no line has a difference above 0.
 */
bool dana__grow_lines(const dana_profile *profile, size_t gap, dana__region *main);

/*
 * Makes the selection of the regions within `main`, or of all its lines where `fill`.
 * *out is borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__select_regions(dana_page *page, const dana_profile *profile,
                                               dana__region main, bool fill, dana_selection *out,
                                               dana_error *err);

#endif
