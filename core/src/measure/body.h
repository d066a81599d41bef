/*
 * Where a block is from the body's first paragraph: the first block of text behind the headline
 * that ends as sentences do. An article goes on from there; comments, teasers and the next article
 * stand in other elements, behind links and headings.
 */
#ifndef DANA_MEASURE_BODY_H
#define DANA_MEASURE_BODY_H

#include "measure/chain.h"

/* What a block is to the first paragraph. All are -1 on a page without one. */
typedef struct {
    float up;          /* elements from the block's own up to the smallest that holds both */
    float height;      /* from the paragraph's own up to that */
    float same_shape;  /* 1: the block has the paragraph's shape */
    float from_end;    /* blocks from the end of the element around the paragraph's own */
    float from_blocks; /* from the paragraph; negative: before it */
    float from_text;  /* code points outside links from the paragraph to the block; -1: before it */
    float from_links; /* likewise inside links */
    float parent_share; /* of the page's text outside links, in that element */
    float since_same;   /* blocks since the last one of the paragraph's shape */
    float links_since;  /* code points inside links since that */
    float most_links;   /* of these, before a block that goes on as text, the most so far */
    float headings;     /* since the paragraph */
    float gap;          /* blocks from the headline to the paragraph */
} dana__from_body;

/* A page's first paragraph, and where the block measured last is. */
typedef struct {
    const dana__blocks *blocks;
    const uint32_t *shapes; /* of each block */
    float unit;             /* what a code point counts */
    size_t first;           /* the paragraph's block; block_count: there is none */
    float gap;
    dana__chain around; /* the elements around it */
    size_t next;        /* the block whose sums these are: */
    uint32_t text;
    uint32_t links;
    size_t last_same;
    uint32_t links_since;
    uint32_t links_before; /* links_since of the block before */
    uint32_t most_links;
    uint32_t headings;
} dana__body;

/*
 * Finds the first paragraph behind the headline, a block (block_count: none is known), in time
 * linear in the blocks. `shapes` tells alike blocks by equal numbers; it and the blocks are
 * borrowed.
 */
void dana__find_first_paragraph(const dana_page *page, const dana__blocks *blocks, size_t headline,
                                const uint32_t *shapes, dana__body *out);

/* Measures block `index` against it. Blocks are measured in their order; some may be left out. */
dana__from_body dana__measure_body(dana__body *body, size_t index);

#endif
