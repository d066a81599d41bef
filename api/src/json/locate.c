#include "json/locate.h"

#include <stddef.h>
#include <string.h>

api__scan api__scan_begin(dana_view text)
{
    return (api__scan){text.data, text.data + text.length, false};
}

static void skip_space(api__scan *scan)
{
    while (scan->at < scan->end &&
           (*scan->at == ' ' || *scan->at == '\t' || *scan->at == '\n' || *scan->at == '\r')) {
        scan->at++;
    }
}

static bool next_is(api__scan *scan, char c)
{
    skip_space(scan);
    return scan->at < scan->end && *scan->at == c;
}

bool api__scan_open(api__scan *scan, char bracket)
{
    if (!next_is(scan, bracket)) {
        return false;
    }
    scan->at++;
    return true;
}

bool api__scan_at_end(api__scan *scan)
{
    skip_space(scan);
    return scan->at == scan->end;
}

/* Whether the character at `quote` is escaped: an odd number of backslashes, from `start` on. */
static bool is_escaped(const char *start, const char *quote)
{
    const char *p = quote;

    while (p > start && p[-1] == '\\') {
        p--;
    }
    return (quote - p) % 2 != 0;
}

/* Returns what is behind a string whose first character is at `p`; NULL where it does not end. */
static const char *skip_string(const char *p, const char *end)
{
    while (p < end) {
        const char *quote = memchr(p, '"', (size_t)(end - p));

        if (quote == NULL) {
            return NULL;
        }
        if (!is_escaped(p, quote)) {
            return quote + 1;
        }
        p = quote + 1; /* what is before it has been counted */
    }
    return NULL;
}

/* Returns what is behind an array or an object; NULL where it does not end. */
static const char *skip_nested(const char *p, const char *end)
{
    size_t depth = 0;

    while (p < end) {
        char c = *p++;

        if (c == '"') {
            p = skip_string(p, end);
            if (p == NULL) {
                return NULL;
            }
        } else if (c == '{' || c == '[') {
            depth++;
        } else if (c == '}' || c == ']') {
            depth--;
            if (depth == 0) {
                return p;
            }
        }
    }
    return NULL;
}

/* Returns what is behind a number, true, false, null, or what stands in their place. */
static const char *skip_word(const char *p, const char *end)
{
    while (p < end && memchr(",:]}[{\" \t\r\n", *p, 12) == NULL) {
        p++;
    }
    return p;
}

api__scan_step api__scan_value(api__scan *scan, dana_view *value)
{
    skip_space(scan);
    const char *start = scan->at;
    const char *stop;

    if (start == scan->end) {
        return API__SCAN_BROKEN;
    }
    if (*start == '"') {
        stop = skip_string(start + 1, scan->end);
    } else if (*start == '{' || *start == '[') {
        stop = skip_nested(start, scan->end);
    } else {
        stop = skip_word(start, scan->end);
    }
    if (stop == NULL || stop == start) {
        return API__SCAN_BROKEN;
    }
    *value = (dana_view){start, (size_t)(stop - start)};
    scan->at = stop;
    return API__SCAN_FOUND;
}

/* Steps over a closing bracket, or over the comma before what comes next. */
static api__scan_step step_on(api__scan *scan, char bracket)
{
    if (next_is(scan, bracket)) {
        scan->at++;
        return API__SCAN_CLOSED;
    }
    if (scan->separate) {
        if (!next_is(scan, ',')) {
            return API__SCAN_BROKEN;
        }
        scan->at++;
    }
    scan->separate = true;
    return API__SCAN_FOUND;
}

api__scan_step api__scan_element(api__scan *scan, dana_view *value)
{
    api__scan_step step = step_on(scan, ']');

    return step == API__SCAN_FOUND ? api__scan_value(scan, value) : step;
}

api__scan_step api__scan_member(api__scan *scan, dana_view *name, dana_view *value)
{
    api__scan_step step = step_on(scan, '}');

    if (step != API__SCAN_FOUND) {
        return step;
    }
    if (!next_is(scan, '"') || api__scan_value(scan, name) != API__SCAN_FOUND ||
        !next_is(scan, ':')) {
        return API__SCAN_BROKEN;
    }
    scan->at++;
    return api__scan_value(scan, value);
}
