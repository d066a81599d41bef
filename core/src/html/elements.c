#include "html/elements.h"

#include <string.h>
#include <strings.h>

/* Block-level elements: those whose start tag begins a line, and Density's structural elements.
 * br is among them because it begins a line too. */

#define NAME_KEY(a, b, c, d, e, f, g, h)                                                           \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 |              \
     (uint64_t)(e) << 32 | (uint64_t)(f) << 40 | (uint64_t)(g) << 48 | (uint64_t)(h) << 56)

/* A multiplier without collisions for the names below; a collision would not compile. */
#define HASH_MULTIPLIER 0x06d87b1baa0d386fu
#define HASH_BITS       8
#define HASH(key)       (((key)*HASH_MULTIPLIER) >> (64 - HASH_BITS))

#define KIND(name)      ((unsigned)DANA__KIND_##name << DANA__KIND_SHIFT)

#define NAME(flag_set, tail_text, ...)                                                             \
    [HASH(NAME_KEY(__VA_ARGS__))] = {                                                              \
        .key = NAME_KEY(__VA_ARGS__), .flags = (flag_set), .tail = (tail_text)}

/* A row: the first eight bytes of the name, the bytes behind them, the properties. */
static const struct {
    uint64_t key;
    unsigned flags;
    const char *tail;
} elements[1 << HASH_BITS] = {
    NAME(DANA__BLOCK | KIND(P), "", 'p', 0, 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(DIV), "", 'd', 'i', 'v', 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(BR), "", 'b', 'r', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING | KIND(HEADING), "", 'h', '1', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING | KIND(HEADING), "", 'h', '2', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING | KIND(HEADING), "", 'h', '3', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING | KIND(HEADING), "", 'h', '4', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING | KIND(HEADING), "", 'h', '5', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING | KIND(HEADING), "", 'h', '6', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(ITEM), "", 'l', 'i', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(LIST), "", 'u', 'l', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(LIST), "", 'o', 'l', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(DEFINITIONS), "", 'd', 'l', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(DEFINITION), "", 'd', 't', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(DEFINITION), "", 'd', 'd', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(TABLE), "", 't', 'a', 'b', 'l', 'e', 0, 0, 0),
    NAME(DANA__BLOCK | KIND(ROW), "", 't', 'r', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(CELL), "", 't', 'd', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(CELL), "", 't', 'h', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(ROWS), "", 't', 'b', 'o', 'd', 'y', 0, 0, 0),
    NAME(DANA__BLOCK | KIND(ROWS), "", 't', 'h', 'e', 'a', 'd', 0, 0, 0),
    NAME(DANA__BLOCK | KIND(ROWS), "", 't', 'f', 'o', 'o', 't', 0, 0, 0),
    NAME(DANA__BLOCK | KIND(CAPTION), "", 'c', 'a', 'p', 't', 'i', 'o', 'n', 0),
    NAME(DANA__BLOCK | KIND(SECTION), "", 's', 'e', 'c', 't', 'i', 'o', 'n', 0),
    NAME(DANA__BLOCK | KIND(ARTICLE), "", 'a', 'r', 't', 'i', 'c', 'l', 'e', 0),
    NAME(DANA__BLOCK | KIND(ASIDE), "", 'a', 's', 'i', 'd', 'e', 0, 0, 0),
    NAME(DANA__BLOCK | KIND(NAV), "", 'n', 'a', 'v', 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(HEADER), "", 'h', 'e', 'a', 'd', 'e', 'r', 0, 0),
    NAME(DANA__BLOCK | KIND(FOOTER), "", 'f', 'o', 'o', 't', 'e', 'r', 0, 0),
    NAME(DANA__BLOCK | KIND(MAIN), "", 'm', 'a', 'i', 'n', 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(QUOTE), "te", 'b', 'l', 'o', 'c', 'k', 'q', 'u', 'o'),
    NAME(DANA__BLOCK | KIND(PRE), "", 'p', 'r', 'e', 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(RULE), "", 'h', 'r', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(FORM), "", 'f', 'o', 'r', 'm', 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(FORM_PART), "", 'f', 'i', 'e', 'l', 'd', 's', 'e', 't'),
    NAME(DANA__BLOCK | KIND(FIGURE), "", 'f', 'i', 'g', 'u', 'r', 'e', 0, 0),
    NAME(DANA__BLOCK | KIND(CAPTION), "on", 'f', 'i', 'g', 'c', 'a', 'p', 't', 'i'),
    NAME(DANA__BLOCK | KIND(ADDRESS), "", 'a', 'd', 'd', 'r', 'e', 's', 's', 0),
    NAME(DANA__BLOCK | KIND(DIV), "", 'c', 'e', 'n', 't', 'e', 'r', 0, 0),
    NAME(DANA__BLOCK | DANA__BODY | KIND(BODY), "", 'b', 'o', 'd', 'y', 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(HEAD), "", 'h', 'e', 'a', 'd', 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HTML | KIND(HTML), "", 'h', 't', 'm', 'l', 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(FORM_PART), "", 'o', 'p', 't', 'i', 'o', 'n', 0, 0),
    NAME(DANA__BLOCK | KIND(FORM_PART), "", 'o', 'p', 't', 'g', 'r', 'o', 'u', 'p'),
    NAME(DANA__BLOCK | KIND(SECTION), "", 'd', 'e', 't', 'a', 'i', 'l', 's', 0),
    NAME(DANA__BLOCK | KIND(P), "", 's', 'u', 'm', 'm', 'a', 'r', 'y', 0),
    NAME(DANA__BLOCK | KIND(LIST), "", 'm', 'e', 'n', 'u', 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(DIALOG), "", 'd', 'i', 'a', 'l', 'o', 'g', 0, 0),
    NAME(DANA__BLOCK | KIND(DIV), "", 'h', 'g', 'r', 'o', 'u', 'p', 0, 0),
    NAME(DANA__BLOCK | KIND(FORM_PART), "", 'l', 'e', 'g', 'e', 'n', 'd', 0, 0),
    NAME(DANA__BLOCK | KIND(LIST), "", 'd', 'i', 'r', 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | KIND(MEDIA), "", 'v', 'i', 'd', 'e', 'o', 0, 0, 0),
    NAME(DANA__BLOCK | KIND(MEDIA), "", 'a', 'u', 'd', 'i', 'o', 0, 0, 0),
    NAME(KIND(SPAN), "", 's', 'p', 'a', 'n', 0, 0, 0, 0),
    NAME(KIND(BUTTON), "", 'b', 'u', 't', 't', 'o', 'n', 0, 0),
    NAME(KIND(META), "", 'm', 'e', 't', 'a', 0, 0, 0, 0),
    NAME(DANA__ANCHOR, "", 'a', 0, 0, 0, 0, 0, 0, 0),
    NAME(DANA__RAW | DANA__SCRIPT, "", 's', 'c', 'r', 'i', 'p', 't', 0, 0),
    NAME(DANA__RAW, "", 's', 't', 'y', 'l', 'e', 0, 0, 0),
    NAME(DANA__RAW | DANA__NOSCRIPT, "", 'n', 'o', 's', 'c', 'r', 'i', 'p', 't'),
    NAME(DANA__RAW, "", 't', 'e', 'x', 't', 'a', 'r', 'e', 'a'),
    NAME(DANA__RAW, "", 'i', 'f', 'r', 'a', 'm', 'e', 0, 0),
    NAME(DANA__RAW | DANA__TITLE, "", 't', 'i', 't', 'l', 'e', 0, 0, 0),
    NAME(DANA__NESTED, "", 't', 'e', 'm', 'p', 'l', 'a', 't', 'e'),
    NAME(DANA__NESTED | DANA__FOREIGN, "", 's', 'v', 'g', 0, 0, 0, 0, 0),
    NAME(DANA__NESTED | DANA__NO_NESTING, "", 's', 'e', 'l', 'e', 'c', 't', 0, 0),
};

_Static_assert(DANA__ELEMENT_ROWS == 1 << HASH_BITS, "a row for every hash");

size_t dana__element_row(dana__name name)
{
    return HASH(name.key);
}

unsigned dana__element_flags(dana__name name, const char *text)
{
    size_t row = HASH(name.key);

    if (elements[row].key != name.key || elements[row].flags == 0) {
        return 0;
    }
    if (name.length <= sizeof(name.key)) {
        return elements[row].tail[0] == '\0' ? elements[row].flags : 0;
    }
    size_t tail_length = name.length - sizeof(name.key);

    if (tail_length != strlen(elements[row].tail) ||
        strncasecmp(text + sizeof(name.key), elements[row].tail, tail_length) != 0) {
        return 0;
    }
    return elements[row].flags;
}
