/*
 * The site style tree (Yi, Liu, Li, KDD 2003, section 3): the trees of pages laid over one another.
 * An element node stands for elements of pages at one place; its style nodes are the sequences of
 * children that it was seen with, each with element nodes of its own.
 */
#ifndef DANA_EXTRACTORS_SITE_STYLE_TREE_H
#define DANA_EXTRACTORS_SITE_STYLE_TREE_H

#include "dana/site.h"
#include "extractors/site/page_tree.h"

/* An element node. What is measured is so by dana_site_measure. */
typedef struct {
    uint32_t name;
    uint32_t pages;       /* that hold it: E.TN */
    uint32_t first_style; /* DANA__SITE_NONE: none yet */
    uint32_t style_count;
    uint32_t term_count; /* measured: distinct words of its own text */
    float entropy;       /* measured: the sum of theirs */
    float own;           /* measured: importance of its own text; negative: it has none */
    float importance;    /* measured: its composite importance */
    float greatest;      /* measured: of it and all below it */
} dana__site_element;

/* A style node: a sequence of children, and the element nodes of these. */
typedef struct {
    uint64_t sequence;
    uint32_t pages;
    uint32_t first; /* elements [first, first + count) */
    uint32_t count;
    uint32_t next; /* style of the same element; DANA__SITE_NONE: it is the last */
} dana__site_style;

/* How often a word stands in the own text of an element node. */
typedef struct {
    uint64_t key; /* of word and element, not 0; 0: a free place */
    uint32_t element;
    uint32_t page; /* the last one that has it, from 1 */
    float here;    /* times in that page */
    float times;   /* in the pages before */
    float spread;  /* the sum of f ln f over those, f times in a page */
} dana__site_term;

/* element 0 stands for pages as a whole. */
struct dana_site {
    dana_arena *arena;
    uint32_t pages;
    dana_buffer elements; /* dana__site_element */
    dana_buffer styles;   /* dana__site_style */
    dana_buffer terms;    /* dana__site_term: a table with open addresses, its capacity a power of 2
                           */
    size_t term_count;
};

/* Adds an element node, for which there is room. Returns its index. */
uint32_t dana__add_element(dana_site *site, uint32_t name);

/* Lays a page's tree over the style tree, and adds what that has not yet; there is room. places is
 * filled: per node of the page the element node that stands for it. */
void dana__add_nodes(dana_site *site, const dana__page_tree *tree, uint32_t *places);

/* Returns the style of an element that a page's node has, DANA__SITE_NONE where it has none. */
uint32_t dana__find_style(const dana_site *site, uint32_t element, const dana__page_tree *tree,
                          uint32_t node);

#endif
