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
