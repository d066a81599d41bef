/*
 * A reference is split into its parts, takes from the base what it lacks, and is written anew.
 */
#include "dana/url.h"

#include "base/ascii.h"
#include "base/error.h"
#include "base/url_parts.h"
#include "base/url_write.h"

#include <string.h>

/* Copies a reference without tabs and newlines, and without C0 controls and spaces at its ends. */
static dana_view clean(char *room, dana_view text)
{
    size_t length = 0;

    while (text.length > 0 && (unsigned char)text.data[0] <= ' ') {
        text = dana__skip(text, 1);
    }
    while (text.length > 0 && (unsigned char)text.data[text.length - 1] <= ' ') {
        text.length--;
    }
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];

        if (c != '\t' && c != '\n' && c != '\r') {
            room[length++] = c;
        }
    }
    return (dana_view){room, length};
}

dana_status dana_url_resolve(dana_arena *arena, dana_view base, dana_view reference, dana_view *out,
                             dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    size_t base_length = base.length <= DANA_URL_BASE_MAX ? base.length : 0;
    size_t input = base_length + reference.length;
    char *room = dana_arena_alloc(arena, input * 4 + 16, why);
    dana__url_parts base_parts;
    dana__url_parts url;

    *out = (dana_view){NULL, 0};
    if (room == NULL) {
        return why->status;
    }
    bool has_base = dana__split_url(clean(room, (dana_view){base.data, base_length}), &base_parts);
    dana_view text = clean(room + base_length, reference);
    dana__url_out written = {room + input, 0};

    if (dana__split_reference(text, has_base ? &base_parts : NULL, &url) &&
        dana__write_url(&written, &url, &base_parts)) {
        *out = (dana_view){written.data, written.length};
    }
    return DANA_OK;
}

/* Whether a reference names a scheme: it is no relative one. */
static bool names_scheme(dana_view text)
{
    size_t i = 0;

    while (i < text.length && (dana__is_alphanumeric(text.data[i]) ||
                               (i > 0 && memchr("+-.", text.data[i], 3) != NULL))) {
        i++;
    }
    return i > 0 && i < text.length && text.data[i] == ':' && dana__is_letter(text.data[0]);
}

/* Whether a byte stands in a reference as it is. */
static bool is_plain(char c)
{
    static const uint64_t others[2] = {
        DANA__ASCII_BIT('"') | DANA__ASCII_BIT('<') | DANA__ASCII_BIT('>'),
        DANA__ASCII_BIT('\\') | DANA__ASCII_BIT('^') | DANA__ASCII_BIT('`') | DANA__ASCII_BIT('{') |
            DANA__ASCII_BIT('|') | DANA__ASCII_BIT('}')};

    return c > ' ' && c < '\x7F' && (others[c >> 6] >> (c & 63) & 1) == 0;
}

dana_status dana_url_relative(dana_arena *arena, dana_view reference, dana_view *out,
                              dana_error *err)
{
    static const char digits[] = "0123456789ABCDEF";
    dana_error *why = DANA__ERROR(err);
    char *room = dana_arena_alloc(arena, reference.length * 4 + 1, why);

    *out = (dana_view){NULL, 0};
    if (room == NULL) {
        return why->status;
    }
    dana_view text = clean(room, reference);
    char *written = room + reference.length;
    size_t length = 0;

    if (text.length == 0 || names_scheme(text)) {
        return DANA_OK;
    }
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i] == '\\' ? '/' : text.data[i];

        if (is_plain(c)) {
            written[length++] = c;
        } else {
            written[length++] = '%';
            written[length++] = digits[(unsigned char)c >> 4];
            written[length++] = digits[(unsigned char)c & 15];
        }
    }
    *out = (dana_view){written, length};
    return DANA_OK;
}

bool dana_url_has_scheme(dana_view url, const char *scheme)
{
    size_t length = strlen(scheme);

    return url.length > length && memcmp(url.data, scheme, length) == 0 && url.data[length] == ':';
}
