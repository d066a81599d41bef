#include "data/read/flight.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "data/read/values.h"
#include "jsonld/escapes.h"

#include <string.h>

/* Arrays and objects that are open at once, and rows inside one another. */
#define FRAMES_MAX 4096
#define DEPTH_MAX  128
/* Shorter texts are labels, in code points. */
#define PROSE_LEAST 25

/* What the values inside an array or object are. */
typedef enum {
    IN_NOTHING,  /* of no interest */
    IN_DATA,     /* values for a component */
    IN_CHILDREN, /* elements and texts of the page */
    IN_ELEMENT,  /* ["$", type, key, properties] */
    IN_HOST,     /* properties of an element of HTML */
    IN_CALLED,   /* properties of a component */
    IN_MARKUP,   /* {"__html": markup} */
} place;

/* An array or object that is open. */
typedef struct {
    place place;
    bool is_array;
    uint32_t seen;  /* values of an element so far */
    dana_view type; /* of an element of HTML; empty for components */
    bool is_dropped;
} frame;

/* A row at work. */
typedef struct {
    dana__values values;
    dana_view key; /* the member that names it; its first value takes it */
    bool is_first;
} reading;

/* A walk through the rows. */
typedef struct {
    dana_arena *arena;
    dana__flight_rows *rows;
    dana__flight *out;
    dana_buffer frames;   /* frame */
    dana_buffer readings; /* reading */
    dana_buffer scratch;  /* bytes */
    size_t passed;        /* arrays and objects beyond the limit */
    bool in_tag;          /* a start tag is open: attributes may follow */
    dana_error *err;
    dana_status status;
} walk;

static void append(walk *w, dana_buffer *buffer, const char *text, size_t length)
{
    if (w->status == DANA_OK) {
        w->status = dana_buffer_append(w->arena, buffer, text, length, w->err);
    }
}

static void append_string(walk *w, dana_buffer *buffer, const char *text)
{
    append(w, buffer, text, strlen(text));
}

/* Notes where what is appended next comes from: a string of a row. */
static void note_origin(walk *w, dana_buffer *origins, const dana_buffer *target, const char *text)
{
    uint32_t at = (uint32_t)(text - (const char *)w->rows->text.data);
    dana__origin origin = {(uint32_t)target->length, dana__origin_of(&w->rows->pieces, at)};

    if (w->status == DANA_OK) {
        w->status = dana_buffer_append(w->arena, origins, &origin, 1, w->err);
    }
}

static frame *top_of(walk *w)
{
    return (frame *)w->frames.data + w->frames.length - 1;
}

/* Ends the start tag that is open. */
static void end_tag(walk *w)
{
    if (w->in_tag) {
        append_string(w, &w->out->html, ">");
    }
    w->in_tag = false;
}

/* Writes text or the value of an attribute. */
static void write_escaped(walk *w, dana_view text)
{
    const char *from = text.data;
    const char *end = text.data + text.length;

    for (const char *p = text.data; p < end; p++) {
        const char *reference = *p == '<'   ? "&lt;"
                                : *p == '&' ? "&amp;"
                                : *p == '"' ? "&quot;"
                                            : NULL;

        if (reference != NULL) {
            append(w, &w->out->html, from, (size_t)(p - from));
            append_string(w, &w->out->html, reference);
            from = p + 1;
        }
    }
    append(w, &w->out->html, from, (size_t)(end - from));
}

/* Undoes the escapes of a raw string of a row. */
static dana_view decode(walk *w, dana_view raw)
{
    w->scratch.length = 0;
    if (w->status == DANA_OK) {
        w->status = dana_buffer_reserve(w->arena, &w->scratch, raw.length, w->err);
    }
    if (w->status != DANA_OK) {
        return (dana_view){"", 0};
    }
    return (dana_view){w->scratch.data, dana__json_decode(raw, w->scratch.data)};
}

