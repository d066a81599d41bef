#include "answer/trace.h"

#include "dana/trace.h"

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
