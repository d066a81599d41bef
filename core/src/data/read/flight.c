#include "data/read/flight.h"

#include "base/ascii.h"
#include "data/read/flight_write.h"

#include <string.h>

/* Arrays and objects that are open at once, and rows inside one another. */
#define FRAMES_MAX 4096
#define DEPTH_MAX  128

static bool is_key(const dana__json_event *event, const char *name)
{
    return event->key.length == strlen(name) &&
           memcmp(event->key.data, name, event->key.length) == 0;
}

/* Members of components that hold what is shown at other times. */
static bool is_for_later(const dana__json_event *event)
{
    return dana__is_among(event->key,
                          " notFound error errorStyles errorScripts loading loadingStyles "
                          "template templateStyles templateScripts forbidden unauthorized "
                          "fallback ");
}

/* What an array or object inside properties is. */
static dana__flight_place place_in_properties(const dana__json_event *event, bool is_host)
{
    bool is_array = event->kind == DANA__JSON_OPEN_ARRAY;

    if (is_key(event, "children")) {
        return is_array ? DANA__IN_CHILDREN : DANA__IN_DATA;
    }
    if (is_key(event, "dangerouslySetInnerHTML")) {
        return DANA__IN_MARKUP;
    }
    return is_host || is_for_later(event) ? DANA__IN_NOTHING : DANA__IN_DATA;
}

/* What an array or object inside an element is: its properties come fourth. */
static dana__flight_place place_in_element(const dana__flight_frame *element,
                                           const dana__json_event *event)
{
    if (element->seen < 4 || event->kind != DANA__JSON_OPEN_OBJECT || element->is_dropped) {
        return DANA__IN_NOTHING;
    }
    return element->type.length > 0 ? DANA__IN_HOST : DANA__IN_CALLED;
}

/* What the values of an array or object are by what holds it. */
static dana__flight_place place_of(dana__flight_walk *w, const dana__json_event *event,
                                   bool is_element)
{
    const dana__flight_frame *parent = w->frames.length > 0 ? dana__flight_top(w) : NULL;
    dana__flight_place around = parent != NULL ? parent->place : DANA__IN_DATA;
    bool skips = around == DANA__IN_CALLED && is_for_later(event);

    if (around == DANA__IN_NOTHING || around == DANA__IN_MARKUP || skips) {
        return DANA__IN_NOTHING;
    }
    if (around == DANA__IN_ELEMENT) {
        return place_in_element(parent, event);
    }
    if (is_element) {
        return DANA__IN_ELEMENT;
    }
    if (around == DANA__IN_HOST || around == DANA__IN_CALLED) {
        return place_in_properties(event, around == DANA__IN_HOST);
    }
    return event->kind == DANA__JSON_OPEN_ARRAY ? around : DANA__IN_DATA;
}

static void open(dana__flight_walk *w, const dana__json_event *event, bool is_element)
{
    dana__flight_frame inner = {.place = place_of(w, event, is_element),
                                .is_array = event->kind == DANA__JSON_OPEN_ARRAY};

    if (w->passed > 0 || w->frames.length >= FRAMES_MAX) {
        w->passed++;
        return;
    }
    if (inner.place == DANA__IN_ELEMENT || inner.place == DANA__IN_CHILDREN) {
        dana__flight_end_tag(w);
    }
    if (inner.place != DANA__IN_NOTHING) {
        dana__flight_begin_json(w, event->key);
        dana__flight_append(w, &w->out->json, inner.is_array ? "[" : "{");
    }
    if (w->status == DANA_OK) {
        w->status = dana_buffer_append(w->arena, &w->frames, &inner, 1, w->err);
    }
}

static void close_frame(dana__flight_walk *w)
{
    if (w->passed > 0) {
        w->passed--;
        return;
    }
    if (w->frames.length == 0) {
        return;
    }
    dana__flight_frame inner = *dana__flight_top(w);

    if (inner.type.length > 0) {
        dana__flight_close(w, &inner);
    }
    if (inner.place != DANA__IN_NOTHING) {
        dana__flight_append(w, &w->out->json, inner.is_array ? "]" : "}");
    }
    w->frames.length--;
}

/* Takes a string or number where it stands. is_plain: its characters are as they stand. */
static void take(dana__flight_walk *w, const dana__json_event *event, bool is_plain)
{
    dana__flight_frame *parent = w->frames.length > 0 ? dana__flight_top(w) : NULL;
    bool is_child = is_key(event, "children");

    switch (parent != NULL ? parent->place : DANA__IN_NOTHING) {
    case DANA__IN_ELEMENT:
        if (parent->seen == 2) {
            dana__flight_name(w, event->text);
        }
        break;
    case DANA__IN_CHILDREN:
        dana__flight_text(w, event->text, is_plain, false);
        break;
    case DANA__IN_HOST:
    case DANA__IN_CALLED:
        if (is_child) {
            dana__flight_text(w, event->text, is_plain, false);
        } else if (parent->place == DANA__IN_HOST) {
            dana__flight_attribute(w, event);
        } else {
            dana__flight_json(w, event->key, event->text, is_plain);
        }
        break;
    case DANA__IN_DATA:
        dana__flight_json(w, event->key, event->text, is_plain);
        break;
    case DANA__IN_MARKUP:
        dana__flight_text(w, event->text, is_plain, true);
        break;
    default:
        break;
    }
}

