#include "answer/looks.h"

#include "dana/segments.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for "#rrggbbaa". */
#define COLOR_SIZE 10

static double tenths(float value)
{
    return round((double)value * 10.0) / 10.0;
}

/* CSS has it like this; the last two digits are left out of what is opaque. */
static void write_color(api__writer *w, const char *name, uint32_t color)
{
    char text[COLOR_SIZE];
    size_t length = (color & 0xff) == 0xff ? 7 : 9;

    snprintf(text, sizeof(text), "#%08x", (unsigned)color);
    text[length] = '\0';
    api__write_string(w, name, text);
}

static void write_looks(api__writer *w, const dana_looks *looks)
{
    api__write_real(w, "x", tenths(looks->x));
    api__write_real(w, "y", tenths(looks->y));
    api__write_real(w, "width", tenths(looks->width));
    api__write_real(w, "height", tenths(looks->height));
    if (looks->font_weight == 0 && looks->font_size <= 0.0f) {
        api__write_null(w, "font_size");
        api__write_null(w, "font_weight");
        api__write_null(w, "color");
        api__write_null(w, "background");
        return;
    }
    api__write_real(w, "font_size", tenths(looks->font_size));
    api__write_number(w, "font_weight", looks->font_weight);
    write_color(w, "color", looks->color);
    write_color(w, "background", looks->background);
}

static int64_t line_of(const dana_profile *profile, size_t offset)
{
    return profile->line_count > 0
               ? (int64_t)dana_line_at(profile->lines, profile->line_count, offset) + 1
               : 1;
}

/* A span in bytes, and in the unit of the request. */
typedef struct {
    dana_span bytes;
    size_t start;
    size_t end;
} placed_span;

static void write_span(const api__extraction *e, api__writer *w, const placed_span *span)
{
    const dana_profile *profile = &e->result.profile;
    dana_span bytes = span->bytes;

    api__write_number(w, "start", (int64_t)span->start);
    api__write_number(w, "end", (int64_t)span->end);
    api__write_number(w, "start_line", line_of(profile, bytes.start));
    api__write_number(w, "end_line",
                      line_of(profile, bytes.end > bytes.start ? bytes.end - 1 : bytes.start));
}

static placed_span place(api__offset_cursor *cursor, dana_span span)
{
    size_t start = api__offset_at(cursor, span.start);

    return (placed_span){span, start, api__offset_at(cursor, span.end)};
}

void api__write_boxes(api__extraction *e, api__writer *w, const char *name)
{
    api__offset_cursor cursor = api__new_cursor(e);
    const dana_text_block *blocks;
    size_t count;

    if (!api__has_boxes(e)) {
        api__write_null(w, name);
        return;
    }
    if (dana_find_text_blocks(e->page, &blocks, &count, &e->err) != DANA_OK) {
        api__buffer_fail(&w->buffer);
        return;
    }
    api__write_begin_array(w, name);
    for (size_t i = 0; i < count; i++) {
        placed_span span = place(&cursor, blocks[i].span);

        api__write_begin(w, NULL);
        write_span(e, w, &span);
        write_looks(w, &blocks[i].looks);
        api__write_end(w);
    }
    api__write_end_array(w);
}

static unsigned coherence_of(const api__extraction *e)
{
    int index = dana_param_index(e->result.algorithm, "pdoc");

    return index >= 0 ? (unsigned)e->result.params.values[index] : DANA_COHERENCE_DEFAULT;
}

static int compare_starts(const void *a, const void *b)
{
    const placed_span *x = *(placed_span *const *)a;
    const placed_span *y = *(placed_span *const *)b;

    return x->bytes.start < y->bytes.start ? -1 : x->bytes.start > y->bytes.start;
}

/* Places the leaves in the order of the source, in one pass, and then what holds them: asked one by
 * one, segments that lie around others would make the cursor begin again and again. `order` has
 * room for as many. */
static void place_segments(const dana_segments *segments, api__offset_cursor cursor,
                           placed_span *spans, placed_span **order)
{
    size_t leaves = 0;

    for (size_t i = 0; i < segments->count; i++) {
        spans[i] = (placed_span){.bytes = segments->items[i].span, .start = SIZE_MAX};
        if (segments->items[i].end == i + 1) {
            order[leaves++] = &spans[i];
        }
    }
    qsort(order, leaves, sizeof(*order), compare_starts);
    for (size_t i = 0; i < leaves; i++) {
        *order[i] = place(&cursor, order[i]->bytes);
    }
    for (size_t i = segments->count; i-- > 1;) {
        placed_span *parent = &spans[segments->items[i].parent];

        parent->start = spans[i].start < parent->start ? spans[i].start : parent->start;
        parent->end = spans[i].end > parent->end ? spans[i].end : parent->end;
    }
}

static void write_segment(const api__extraction *e, api__writer *w, const dana_segments *segments,
                          size_t index, const placed_span *span)
{
    const dana_segment *segment = &segments->items[index];

    api__write_begin(w, NULL);
    if (index > 0) {
        api__write_number(w, "parent", (int64_t)segment->parent);
    } else {
        api__write_null(w, "parent");
    }
    api__write_number(w, "level", segment->level);
    api__write_boolean(w, "leaf", segment->end == index + 1);
    api__write_number(w, "coherence", segment->coherence);
    api__write_number(w, "characters", segment->chars);
    api__write_number(w, "link_characters", segment->link_chars);
    write_span(e, w, span);
    write_looks(w, &segment->looks);
    api__write_end(w);
}

void api__write_segments(api__extraction *e, api__writer *w, const char *name)
{
    dana_segments segments;

    if (!api__has_boxes(e)) {
        api__write_null(w, name);
        return;
    }
    if (dana_find_segments(e->page, coherence_of(e), &segments, &e->err) != DANA_OK) {
        api__buffer_fail(&w->buffer);
        return;
    }
    placed_span *spans = calloc(segments.count + 1, sizeof(*spans));
    placed_span **order = calloc(segments.count + 1, sizeof(*order));

    if (spans == NULL || order == NULL) {
        api__buffer_fail(&w->buffer);
        segments.count = 0;
    } else {
        place_segments(&segments, api__new_cursor(e), spans, order);
    }
    api__write_begin_array(w, name);
    for (size_t i = 0; i < segments.count; i++) {
        write_segment(e, w, &segments, i, &spans[i]);
    }
    api__write_end_array(w);
    free(order);
    free(spans);
}
