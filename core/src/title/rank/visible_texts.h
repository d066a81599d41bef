/*
 * Headings and short texts as candidates.
 */
#ifndef DANA_TITLE_RANK_VISIBLE_TEXTS_H
#define DANA_TITLE_RANK_VISIBLE_TEXTS_H

#include "title/rank/pool.h"

/* Adds headings and short texts; after the names, which they are compared with. Linear. Errors:
 * DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__add_visible_texts(dana__candidates *pool);

#endif