/* Reads another row at this place, once. */
static void enter(dana__flight_walk *w, dana__row *row, dana_view key)
{
    dana_view text = {(const char *)w->rows->text.data + row->start, row->end - row->start};
    dana__json_event event = {.kind = DANA__JSON_STRING, .key = key, .text = text};
    dana__flight_reading next = {.key = key, .is_first = true};

    if (row->is_read || w->readings.length >= DEPTH_MAX) {
        return;
    }
    row->is_read = true;
    if (row->is_text) {
        take(w, &event, true);
        return;
    }
    dana__values_start(&next.values, text);
    if (w->status == DANA_OK) {
        w->status = dana_buffer_append(w->arena, &w->readings, &next, 1, w->err);
    }
}

/* The row that a string names: "$1f", "$L1f" (lazy), "$@1f" (a promise). */
static dana__row *named_row(const dana__flight_walk *w, dana_view text)
{
    const char *end = text.data + text.length;
    const char *p = text.data + 1;
    uint32_t id;

    p += p < end && (*p == 'L' || *p == '@');
    return p < end && dana__read_row_id(p, end, &id) == end ? dana__flight_row(w->rows, id) : NULL;
}

/* Takes a string: a text, or one that begins with "$" and names something. */
static void take_string(dana__flight_walk *w, dana__json_event *event)
{
    const dana__flight_frame *parent = w->frames.length > 0 ? dana__flight_top(w) : NULL;
    bool is_type = parent != NULL && parent->place == DANA__IN_ELEMENT;
    bool names = event->text.length > 1 && event->text.data[0] == '$';

    if (names && event->text.data[1] == '$') {
        event->text = (dana_view){event->text.data + 1, event->text.length - 1};
    } else if (names && event->text.data[1] == 'D') {
        event->text = (dana_view){event->text.data + 2, event->text.length - 2};
    } else if (names && !is_type) {
        dana__row *row = named_row(w, event->text);

        if (row != NULL) {
            enter(w, row, event->key);
        }
        return;
    }
    take(w, event, false);
}

static bool is_number(dana_view text)
{
    return text.length > 0 && (dana__is_digit(text.data[0]) || text.data[0] == '-');
}

/* Takes the next value of the innermost row. */
static void step(dana__flight_walk *w)
{
    dana__flight_reading *r = (dana__flight_reading *)w->readings.data + w->readings.length - 1;
    dana__json_event event;

    dana__values_next(&r->values, &event);
    if (r->is_first) {
        event.key = r->key;
        r->is_first = false;
    }
    if (event.kind != DANA__JSON_CLOSE && event.kind != DANA__JSON_END && w->frames.length > 0) {
        dana__flight_top(w)->seen++;
    }
    switch (event.kind) {
    case DANA__JSON_END:
        w->readings.length--;
        break;
    case DANA__JSON_OPEN_ARRAY:
    case DANA__JSON_OPEN_OBJECT:
        open(w, &event, dana__begins(dana__between(r->values.p, r->values.end), "\"$\","));
        break;
    case DANA__JSON_CLOSE:
        close_frame(w);
        break;
    case DANA__JSON_STRING:
        take_string(w, &event);
        break;
    default:
        if (is_number(event.text)) {
            take(w, &event, false);
        }
        break;
    }
}

/* Reads a row that no other has named. What a damaged row leaves open ends with it. */
static void read_row(dana__flight_walk *w, dana__row *row)
{
    enter(w, row, (dana_view){NULL, 0});
    while (w->status == DANA_OK && w->readings.length > 0) {
        step(w);
    }
    while (w->status == DANA_OK && w->frames.length > 0) {
        w->passed = 0;
        close_frame(w);
    }
}

static void start(dana__flight *out)
{
    dana_buffer_init(&out->html, 1);
    dana_buffer_init(&out->json, 1);
    dana_buffer_init(&out->of_html, sizeof(dana__origin));
    dana_buffer_init(&out->of_json, sizeof(dana__origin));
    out->prose = 0;
}

dana_status dana__read_flight(dana_arena *arena, dana__flight_rows *rows, dana__flight *out,
                              dana_error *err)
{
    dana__flight_walk w = {.arena = arena, .rows = rows, .out = out, .err = err};
    dana__row *list = rows->rows.data;

    start(out);
    dana_buffer_init(&w.frames, sizeof(dana__flight_frame));
    dana_buffer_init(&w.readings, sizeof(dana__flight_reading));
    dana_buffer_init(&w.scratch, 1);
    dana__flight_append(&w, &out->json, "[");
    for (size_t i = 0; i < rows->rows.length && w.status == DANA_OK; i++) {
        /* A text stands where it is named, or nowhere. */
        if (!list[i].is_text) {
            read_row(&w, &list[i]);
        }
    }
    dana__flight_append(&w, &out->json, "]");
    dana_buffer_release(arena, &w.frames);
    dana_buffer_release(arena, &w.readings);
    dana_buffer_release(arena, &w.scratch);
    return w.status;
}

void dana__release_flight(dana_arena *arena, dana__flight *flight)
{
    dana_buffer_release(arena, &flight->html);
    dana_buffer_release(arena, &flight->json);
    dana_buffer_release(arena, &flight->of_html);
    dana_buffer_release(arena, &flight->of_json);
}
