#include "html/attribute.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "dana/scan.h"
#include "html/references.h"
#include "html/tokenizer.h"

#include <string.h>
#include <strings.h>

bool dana_tag_attribute(dana_view tag, const char *name, dana_view *value)
{
    const char *p = tag.data;
    const char *end = tag.data + tag.length;
    const char *tag_end;
    dana__attribute attribute;
    size_t length = strlen(name);

    while (p < end && !dana__is_space(*p) && *p != '>') {
        p++;
    }
    for (p = dana__next_attribute(p, end, &attribute, &tag_end); p != NULL;
         p = dana__next_attribute(p, end, &attribute, &tag_end)) {
        if (attribute.name_length == length && strncasecmp(attribute.name, name, length) == 0) {
            *value = (dana_view){attribute.value, attribute.value_length};
            return true;
        }
    }
    return false;
}

#define REPLACEMENT "\xEF\xBF\xBD"

dana_view dana__trim(dana_view text)
{
    while (text.length > 0 && dana__is_space(text.data[0])) {
        text = (dana_view){text.data + 1, text.length - 1};
    }
    while (text.length > 0 && dana__is_space(text.data[text.length - 1])) {
        text.length--;
    }
    return text;
}

/* Decodes the reference at p as attributes do: a named one without ';' before '=' or a letter or
 * digit is text (HTML 13.2.5.73). Returns its length, 0 where it is text. */
static size_t read_reference(const char *p, const char *end, char *out, size_t *written)
{
    uint32_t code_points[2];
    size_t length = dana__read_reference(p, end, code_points);

    if (length == 0) {
        return 0;
    }
    if (p[length - 1] != ';' && p[1] != '#' && p + length < end &&
        (p[length] == '=' || dana__is_alphanumeric(p[length]))) {
        return 0;
    }
    *written = dana__utf8_encode(code_points[0], out);
    if (code_points[1] != 0) {
        *written += dana__utf8_encode(code_points[1], out + *written);
    }
    return length;
}

size_t dana__decoded_value_bound(size_t length)
{
    return DANA__DECODED_BOUND(length) * 3; /* NUL becomes three bytes */
}

size_t dana__decode_value(dana_view raw, char *out)
{
    const char *end = raw.data + raw.length;
    size_t length = 0;

    for (const char *p = raw.data; p < end;) {
        size_t written = 0;
        size_t step = *p == '&' ? read_reference(p, end, out + length, &written) : 0;

        if (step == 0 && *p == '\0') {
            memcpy(out + length, REPLACEMENT, 3);
            written = 3;
        } else if (step == 0) {
            out[length] = *p;
            written = 1;
        }
        length += written;
        p += step != 0 ? step : 1;
    }
    return length;
}

dana_status dana__attribute_value(dana_arena *arena, dana_view raw, dana_view *out, dana_error *err)
{
    raw = dana__trim(raw);
    *out = raw;
    if (raw.length == 0 ||
        (memchr(raw.data, '&', raw.length) == NULL && memchr(raw.data, '\0', raw.length) == NULL)) {
        return DANA_OK;
    }
    char *room = dana_arena_alloc(arena, dana__decoded_value_bound(raw.length), err);

    if (room == NULL) {
        return err->status;
    }
    *out = dana__trim((dana_view){room, dana__decode_value(raw, room)});
    return DANA_OK;
}

bool dana__names(const dana__attribute *attribute, const char *name)
{
    return attribute->name_length == strlen(name) &&
           strncasecmp(attribute->name, name, attribute->name_length) == 0;
}