/* Writes a text of the page, or markup. */
static void write_text(walk *w, dana_view raw, bool is_plain, bool is_markup)
{
    dana_view text = is_plain ? raw : decode(w, raw);
    size_t length = dana__utf8_count(text.data, text.length);

    end_tag(w);
    note_origin(w, &w->out->of_html, &w->out->html, raw.data);
    w->out->prose += length >= PROSE_LEAST ? length : 0;
    if (is_markup) {
        append(w, &w->out->html, text.data, text.length);
    } else {
        write_escaped(w, text);
    }
}

/* The attribute of HTML that a property is; NULL: none that matters. */
static const char *attribute_of(dana_view key)
{
    static const char *const names[][2] = {
        {"className", "class"}, {"href", "href"},         {"src", "src"},
        {"srcSet", "srcset"},   {"alt", "alt"},           {"id", "id"},
        {"title", "title"},     {"dateTime", "datetime"}, {"colSpan", "colspan"},
        {"rowSpan", "rowspan"}, {"start", "start"},       {"lang", "lang"},
        {"dir", "dir"},         {"type", "type"},         {"role", "role"},
        {"checked", "checked"}, {"hidden", "hidden"},     {"aria-hidden", "aria-hidden"},
        {"cite", "cite"},       {"poster", "poster"},     {"data-src", "data-src"},
        {"style", NULL},
    };

    for (size_t i = 0; i < DANA__COUNT(names); i++) {
        if (strlen(names[i][0]) == key.length && memcmp(names[i][0], key.data, key.length) == 0) {
            return names[i][1];
        }
    }
    return NULL;
}

static void write_attribute(walk *w, const dana__json_event *event)
{
    const char *name = w->in_tag ? attribute_of(event->key) : NULL;

    if (name == NULL || dana__is_text(event->text, "false") || dana__is_text(event->text, "null") ||
        dana__begins(event->text, "$undefined")) {
        return;
    }
    append_string(w, &w->out->html, " ");
    append_string(w, &w->out->html, name);
    append_string(w, &w->out->html, "=\"");
    write_escaped(w, decode(w, event->text));
    append_string(w, &w->out->html, "\"");
}

/* Begins a value of the JSON: what parts it from the one before, its name. */
static void begin_json(walk *w, dana_view key)
{
    dana_buffer *json = &w->out->json;
    char last = json->length > 0 ? ((const char *)json->data)[json->length - 1] : '[';

    if (last != '[' && last != '{') {
        append_string(w, json, ",");
    }
    if (w->frames.length > 0 && !top_of(w)->is_array) {
        append_string(w, json, "\"");
        append(w, json, key.data, key.data != NULL ? key.length : 0);
        append_string(w, json, "\":");
    }
}

/* Writes the text of a row as a string of JSON. */
static void write_plain_json(walk *w, dana_view text)
{
    const char *from = text.data;
    const char *end = text.data + text.length;

    for (const char *p = text.data; p < end; p++) {
        if (*p == '"' || *p == '\\' || *p == '\n') {
            append(w, &w->out->json, from, (size_t)(p - from));
            append_string(w, &w->out->json, *p == '\n' ? "\\n" : *p == '"' ? "\\\"" : "\\\\");
            from = p + 1;
        }
    }
    append(w, &w->out->json, from, (size_t)(end - from));
}

static void write_json(walk *w, dana_view key, dana_view raw, bool is_plain)
{
    begin_json(w, key);
    note_origin(w, &w->out->of_json, &w->out->json, raw.data);
    append_string(w, &w->out->json, "\"");
    if (is_plain) {
        write_plain_json(w, raw);
    } else {
        append(w, &w->out->json, raw.data, raw.length);
    }
    append_string(w, &w->out->json, "\"");
}

