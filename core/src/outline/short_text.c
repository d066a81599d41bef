#include "outline/short_text.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/references.h"
#include "html/tokenizer.h"

#include <string.h>
#include <strings.h>

/* Source bytes that are looked at. */
#define REACH 400

void dana__read_short_text(const char *p, const char *end, dana__short_text *out)
{
    while (p < end && !out->cut) {
        uint32_t c[2];
        size_t length = *p == '&' ? dana__read_reference(p, end, c) : 0;

        if (*p == '<') {
            const char *close = memchr(p, '>', (size_t)(end - p));

            out->has_link |= p + 1 < end && (p[1] | 0x20) == 'a' &&
                             (p + 2 == end || !dana__is_letter(p[2]));
            p = close != NULL ? close + 1 : end;
            continue;
        }
        if (length == 0) {
            c[0] = dana__utf8_decode(p, &length);
        }
        p += length;
        out->cut = out->count == DANA__SHORT_TEXT;
        if (!out->cut) {
            out->c[out->count++] = dana__is_white(c[0]) ? ' ' : c[0];
        }
    }
    out->c[out->count] = 0;
}

/* Goes back over the tag that ends at p. Returns its start, NULL where it ends a line or is none.
 */
static const char *tag_before(const char *start, const char *p, bool *is_link)
{
    size_t reach = (size_t)(p - start) < REACH ? (size_t)(p - start) : REACH;
    const char *open = memrchr(p - reach, '<', reach);
    dana__markup tag;

    if (open == NULL || p - open < 3 || !(dana__is_letter(open[1]) || open[1] == '/')) {
        return NULL;
    }
    dana__read_markup(open, p, &tag);
    *is_link = tag.kind == DANA__START_TAG && (tag.flags & DANA__ANCHOR) != 0;
    return (tag.flags & DANA__BLOCK) == 0 && tag.end == p ? open : NULL;
}

/* Goes back over the character that ends at p: *c. Returns where it begins. */
static const char *character_before(const char *start, const char *p, uint32_t *c)
{
    size_t reach = p - start < 10 ? (size_t)(p - start) : 10;
    const char *reference = p[-1] == ';' ? memrchr(p - reach, '&', reach) : NULL;
    uint32_t code_points[2];
    size_t length;

    if (reference != NULL &&
        dana__read_reference(reference, p, code_points) == (size_t)(p - reference)) {
        *c = code_points[0];
        return reference;
    }
    do {
        p--;
    } while (p > start && dana__utf8_continues((unsigned char)*p));
    *c = dana__utf8_decode(p, &length);
    return p;
}

void dana__read_text_before(const char *start, const char *p, dana__short_text *out)
{
    uint32_t reversed[DANA__SHORT_TEXT];
    size_t count = 0;

    *out = (dana__short_text){0};
    while (p > start && count < DANA__SHORT_TEXT) {
        uint32_t c;

        if (p[-1] == '>') {
            bool is_link = false;

            p = tag_before(start, p, &is_link);
            out->has_link |= is_link && count == 0;
            if (p == NULL) {
                break;
            }
            continue;
        }
        p = character_before(start, p, &c);
        reversed[count++] = dana__is_white(c) ? ' ' : c;
    }
    for (size_t i = 0; i < count; i++) {
        out->c[i] = reversed[count - 1 - i];
    }
    out->count = count;
}

const char *dana__short_content_end(const char *p, const char *end, const char *name)
{
    const char *stop = (size_t)(end - p) > REACH ? p + REACH : end;

    for (const char *q = memchr(p, '<', (size_t)(stop - p)); q != NULL;
         q = memchr(q + 1, '<', (size_t)(stop - q - 1))) {
        if (stop - q > 5 && q[1] == '/' && strncasecmp(q + 2, name, 3) == 0) {
            return q;
        }
    }
    return NULL;
}

void dana__trim_short_text(dana__short_text *text)
{
    size_t first = 0;

    while (text->count > 0 && text->c[text->count - 1] == ' ') {
        text->count--;
    }
    while (first < text->count && text->c[first] == ' ') {
        first++;
    }
    text->count -= first;
    memmove(text->c, text->c + first, text->count * sizeof(text->c[0]));
    text->c[text->count] = 0;
}
