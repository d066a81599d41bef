#include "data/read/escaped.h"

#include "base/ascii.h"
#include "dana/text.h"
#include "html/attribute.h"
#include "jsonld/escapes.h"

/* Shorter texts hold no article. */
#define TEXT_LEAST 120

bool dana__holds_values(dana_view raw)
{
    static const char *const starts[] = {"{\\\"", "{\"",      "[{",    "[[",     "[\\\"",
                                         "[\"",   "%7B",      "%5B",   "{&q;",   "{\\n",
                                         "[\\n",  "{\\u0022", "\\\"{", "{&quot;"};
    bool found = false;

    for (size_t i = 0; i < DANA__COUNT(starts) && raw.length >= TEXT_LEAST; i++) {
        found |= dana__begins(raw, starts[i]);
    }
    return found;
}

/* Undoes what old versions of Angular write in the place of marks: "&q;" and four others. */
static size_t decode_angular(char *data, size_t length)
{
    static const char names[] = "qasgl";
    static const char signs[] = "\"&'><";
    size_t written = 0;

    for (size_t i = 0; i < length;) {
        const char *name = data[i] == '&' && i + 2 < length && data[i + 2] == ';'
                               ? memchr(names, data[i + 1], sizeof(names) - 1)
                               : NULL;

        data[written++] = name != NULL ? signs[name - names] : data[i];
        i += name != NULL ? 3 : 1;
    }
    return written;
}

static int hex_digit(char c)
{
    return dana__is_digit(c)                        ? c - '0'
           : (c | 0x20) >= 'a' && (c | 0x20) <= 'f' ? (c | 0x20) - 87
                                                    : -1;
}

/* Undoes a URL's escapes of bytes. */
static size_t decode_percent(char *data, size_t length)
{
    size_t written = 0;

    for (size_t i = 0; i < length; written++) {
        bool escaped = data[i] == '%' && i + 2 < length && hex_digit(data[i + 1]) >= 0 &&
                       hex_digit(data[i + 2]) >= 0;

        data[written] = escaped ? (char)(hex_digit(data[i + 1]) * 16 + hex_digit(data[i + 2]))
                                : data[i];
        i += escaped ? 3 : 1;
    }
    return written;
}

dana_status dana__decode_inner(dana_arena *arena, dana_view *text, dana_error *err)
{
    dana_view raw = *text;
    char *data;

    if (dana__begins(raw, "{&quot;") || dana__begins(raw, "[{&quot;")) {
        return dana__attribute_value(arena, raw, text, err);
    }
    data = dana_arena_alloc(arena, raw.length + 1, err);
    if (data == NULL) {
        return err->status;
    }
    size_t length = dana__json_decode(raw, data);

    if (dana__begins(raw, "{&q;")) {
        length = decode_angular(data, length);
    } else if (data[0] == '%') {
        length = decode_percent(data, length);
    }
    *text = (dana_view){data, dana_utf8_valid_length(data, length)};
    return DANA_OK;
}
