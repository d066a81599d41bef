/*
 * The texts that may be a page's headline, each once, with all the places where it is.
 */
#ifndef DANA_TITLE_RANK_CANDIDATES_H
#define DANA_TITLE_RANK_CANDIDATES_H

#include "title/rank/pool.h"

/*
 * Reads the blocks of a page and chooses its main subtree as `auto` does by its rules, without its
 * learned step; where memory is scarce, the page's end is one block. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__rank_trace(dana_page *page, dana__auto_trace *out, dana_error *err);

/*
 * Collects the candidates of a page from its markup, its blocks and its scan. Linear.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__collect_candidates(dana_page *page, const dana_scan *scan,
                                                   const dana__auto_trace *trace,
                                                   dana__candidates *out, dana_error *err);

/* Gives the memory back before the page dies; the candidates' texts stay. */
void dana__release_candidates(dana__candidates *candidates);

#endif
