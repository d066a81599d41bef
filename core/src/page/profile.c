#include "page/profile.h"

#include "page/page.h"

static int32_t difference(const dana_line *line)
{
    return (int32_t)line->content - (int32_t)line->code;
}

/* Thesis, formula 4.6: diff_i = T1_i - T2_i. */
static void subtract_lines(const dana_line *lines, size_t count, int32_t *out)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = difference(&lines[i]);
    }
}

/* Thesis, formula 4.2: diff_i is the sum of T1 - T2 over the lines i-1, i, i+1; a neighbour
 * outside the page counts 0. */
static void smooth_lines(const dana_line *lines, size_t count, int32_t *out)
{
    int32_t before = 0;
    int32_t here = count > 0 ? difference(&lines[0]) : 0;

    for (size_t i = 0; i < count; i++) {
        int32_t after = i + 1 < count ? difference(&lines[i + 1]) : 0;

        out[i] = before + here + after;
        before = here;
        here = after;
    }
}

dana_status dana__build_profile(dana_page *page, const dana_scan *scan, bool smooth,
                                dana_profile *out, dana_error *err)
{
    int32_t *smoothed = dana_arena_alloc(page->arena, scan->line_count * sizeof(*smoothed), err);

    if (smoothed == NULL) {
        return err->status;
    }
    dana_status status = dana__poll(page, err);

    if (status != DANA_OK) {
        return status;
    }
    if (smooth) {
        smooth_lines(scan->lines, scan->line_count, smoothed);
    } else {
        subtract_lines(scan->lines, scan->line_count, smoothed);
    }
    *out = (dana_profile){scan->lines, smoothed, "diff", scan->line_count};
    return DANA_OK;
}

size_t dana_line_end(const dana_page *page, const dana_profile *profile, size_t index)
{
    return index + 1 < profile->line_count ? profile->lines[index + 1].start : page->source.length;
}