/* Whether a name is in a list, each in it between spaces. */
static bool is_among(dana_view name, const char *list)
{
    const char *at = name.length > 0 ? memmem(list, strlen(list), name.data, name.length) : NULL;

    return at > list && at[-1] == ' ' && at[name.length] == ' ';
}

/* Elements that have no content of a page. */
static bool is_dropped(dana_view type)
{
    return is_among(type, " script style link meta title head template noscript svg ");
}

/* Whether a type names an element of HTML: letters and digits alone. */
static bool is_name(dana_view type)
{
    for (size_t i = 0; i < type.length; i++) {
        if (!dana__is_alphanumeric(type.data[i]) && type.data[i] != '-') {
            return false;
        }
    }
    return type.length > 0 && dana__is_letter(type.data[0]);
}

/* Takes the type of an element. */
static void name_element(walk *w, dana_view type)
{
    frame *element = top_of(w);

    element->is_dropped = is_dropped(type);
    if (element->is_dropped || !is_name(type)) {
        return;
    }
    element->type = type;
    append_string(w, &w->out->html, "<");
    append(w, &w->out->html, type.data, type.length);
    w->in_tag = true;
}

static bool is_key(const dana__json_event *event, const char *name)
{
    return event->key.length == strlen(name) &&
           memcmp(event->key.data, name, event->key.length) == 0;
}

/* Members of components that hold what is shown at other times. */
static bool is_for_later(const dana__json_event *event)
{
    return is_among(event->key, " notFound error errorStyles errorScripts loading loadingStyles "
                                "template templateStyles templateScripts forbidden unauthorized "
                                "fallback ");
}

/* What an array or object inside properties is. */
static place place_in_properties(const dana__json_event *event, bool is_host)
{
    bool is_array = event->kind == DANA__JSON_OPEN_ARRAY;

    if (is_key(event, "children")) {
        return is_array ? IN_CHILDREN : IN_DATA;
    }
    if (is_key(event, "dangerouslySetInnerHTML")) {
        return IN_MARKUP;
    }
    return is_host || is_for_later(event) ? IN_NOTHING : IN_DATA;
}

/* What the values of an array or object are by what holds it. */
static place place_of(walk *w, const dana__json_event *event, bool is_element)
{
    const frame *parent = w->frames.length > 0 ? top_of(w) : NULL;
    place around = parent != NULL ? parent->place : IN_DATA;
    bool skips = around == IN_CALLED && is_for_later(event);

    if (around == IN_NOTHING || around == IN_MARKUP || skips) {
        return IN_NOTHING;
    }
    if (around == IN_ELEMENT) {
        return parent->seen >= 4 && event->kind == DANA__JSON_OPEN_OBJECT && !parent->is_dropped
                   ? (parent->type.length > 0 ? IN_HOST : IN_CALLED)
                   : IN_NOTHING;
    }
    if (is_element) {
        return IN_ELEMENT;
    }
    if (around == IN_HOST || around == IN_CALLED) {
        return place_in_properties(event, around == IN_HOST);
    }
    return event->kind == DANA__JSON_OPEN_ARRAY ? around : IN_DATA;
}

static void open(walk *w, const dana__json_event *event, bool is_element)
{
    frame inner = {.place = place_of(w, event, is_element),
                   .is_array = event->kind == DANA__JSON_OPEN_ARRAY};

    if (w->passed > 0 || w->frames.length >= FRAMES_MAX) {
        w->passed++;
        return;
    }
    if (inner.place == IN_ELEMENT || inner.place == IN_CHILDREN) {
        end_tag(w);
    }
    if (inner.place != IN_NOTHING) {
        begin_json(w, event->key);
        append_string(w, &w->out->json, inner.is_array ? "[" : "{");
    }
    if (w->status == DANA_OK) {
        w->status = dana_buffer_append(w->arena, &w->frames, &inner, 1, w->err);
    }
}

/* Elements without an end tag. */
static bool is_void(dana_view type)
{
    return is_among(type, " img br hr input source wbr area col embed track ");
}

