/*
 * What is noted of an attribute in the look for a tag's end, inlined into its forms.
 */
#ifndef DANA_HTML_SEE_ATTRIBUTE_H
#define DANA_HTML_SEE_ATTRIBUTE_H

#include "base/ascii.h"
#include "base/bytes16.h"
#include "html/markup.h"
#include "html/next_attribute.h"

/* Bytes of "aria-hidden". */
#define DANA__OTHER_LENGTH 11

/* Returns the bits (DANA__SEEN_) of an attribute, at the name of which eight bytes are readable. */
static inline unsigned dana__seen_bits(const char *name, size_t length)
{
    static const uint64_t bytes[sizeof(uint64_t) + 1] = {
        0,          0xFF,         0xFFFF,         0xFFFFFF,
        UINT32_MAX, 0xFFFFFFFFFF, 0xFFFFFFFFFFFF, 0xFFFFFFFFFFFFFF,
        UINT64_MAX};

    if (length > sizeof(uint64_t)) {
        return length == DANA__OTHER_LENGTH ? DANA__SEEN_OTHER : 0;
    }
    switch ((dana__load8(name) | UINT64_C(0x2020202020202020)) & bytes[length]) {
    case DANA__NAME_KEY('c', 'l', 'a', 's', 's'):
        return DANA__SEEN_CLASS;
    case DANA__NAME_KEY('i', 'd'):
        return DANA__SEEN_ID;
    case DANA__NAME_KEY('h', 'r', 'e', 'f'):
        return DANA__SEEN_HREF;
    case DANA__NAME_KEY('n', 'a', 'm', 'e'):
        return DANA__SEEN_NAME;
    case DANA__NAME_KEY('r', 'o', 'l', 'e'):
    case DANA__NAME_KEY('s', 't', 'y', 'l', 'e'):
    case DANA__NAME_KEY('h', 'i', 'd', 'd', 'e', 'n'):
    case DANA__NAME_KEY('i', 't', 'e', 'm', 'p', 'r', 'o', 'p'):
    case DANA__NAME_KEY('i', 't', 'e', 'm', 't', 'y', 'p', 'e'):
        return DANA__SEEN_OTHER;
    default:
        return 0;
    }
}

/* Notes an attribute. The second one of a name is for those who read them all. */
static inline void dana__see_attribute(const char *name, size_t length, dana_view value,
                                       dana__markup *tag, unsigned *seen)
{
    unsigned bits = dana__seen_bits(name, length);

    if (bits == DANA__SEEN_CLASS) {
        tag->class_value = value;
    } else if (bits == DANA__SEEN_ID) {
        tag->id = value;
    }
    *seen |= bits | ((*seen & bits) != 0 ? DANA__SEEN_OTHER : 0);
}

/* Whether a tag ends at p without a further attribute: ">", " >", "/>", " />". Sets *after. */
static inline bool dana__tag_ends_here(const char *p, const char *end, const char **after)
{
    for (int i = 0; i < 3 && p < end; i++, p++) {
        if (*p == '>') {
            *after = p + 1;
            return true;
        }
        if (!dana__is_of_tag(*p, DANA__BLANK | DANA__SLASH)) {
            return false;
        }
    }
    return false;
}

/* Whether an attribute whose name ends at p, before another byte, has no value. */
static inline bool dana__is_without_value(const char *p)
{
    return *p == '>' || *p == '/' ||
           (dana__is_of_tag(*p, DANA__BLANK) && p[1] != '=' && !dana__is_of_tag(p[1], DANA__BLANK));
}

#endif
