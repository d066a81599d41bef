/*
 * The stack of open elements while a page is read: how they open and close, and which one a tag
 * means. No tree is kept.
 */
#ifndef DANA_SELECT_OPEN_NODES_H
#define DANA_SELECT_OPEN_NODES_H

#include "select/element.h"

/* Most elements that are open at once, the page itself counted. */
#define DANA__OPEN_MAX 513

/* An open element, or the page as the parent of html. The last members belong to the reader. */
typedef struct {
    dana__name name;
    const char *name_text;
    const char *start;
    unsigned flags;
    uint32_t serial;     /* counts elements in the order of their start tags, from 1; 0: the page */
    bool ended;          /* its end was seen, but elements that it holds are open */
    uint8_t covered;     /* bits of dana__use: it lies in a span that does not end before it does */
    uint32_t place;      /* among its siblings, from 1 */
    uint32_t children;   /* elements so far */
    uint32_t last_child; /* serial of the last of them */
    uint32_t spans[DANA__USE_COUNT];    /* that began with it: their index plus 1; 0: none */
    dana__compounds matched;            /* that it matches with all before them */
    dana__compounds above;              /* that it or an element around it matches so */
    dana__compounds previous, siblings; /* that its last child, and any child, matches so */
} dana__open_node;

/* What is told of each element. parent: the one around it; tag NULL: it is implied. merge (NULL:
 * nobody asks): an html or body that was implied gets the attributes of its tag. */
typedef struct {
    void *state;
    void (*open)(void *state, dana__open_node *parent, dana__open_node *node,
                 const dana__markup *tag);
    void (*merge)(void *state, dana__open_node *parent, dana__open_node *node,
                  const dana__markup *tag);
    void (*close)(void *state, const dana__open_node *node, const char *end);
} dana__tree_reader;

/* The open elements of a page that is being read; stack[0] is the page. */
typedef struct {
    const dana__tree_reader *reader;
    dana__open_node *stack;
    size_t depth;
    size_t overflow;                         /* elements that found no room and are open */
    uint16_t open_names[DANA__ELEMENT_ROWS]; /* open elements by the row of their name */
    uint32_t serial;
} dana__open_nodes;

/* Sets of kinds whose elements nothing is looked for beyond (13.2.4.2). */
#define DANA__COMMON_SCOPE (DANA__KIND_BIT(CELL) | DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(HTML))
#define DANA__BUTTON_SCOPE (DANA__COMMON_SCOPE | DANA__KIND_BIT(BUTTON))
#define DANA__TABLE_SCOPE  (DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(HTML))
#define DANA__LIST_SCOPE   (DANA__COMMON_SCOPE | DANA__KIND_BIT(LIST))

/* Returns whether a set of kinds holds a kind. */
static inline bool dana__is_kind_in(dana__kind kind, uint64_t kinds)
{
    return (kinds >> kind & 1) != 0;
}

/* Returns the kind of the element at a place of the stack. */
static inline dana__kind dana__kind_at(const dana__open_nodes *nodes, size_t index)
{
    return dana__kind_of(nodes->stack[index].flags);
}

/* Opens the element of a start tag. */
void dana__push_open(dana__open_nodes *nodes, const dana__markup *tag);

/* Opens an element that has no tag, before what begins at `at`. name: static, in lower case. */
void dana__push_implied(dana__open_nodes *nodes, const char *name, const char *at);

/* Opens the element of a tag and closes it at `end`. */
void dana__push_leaf(dana__open_nodes *nodes, const dana__markup *tag, const char *end);

/* Closes the elements from the place `count` of the stack on. */
void dana__pop_open(dana__open_nodes *nodes, size_t count, const char *end);

/* Closes the element at a place by its end tag, and before it those inside it. */
void dana__close_by_tag(dana__open_nodes *nodes, size_t index, const dana__markup *tag);

/* Ends the element at a place; those that it holds stay open. */
void dana__end_open(dana__open_nodes *nodes, size_t index, const char *end);

/* Ends the formatting element that a tag names, at `end` (13.2.6.4.7, the adoption agency
 * algorithm, as far as spans can show it). */
void dana__end_formatting(dana__open_nodes *nodes, const dana__markup *tag, const char *end);

/* Returns the place of the innermost open element of a kind, looked for up to one of the kinds of a
 * scope; 0: none. */
size_t dana__find_kind(const dana__open_nodes *nodes, dana__kind kind, uint64_t scope);

/* The same for the name of a tag; with `blocks` the search ends at every block-level element. */
size_t dana__find_name(const dana__open_nodes *nodes, const dana__markup *tag, uint64_t scope,
                       bool blocks);

#endif
