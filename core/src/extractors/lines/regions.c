#include "extractors/lines/regions.h"

#include "page/page.h"

/* Finds the first region at or after line `from`. */
static bool next_region(const dana_profile *profile, size_t from, dana__region *region)
{
    size_t i = from;

    while (i < profile->line_count && profile->smoothed[i] <= 0) {
        i++;
    }
    if (i >= profile->line_count) {
        return false;
    }
    region->first = i;
    while (i < profile->line_count && profile->smoothed[i] > 0) {
        i++;
    }
    region->last = i - 1;
    return true;
}

/* Finds the last region that ends before line `before`. */
static bool previous_region(const dana_profile *profile, size_t before, dana__region *region)
{
    size_t i = before;

    while (i > 0 && profile->smoothed[i - 1] <= 0) {
        i--;
    }
    if (i == 0) {
        return false;
    }
    region->last = i - 1;
    while (i > 0 && profile->smoothed[i - 1] > 0) {
        i--;
    }
    region->first = i;
    return true;
}

static uint64_t region_content(const dana_profile *profile, dana__region region)
{
    uint64_t content = 0;

    for (size_t i = region.first; i <= region.last; i++) {
        content += profile->lines[i].content;
    }
    return content;
}

bool dana__largest_region(const dana_profile *profile, size_t from, dana__region *largest)
{
    dana__region region;
    uint64_t most = 0;
    bool found = false;

    for (; next_region(profile, from, &region); from = region.last + 1) {
        uint64_t content = region_content(profile, region);

        if (!found || content > most) {
            *largest = region;
            most = content;
            found = true;
        }
    }
    return found;
}

/* Formula 4.4: d(r_i, r_j) = x_j - y_i + 1 for r_i before r_j, so that at most gap - 2 lines lie
 * between two regions of T. */
static size_t distance(dana__region before, dana__region after)
{
    return after.first - before.last + 1;
}

bool dana__main_regions(const dana_profile *profile, size_t gap, dana__region *main)
{
    dana__region next;
    dana__region edge;

    if (!dana__largest_region(profile, 0, main)) {
        return false;
    }
    /* Algorithm 1, lines 2 to 6: to the left. */
    edge = *main;
    while (previous_region(profile, edge.first, &next) && distance(next, edge) <= gap) {
        edge = next;
        main->first = next.first;
    }
    /* Algorithm 1, lines 7 to 11: to the right. */
    edge = (dana__region){main->first, main->last};
    while (next_region(profile, edge.last + 1, &next) && distance(edge, next) <= gap) {
        edge = next;
        main->last = next.last;
    }
    return true;
}

/* The longest column above the x-axis (ICSOFT 2011, 4.1, step 2). */
static bool longest_column(const dana_profile *profile, size_t *line)
{
    int32_t longest = 0;

    for (size_t i = 0; i < profile->line_count; i++) {
        if (profile->smoothed[i] > longest) {
            longest = profile->smoothed[i];
            *line = i;
        }
    }
    return longest > 0;
}

bool dana__grow_lines(const dana_profile *profile, size_t gap, dana__region *main)
{
    size_t line = 0;

    if (!longest_column(profile, &line)) {
        return false;
    }
    *main = (dana__region){line, line};
    for (size_t i = line; i > 0 && main->first - (i - 1) <= gap; i--) {
        if (profile->lines[i - 1].content > 0) {
            main->first = i - 1;
        }
    }
    for (size_t i = line + 1; i < profile->line_count && i - main->last <= gap; i++) {
        if (profile->lines[i].content > 0) {
            main->last = i;
        }
    }
    return true;
}

static size_t count_regions(const dana_profile *profile, dana__region main)
{
    dana__region region;
    size_t count = 0;

    for (size_t from = main.first; from <= main.last && next_region(profile, from, &region);
         from = region.last + 1) {
        count++;
    }
    return count;
}

static dana_span span_of_lines(const dana_page *page, const dana_profile *profile,
                               dana__region lines)
{
    return (dana_span){profile->lines[lines.first].start,
                       (uint32_t)dana_line_end(page, profile, lines.last)};
}

dana_status dana__select_regions(dana_page *page, const dana_profile *profile, dana__region main,
                                 bool fill, dana_selection *out, dana_error *err)
{
    size_t count = fill ? 1 : count_regions(profile, main);
    dana_span *spans = dana_arena_alloc(page->arena, count * sizeof(*spans), err);
    dana__region region = main;

    if (spans == NULL) {
        return err->status;
    }
    if (fill) {
        spans[0] = span_of_lines(page, profile, main);
    } else {
        size_t from = main.first;

        for (size_t i = 0; i < count && next_region(profile, from, &region); i++) {
            spans[i] = span_of_lines(page, profile, region);
            from = region.last + 1;
        }
    }
    *out = (dana_selection){spans, count};
    return DANA_OK;
}
