/*
 * Nodes of a visual tree: see looks/tree.h.
 */
#ifndef DANA_LOOKS_NODE_H
#define DANA_LOOKS_NODE_H

#include "dana/boxes.h"
#include "dana/view.h"

#include <stdbool.h>

/* Kinds of nodes, as far as VIPS and the finders of titles tell them apart. */
typedef enum {
    DANA__LOOK_TEXT,
    DANA__LOOK_INLINE,   /* an element that breaks no line */
    DANA__LOOK_REPLACED, /* a picture, a film, a field of a form: seen, and holds no text */
    DANA__LOOK_TABLE,    /* or a group of its rows */
    DANA__LOOK_ROW,
    DANA__LOOK_CELL,
    DANA__LOOK_P,
    DANA__LOOK_HEADING,
    DANA__LOOK_ITEM, /* of a list */
    DANA__LOOK_RULE, /* hr */
    DANA__LOOK_OTHER,
    DANA__LOOK_COUNT
} dana__look;

/* A rectangle of the page; empty where right <= left or bottom <= top. */
typedef struct {
    float left, top, right, bottom;
} dana__rect;

/* No node. */
#define DANA__NO_NODE UINT32_MAX

/* A node. The first one is the page itself; the others stand in the order of the source. */
typedef struct {
    const dana_box *box; /* NULL: the page */
    uint32_t parent;     /* its own index for the page */
    uint32_t end;        /* index after the last node of its subtree */
    dana_span span;      /* source: an element up to its end tag, a text up to the next markup */
    dana_span text;      /* from the first to the last of the texts seen in it; empty: none */
    dana__rect rect;     /* of what is seen of it, what it holds included */
    uint32_t chars;      /* of the texts seen in it, white space left out */
    uint32_t link_chars; /* of those that stand in a elements */
    uint32_t longest;    /* the text that has most characters, DANA__NO_NODE: none */
    uint8_t row;         /* of its name in the table of elements */
    uint8_t look;        /* dana__look */
    bool valid;          /* something is seen of it: VIPS, 4.1 */
    bool is_inline;      /* it breaks no line, nor does anything that it holds */
    bool is_link;        /* an a element, or in one */
    bool is_closed;      /* no text is looked for in it: a script, a field, a drawing */
} dana__look_node;

/* The tree. Borrowed from the page. */
typedef struct dana__look_tree {
    const dana__look_node *nodes;
    size_t count; /* >= 1 */
} dana__look_tree;

/* Returns the width of a rectangle, 0 of an empty one. */
static inline float dana__rect_width(const dana__rect *rect)
{
    return rect->right > rect->left ? rect->right - rect->left : 0.0f;
}

/* Returns the height of a rectangle, 0 of an empty one. */
static inline float dana__rect_height(const dana__rect *rect)
{
    return rect->bottom > rect->top ? rect->bottom - rect->top : 0.0f;
}

/* Returns the area of a rectangle. */
static inline double dana__rect_area(const dana__rect *rect)
{
    return (double)dana__rect_width(rect) * (double)dana__rect_height(rect);
}

/* Returns the text of two (DANA__NO_NODE: none) that has more characters, the earlier one of equal
 * ones. */
uint32_t dana__longer_text(const dana__look_tree *tree, uint32_t a, uint32_t b);

/* Makes `rect` hold another rectangle too. */
void dana__rect_add(dana__rect *rect, const dana__rect *other);

#endif
