/*
 * The stack of open elements while blocks are read, HTML's implied end tags, and where blocks end.
 */
#ifndef DANA_BLOCKS_OPEN_ELEMENTS_H
#define DANA_BLOCKS_OPEN_ELEMENTS_H

#include "blocks/attributes.h"
#include "blocks/block_text.h"
#include "blocks/blocks.h"
#include "html/elements.h"
#include "page/count.h"

/* Deepest stack of open elements; what is deeper belongs to the deepest. */
#define DANA__STACK_MAX 512

/* An open element. One that is not recorded shares its parent's record. */
typedef struct {
    uint32_t node;
    uint8_t kind;
    bool recorded;
} dana__open_element;

/* The state of the pass. `block` is the one being filled; its text is 0 where it is empty. */
typedef struct {
    dana_page *page;
    const char *base;
    const char *end; /* of the source */
    dana__blocks *out;
    size_t limit; /* most blocks, and most nodes */
    dana__open_element *stack;
    size_t depth;
    uint32_t open[DANA__KIND_COUNT]; /* how many of a kind are on the stack */
    dana__block block;
    dana__text_hash text_hash;
    dana__line_state line_state;
    uint32_t tags;         /* since the last block */
    uint32_t translations; /* open font elements that a browser set around texts it translates */
    unsigned heading;
    bool in_anchor;
    bool complete;       /* the source's end was reached, and nothing failed */
    bool passed_classes; /* there are spans whose classes were not read */
    dana_status status;
    dana_error *err;
    dana__class_memo *memo; /* in `memory`, while the pass lasts */
    dana_buffer memory;
} dana__walker;

/* Returns the shape of an element of a kind whose class words have this hash, 0: none. */
static inline uint32_t dana__shape_of(uint32_t words, dana__kind kind)
{
    return (words ^ (uint32_t)kind) * 2654435769u; /* Knuth: 2^32 by the golden ratio */
}

/* Keeps the current block, which has text. Beyond the limit, the last block takes the rest. */
void dana__keep_block(dana__walker *w);

/* Ends the current block, and keeps it where it has text. */
static inline void dana__end_block(dana__walker *w)
{
    w->line_state = (dana__line_state){false, false};
    if (w->block.text != 0) {
        dana__keep_block(w);
    }
}

/* Puts an element whose start tag begins at `start` and says `said` on the stack, and records it
 * where it is more than a span without marks. */
void dana__push_node(dana__walker *w, dana__kind kind, const char *start, const dana__said *said);

/* Closes all open elements; blocks end where recorded elements do. */
void dana__pop_all(dana__walker *w);

/* As dana__close_kind, where an element of the kind is open. */
void dana__close_nearest(dana__walker *w, dana__kind kind);

/* Ends the head, as its end tag and body's start tag may be left out: what can be no part of a head
 * begins the body (HTML 13.2.6.4.4). */
void dana__end_head(dana__walker *w);

/* Closes the nearest open element of a kind, and all above it, unless its scope ends before. */
static inline void dana__close_kind(dana__walker *w, dana__kind kind)
{
    if (w->open[kind] > 0) {
        dana__close_nearest(w, kind);
    }
}

/* Takes the start tag of a font element, counted in w->tags already: one that a browser sets around
 * a text when it translates a page is no tag of the page. */
void dana__open_font(dana__walker *w, const dana__markup *tag);

/* Takes the end tag of a font element likewise: those of translations are the innermost. */
void dana__close_font(dana__walker *w);

/* Closes what a start tag of this kind closes (HTML 13.1.2.4 and 13.2.6.4.7). */
void dana__close_implied(dana__walker *w, dana__kind kind);

#endif
