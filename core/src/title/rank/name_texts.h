/*
 * What the page's title and markup call it, as candidates.
 */
#ifndef DANA_TITLE_RANK_NAME_TEXTS_H
#define DANA_TITLE_RANK_NAME_TEXTS_H

#include "title/rank/pool.h"

/* Adds what the page's title and markup call it; takes its address. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__add_names(dana__candidates *pool);

#endif
