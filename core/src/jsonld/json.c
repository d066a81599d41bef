#include "jsonld/json.h"

#include <string.h>

void dana__json_start(dana__json *json, dana_view text)
{
    *json = (dana__json){.p = text.data, .end = text.data + text.length};
}

static bool is_white(char c)
{
    return (unsigned char)c <= ' ';
}

/* Longest comment that is passed, and what is looked at after a string that comments follow: a
 * bound for every mark that might end the string. */
#define COMMENT_MAX ((size_t)512)

/* Returns the end of the comment at p, which holds '/'; p itself where there is none. A line with
 * markup ("//<![CDATA[") is none: JSON may follow on it. */
static const char *skip_comment(const char *p, const char *end)
{
    size_t left = (size_t)(end - p) < COMMENT_MAX ? (size_t)(end - p) : COMMENT_MAX;
    const char *last = NULL;

    if (left < 2) {
        return p;
    }
    if (p[1] == '*') {
        last = memmem(p + 2, left - 2, "*/", 2);
        return last != NULL ? last + 2 : p;
    }
    last = p[1] == '/' ? memchr(p, '\n', left) : NULL;
    return last != NULL && memchr(p, '<', (size_t)(last - p)) == NULL ? last : p;
}

static const char *skip_white(const char *p, const char *end)
{
    while (p < end && is_white(*p)) {
        p++;
    }
    return p;
}

/* Passes white space and comments. */
static const char *skip_space(const char *p, const char *end)
{
    for (;;) {
        p = skip_white(p, end);
        if (p >= end || *p != '/') {
            return p;
        }
        const char *after = skip_comment(p, end);

        if (after == p) {
            return p;
        }
        p = after;
    }
}

/* Whether the quotation mark at p ends a string: what follows may come after one. */
static bool ends_string(const char *p, const char *end)
{
    p = skip_white(p + 1, end);
    if (p < end && *p == '/') {
        p = skip_space(p, (size_t)(end - p) > COMMENT_MAX ? p + COMMENT_MAX : end);
    }
    return p >= end || *p == ',' || *p == ':' || *p == '}' || *p == ']' || *p == '"';
}

/* Whether an odd number of backslashes comes before p. */
static bool is_escaped(const char *start, const char *p)
{
    size_t count = 0;

    while (p > start && p[-1] == '\\') {
        p--;
        count++;
    }
    return count % 2 != 0;
}

/* Reads a string, p after its first mark; returns the position after its last one. */
static const char *read_string(const char *p, const char *end, dana_view *out)
{
    const char *start = p;

    p = memchr(p, '"', (size_t)(end - p));
    while (p != NULL && (is_escaped(start, p) || !ends_string(p, end))) {
        p = memchr(p + 1, '"', (size_t)(end - p - 1));
    }
    *out = (dana_view){start, (size_t)((p != NULL ? p : end) - start)};
    return p != NULL ? p + 1 : end;
}

static bool ends_literal(char c)
{
    return is_white(c) || strchr(",:{}[]\"", c) != NULL;
}

static const char *read_literal(const char *p, const char *end, dana_view *out)
{
    const char *start = p;

    while (p < end && !ends_literal(*p)) {
        p++;
    }
    *out = (dana_view){start, (size_t)(p - start)};
    return p;
}

static void open_container(dana__json *json, bool object)
{
    if (json->depth >= DANA__JSON_DEPTH_MAX) {
        json->passed++;
        return;
    }
    uint64_t bit = UINT64_C(1) << json->depth++;

    json->objects = object ? json->objects | bit : json->objects & ~bit;
}

static bool in_object(const dana__json *json)
{
    return json->depth > 0 && (json->objects >> (json->depth - 1) & 1) != 0;
}

/* Reads a bracket. Returns true where it is an event. */
static bool read_bracket(dana__json *json, dana__json_event *event)
{
    char c = *json->p++;

    if (c == '{' || c == '[') {
        bool passed = json->depth >= DANA__JSON_DEPTH_MAX;

        open_container(json, c == '{');
        event->kind = c == '{' ? DANA__JSON_OPEN_OBJECT : DANA__JSON_OPEN_ARRAY;
        return !passed;
    }
    if (json->passed > 0) {
        json->passed--;
        return false;
    }
    if (json->depth == 0) {
        return false;
    }
    json->depth--;
    *event = (dana__json_event){.kind = DANA__JSON_CLOSE};
    return true;
}

/* Whether a string was the name of a member: a colon follows. Passes the colon. */
static bool is_key(dana__json *json, const dana__json_event *event)
{
    const char *p = skip_space(json->p, json->end);

    if (event->key.data != NULL || !in_object(json) || p >= json->end || *p != ':') {
        return false;
    }
    json->p = p + 1;
    return true;
}

void dana__json_next(dana__json *json, dana__json_event *event)
{
    *event = (dana__json_event){.kind = DANA__JSON_END};
    for (json->p = skip_space(json->p, json->end); json->p < json->end;
         json->p = skip_space(json->p, json->end)) {
        char c = *json->p;
        dana_view text;

        if (json->passed > 0) {
            event->key = (dana_view){NULL, 0};
        }
        if (c == ',' || c == ':') {
            json->p++;
        } else if (c == '{' || c == '}' || c == '[' || c == ']') {
            if (read_bracket(json, event)) {
                return;
            }
        } else if (c == '"') {
            json->p = read_string(json->p + 1, json->end, &text);
            if (is_key(json, event)) {
                event->key = text;
            } else if (json->passed == 0) {
                event->kind = DANA__JSON_STRING;
                event->text = text;
                return;
            }
        } else {
            json->p = read_literal(json->p, json->end, &text);
            if (json->passed == 0 && json->depth > 0) {
                event->kind = DANA__JSON_OTHER;
                event->text = text;
                return;
            }
        }
    }
    event->kind = DANA__JSON_END;
}
