#include "select/end_tags.h"

#include "select/tag_groups.h"

/* Where the search for the element of an end tag ends, by its kind. */
static uint64_t scope_of(dana__kind kind)
{
    switch (kind) {
    case DANA__KIND_ITEM:
        return DANA__LIST_SCOPE;
    case DANA__KIND_P:
        return DANA__BUTTON_SCOPE;
    case DANA__KIND_ROW:
    case DANA__KIND_ROWS:
    case DANA__KIND_CELL:
    case DANA__KIND_CAPTION:
        return DANA__TABLE_SCOPE;
    case DANA__KIND_TABLE:
        return DANA__KIND_BIT(HTML);
    default:
        return DANA__COMMON_SCOPE;
    }
}

/* The place of the element that an end tag means; 0: none. */
static size_t find(const dana__open_nodes *nodes, const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    if (kind == DANA__KIND_HEADING) {
        return dana__find_kind(nodes, kind, DANA__COMMON_SCOPE);
    }
    bool is_block = (tag->flags & (DANA__BLOCK | DANA__NOSCRIPT)) != 0 || kind == DANA__KIND_BUTTON;

    return dana__find_name(nodes, tag, scope_of(kind), !is_block);
}

void dana__close_end_tag(dana__open_nodes *nodes, const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    if (dana__is_formatting(tag)) {
        dana__end_formatting(nodes, tag, tag->end);
        return;
    }
    size_t index = find(nodes, tag);

    if (index == 0 && kind == DANA__KIND_P) {
        dana__push_leaf(nodes, tag, tag->end); /* </p> alone is an empty element */
    } else if (index > 0 && kind == DANA__KIND_FORM) {
        dana__end_open(nodes, index, tag->end);
    } else if (index > 0) {
        dana__close_by_tag(nodes, index, tag);
    }
}
