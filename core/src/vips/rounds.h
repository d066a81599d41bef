/*
 * What the rounds of VIPS know: blocks, and marks of nodes. Types only.
 */
#ifndef DANA_VIPS_ROUNDS_H
#define DANA_VIPS_ROUNDS_H

#include "dana/arena.h"
#include "looks/node.h"

/* A block: the subtree of a node, those of siblings side by side that break no line, or several
 * such blocks that no other one stands between. */
typedef struct {
    uint32_t first; /* nodes [first, end) */
    uint32_t end;
    dana__rect rect;
    uint32_t longest;    /* its longest text, DANA__NO_NODE: none */
    uint32_t background; /* that it is seen on */
    uint32_t place;      /* among the blocks of its round, in the order of the source */
    uint8_t coherence;
    bool is_text;  /* texts alone, that break no line */
    bool is_final; /* nothing divides it */
} dana__visual_block;

/* What the rounds know of a node. */
typedef struct {
    uint32_t run_end;  /* a run of siblings begins here and ends before this node; 0: none does */
    uint32_t previous; /* the sibling before it that is seen, DANA__NO_NODE: none */
    uint8_t fixed;     /* not to be divided in this round: its coherence; 0: it may be */
    bool is_divided;
} dana__round_mark;

/* VIPS at work on a page. marks: one for each node. page_area: of what is seen of the page. */
typedef struct {
    dana_page *page;
    dana__look_tree tree;
    dana__round_mark *marks;
    double page_area;
    dana_error *err;
} dana__rounds;

#endif
