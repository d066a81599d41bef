#include "html/elements.h"

#include <string.h>
#include <strings.h>

#define HASH(key)  (((key)*HASH_MULTIPLIER) >> (64 - HASH_BITS))
#define KIND(name) ((unsigned)DANA__KIND_##name << DANA__KIND_SHIFT)

/* An element: the key of its name, its properties, the bytes of its name that the key does not
 * hold. */
typedef struct {
    uint64_t key;
    unsigned flags;
    const char *tail;
} element_row;

#include "html/elements_table.inc"

_Static_assert(DANA__ELEMENT_ROWS == 1 << HASH_BITS, "a row for every hash");

size_t dana__element_row(dana__name name)
{
    return HASH(name.key);
}

unsigned dana__element_at(size_t row, dana__name *name)
{
    uint64_t key = elements[row].key;

    *name = (dana__name){key, (sizeof(key) * 8 + 7 - (size_t)__builtin_clzll(key | 1)) / 8};
    return elements[row].flags;
}

/* The properties of an element whose name has as many bytes as a key, or more. */
static unsigned flags_of_long(const element_row *row, dana__name name, const char *text)
{
    size_t tail_length = name.length - sizeof(name.key);

    if (tail_length != strlen(row->tail) ||
        strncasecmp(text + sizeof(name.key), row->tail, tail_length) != 0) {
        return 0;
    }
    return row->flags;
}

unsigned dana__element_and_row(dana__name name, const char *text, uint8_t *row)
{
    size_t at = HASH(name.key);

    *row = (uint8_t)at;
    if (elements[at].key != name.key) {
        return 0;
    }
    return name.length < sizeof(name.key) ? elements[at].flags
                                          : flags_of_long(&elements[at], name, text);
}

unsigned dana__element_flags(dana__name name, const char *text)
{
    uint8_t row;

    return dana__element_and_row(name, text, &row);
}
