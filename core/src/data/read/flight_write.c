#include "data/read/flight_write.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "jsonld/escapes.h"

#include <string.h>

/* Shorter texts are labels, in code points. */
#define PROSE_LEAST 25

static void append(dana__flight_walk *w, dana_buffer *buffer, const char *text, size_t length)
{
    if (w->status == DANA_OK) {
        w->status = dana_buffer_append(w->arena, buffer, text, length, w->err);
    }
}

void dana__flight_append(dana__flight_walk *w, dana_buffer *buffer, const char *text)
{
    append(w, buffer, text, strlen(text));
}

/* Notes where what is appended next comes from: a string of a row. */
static void note_origin(dana__flight_walk *w, dana_buffer *origins, const dana_buffer *target,
                        const char *text)
{
    uint32_t at = (uint32_t)(text - (const char *)w->rows->text.data);
    dana__origin origin = {(uint32_t)target->length, dana__origin_of(&w->rows->pieces, at)};

    if (w->status == DANA_OK) {
        w->status = dana_buffer_append(w->arena, origins, &origin, 1, w->err);
    }
}

dana__flight_frame *dana__flight_top(dana__flight_walk *w)
{
    return (dana__flight_frame *)w->frames.data + w->frames.length - 1;
}

void dana__flight_end_tag(dana__flight_walk *w)
{
    if (w->in_tag) {
        dana__flight_append(w, &w->out->html, ">");
    }
    w->in_tag = false;
}

/* Writes text or the value of an attribute. */
static void write_escaped(dana__flight_walk *w, dana_view text)
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
            dana__flight_append(w, &w->out->html, reference);
            from = p + 1;
        }
    }
    append(w, &w->out->html, from, (size_t)(end - from));
}

/* Undoes the escapes of a raw string of a row. */
static dana_view decode(dana__flight_walk *w, dana_view raw)
{
    w->scratch.length = 0;
    if (w->status == DANA_OK) {
        w->status = dana_buffer_reserve(w->arena, &w->scratch, raw.length, w->err);
    }
    if (w->status != DANA_OK || raw.length == 0) {
        return (dana_view){"", 0};
    }
    return (dana_view){w->scratch.data, dana__json_decode(raw, w->scratch.data)};
}

void dana__flight_text(dana__flight_walk *w, dana_view raw, bool is_plain, bool is_markup)
{
    dana_view text = is_plain ? raw : decode(w, raw);
    size_t length = dana__utf8_count(text.data, text.length);

    dana__flight_end_tag(w);
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

void dana__flight_attribute(dana__flight_walk *w, const dana__json_event *event)
{
    const char *name = w->in_tag ? attribute_of(event->key) : NULL;

    if (name == NULL || dana__is_text(event->text, "false") || dana__is_text(event->text, "null") ||
        dana__begins(event->text, "$undefined")) {
        return;
    }
    dana__flight_append(w, &w->out->html, " ");
    dana__flight_append(w, &w->out->html, name);
    dana__flight_append(w, &w->out->html, "=\"");
    write_escaped(w, decode(w, event->text));
    dana__flight_append(w, &w->out->html, "\"");
}

void dana__flight_begin_json(dana__flight_walk *w, dana_view key)
{
    dana_buffer *json = &w->out->json;
    char last = json->length > 0 ? ((const char *)json->data)[json->length - 1] : '[';

    if (last != '[' && last != '{') {
        dana__flight_append(w, json, ",");
    }
    if (w->frames.length > 0 && !dana__flight_top(w)->is_array) {
        dana__flight_append(w, json, "\"");
        append(w, json, key.data, key.data != NULL ? key.length : 0);
        dana__flight_append(w, json, "\":");
    }
}

/* Writes the text of a row as a string of JSON. */
static void write_plain_json(dana__flight_walk *w, dana_view text)
{
    const char *from = text.data;
    const char *end = text.data + text.length;

    for (const char *p = text.data; p < end; p++) {
        if (*p == '"' || *p == '\\' || *p == '\n') {
            append(w, &w->out->json, from, (size_t)(p - from));
            dana__flight_append(w, &w->out->json, *p == '\n' ? "\\n" : *p == '"' ? "\\\"" : "\\\\");
            from = p + 1;
        }
    }
    append(w, &w->out->json, from, (size_t)(end - from));
}

void dana__flight_json(dana__flight_walk *w, dana_view key, dana_view raw, bool is_plain)
{
    dana__flight_begin_json(w, key);
    note_origin(w, &w->out->of_json, &w->out->json, raw.data);
    dana__flight_append(w, &w->out->json, "\"");
    if (is_plain) {
        write_plain_json(w, raw);
    } else {
        append(w, &w->out->json, raw.data, raw.length);
    }
    dana__flight_append(w, &w->out->json, "\"");
}

bool dana__is_among(dana_view name, const char *list)
{
    const char *at = name.length > 0 ? memmem(list, strlen(list), name.data, name.length) : NULL;

    return at > list && at[-1] == ' ' && at[name.length] == ' ';
}

/* Elements that have no content of a page. */
static bool is_dropped(dana_view type)
{
    return dana__is_among(type, " script style link meta title head template noscript svg ");
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

void dana__flight_name(dana__flight_walk *w, dana_view type)
{
    dana__flight_frame *element = dana__flight_top(w);

    element->is_dropped = is_dropped(type);
    if (element->is_dropped || !is_name(type)) {
        return;
    }
    element->type = type;
    dana__flight_append(w, &w->out->html, "<");
    append(w, &w->out->html, type.data, type.length);
    w->in_tag = true;
}

/* Elements without an end tag. */
static bool is_void(dana_view type)
{
    return dana__is_among(type, " img br hr input source wbr area col embed track ");
}

void dana__flight_close(dana__flight_walk *w, const dana__flight_frame *element)
{
    dana__flight_end_tag(w);
    if (!is_void(element->type)) {
        dana__flight_append(w, &w->out->html, "</");
        append(w, &w->out->html, element->type.data, element->type.length);
        dana__flight_append(w, &w->out->html, ">");
    }
}
