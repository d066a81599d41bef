#include "html/tokenizer.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "html/next_attribute.h"
#include "html/tag_end.h"

#include <string.h>
#include <strings.h>

static bool ends_name(char c)
{
    return dana__is_of_tag(c, DANA__BLANK | DANA__SLASH | DANA__CLOSE);
}

/* Whether the '<' at p begins markup: HTML 13.2.5.6 and 13.2.5.7. */
static bool begins_markup(const char *p, const char *end)
{
    if (end - p < 2) {
        return false;
    }
    return dana__is_letter(p[1]) || p[1] == '!' || p[1] == '?' || (p[1] == '/' && end - p > 2);
}

const char *dana__find_markup(const char *p, const char *end)
{
    /* Half of all tags follow another one. */
    if (p < end && *p == '<' && begins_markup(p, end)) {
        return p;
    }
    while (p < end) {
        p = memchr(p, '<', (size_t)(end - p));
        if (p == NULL) {
            return end;
        }
        if (begins_markup(p, end)) {
            return p;
        }
        p++;
    }
    return end;
}

const char *dana__next_attribute(const char *p, const char *end, dana__attribute *attribute,
                                 const char **tag_end)
{
    return dana__read_next(p, end, attribute, tag_end);
}

/* Eight bytes of a name with the letters among them in lower case. */
static inline uint64_t lower_bytes(uint64_t bytes, uint64_t cut)
{
    const uint64_t high = UINT64_C(0x8080808080808080);
    const uint64_t ones = UINT64_C(0x0101010101010101);

    bytes &= cut;
    /* Capitals lack this bit. */
    if ((~bytes & cut & ones * 0x20) == 0) {
        return bytes;
    }
    uint64_t low = bytes & ~high;
    uint64_t from_a = low + ones * (0x80 - 'A');
    uint64_t behind_z = low + ones * (0x7F - 'Z');

    return bytes | (from_a & ~behind_z & ~bytes & high) >> 2;
}

/* Reads a tag's name at p, byte by byte; returns its end. */
static const char *read_any_name(const char *p, const char *end, dana__name *name)
{
    const char *start = p;

    name->key = 0;
    for (; p < end && !ends_name(*p); p++) {
        size_t i = (size_t)(p - start);

        if (i < sizeof(name->key)) {
            name->key |= (uint64_t)(unsigned char)dana__to_lower(*p) << (8 * i);
        }
    }
    name->length = (size_t)(p - start);
    return p;
}

/* Reads a tag's name at p; returns its end. */
static inline const char *read_name(const char *p, const char *end, dana__name *name)
{
    if (end - p < DANA__STEP) {
        return read_any_name(p, end, name);
    }
    dana__bytes16 bytes = dana__load16(p);
    /* What ends names, and bytes that seldom stand in one. */
    unsigned found = dana__bits16(bytes | dana__equal16(bytes, '/') | dana__equal16(bytes, '>') |
                                  (dana__bytes16)(bytes <= ' '));

    if (found == 0 || !ends_name(p[dana__first16(found)])) {
        return read_any_name(p, end, name);
    }
    size_t length = dana__first16(found);

    name->key = lower_bytes(dana__load8(p),
                            length < 8 ? (UINT64_C(1) << (8 * length)) - 1 : UINT64_MAX);
    name->length = length;
    return p + length;
}

void dana__read_tag_name(const char *end, dana__markup *tag)
{
    read_name(tag->name_text, end, &tag->name);
    tag->flags = dana__element_and_row(tag->name, tag->name_text, &tag->row);
}

static inline void read_tag(const char *p, dana__markup_kind kind, const char *end,
                            dana__markup *markup)
{
    const char *name = p + 1 + (kind == DANA__END_TAG);
    const char *after_name = read_name(name, end, &markup->name);
    bool is_bare = after_name < end && *after_name == '>';
    const char *after_tag = after_name + 1;

    if (is_bare) {
        markup->seen = DANA__SEEN | DANA__SEEN_ASCII;
    } else {
        after_tag = dana__tag_end(after_name, end, markup);
    }
    markup->kind = after_tag != NULL ? kind : DANA__CUT_TAG;
    markup->start = p;
    markup->end = after_tag != NULL ? after_tag : end;
    markup->name_text = name;
    markup->flags = dana__element_and_row(markup->name, name, &markup->row);
    markup->is_bare = is_bare;
    markup->is_plain = false;
}

static const char *found_or_end(const char *found, size_t length, const char *end)
{
    return found != NULL ? found + length : end;
}

/* A comment, p after "<!--": ends at "-->" or "--!>"; "<!-->" and "<!--->" are whole. */
static const char *comment_end(const char *p, const char *end)
{
    if (p < end && *p == '>') {
        return p + 1;
    }
    if (end - p >= 2 && p[0] == '-' && p[1] == '>') {
        return p + 2;
    }
    while (p < end) {
        p = memchr(p, '-', (size_t)(end - p));
        if (p == NULL) {
            return end;
        }
        if (end - p >= 3 && p[1] == '-' && p[2] == '>') {
            return p + 3;
        }
        if (end - p >= 4 && p[1] == '-' && p[2] == '!' && p[3] == '>') {
            return p + 4;
        }
        p++;
    }
    return end;
}

static void read_declaration(const char *p, const char *end, dana__markup *markup)
{
    markup->kind = DANA__COMMENT;
    if (end - p >= 4 && p[2] == '-' && p[3] == '-') {
        markup->end = comment_end(p + 4, end);
        return;
    }
    if (end - p >= 9 && strncasecmp(p + 2, "doctype", 7) == 0) {
        markup->kind = DANA__DOCTYPE;
    }
    markup->end = found_or_end(memchr(p, '>', (size_t)(end - p)), 1, end);
}

void dana__read_markup(const char *p, const char *end, dana__markup *markup)
{
    /* All members of a tag are set by what reads it. */
    if (dana__is_letter(p[1])) {
        read_tag(p, DANA__START_TAG, end, markup);
        return;
    }
    if (p[1] == '/' && dana__is_letter(p[2])) {
        read_tag(p, DANA__END_TAG, end, markup);
        return;
    }
    *markup = (dana__markup){.start = p};
    if (p[1] == '!') {
        read_declaration(p, end, markup);
        return;
    }
    markup->kind = DANA__COMMENT;
    markup->end = found_or_end(memchr(p, '>', (size_t)(end - p)), 1, end);
}
