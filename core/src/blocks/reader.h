/*
 * The pass that makes blocks and elements of a page's texts and tags: its state, and the stack of
 * open elements. Shared by the files of the pass only.
 */
#ifndef DANA_BLOCKS_READER_H
#define DANA_BLOCKS_READER_H

#include "blocks/attributes.h"
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

/* The hash of a text that comes in pieces, and the bytes (less than eight) that are not in it yet.
 */
typedef struct {
    uint64_t hash;
    uint64_t waiting;
    size_t count;
} dana__text_hash;

/* The state of the pass. `block` is the one being filled; its text is 0 where it is empty. */
typedef struct {
    dana_page *page;
    const char *base;
    dana__blocks *out;
    size_t limit; /* most blocks, and most nodes */
    dana__open_element *stack;
    size_t depth;
    uint32_t open[DANA__KIND_COUNT]; /* how many of a kind are on the stack */
    dana__block block;
    dana__text_hash text_hash;
    dana__line_state line_state;
    uint32_t tags; /* since the last block */
    unsigned heading;
    bool in_anchor;
    bool complete; /* the source's end was reached */
    dana__class_memo memo;
} dana__walker;

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

/* Hashes the visible text [p, end) of the current block and counts its marks and digits. */
void dana__measure_text(dana__block *block, dana__text_hash *hash, const char *p, const char *end);

/* Returns the hash of a block's text, and makes the state ready for the next one. */
uint32_t dana__finish_hash(dana__text_hash *hash);

/* Puts an element whose start tag begins at `start` on the stack, and records it where it is more
 * than a span without marks. */
void dana__push_node(dana__walker *w, dana__kind kind, const char *start, uint32_t marks);

/* Closes all open elements; blocks end where recorded elements do. */
void dana__pop_all(dana__walker *w);

/* As dana__close_kind, where an element of the kind is open. */
void dana__close_nearest(dana__walker *w, dana__kind kind);

/* Closes the nearest open element of a kind, and all above it, unless its scope ends before. */
static inline void dana__close_kind(dana__walker *w, dana__kind kind)
{
    if (w->open[kind] > 0) {
        dana__close_nearest(w, kind);
    }
}

/* Closes what a start tag of this kind closes (HTML 13.1.2.4 and 13.2.6.4.7). */
void dana__close_implied(dana__walker *w, dana__kind kind);

/* Returns a number, or the greatest of 16 bits where it is more. */
static inline uint16_t dana__clip16(uint32_t value)
{
    return value < UINT16_MAX ? (uint16_t)value : UINT16_MAX;
}

#endif
