/*
 * Where a block is from the headline: the block whose words are most those of the title element.
 * The article begins near it, on a page in any language (thesis 7.2.1: content and headline find
 * each other).
 */
#ifndef DANA_EXTRACTORS_AUTO_HEADLINE_H
#define DANA_EXTRACTORS_AUTO_HEADLINE_H

#include "blocks/blocks.h"
#include "extractors/auto/feature_list.h"
#include "measure/chain.h"
#include "measure/word_set.h"

/* The headline among the blocks of a page. */
typedef struct {
    const dana_page *page;
    const dana__blocks *blocks;
    dana__word_set title;   /* the words of the title element */
    uint32_t title_text;    /* code points of the title element */
    size_t unit;            /* text unit of the page's scan that the next block may begin with */
    dana_buffer likenesses; /* uint8_t, one a block; all are 0 where it is empty */
    size_t anchor;          /* the headline's block; block_count: none is like the title */
    size_t heading; /* the heading, no link, that is most like the title; block_count: none is */
    dana__chain around;    /* the elements around the anchor */
    uint32_t text_before;  /* code points of the blocks before the headline */
    uint32_t links_before; /* of them inside links */
    size_t next;           /* block whose sums these are: */
    uint32_t next_text_before;
    uint32_t next_links_before;
} dana__headline;

/*
 * Finds the headline, in time linear in the source: the page's scan has the texts. Blocks much
 * longer than the title are not compared. Memory of the page's arena until
 * dana__release_headline. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__find_headline_block(dana_page *page, const dana__blocks *blocks,
                                                    dana__headline *out, dana_error *err);

/* Returns how like the title element block `index` is: 0 to 1. */
float dana__likeness_of(const dana__headline *headline, size_t index);

/* Gives the memory back before the page dies. */
void dana__release_headline(dana_page *page, dana__headline *headline);

/* Measures block `index` against the headline. Blocks are measured in their order. */
dana__headline_group dana__measure_headline(dana__headline *headline, size_t index);

#endif
