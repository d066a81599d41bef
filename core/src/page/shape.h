/*
 * The shape of a page: what must hold before a tree is built of it.
 */
#ifndef DANA_PAGE_SHAPE_H
#define DANA_PAGE_SHAPE_H

#include "dana/page.h"

/*
 * Checks that a page has no more tags than a tree may have nodes. Linear, allocates nothing.
 * Errors: DANA_TOO_COMPLEX, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__check_shape(dana_page *page, dana_error *err);

#endif
