#include "select/open_nodes.h"

#include <string.h>

static dana__open_node *top_of(dana__open_nodes *nodes)
{
    return &nodes->stack[nodes->depth - 1];
}

static void close_node(dana__open_nodes *nodes, dana__open_node *node, const char *end)
{
    nodes->open_names[dana__element_row(node->name)]--;
    nodes->reader->close(nodes->reader->state, node, end);
}

/* Closes the elements from the place `count` of the stack on. */
void dana__pop_open(dana__open_nodes *nodes, size_t count, const char *end)
{
    while (nodes->depth > count) {
        if (!top_of(nodes)->ended) {
            close_node(nodes, top_of(nodes), end);
        }
        nodes->depth--;
    }
    while (top_of(nodes)->ended) {
        nodes->depth--;
    }
}

/* Puts an element on the stack and tells of it. */
static void push(dana__open_nodes *nodes, const dana__open_node *node, const dana__markup *tag,
                 const char *at)
{
    if (nodes->depth == DANA__OPEN_MAX) {
        nodes->overflow++;
        return;
    }
    dana__open_node *parent = top_of(nodes);
    dana__open_node *own = &nodes->stack[nodes->depth];

    *own = *node;
    own->start = at;
    own->serial = ++nodes->serial;
    nodes->open_names[dana__element_row(own->name)]++;
    own->place = ++parent->children;
    parent->last_child = own->serial;
    nodes->reader->open(nodes->reader->state, parent, own, tag);
    nodes->depth++;
}

void dana__push_open(dana__open_nodes *nodes, const dana__markup *tag)
{
    const dana__open_node node = {
        .name = tag->name, .name_text = tag->name_text, .flags = tag->flags};

    push(nodes, &node, tag, tag->start);
}

void dana__push_implied(dana__open_nodes *nodes, const char *name, const char *at)
{
    dana__name of = {dana__name_key(name), strlen(name)};
    const dana__open_node node = {
        .name = of, .name_text = name, .flags = dana__element_flags(of, name)};

    push(nodes, &node, NULL, at);
}

/* Opens an element without content, and closes it. */
void dana__push_leaf(dana__open_nodes *nodes, const dana__markup *tag, const char *end)
{
    size_t depth = nodes->depth;

    dana__push_open(nodes, tag);
    if (nodes->depth > depth) {
        dana__pop_open(nodes, depth, end);
    } else {
        nodes->overflow--;
    }
}

/* The place of the innermost open element of a kind, which no element of the kinds `scope` lies
 * around; 0: none. */
size_t dana__find_kind(const dana__open_nodes *nodes, dana__kind kind, uint64_t scope)
{
    for (size_t i = nodes->depth - 1; i > 0; i--) {
        if (!nodes->stack[i].ended && dana__kind_at(nodes, i) == kind) {
            return i;
        }
        if (dana__is_kind_in(dana__kind_at(nodes, i), scope)) {
            return 0;
        }
    }
    return 0;
}

static bool is_name(const dana__open_node *node, const dana__markup *tag)
{
    return node->name.key == tag->name.key && node->name.length == tag->name.length &&
           (tag->name.length <= sizeof(tag->name.key) ||
            dana__equal_text((dana_view){node->name_text, node->name.length},
                             (dana_view){tag->name_text, tag->name.length}));
}

/* The same for the name of a tag; with `blocks` every block-level element is such a border. */
size_t dana__find_name(const dana__open_nodes *nodes, const dana__markup *tag, uint64_t scope,
                       bool blocks)
{
    if (nodes->open_names[dana__element_row(tag->name)] == 0) {
        return 0;
    }
    for (size_t i = nodes->depth - 1; i > 0; i--) {
        if (!nodes->stack[i].ended && is_name(&nodes->stack[i], tag)) {
            return i;
        }
        if (dana__is_kind_in(dana__kind_at(nodes, i), scope) ||
            (blocks && (nodes->stack[i].flags & DANA__BLOCK) != 0)) {
            return 0;
        }
    }
    return 0;
}

void dana__close_by_tag(dana__open_nodes *nodes, size_t index, const dana__markup *tag)
{
    dana__pop_open(nodes, index + 1, tag->start);
    dana__pop_open(nodes, index, tag->end);
}

/* Ends an element that holds open ones: they stay open. */
void dana__end_open(dana__open_nodes *nodes, size_t index, const char *end)
{
    if (index + 1 == nodes->depth) {
        dana__pop_open(nodes, index, end);
        return;
    }
    close_node(nodes, &nodes->stack[index], end);
    nodes->stack[index].ended = true;
}

/* Whether blocks lie open inside the element at a place. */
static bool holds_block(const dana__open_nodes *nodes, size_t index)
{
    for (size_t i = index + 1; i < nodes->depth; i++) {
        if ((nodes->stack[i].flags & DANA__BLOCK) != 0) {
            return true;
        }
    }
    return false;
}

/* 13.2.6.4.7, the adoption agency algorithm, as far as spans can show it. */
void dana__end_formatting(dana__open_nodes *nodes, const dana__markup *tag, const char *end)
{
    size_t index = dana__find_name(nodes, tag, DANA__COMMON_SCOPE, false);

    if (index == 0) {
        return;
    }
    if (holds_block(nodes, index)) {
        dana__end_open(nodes, index, end);
    } else {
        dana__close_by_tag(nodes, index, tag);
    }
}