/* Ends an element of HTML. */
static void close_element(walk *w, const frame *element)
{
    end_tag(w);
    if (!is_void(element->type)) {
        append_string(w, &w->out->html, "</");
        append(w, &w->out->html, element->type.data, element->type.length);
        append_string(w, &w->out->html, ">");
    }
}

static void close_frame(walk *w)
{
    if (w->passed > 0) {
        w->passed--;
        return;
    }
    if (w->frames.length == 0) {
        return;
    }
    frame inner = *top_of(w);

    if (inner.type.length > 0) {
        close_element(w, &inner);
    }
    if (inner.place != IN_NOTHING) {
        append_string(w, &w->out->json, inner.is_array ? "]" : "}");
    }
    w->frames.length--;
}

/* Takes a string or number where it stands. is_plain: its characters are as they stand. */
static void take(walk *w, const dana__json_event *event, bool is_plain)
{
    frame *parent = w->frames.length > 0 ? top_of(w) : NULL;
    bool is_child = is_key(event, "children");

    switch (parent != NULL ? parent->place : IN_NOTHING) {
    case IN_ELEMENT:
        if (parent->seen == 2) {
            name_element(w, event->text);
        }
        break;
    case IN_CHILDREN:
        write_text(w, event->text, is_plain, false);
        break;
    case IN_HOST:
    case IN_CALLED:
        if (is_child) {
            write_text(w, event->text, is_plain, false);
        } else if (parent->place == IN_HOST) {
            write_attribute(w, event);
        } else {
            write_json(w, event->key, event->text, is_plain);
        }
        break;
    case IN_DATA:
        write_json(w, event->key, event->text, is_plain);
        break;
    case IN_MARKUP:
        write_text(w, event->text, is_plain, true);
        break;
    default:
        break;
    }
}

/* Reads another row at this place, once. */
static void enter(walk *w, dana__row *row, dana_view key)
{
    dana_view text = {(const char *)w->rows->text.data + row->start, row->end - row->start};
    dana__json_event event = {.kind = DANA__JSON_STRING, .key = key, .text = text};
    reading next = {.key = key, .is_first = true};

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
static dana__row *named_row(const walk *w, dana_view text)
{
    const char *end = text.data + text.length;
    const char *p = text.data + 1;
    uint32_t id;

    p += p < end && (*p == 'L' || *p == '@');
    return p < end && dana__read_row_id(p, end, &id) == end ? dana__flight_row(w->rows, id) : NULL;
}

/* Takes a string: a text, or one that begins with "$" and names something. */
static void take_string(walk *w, dana__json_event *event)
{
    const frame *parent = w->frames.length > 0 ? top_of(w) : NULL;
    bool is_type = parent != NULL && parent->place == IN_ELEMENT;
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
static void step(walk *w)
{
    reading *r = (reading *)w->readings.data + w->readings.length - 1;
    dana__json_event event;

    dana__values_next(&r->values, &event);
    if (r->is_first) {
        event.key = r->key;
        r->is_first = false;
    }
    if (event.kind != DANA__JSON_CLOSE && event.kind != DANA__JSON_END && w->frames.length > 0) {
        top_of(w)->seen++;
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
static void read_row(walk *w, dana__row *row)
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
    walk w = {.arena = arena, .rows = rows, .out = out, .err = err};
    dana__row *list = rows->rows.data;

    start(out);
    dana_buffer_init(&w.frames, sizeof(frame));
    dana_buffer_init(&w.readings, sizeof(reading));
    dana_buffer_init(&w.scratch, 1);
    append_string(&w, &out->json, "[");
    for (size_t i = 0; i < rows->rows.length && w.status == DANA_OK; i++) {
        /* A text stands where it is named, or nowhere. */
        if (!list[i].is_text) {
            read_row(&w, &list[i]);
        }
    }
    append_string(&w, &out->json, "]");
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
