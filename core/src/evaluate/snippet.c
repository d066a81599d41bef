#include "base/utf8.h"
#include "dana/evaluate.h"

#include <unicode/uchar.h>

/* Moves on to the next character that is no white space; false at the end. */
static bool skip_white(dana_view text, size_t *at, size_t *length)
{
    while (*at < text.length) {
        uint32_t c = dana__utf8_decode(text.data + *at, length);

        if (!dana__is_white(c) && !u_isUWhiteSpace((UChar32)c)) {
            return true;
        }
        *at += *length;
    }
    return false;
}

/* Whether a text begins with a snippet, white space left out of both. */
static bool begins_with(dana_view text, size_t at, dana_view snippet)
{
    size_t k = 0;
    size_t one;
    size_t other;

    while (skip_white(snippet, &k, &one)) {
        if (!skip_white(text, &at, &other) || dana__utf8_decode(text.data + at, &other) !=
                                                  dana__utf8_decode(snippet.data + k, &one)) {
            return false;
        }
        at += other;
        k += one;
    }
    return true;
}

bool dana_has_snippet(dana_view text, dana_view snippet)
{
    size_t length;
    size_t start = 0;

    if (!skip_white(snippet, &start, &length)) {
        return false;
    }
    for (size_t at = 0; skip_white(text, &at, &length); at += length) {
        if (begins_with(text, at, snippet)) {
            return true;
        }
    }
    return false;
}
