/*
 * Text fragments of a page, the candidates of TitleFinder (thesis 5.3.2).
 */
#ifndef DANA_TITLE_FRAGMENTS_H
#define DANA_TITLE_FRAGMENTS_H

#include "dana/page.h"
#include "dana/scan.h"

/* What a fragment is: a text node, a sentence of one (5.3), or the text nodes of a block. */
typedef enum { DANA__SPLIT_NODES, DANA__SPLIT_SENTENCES, DANA__SPLIT_BLOCKS } dana__split;

/* A fragment: source bytes, and the text units that it touches. */
typedef struct {
    dana_span span;
    size_t unit;      /* the first */
    size_t unit_end;  /* after the last */
    unsigned heading; /* 1 to 6 inside h1 to h6, else 0 */
} dana__fragment;

/* Where a pass over the fragments stands. */
typedef struct {
    const dana_page *page;
    const dana_scan *scan;
    dana__split split;
    size_t unit;
    uint32_t from; /* bytes of the unit that were given */
} dana__fragments;

/* Starts a pass over the fragments of the body, or of all where it has no start tag. */
void dana__fragments_start(dana__fragments *pass, const dana_page *page, const dana_scan *scan,
                           dana__split split);

/* Gives the next fragment; false at the end. */
bool dana__fragments_next(dana__fragments *pass, dana__fragment *fragment);

#endif
