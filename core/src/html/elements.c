#include "html/elements.h"

#include <string.h>
#include <strings.h>

#define KIND(name) ((unsigned)DANA__KIND_##name << DANA__KIND_SHIFT)

#include "html/elements_table.inc"

const uint64_t dana__element_multiplier = HASH_MULTIPLIER;

_Static_assert(DANA__ELEMENT_BITS == HASH_BITS, "a row for every hash");

unsigned dana__flags_of_long(const dana__named_element *row, dana__name name, const char *text)
{
    size_t tail_length = name.length - sizeof(name.key);

    if (tail_length != strlen(row->tail) ||
        strncasecmp(text + sizeof(name.key), row->tail, tail_length) != 0) {
        return 0;
    }
    return row->flags;
}

unsigned dana__element_flags(dana__name name, const char *text)
{
    uint8_t row;

    return dana__element_and_row(name, text, &row);
}
