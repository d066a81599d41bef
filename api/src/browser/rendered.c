#include "browser/rendered.h"

#include "dana/text.h"
#include "json/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fields of a line of api_rendered's requests. */
enum { OUTCOME, TYPE, STATUS, BYTES, CODE, URL, FIELD_COUNT };

/* Splits a line at its tabs; the last field is the rest. Returns false where it has too few. */
static bool split(dana_view line, dana_view fields[FIELD_COUNT])
{
    const char *at = line.data;
    const char *end = line.data + line.length;

    for (size_t i = 0; i < FIELD_COUNT; i++) {
        const char *tab = i < URL ? memchr(at, '\t', (size_t)(end - at)) : end;

        if (tab == NULL) {
            return false;
        }
        fields[i] = (dana_view){at, (size_t)(tab - at)};
        at = tab + (i < URL);
    }
    return true;
}

static long long number_of(dana_view field)
{
    char text[24] = "";

    if (field.length < sizeof(text)) {
        memcpy(text, field.data, field.length);
    }
    return strtoll(text, NULL, 10);
}

static json_t *text_or_null(dana_view field)
{
    return field.length > 0 ? json_stringn(field.data, field.length) : json_null();
}

static json_t *request_value(const dana_view fields[FIELD_COUNT])
{
    long long status = number_of(fields[STATUS]);

    return json_pack("{so so so so sI so}", "url", text_or_null(fields[URL]), "type",
                     text_or_null(fields[TYPE]), "outcome", text_or_null(fields[OUTCOME]), "status",
                     status > 0 ? json_integer(status) : json_null(), "bytes",
                     (json_int_t)number_of(fields[BYTES]), "code", text_or_null(fields[CODE]));
}

/* The requests that are told of one by one. */
static json_t *requests_value(const api_rendered *rendered)
{
    const char *at = rendered->requests;
    const char *end = at + rendered->requests_length;
    json_t *list = json_array();

    while (at < end) {
        const char *line_end = memchr(at, '\n', (size_t)(end - at));
        dana_view line = {at, (size_t)((line_end != NULL ? line_end : end) - at)};
        dana_view fields[FIELD_COUNT];

        if (dana_utf8_valid_length(line.data, line.length) == line.length && split(line, fields)) {
            api__push(&list, request_value(fields));
        }
        at += line.length + 1;
    }
    return list;
}

void api__write_rendering(const api_rendered *r, api__writer *w, const char *name)
{
    api__write_begin(w, name);
    api__write_real(w, "time_ms", round(r->elapsed_ms * 1000.0) / 1000.0);
    api__write_boolean(w, "complete", r->is_complete);
    api__write_string(w, "final_url", r->final_url);
    api__write_number(w, "width", r->width);
    api__write_number(w, "height", r->height);
    api__write_number(w, "loaded", r->loaded);
    api__write_number(w, "refused", r->refused);
    api__write_number(w, "skipped", r->skipped);
    api__write_number(w, "failed", r->failed);
    api__write_number(w, "bytes", (int64_t)r->bytes);
    api__write_value(w, "requests", requests_value(r));
    api__write_end(w);
}

/* Whether a text is base64, as browsers write it. */
static bool is_base64(const char *text, size_t length)
{
    static const char digits[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";

    for (size_t i = 0; i < length; i++) {
        if (memchr(digits, text[i], sizeof(digits) - 1) == NULL) {
            return false;
        }
    }
    return length > 0;
}

void api__write_picture(const api_rendered *r, api__writer *w, const char *name)
{
    if (is_base64(r->picture, r->picture_length)) {
        api__write_text(w, name, (dana_view){r->picture, r->picture_length});
    } else {
        api__write_null(w, name);
    }
}
