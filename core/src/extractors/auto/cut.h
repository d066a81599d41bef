/*
 * The second cut: what comes after the article inside the chosen subtree.
 */
#ifndef DANA_EXTRACTORS_AUTO_CUT_H
#define DANA_EXTRACTORS_AUTO_CUT_H

#include "extractors/auto/choose.h"

/*
 * The second cut: on a page that calls itself an article, leaves out what comes after the
 * article inside the chosen subtree in an element of its own and is made of links and short
 * blocks: teasers of other articles, calls to act. Linear in the numbers of elements and blocks.
 */
void dana__cut_tail(dana__blocks *blocks, const dana__choice *choice);

/* Leaves out, on a page that calls itself an article, the lines of the subtree that are nothing
 * but a link, outside paragraphs, lists and tables. Linear in the number of blocks. */
void dana__cut_link_lines(dana__blocks *blocks);

/* Drops the links before the first text of a small page: no page to learn from was as small, and
 * there they are its menu. */
void dana__cut_small_menu(dana__blocks *blocks);

/*
 * Drops what is no content inside the selection: repeated blocks, line numbers.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__clean_blocks(dana_page *page, dana__blocks *blocks,
                                             const dana__auto_settings *settings, dana_error *err);

#endif
