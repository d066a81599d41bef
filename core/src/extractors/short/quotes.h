/*
 * Quotations: on the page of a thread those that say again what stands above them, what a program
 * shows of the post that is answered, and the lines that say who is quoted; on other pages the
 * names below them.
 */
#ifndef DANA_EXTRACTORS_SHORT_QUOTES_H
#define DANA_EXTRACTORS_SHORT_QUOTES_H

#include "blocks/blocks.h"

/*
 * Cuts the long quotations of a thread whose text is taken before them. Linear. Memory of the
 * page's arena, at most 4 times the taken text. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__cut_quotes(dana_page *page, dana__blocks *blocks, dana_error *err);

/* Leaves out what a program shows above a post of the one that it answers, as a copy; before posts
 * are settled, which might keep it in place of the post. Linear. */
void dana__cut_previews(const dana_page *page, dana__blocks *blocks);

/* Takes the lines that say who is quoted ("Gil said:") with what follows them, and cuts those of
 * which nothing follows. Linear. */
void dana__settle_quote_heads(const dana_page *page, dana__blocks *blocks);

/* Takes the short lines right below a taken quotation, up to the end of the element that holds
 * both: a quotation, a figure of one, or one of two elements of a shape (what customers say).
 * Linear. */
void dana__keep_speakers(const dana_page *page, dana__blocks *blocks);

#endif
