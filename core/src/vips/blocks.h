/*
 * The blocks of a round of VIPS: which nodes below a node are seen as one (MSR-TR-2003-79, 4.1).
 */
#ifndef DANA_VIPS_BLOCKS_H
#define DANA_VIPS_BLOCKS_H

#include "dana/arena.h"
#include "looks/tree.h"

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

/*
 * Divides the node of a block that is not final, and appends the blocks below it to `pool` (of
 * dana__visual_block) in the order of the source: at least one, and each holds less than the node.
 * Linear in the nodes that are divided and their children.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__divide_block(dana__rounds *vips, const dana__visual_block *block,
                                             dana_buffer *pool);

#endif
