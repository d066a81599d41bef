#include "json/locate.h"

#include "json/strings.h"

#include <stddef.h>
#include <string.h>

api__locator api__locate_begin(dana_view text)
{
    return (api__locator){text.data, text.data + text.length, false};
}

static void skip_space(api__locator *locator)
{
    while (locator->at < locator->end && (*locator->at == ' ' || *locator->at == '\t' ||
                                          *locator->at == '\n' || *locator->at == '\r')) {
        locator->at++;
    }
}

static bool next_is(api__locator *locator, char c)
{
    skip_space(locator);
    return locator->at < locator->end && *locator->at == c;
}

bool api__locate_open(api__locator *locator, char bracket)
{
    if (!next_is(locator, bracket)) {
        return false;
    }
    locator->at++;
    return true;
}

bool api__locate_at_end(api__locator *locator)
{
    skip_space(locator);
    return locator->at == locator->end;
}

/* Returns what follows a string whose first character is at `p`; NULL where it does not end. */
static const char *skip_string(const char *p, const char *end)
{
    bool high = false;

    for (;;) {
        p = api__find_special(p, end, &high);
        if (p < end && *p == '"') {
            return p + 1;
        }
        if (end - p < 2) {
            return NULL;
        }
        p += *p == '\\' ? 2 : 1;
    }
}

/* Returns what follows an array or an object; NULL where it does not end. */
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

/* Returns what follows a number, true, false, null, or anything else without brackets. */
static const char *skip_word(const char *p, const char *end)
{
    while (p < end && memchr(",:]}[{\" \t\r\n", *p, 12) == NULL) {
        p++;
    }
    return p;
}

api__locate_step api__locate_value(api__locator *locator, dana_view *value)
{
    skip_space(locator);
    const char *start = locator->at;
    const char *stop;

    if (start == locator->end) {
        return API__LOCATE_BROKEN;
    }
    if (*start == '"') {
        stop = skip_string(start + 1, locator->end);
    } else if (*start == '{' || *start == '[') {
        stop = skip_nested(start, locator->end);
    } else {
        stop = skip_word(start, locator->end);
    }
    if (stop == NULL || stop == start) {
        return API__LOCATE_BROKEN;
    }
    *value = (dana_view){start, (size_t)(stop - start)};
    locator->at = stop;
    return API__LOCATE_FOUND;
}

/* Steps over a closing bracket, or over the comma before what comes next. */
static api__locate_step step_on(api__locator *locator, char bracket)
{
    if (next_is(locator, bracket)) {
        locator->at++;
        return API__LOCATE_CLOSED;
    }
    if (locator->separate) {
        if (!next_is(locator, ',')) {
            return API__LOCATE_BROKEN;
        }
        locator->at++;
    }
    locator->separate = true;
    return API__LOCATE_FOUND;
}

api__locate_step api__locate_element(api__locator *locator, dana_view *value)
{
    api__locate_step step = step_on(locator, ']');

    return step == API__LOCATE_FOUND ? api__locate_value(locator, value) : step;
}

api__locate_step api__locate_member(api__locator *locator, dana_view *name, dana_view *value)
{
    api__locate_step step = step_on(locator, '}');

    if (step != API__LOCATE_FOUND) {
        return step;
    }
    if (!next_is(locator, '"') || api__locate_value(locator, name) != API__LOCATE_FOUND ||
        !next_is(locator, ':')) {
        return API__LOCATE_BROKEN;
    }
    locator->at++;
    return api__locate_value(locator, value);
}
