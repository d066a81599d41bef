/*
 * Selectors as one would match them without care for speed: a tree in memory, each selector from
 * its right end to the left, over all ancestors and siblings. The tree is built of what
 * select/read_tree.h tells.
 */
#ifndef TESTS_SELECT_REFERENCE_H
#define TESTS_SELECT_REFERENCE_H

#include "dana/page.h"

#include <stdbool.h>
#include <stddef.h>

/* An element. Indices of nodes; -1: none. */
typedef struct {
    long parent;
    long previous; /* its sibling before it */
    size_t start;
    size_t end;
    dana_view name;
    dana_view tags[2]; /* whose attributes it has; empty: none */
    long place;        /* among its siblings, from 1 */
    bool is_last;
} reference_node;

/* The tree of a page; nodes are owned. */
typedef struct {
    const dana_page *page;
    reference_node *nodes;
    size_t count;
    size_t room;
    bool merged; /* an html or body got attributes after it had begun */
} reference_tree;

/* Reads a page's tree. Returns false where that failed. */
bool reference_read(dana_page *page, reference_tree *tree);

void reference_clear(reference_tree *tree);

#define REFERENCE_NAME 64

/* A compound; empty strings ask for nothing. */
typedef struct {
    char before; /* '\0', ' ', '>', '+', '~' */
    char name[REFERENCE_NAME];
    char id[REFERENCE_NAME];
    char class_name[REFERENCE_NAME];
    char not_class[REFERENCE_NAME];
    char attribute[REFERENCE_NAME];
    char operator_sign; /* '\0': it is there; '=', '~', '^', '$', '*', '|' */
    char value[REFERENCE_NAME];
    bool ignores_case;
    bool has_nth;
    int a;
    int b;
    bool is_last;
} reference_compound;

typedef struct {
    reference_compound compounds[4];
    size_t count;
} reference_selector;

/* The value of an attribute, decoded and owned, and its length; NULL: the element has none. */
char *reference_attribute(const reference_node *node, const char *name, size_t *length);

/* Marks in map, a byte for each of the source, what lies in elements that match. */
void reference_mark(const reference_tree *tree, const reference_selector *selector,
                    unsigned char *map);

#endif
