/*
 * Which blocks stand in a stated text word for word: most of an article do, and need not be read as
 * runs of tokens.
 */
#ifndef DANA_MEASURE_VERBATIM_H
#define DANA_MEASURE_VERBATIM_H

#include "measure/stated_text.h"

/* Where blocks are looked for. */
typedef struct {
    dana_view text;  /* stated, plain; data NULL: there is none */
    size_t at;       /* behind what was found last, 0 before the first block */
    size_t searched; /* bytes in which blocks were searched that do not stand there */
} dana__verbatim;

/*
 * Returns whether a block's texts stand in the text one behind the other, as they are written, with
 * no word joined to what is around: then all its runs are stated, which are two and more. Few words
 * or references are not looked for, nor is what stands far behind the block before. *unit: as for
 * dana__find_in_stated; as it was where the block was not found. Linear in the blocks, and in the
 * text for all blocks together.
 */
bool dana__is_verbatim(dana__verbatim *stated, const dana_page *page, const dana__block *block,
                       size_t *unit);

#endif
