#include "html/attribute.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "dana/scan.h"
#include "html/next_attribute.h"
#include "html/references.h"

#include <string.h>
#include <strings.h>

/* Whether an attribute's name may begin after a byte: after white space, '/' or a value. */
static inline bool may_precede_name(char c)
{
    return dana__is_of_tag(c, DANA__BLANK | DANA__SLASH) || c == '"' || c == '\'';
}

/* What is looked for in a tag: an attribute's name. */
typedef struct {
    const char *name;
    size_t length;
    dana__bytes16 first; /* its first two letters, with the bit of small letters */
    dana__bytes16 second;
} wanted_name;

/* Whether the name seems to stand at p, by its third letter and its last one. */
static inline bool seems_at(const wanted_name *wanted, const char *p, const char *end)
{
    size_t last = wanted->length - 1;
    size_t third = last < 2 ? last : 2;

    return (size_t)(end - p) > last && ((p[third] ^ wanted->name[third]) & ~0x20) == 0 &&
           ((p[last] ^ wanted->name[last]) & ~0x20) == 0;
}

/* Whether the name begins at one of sixteen bytes, behind what may precede one. */
static inline bool is_among(const wanted_name *wanted, const char *p, dana__bytes16 here,
                            dana__bytes16 next, const char *end)
{
    unsigned found = dana__bits16((dana__bytes16)((here | 0x20) == wanted->first) &
                                  (dana__bytes16)((next | 0x20) == wanted->second));

    for (; found != 0; found &= found - 1) {
        const char *at = p + dana__first16(found);

        if (may_precede_name(at[-1]) && seems_at(wanted, at, end)) {
            return true;
        }
    }
    return false;
}

/* Whether a name stands in a tag where one may begin: most tags that are asked for an attribute
 * have none of its name, and need not be taken apart. */
static bool mentions(dana_view tag, const wanted_name *wanted)
{
    const char *p = tag.data + 1;
    const char *end = tag.data + tag.length;

    if (end - p <= DANA__STEP) {
        size_t left = (size_t)(end - p);

        return is_among(wanted, p, dana__load_part16(p, left), dana__load_part16(p + 1, left - 1),
                        end);
    }
    for (; end - p > DANA__STEP; p += DANA__STEP) {
        if (is_among(wanted, p, dana__load16(p), dana__load16(p + 1), end)) {
            return true;
        }
    }
    p = end - DANA__STEP - 1;
    return is_among(wanted, p, dana__load16(p), dana__load16(p + 1), end);
}

bool dana_tag_attribute(dana_view tag, const char *name, dana_view *value)
{
    const char *p = tag.data;
    const char *end = tag.data + tag.length;
    const char *tag_end;
    dana__attribute attribute;
    wanted_name wanted = {.name = name, .length = strlen(name)};

    while (p < end && !dana__is_of_tag(*p, DANA__BLANK | DANA__CLOSE)) {
        p++;
    }
    if (p == end || *p == '>' || (size_t)(end - p) <= wanted.length) {
        return false;
    }
    wanted.first = wanted.first + (unsigned char)(name[0] | 0x20);
    wanted.second = wanted.second + (unsigned char)(name[1] | 0x20);
    bool is_next = end - p > 1 && (p[1] | 0x20) == (name[0] | 0x20) &&
                   seems_at(&wanted, p + 1, end);

    if (wanted.length > 1 && !is_next && !mentions(tag, &wanted)) {
        return false;
    }
    for (p = dana__read_next(p, end, &attribute, &tag_end); p != NULL;
         p = dana__read_next(p, end, &attribute, &tag_end)) {
        if (attribute.name_length == wanted.length &&
            strncasecmp(attribute.name, name, wanted.length) == 0) {
            *value = (dana_view){attribute.value, attribute.value_length};
            return true;
        }
    }
    return false;
}

#define REPLACEMENT "\xEF\xBF\xBD"

/* Returns the first byte at or after p that is no white space, or end. Many texts are white space
 * alone: the ends of lines and what their tags are set in by. */
static const char *skip_spaces(const char *p, const char *end)
{
    const unsigned step = (1u << DANA__STEP) - 1;

    for (; end - p >= DANA__STEP; p += DANA__STEP) {
        unsigned others = ~dana__bits16(dana__spaces16(dana__load16(p))) & step;

        if (others != 0) {
            return p + dana__first16(others);
        }
    }
    if (p < end) {
        size_t left = (size_t)(end - p);
        unsigned others = ~dana__bits16(dana__spaces16(dana__load_part16(p, left)));

        p += dana__first16(others | 1u << left);
    }
    return p;
}

dana_view dana__trim_ends(dana_view text)
{
    const char *p = text.data;
    const char *end = p + text.length;

    if (dana__is_space(*p)) {
        p = skip_spaces(p + 1, end);
    }
    while (end > p && dana__is_space(end[-1])) {
        end--;
    }
    return (dana_view){p, (size_t)(end - p)};
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
