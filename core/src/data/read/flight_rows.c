#include "data/read/flight_rows.h"

#include "base/ascii.h"
#include "base/search.h"
#include "data/read/values.h"
#include "jsonld/escapes.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of a script in which the name of the list stands, and digits of an id. */
#define NAME_WITHIN 200
#define ID_DIGITS   8

void dana__flight_start(dana__flight_rows *flight)
{
    dana_buffer_init(&flight->text, 1);
    dana_buffer_init(&flight->pieces, sizeof(dana__origin));
    dana_buffer_init(&flight->rows, sizeof(dana__row));
}

void dana__flight_clear(dana_arena *arena, dana__flight_rows *flight)
{
    dana_buffer_release(arena, &flight->text);
    dana_buffer_release(arena, &flight->pieces);
    dana_buffer_release(arena, &flight->rows);
}

bool dana__is_flight(dana_view script)
{
    size_t length = script.length < NAME_WITHIN ? script.length : NAME_WITHIN;

    return memmem(script.data, length, "__next_f", 8) != NULL;
}

static dana_status add_piece(dana_arena *arena, dana__flight_rows *flight, dana_view raw,
                             const char *source, dana_error *err)
{
    dana__origin piece = {.start = (uint32_t)flight->text.length,
                          .where.start = (uint32_t)(raw.data - source)};
    dana_status status = dana_buffer_reserve(arena, &flight->text, raw.length, err);

    piece.where.end = piece.where.start + (uint32_t)raw.length;
    if (status == DANA_OK) {
        flight->text.length += dana__json_decode(raw,
                                                 (char *)flight->text.data + flight->text.length);
        status = dana_buffer_append(arena, &flight->pieces, &piece, 1, err);
    }
    return status;
}

dana_status dana__flight_add(dana_arena *arena, dana__flight_rows *flight, dana_view script,
                             const char *source, dana_error *err)
{
    static const char push[] = "push([1,";
    const char *end = script.data + script.length;
    dana_status status = DANA_OK;
    dana__json_event event;
    dana__values values;

    for (const char *p = script.data; status == DANA_OK;) {
        p = memmem(p, (size_t)(end - p), push, sizeof(push) - 1);
        if (p == NULL) {
            break;
        }
        p += sizeof(push) - 1;
        dana__values_start(&values, dana__between(p, end));
        dana__values_next(&values, &event);
        if (event.kind == DANA__JSON_STRING && event.text.length > 0) {
            status = add_piece(arena, flight, event.text, source, err);
            p = values.p;
        }
    }
    return status;
}

const char *dana__read_row_id(const char *p, const char *end, uint32_t *out)
{
    const char *start = p;

    for (*out = 0; p < end && p - start < ID_DIGITS; p++) {
        char c = dana__to_lower(*p);

        if (dana__is_digit(c)) {
            *out = *out * 16 + (uint32_t)(c - '0');
        } else if (c >= 'a' && c <= 'f') {
            *out = *out * 16 + (uint32_t)(c - 'a' + 10);
        } else {
            break;
        }
    }
    return p;
}

/* Whether a row begins at p; says where its value does. */
static bool begins_row(const char *p, const char *end, uint32_t *id, const char **value)
{
    const char *after = dana__read_row_id(p, end, id);

    *value = after + 1;
    return after > p && after < end && *after == ':';
}

static const char *line_end(const char *p, const char *end)
{
    const char *newline = memchr(p, '\n', (size_t)(end - p));

    return newline != NULL ? newline : end;
}

/* The end of a text that says it has `length` bytes. Where no row follows there, it ends before the
 * next line that begins one: a page that was saved in another encoding has other lengths. */
static const char *text_end(const char *p, const char *end, size_t length)
{
    uint32_t id;
    const char *value;

    if (length >= (size_t)(end - p)) {
        return end;
    }
    if (begins_row(p + length, end, &id, &value)) {
        return p + length;
    }
    for (p = line_end(p, end); p < end; p = line_end(p + 1, end)) {
        if (begins_row(p + 1, end, &id, &value)) {
            return p;
        }
    }
    return end;
}

/* Reads the value of a row at p, and says where the row ends; is_value false: it is of another
 * kind, a module or a hint. */
static const char *read_value(const char *p, const char *end, dana__row *row, bool *is_value,
                              const char *base)
{
    const char *stop = line_end(p, end);
    uint32_t length;
    const char *after = p < end && *p == 'T' ? dana__read_row_id(p + 1, end, &length) : p;

    row->is_text = after > p + 1 && after < end && *after == ',';
    *is_value = row->is_text || (p < end && strchr("[{\"", *p) != NULL);
    if (row->is_text) {
        p = after + 1;
        stop = text_end(p, end, length);
    }
    row->start = (uint32_t)(p - base);
    row->end = (uint32_t)(stop - base);
    return stop;
}

static int by_id(const void *a, const void *b)
{
    uint32_t first = ((const dana__row *)a)->id;
    uint32_t second = ((const dana__row *)b)->id;

    return (first > second) - (first < second);
}

dana_status dana__flight_finish(dana_arena *arena, dana__flight_rows *flight, dana_error *err)
{
    const char *base = flight->text.data;
    const char *end = base + flight->text.length;
    dana_status status = DANA_OK;

    for (const char *p = base; p < end && status == DANA_OK;) {
        dana__row row = {.id = 0};
        bool is_value = false;
        const char *value;

        if (*p == '\n') {
            p++;
        } else if (begins_row(p, end, &row.id, &value)) {
            p = read_value(value, end, &row, &is_value, base);
        } else {
            p = line_end(p, end);
        }
        if (is_value) {
            status = dana_buffer_append(arena, &flight->rows, &row, 1, err);
        }
    }
    if (flight->rows.length > 0) {
        qsort(flight->rows.data, flight->rows.length, sizeof(dana__row), by_id);
    }
    return status;
}

dana__row *dana__flight_row(const dana__flight_rows *flight, uint32_t id)
{
    dana__row key = {.id = id};

    return flight->rows.length > 0
               ? bsearch(&key, flight->rows.data, flight->rows.length, sizeof(key), by_id)
               : NULL;
}

dana_span dana__origin_of(const dana_buffer *origins, uint32_t at)
{
    const dana__origin *list = origins->data;
    return list[dana__last_to(list, origins->length, sizeof(*list), at)].where;
}
