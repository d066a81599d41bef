/*
 * Reading a tag, inlined into the tokenizer and into the pass over a page.
 */
#ifndef DANA_HTML_READ_TAG_H
#define DANA_HTML_READ_TAG_H

#include "base/ascii.h"
#include "base/bytes16.h"
#include "html/next_attribute.h"
#include "html/tag_end.h"

/* Returns whether a byte ends the name of a tag. */
static inline bool dana__ends_name(char c)
{
    return dana__is_of_tag(c, DANA__BLANK | DANA__SLASH | DANA__CLOSE);
}

/* Returns eight bytes of a name with the letters among them in lower case. */
static inline uint64_t dana__lower_bytes(uint64_t bytes, uint64_t cut)
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
const char *dana__read_any_name(const char *p, const char *end, dana__name *name);

/* Reads a tag's name at p, where a letter stands; returns its end. */
static inline const char *dana__read_name(const char *p, const char *end, dana__name *name)
{
    if (end - p < DANA__STEP) {
        return dana__read_any_name(p, end, name);
    }
    dana__bytes16 bytes = dana__load16(p);
    /* What ends names, and bytes that seldom stand in one. */
    unsigned found = dana__bits16(bytes | dana__equal16(bytes, '/') | dana__equal16(bytes, '>') |
                                  (dana__bytes16)(bytes <= ' '));
    size_t length = dana__first16(found | 1u << (DANA__STEP - 1));

    /* Half of all names end a tag. */
    if (p[length] != '>' && !dana__ends_name(p[length])) {
        return dana__read_any_name(p, end, name);
    }
    name->key = dana__lower_bytes(dana__load8(p),
                                  length < 8 ? UINT64_MAX >> (64 - 8 * length) : UINT64_MAX);
    name->length = length;
    return p + length;
}

/* Returns where the name of the tag at p stands, NULL where none begins there. */
static inline const char *dana__tag_name_at(const char *p, const char *end)
{
    if (end - p <= 2 || *p != '<') {
        return NULL;
    }
    p += 1 + (p[1] == '/');
    return dana__is_letter(*p) ? p : NULL;
}

/* Reads the tag at p, whose name stands at `name`: behind '<', or '/' and that. tag_end is or does
 * as dana__tag_end. */
static inline void dana__read_tag_at(const char *p, const char *name, const char *end,
                                     dana__tag_ender *tag_end, dana__markup *markup)
{
    dana__markup_kind kind = name - p > 1 ? DANA__END_TAG : DANA__START_TAG;
    const char *after_name = dana__read_name(name, end, &markup->name);
    bool is_bare = after_name < end && *after_name == '>';
    const char *after_tag = after_name + 1;

    if (is_bare) {
        markup->seen = DANA__SEEN | DANA__SEEN_ASCII;
    } else {
        after_tag = tag_end(after_name, end, markup);
    }
    markup->kind = after_tag != NULL ? kind : DANA__CUT_TAG;
    markup->start = p;
    markup->end = after_tag != NULL ? after_tag : end;
    markup->name_text = name;
    markup->flags = dana__element_and_row(markup->name, name, &markup->row);
    markup->is_bare = is_bare;
    markup->is_plain = false;
}

#endif
