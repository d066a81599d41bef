#include "json/surrogates.h"

#include "json/escapes.h"

#include <stdlib.h>
#include <string.h>

#define ESCAPE_LENGTH 6

/* Finds the next lone surrogate's escape from p on; NULL: none. */
static const char *find_lone(const char *p, const char *end)
{
    while (p < end) {
        p = memchr(p, '\\', (size_t)(end - p));
        if (p == NULL || end - p < 2) {
            return NULL;
        }
        long value = api__unicode_escape_at(p, end);

        if (api__is_high_surrogate(value) &&
            api__is_low_surrogate(api__unicode_escape_at(p + ESCAPE_LENGTH, end))) {
            p += 2L * ESCAPE_LENGTH;
            continue;
        }
        if (api__is_high_surrogate(value) || api__is_low_surrogate(value)) {
            return p;
        }
        p += 2;
    }
    return NULL;
}

bool api__replace_surrogates(const char *text, size_t length, char **out)
{
    const char *end = text + length;
    const char *lone = find_lone(text, end);

    if (lone == NULL) {
        return false;
    }
    *out = malloc(length);
    if (*out == NULL) {
        return true;
    }
    memcpy(*out, text, length);
    for (; lone != NULL; lone = find_lone(lone + ESCAPE_LENGTH, end)) {
        memcpy(*out + (lone - text), "\\ufffd", ESCAPE_LENGTH);
    }
    return true;
}
