/*
 * Where a string of a tree stands among blocks: as editors and content services describe a text,
 * each in its own words.
 */
#ifndef DANA_DATA_PLACE_H
#define DANA_DATA_PLACE_H

#include "data/read/tree.h"

/* A place. */
typedef struct {
    uint32_t object;       /* the block: strings of one block are one paragraph */
    dana__block_kind kind; /* DANA__BLOCK_PARAGRAPH, _HEADING, _ITEM, _QUOTE or _CODE */
    unsigned level;        /* of a heading, 1 to 6 */
    uint32_t list;         /* items: what holds all of the list, 0 where that is not known */
    bool is_ordered;       /* items: of a list with numbers */
    bool is_inline;        /* a part of the block's paragraph */
    uint32_t link;         /* the address that it links to, DANA__NO_VALUE: none */
} dana__place;

/* Finds the place of a string below the value `chosen`. Looks at a few values above it only. */
dana__place dana__place_of(const dana__tree *tree, uint32_t chosen, uint32_t index);

/* Returns the name of the element that a block is written as. */
const char *dana__block_tag(const dana__place *place);

/* Returns the level of the heading that a line of Markdown begins as; 0 for none. */
unsigned dana__markdown_level(const char *p, const char *end);

#endif
