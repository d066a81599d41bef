#include "text/trim.h"

#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>
#include <unicode/uchar.h>

/* Characters that are not seen at an end: white space, marks of direction, zero-width spaces. */
static bool is_unseen(uint32_t c)
{
    if (c > ' ' && c < 0x80) {
        return false;
    }
    return u_isUWhiteSpace((UChar32)c) || c == 0x200B || c == 0x200E || c == 0x200F ||
           c == 0x061C || c == 0x2060 || c == 0xFEFF || (c >= 0x202A && c <= 0x202E) ||
           (c >= 0x2066 && c <= 0x2069);
}

/* Characters that begin a run of another direction, and those that end it (UAX 9, 2.1 to 2.5). */
static bool begins_run(uint32_t c)
{
    return c == 0x202A || c == 0x202B || c == 0x202D || c == 0x202E || (c >= 0x2066 && c <= 0x2068);
}

static bool ends_run(uint32_t c)
{
    return c == 0x202C || c == 0x2069;
}

/* The characters that begin one are all of three bytes, of which the first is this one. */
#define RUN_LEAD 0xE2

static bool holds_run(dana_view text)
{
    const char *end = text.data + text.length;
    size_t length;

    for (const char *p = text.data; p < end; p += length) {
        p = memchr(p, RUN_LEAD, (size_t)(end - p));
        if (p == NULL) {
            return false;
        }
        if (begins_run(dana__utf8_decode(p, &length))) {
            return true;
        }
    }
    return false;
}

dana_view dana__trim_unseen(dana_view text)
{
    size_t length;

    while (text.length > 0 && is_unseen(dana__utf8_decode(text.data, &length))) {
        text.data += length;
        text.length -= length;
    }
    bool holds = holds_run(text);

    while (text.length > 0) {
        size_t at = text.length - 1;

        while (at > 0 && dana__utf8_continues((unsigned char)text.data[at])) {
            at--;
        }
        uint32_t last = dana__utf8_decode(text.data + at, &length);

        if (!is_unseen(last) || (holds && ends_run(last))) {
            break;
        }
        text.length = at;
    }
    return text;
}
