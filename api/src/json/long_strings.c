#include "json/long_strings.h"

#include "dana/text.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Deeper text is jansson's to refuse. */
#define DEPTH_MAX 2048
/* A placeholder ends with its number. */
#define DIGITS 16
#define FILLER "------------------------------------------------"

_Static_assert(sizeof(FILLER) - 1 + DIGITS == API__LONG_BYTES, "a placeholder is a long string");

/* Text on its way through the splitter. */
typedef struct {
    api__long_strings *out;
    const char *copied; /* all before it is in the rest */
    const char *end;
    size_t depth;
    unsigned char in_object[DEPTH_MAX / CHAR_BIT + 1]; /* bits by depth */
    bool at_name;                                      /* a string would be the name of a member */
} splitter;

static bool is_in_object(const splitter *s)
{
    return s->depth <= DEPTH_MAX &&
           (s->in_object[s->depth / CHAR_BIT] >> s->depth % CHAR_BIT & 1) != 0;
}

static void open_nested(splitter *s, bool object)
{
    s->depth++;
    if (s->depth <= DEPTH_MAX) {
        unsigned char bit = (unsigned char)(1u << s->depth % CHAR_BIT);
        unsigned char *bits = &s->in_object[s->depth / CHAR_BIT];

        *bits = (unsigned char)(object ? *bits | bit : *bits & ~bit);
    }
    s->at_name = object;
}

/* Follows what stands between strings as long as it may be well formed. */
static void take_mark(splitter *s, char c)
{
    switch (c) {
    case '{':
    case '[':
        open_nested(s, c == '{');
        break;
    case '}':
    case ']':
        s->depth -= s->depth > 0;
        s->at_name = false;
        break;
    case ',':
        s->at_name = is_in_object(s);
        break;
    case ':':
        s->at_name = false;
        break;
    default:
        break;
    }
}

static void append_rest(splitter *s, const char *stop)
{
    api__append(&s->out->written, s->copied, (size_t)(stop - s->copied));
    s->copied = stop;
}

/* Takes out what stands from `start` to `stop`. */
static void cut(splitter *s, const char *start, const char *stop, dana_view text)
{
    api__buffer *rest = &s->out->written;
    char number[DIGITS + 1];

    append_rest(s, start);
    snprintf(number, sizeof(number), "%016zx", api__long_strings_count(s->out));
    api__append_string(rest, FILLER);
    api__append_string(rest, number);
    s->copied = stop;
    const api__long_string found = {{start, (size_t)(stop - start)}, text, rest->length};

    api__append(&s->out->strings, (const char *)&found, sizeof(found));
    s->out->failed |= rest->failed || s->out->strings.failed;
}

/* Reads the string that begins at `start`. Returns what follows it; the end where that is of no
 * interest any more. */
static const char *take_string(splitter *s, const char *start)
{
    api__string string;
    api__string_status status = api__read_string(start, s->end, &s->out->texts, &string);
    bool is_long = !s->at_name && (size_t)(string.stop - start) >= API__LONG_BYTES;

    if (status == API__STRING_NO_MEMORY) {
        s->out->failed = true;
        return s->end;
    }
    if (status == API__STRING_BROKEN) {
        if (is_long) {
            cut(s, start, string.stop, (dana_view){NULL, 0});
        }
        return s->end;
    }
    if (is_long) {
        s->out->texts.used += string.text.data != start ? string.text.length : 0;
        s->out->lone |= string.lone;
        cut(s, start, string.stop, string.text);
    }
    return string.stop + 1;
}

void api__long_strings_split(dana_view text, api__long_strings *out)
{
    splitter s = {.out = out, .copied = text.data, .end = text.data + text.length};
    const char *at = text.data;

    while (at < s.end && !out->failed) {
        if (*at == '"') {
            at = take_string(&s, at + 1);
        } else {
            take_mark(&s, *at++);
        }
    }
    if (out->strings.length == 0) {
        out->rest = text;
        return;
    }
    append_rest(&s, s.end);
    out->failed |= out->written.failed;
    out->rest = (dana_view){out->written.data, out->written.length};
}

static const api__long_string *string_at(const api__long_strings *split, size_t index)
{
    return (const api__long_string *)(const void *)split->strings.data + index;
}

size_t api__long_strings_count(const api__long_strings *split)
{
    return split->strings.length / sizeof(api__long_string);
}

const api__long_string *api__long_string_of(const api__long_strings *split, const json_t *value)
{
    if (split->strings.length == 0 || json_string_length(value) < API__LONG_BYTES) {
        return NULL;
    }
    return string_at(split, strtoul(json_string_value(value) + API__LONG_BYTES - DIGITS, NULL, 16));
}

void api__long_strings_locate(const api__long_strings *split, json_error_t *error)
{
    size_t rest_position = (size_t)error->position;
    size_t count = api__long_strings_count(split);
    size_t counted = 0;
    int line = 1;

    for (size_t i = 0; i < count; i++) {
        const api__long_string *s = string_at(split, i);

        if (s->rest_after > rest_position) {
            return;
        }
        for (; counted < s->rest_after; counted++) {
            line += split->rest.data[counted] == '\n';
        }
        error->position += (int)(s->raw.length - API__LONG_BYTES);
        if (line == error->line) {
            error->column += (int)dana_count_code_points(s->raw) - (int)API__LONG_BYTES;
        }
    }
}

void api__long_strings_clear(api__long_strings *split)
{
    api__buffer_clear(&split->written);
    api__buffer_clear(&split->strings);
    free(split->texts.data);
    *split = (api__long_strings){.failed = false};
}
