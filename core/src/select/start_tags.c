#include "select/start_tags.h"

#include "select/tag_groups.h"

/* Block-level elements that leave an open p alone. */
#define INSIDE_P (DANA__KIND_BIT(BR) | DANA__KIND_BIT(MEDIA))

static dana__kind top_kind(const dana__open_nodes *nodes)
{
    return dana__kind_at(nodes, nodes->depth - 1);
}

/* Whether elements with the row of this name are open. */
static bool may_be_open(const dana__open_nodes *nodes, uint64_t key)
{
    return nodes->open_names[dana__element_row((dana__name){key, 0})] > 0;
}

/* Closes the innermost element of a kind in a scope. */
static void close_kind(dana__open_nodes *nodes, dana__kind kind, uint64_t scope, const char *at)
{
    size_t index = dana__find_kind(nodes, kind, scope);

    if (index > 0) {
        dana__pop_open(nodes, index, at);
    }
}

static void close_p(dana__open_nodes *nodes, const char *at)
{
    if (may_be_open(nodes, DANA__NAME_KEY('p'))) {
        close_kind(nodes, DANA__KIND_P, DANA__BUTTON_SCOPE, at);
    }
}

/* li, dt, dd: the last one of its list ends, unless another block began inside it. */
static void close_item(dana__open_nodes *nodes, dana__kind kind, const char *at)
{
    for (size_t i = nodes->depth - 1; i > 0; i--) {
        dana__kind here = dana__kind_at(nodes, i);

        if (here == kind && !nodes->stack[i].ended) {
            dana__pop_open(nodes, i, at);
            return;
        }
        if ((nodes->stack[i].flags & DANA__BLOCK) != 0 &&
            !dana__is_kind_in(here,
                              DANA__KIND_BIT(ADDRESS) | DANA__KIND_BIT(DIV) | DANA__KIND_BIT(P))) {
            return;
        }
    }
}

/* Closes what the start tag of a block closes. */
static void close_for_block(dana__open_nodes *nodes, dana__kind kind, const char *at)
{
    if (kind == DANA__KIND_ITEM || kind == DANA__KIND_DEFINITION) {
        close_item(nodes, kind, at);
    }
    if (!dana__is_kind_in(kind, INSIDE_P)) {
        close_p(nodes, at);
    }
    if (kind == DANA__KIND_HEADING && top_kind(nodes) == DANA__KIND_HEADING) {
        dana__pop_open(nodes, nodes->depth - 1, at);
    }
}

static bool is_ruby_text(uint64_t key)
{
    return key == DANA__NAME_KEY('r', 't') || key == DANA__NAME_KEY('r', 'p');
}

/* Closes what the start tag of another element closes: one of its own name, or beside it. */
static void close_for_inline(dana__open_nodes *nodes, const dana__markup *tag)
{
    uint64_t top = nodes->stack[nodes->depth - 1].name.key;

    if (tag->name.key == DANA__NAME_KEY('a') && tag->name.length == 1) {
        dana__end_formatting(nodes, tag, tag->start);
    } else if (dana__kind_of(tag->flags) == DANA__KIND_BUTTON) {
        close_kind(nodes, DANA__KIND_BUTTON, DANA__COMMON_SCOPE, tag->start);
    } else if (is_ruby_text(tag->name.key) && is_ruby_text(top)) {
        dana__pop_open(nodes, nodes->depth - 1, tag->start);
    }
}

/* Pops up to the innermost table or element of other kinds; `table` is the place of the table. */
static void pop_to_context(dana__open_nodes *nodes, size_t table, uint64_t kinds, const char *at)
{
    size_t index = nodes->depth - 1;

    while (index > table && !dana__is_kind_in(dana__kind_at(nodes, index), kinds)) {
        index--;
    }
    dana__pop_open(nodes, index + 1, at);
}

/* The kinds around a row, a cell, or what else stands in a table, from the table inwards. */
static bool is_part_of_table(const dana__markup *tag)
{
    return dana__is_kind_in(dana__kind_of(tag->flags),
                            DANA__KIND_BIT(ROW) | DANA__KIND_BIT(ROWS) | DANA__KIND_BIT(CELL)) ||
           tag->name.key == DANA__NAME_KEY('c', 'a', 'p', 't', 'i', 'o', 'n') ||
           tag->name.key == DANA__NAME_KEY('c', 'o', 'l', 'g', 'r', 'o', 'u', 'p') ||
           (tag->name.key == DANA__NAME_KEY('c', 'o', 'l') && tag->name.length == 3);
}

/* Opens a part of a table, and the parts around it that are missing. Outside of tables there are
 * none. */
static void open_part(dana__open_nodes *nodes, const dana__markup *tag, const char *leaf_end)
{
    dana__kind kind = dana__kind_of(tag->flags);
    size_t table = dana__find_kind(nodes, DANA__KIND_TABLE, DANA__KIND_BIT(HTML));
    const char *at = tag->start;

    if (table == 0) {
        return;
    }
    if (kind == DANA__KIND_CELL || kind == DANA__KIND_ROW) {
        pop_to_context(nodes, table,
                       DANA__KIND_BIT(ROWS) |
                           (kind == DANA__KIND_CELL ? DANA__KIND_BIT(ROW) : UINT64_C(0)),
                       at);
        if (top_kind(nodes) == DANA__KIND_TABLE) {
            dana__push_implied(nodes, "tbody", at);
        }
        if (kind == DANA__KIND_CELL && top_kind(nodes) == DANA__KIND_ROWS) {
            dana__push_implied(nodes, "tr", at);
        }
    } else if (leaf_end == NULL) {
        dana__pop_open(nodes, table + 1, at);
    } else if (top_kind(nodes) == DANA__KIND_TABLE) {
        dana__push_implied(nodes, "colgroup", at);
    }
    if (leaf_end != NULL) {
        dana__push_leaf(nodes, tag, leaf_end);
    } else {
        dana__push_open(nodes, tag);
    }
}

void dana__open_start_tag(dana__open_nodes *nodes, const dana__markup *tag, const char *leaf_end)
{
    dana__kind kind = dana__kind_of(tag->flags);

    if (is_part_of_table(tag)) {
        open_part(nodes, tag, leaf_end);
        return;
    }
    if (kind == DANA__KIND_FORM && may_be_open(nodes, DANA__NAME_KEY('f', 'o', 'r', 'm')) &&
        dana__find_kind(nodes, DANA__KIND_FORM, 0) > 0) {
        return; /* forms do not nest */
    }
    if ((tag->flags & DANA__BLOCK) != 0) {
        close_for_block(nodes, kind, tag->start);
    } else {
        close_for_inline(nodes, tag);
    }
    if (leaf_end != NULL) {
        dana__push_leaf(nodes, tag, leaf_end);
    } else {
        dana__push_open(nodes, tag);
    }
}
