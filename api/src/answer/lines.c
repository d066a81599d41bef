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

    api__write_begin_array(w, name, 0);
    for (size_t i = 0; i < e->range_count; i++) {
        write_range(&e->ranges[i], &cursor, &e->lines, w);
    }
    api__write_end_array(w);
}

static void write_smoothed(const dana_profile *profile, api__writer *w)
{
    if (profile->smoothed == NULL) {
        api__write_value(w, "smoothed", json_null());
        return;
    }
    api__write_begin_array(w, "smoothed", profile->line_count);
    for (size_t i = 0; i < profile->line_count; i++) {
        api__write_integer(w, profile->smoothed[i]);
    }
    api__write_end_array(w);
}

void api__write_density(api__extraction *e, api__writer *w, const char *name)
{
    const dana_profile *profile = &e->result.profile;
    size_t count = profile->line_count;

    api__write_begin(w, name);
    api__write_value(w, "lines", json_integer((json_int_t)count));
    api__write_begin_array(w, "content", count);
    for (size_t i = 0; i < count; i++) {
        api__write_integer(w, profile->lines[i].content);
    }
    api__write_end_array(w);
    api__write_begin_array(w, "code", count);
    for (size_t i = 0; i < count; i++) {
        api__write_integer(w, profile->lines[i].code);
    }
    api__write_end_array(w);
    api__write_value(w, "signal",
                     profile->signal != NULL ? json_string(profile->signal) : json_null());
    write_smoothed(profile, w);
    api__write_end(w);
}

void api__write_line_offsets(api__extraction *e, api__writer *w, const char *name)
{
    const dana_profile *profile = &e->result.profile;
    size_t count = profile->line_count;
    api__offset_cursor cursor = api__new_cursor(e);

    api__write_begin_array(w, name, count + 1);
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

static json_t *block_value(const api__extraction *e, const dana_traced_block *block,
                           api__offset_cursor *cursor)
{
    const dana_profile *profile = &e->result.profile;
    size_t line = dana_line_at(profile->lines, profile->line_count, block->span.start) + 1;
    size_t start = api__offset_at(cursor, block->span.start);
    size_t end = api__offset_at(cursor, block->span.end);

    return json_pack("{sI sI sI sb ss ss? sf sf}", "start", (json_int_t)start, "end",
                     (json_int_t)end, "line", (json_int_t)line, "taken", (int)block->taken, "fate",
                     block->decision, "rule", block->rule, "density", rounded(block->density, 10.0),
                     "score", rounded(block->score, 1000.0));
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
        api__write_value(w, name, json_null());
        return;
    }
    api__write_begin_array(w, name, count);
    for (size_t i = 0; i < count; i++) {
        api__write_value(w, NULL, block_value(e, &blocks[i], &cursor));
    }
    api__write_end_array(w);
}
