/*
 * Which blocks stand in texts that a page states of itself: in its JSON-LD (schema.org) the
 * articleBody, and what answers, steps and posts say; in its meta elements what describes it; and
 * in what is taken of it. A text is read as its runs of three tokens,
 * so blocks are found in any order and any script, whatever markup and punctuation either has.
 */
#ifndef DANA_MEASURE_STATED_TEXT_H
#define DANA_MEASURE_STATED_TEXT_H

#include "blocks/blocks.h"

/* Stated texts: a set of hashes, bits of a table whose size is a power of two. A run that no text
 * has is in it by chance once in thirty-two times at most, of words once in a hundred. */
typedef struct {
    uint32_t *bits; /* NULL: the page states no text */
    size_t mask;    /* number of bits, less one */
} dana__stated_text;

/* How much of a block is in it. */
typedef struct {
    uint32_t runs;  /* of three tokens that the block has */
    uint32_t found; /* of them in the stated texts */
} dana__stated_part;

/*
 * Reads the articleBody of the page's main object of highest rank (jsonld/vocabulary.h). A text of
 * less than 200 bytes or more than 256 KiB counts as none, as where memory for it is scarce.
 * *text: it as people read it; data NULL where there is none. *of_post: it is that of a post, the
 * first one of a thread; others are on the page too.
 * Memory of the page's arena: at most 10 times the text. Linear. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__read_stated_body(dana_page *page, dana__stated_text *out,
                                                 dana_view *text, bool *of_post, dana_error *err);

/*
 * Reads the texts of questions, answers and steps, and of posts and comments where the page is a
 * thread: other pages state their readers' comments too. Of more than 256 KiB together none counts.
 * Likewise.
 */
DANA_MUST_USE dana_status dana__read_stated_parts(dana_page *page, bool is_thread,
                                                  dana__stated_text *out, dana_error *err);

/* Reads what meta elements say of the page: description, Open Graph, Twitter cards. Likewise. */
DANA_MUST_USE dana_status dana__read_descriptions(dana_page *page, const dana__blocks *blocks,
                                                  dana__stated_text *out, dana_error *err);

/* Reads the blocks that are taken; of more than 256 KiB of source none counts. Likewise. */
DANA_MUST_USE dana_status dana__read_taken(dana_page *page, const dana__blocks *blocks,
                                           dana__stated_text *out, dana_error *err);

/*
 * Makes an empty set for texts of the page itself, which dana__add_to_stated adds; `bytes`: of
 * source that they take. Of more than 256 KiB, or where memory for it is scarce, bits is NULL.
 * Memory of the page's arena: at most 4 times the texts. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__make_stated(dana_page *page, size_t bytes, dana__stated_text *out,
                                            dana_error *err);

/* Adds a block's runs to a set that has memory. *unit as for dana__find_in_stated. Linear. */
void dana__add_to_stated(const dana_page *page, dana__stated_text *stated, const dana__block *block,
                         size_t *unit);

/* Looks a block up. *unit: the first text unit (dana_scan.units) not before it, which goes on
 * behind it; blocks are asked in their order, 0 before the first one. Linear. */
dana__stated_part dana__find_in_stated(const dana_page *page, const dana__stated_text *stated,
                                       const dana__block *block, size_t *unit);

#endif
