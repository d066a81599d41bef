/*
 * The shape of a page: what a parser that builds a tree would have to bear.
 */
#ifndef DANA_PAGE_SHAPE_H
#define DANA_PAGE_SHAPE_H

#include "dana/limits.h"

/*
 * Checks the attributes of each tag and the depth of open elements against the page's limits, in
 * one linear pass that is made once per page. To be called before libxml2 sees a page.
 * Errors: DANA_TOO_COMPLEX with the limit "attributes" or "depth", DANA_CANCELLED, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__check_shape(dana_page *page, dana_error *err);

#endif
