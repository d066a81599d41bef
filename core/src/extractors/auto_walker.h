/*
 * The pass that makes blocks and elements of a page's texts and tags: its state, and the stack of
 * open elements. Shared by the files of the pass only.
 */
#ifndef DANA_EXTRACTORS_AUTO_WALKER_H
#define DANA_EXTRACTORS_AUTO_WALKER_H

#include "extractors/auto_attributes.h"
#include "extractors/auto_blocks.h"
#include "page/count.h"
#include "page/elements.h"

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
    dana__blocks *out;
    size_t limit; /* most blocks, and most nodes */
    dana__open_element *stack;
    size_t depth;
    uint32_t open[DANA__KIND_COUNT]; /* how many of a kind are on the stack */
    dana__block block;
    dana__line_state line_state;
    uint32_t tags; /* since the last block */
    unsigned heading;
    bool in_anchor;
    bool complete; /* the source's end was reached */
    dana__class_memo memo;
} dana__walker;

/* Keeps the current block where it has text. Beyond the limit, the last block takes the rest. */
void dana__end_block(dana__walker *w);

/* Hashes a visible text of the current block and counts its marks and digits. */
void dana__measure_text(dana__block *block, const char *p, const char *end);

/* Puts an element on the stack, and records it where it is more than a span without marks. */
void dana__push_node(dana__walker *w, dana__kind kind, uint32_t marks);

/* Closes all open elements; blocks end where recorded elements do. */
void dana__pop_all(dana__walker *w);

/* Closes the nearest open element of a kind, and all above it, unless its scope ends before. */
void dana__close_kind(dana__walker *w, dana__kind kind);

/* Closes what a start tag of this kind closes (HTML 13.1.2.4 and 13.2.6.4.7). */
void dana__close_implied(dana__walker *w, dana__kind kind);

/* Returns a number, or the greatest of 16 bits where it is more. */
static inline uint16_t dana__clip16(uint32_t value)
{
    return value < UINT16_MAX ? (uint16_t)value : UINT16_MAX;
}

#endif
