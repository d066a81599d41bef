#include "answer/lines.h"

#include "dana/trace.h"

static void write_range(const dana_range *range, api__offset_cursor *cursor,
                        api__line_cursor *lines, api__writer *w)
{
    size_t start = api__offset_at(cursor, range->span.start);
    size_t end = api__offset_at(cursor, range->span.end);
    size_t first = api__source_line_at(lines, range->span.start);
    size_t last = api__source_line_at(lines, range->span.end - 1);

    api__write_begin(w, NULL);
    api__write_number(w, "start_line", (int64_t)range->start_line);
    api__write_number(w, "end_line", (int64_t)range->end_line);
    api__write_number(w, "start", (int64_t)start);
    api__write_number(w, "end", (int64_t)end);
    api__write_number(w, "source_start_line", (int64_t)first);
    api__write_number(w, "source_end_line", (int64_t)last);
    api__write_end(w);
}

void api__write_ranges(api__extraction *e, api__writer *w, const char *name)
{
    api__offset_cursor cursor = api__new_cursor(e);

    api__write_begin_array(w, name);
    for (size_t i = 0; i < e->range_count; i++) {
        write_range(&e->ranges[i], &cursor, &e->lines, w);
    }
    api__write_end_array(w);
}

/* Counts of a page are below DANA_SOURCE_MAX: with a sign they are the same numbers. */
static void write_counts(api__writer *w, const char *name, const uint32_t *first, size_t count)
{
    api__write_column(w, name, first, sizeof(dana_line), count);
}

static void write_signal(const dana_profile *profile, api__writer *w)
{
    if (profile->signal != NULL) {
        api__write_string(w, "signal", profile->signal);
    } else {
        api__write_null(w, "signal");
    }
    if (profile->smoothed != NULL) {
        api__write_column(w, "smoothed", profile->smoothed, sizeof(*profile->smoothed),
                          profile->line_count);
    } else {
        api__write_null(w, "smoothed");
    }
}

void api__write_density(api__extraction *e, api__writer *w, const char *name)
{
    static const dana_line none;
    const dana_profile *profile = &e->result.profile;
    const dana_line *first = profile->line_count > 0 ? profile->lines : &none;

    api__write_begin(w, name);
    api__write_number(w, "lines", (int64_t)profile->line_count);
    write_counts(w, "content", &first->content, profile->line_count);
    write_counts(w, "code", &first->code, profile->line_count);
    write_signal(profile, w);
    api__write_end(w);
}

void api__write_line_offsets(api__extraction *e, api__writer *w, const char *name)
{
    const dana_profile *profile = &e->result.profile;
    size_t count = profile->line_count;
    api__offset_cursor cursor = api__new_cursor(e);

    api__write_begin_array(w, name);
    for (size_t i = 0; i <= count; i++) {
        size_t byte = i < count ? profile->lines[i].start : dana_page_source(e->page).length;

        api__write_integer(w, (int64_t)api__offset_at(&cursor, byte));
    }
    api__write_end_array(w);
}

/* Densities are told to a tenth of a character, scores to 3 decimals: what they are worth. */
static double rounded(double value, double steps)
{
    return (double)(int64_t)(value * steps + (value < 0.0 ? -0.5 : 0.5)) / steps;
}

/* Writes a name, or null where there is none. */
static void write_name(api__writer *w, const char *member, const char *name)
{
    if (name != NULL) {
        api__write_string(w, member, name);
    } else {
        api__write_null(w, member);
    }
}

static void write_block(const api__extraction *e, api__writer *w, const dana_traced_block *block,
                        api__offset_cursor *cursor)
{
    const dana_profile *profile = &e->result.profile;
    size_t line = dana_line_at(profile->lines, profile->line_count, block->span.start) + 1;

    api__write_begin(w, NULL);
    api__write_number(w, "start", (int64_t)api__offset_at(cursor, block->span.start));
    api__write_number(w, "end", (int64_t)api__offset_at(cursor, block->span.end));
    api__write_number(w, "line", (int64_t)line);
    api__write_boolean(w, "taken", block->taken);
    api__write_string(w, "fate", block->decision);
    write_name(w, "rule", block->rule);
    write_name(w, "settled_by", block->settled_by);
    api__write_real(w, "density", rounded(block->density, 10.0));
    api__write_real(w, "score", rounded(block->score, 1000.0));
    api__write_end(w);
}

void api__write_trace(api__extraction *e, api__writer *w, const char *name)
{
    api__offset_cursor cursor = api__new_cursor(e);
    const dana_traced_block *blocks;
    size_t count;

    if (dana_result_trace(e->page, &e->result, &blocks, &count, &e->err) != DANA_OK) {
        api__buffer_fail(&w->buffer);
        return;
    }
    if (blocks == NULL) {
        api__write_null(w, name);
        return;
    }
    api__write_begin_array(w, name);
    for (size_t i = 0; i < count; i++) {
        write_block(e, w, &blocks[i], &cursor);
    }
    api__write_end_array(w);
}
