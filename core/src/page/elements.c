#include "page/elements.h"

#include <string.h>
#include <strings.h>

/* Block-level elements: those whose start tag begins a line, and Density's structural elements.
 * br is among them because it begins a line too. */

#define NAME_KEY(a, b, c, d, e, f, g, h)                                                           \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 |              \
     (uint64_t)(e) << 32 | (uint64_t)(f) << 40 | (uint64_t)(g) << 48 | (uint64_t)(h) << 56)

/* A multiplier without collisions for the names below; a collision would not compile. */
#define HASH_MULTIPLIER 0x18e0d2099e2fbfcbu
#define HASH_BITS       8
#define HASH(key)       (((key)*HASH_MULTIPLIER) >> (64 - HASH_BITS))

#define NAME(flag_set, tail_text, ...)                                                             \
    [HASH(NAME_KEY(__VA_ARGS__))] = {                                                              \
        .key = NAME_KEY(__VA_ARGS__), .flags = (flag_set), .tail = (tail_text)}

/* A row: the first eight bytes of the name, the bytes behind them, the properties. */
static const struct {
    uint64_t key;
    unsigned flags;
    const char *tail;
} elements[1 << HASH_BITS] = {
    NAME(DANA__BLOCK, "", 'p', 0, 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'd', 'i', 'v', 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'b', 'r', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING, "", 'h', '1', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING, "", 'h', '2', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING, "", 'h', '3', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING, "", 'h', '4', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING, "", 'h', '5', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HEADING, "", 'h', '6', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'l', 'i', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'u', 'l', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'o', 'l', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'd', 'l', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'd', 't', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'd', 'd', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 't', 'a', 'b', 'l', 'e', 0, 0, 0),
    NAME(DANA__BLOCK, "", 't', 'r', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 't', 'd', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 't', 'h', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 't', 'b', 'o', 'd', 'y', 0, 0, 0),
    NAME(DANA__BLOCK, "", 't', 'h', 'e', 'a', 'd', 0, 0, 0),
    NAME(DANA__BLOCK, "", 't', 'f', 'o', 'o', 't', 0, 0, 0),
    NAME(DANA__BLOCK, "", 'c', 'a', 'p', 't', 'i', 'o', 'n', 0),
    NAME(DANA__BLOCK, "", 's', 'e', 'c', 't', 'i', 'o', 'n', 0),
    NAME(DANA__BLOCK, "", 'a', 'r', 't', 'i', 'c', 'l', 'e', 0),
    NAME(DANA__BLOCK, "", 'a', 's', 'i', 'd', 'e', 0, 0, 0),
    NAME(DANA__BLOCK, "", 'n', 'a', 'v', 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'h', 'e', 'a', 'd', 'e', 'r', 0, 0),
    NAME(DANA__BLOCK, "", 'f', 'o', 'o', 't', 'e', 'r', 0, 0),
    NAME(DANA__BLOCK, "", 'm', 'a', 'i', 'n', 0, 0, 0, 0),
    NAME(DANA__BLOCK, "te", 'b', 'l', 'o', 'c', 'k', 'q', 'u', 'o'),
    NAME(DANA__BLOCK, "", 'p', 'r', 'e', 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'h', 'r', 0, 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'f', 'o', 'r', 'm', 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'f', 'i', 'e', 'l', 'd', 's', 'e', 't'),
    NAME(DANA__BLOCK, "", 'f', 'i', 'g', 'u', 'r', 'e', 0, 0),
    NAME(DANA__BLOCK, "on", 'f', 'i', 'g', 'c', 'a', 'p', 't', 'i'),
    NAME(DANA__BLOCK, "", 'a', 'd', 'd', 'r', 'e', 's', 's', 0),
    NAME(DANA__BLOCK, "", 'c', 'e', 'n', 't', 'e', 'r', 0, 0),
    NAME(DANA__BLOCK | DANA__BODY, "", 'b', 'o', 'd', 'y', 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'h', 'e', 'a', 'd', 0, 0, 0, 0),
    NAME(DANA__BLOCK | DANA__HTML, "", 'h', 't', 'm', 'l', 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'o', 'p', 't', 'i', 'o', 'n', 0, 0),
    NAME(DANA__BLOCK, "", 'o', 'p', 't', 'g', 'r', 'o', 'u', 'p'),
    NAME(DANA__BLOCK, "", 'd', 'e', 't', 'a', 'i', 'l', 's', 0),
    NAME(DANA__BLOCK, "", 's', 'u', 'm', 'm', 'a', 'r', 'y', 0),
    NAME(DANA__BLOCK, "", 'm', 'e', 'n', 'u', 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'd', 'i', 'a', 'l', 'o', 'g', 0, 0),
    NAME(DANA__BLOCK, "", 'h', 'g', 'r', 'o', 'u', 'p', 0, 0),
    NAME(DANA__BLOCK, "", 'l', 'e', 'g', 'e', 'n', 'd', 0, 0),
    NAME(DANA__BLOCK, "", 'd', 'i', 'r', 0, 0, 0, 0, 0),
    NAME(DANA__BLOCK, "", 'v', 'i', 'd', 'e', 'o', 0, 0, 0),
    NAME(DANA__BLOCK, "", 'a', 'u', 'd', 'i', 'o', 0, 0, 0),
    NAME(DANA__ANCHOR, "", 'a', 0, 0, 0, 0, 0, 0, 0),
    NAME(DANA__RAW | DANA__SCRIPT, "", 's', 'c', 'r', 'i', 'p', 't', 0, 0),
    NAME(DANA__RAW, "", 's', 't', 'y', 'l', 'e', 0, 0, 0),
    NAME(DANA__RAW, "", 'n', 'o', 's', 'c', 'r', 'i', 'p', 't'),
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
