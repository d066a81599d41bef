#include "html/implied_ends.h"

#define BIT(kind) DANA__KIND_BIT(kind)

/* Block-level elements whose start tags leave an open p alone. */
#define INSIDE_P     (BIT(BR) | BIT(SPAN) | BIT(BUTTON) | BIT(MEDIA))

#define TABLE_SCOPE  (BIT(TABLE) | BIT(BODY) | BIT(HTML))
#define COMMON_SCOPE (BIT(CELL) | BIT(TABLE))

static const uint64_t ends[DANA__KIND_COUNT] = {
    [DANA__KIND_ITEM] = BIT(ITEM),           [DANA__KIND_DEFINITION] = BIT(DEFINITION),
    [DANA__KIND_CELL] = BIT(CELL),           [DANA__KIND_HEADING] = BIT(HEADING),
    [DANA__KIND_ROW] = BIT(CELL) | BIT(ROW), [DANA__KIND_ROWS] = BIT(CELL) | BIT(ROW) | BIT(ROWS),
    [DANA__KIND_BODY] = BIT(HEAD),
};

uint64_t dana__implied_ends(dana__kind kind)
{
    return ends[kind] | ((INSIDE_P >> kind & 1) != 0 ? 0 : BIT(P));
}

uint64_t dana__end_scope(dana__kind kind)
{
    switch (kind) {
    case DANA__KIND_ITEM:
        return BIT(LIST) | COMMON_SCOPE;
    case DANA__KIND_DEFINITION:
        return BIT(DEFINITIONS) | COMMON_SCOPE;
    case DANA__KIND_P: /* "button scope", 13.2.4.2 */
        return BIT(BUTTON) | COMMON_SCOPE;
    case DANA__KIND_ROW:
    case DANA__KIND_ROWS:
    case DANA__KIND_CELL:
        return TABLE_SCOPE;
    case DANA__KIND_TABLE:
    case DANA__KIND_BODY:
    case DANA__KIND_HTML:
        return 0;
    default:
        return COMMON_SCOPE;
    }
}
