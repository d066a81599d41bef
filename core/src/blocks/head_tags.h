/*
 * What the tags around a text call it: class names.
 */
#ifndef DANA_BLOCKS_HEAD_TAGS_H
#define DANA_BLOCKS_HEAD_TAGS_H

#include "dana/page.h"
#include "dana/view.h"

#include <stddef.h>

/* Hints, a bit each. */
enum {
    DANA__TAG_TITLE = 1 << 0, /* a class or id says title, headline, entry-title, p-name... */
    DANA__TAG_SITE = 1 << 1,  /* it says site, logo, brand */
};

/*
 * Returns the hints of the tags right before `offset`, at most four of them. *href: the raw address
 * of the innermost of them that is a link; NULL data where none is.
 */
unsigned dana__tag_hints(const dana_page *page, size_t offset, dana_view *href);

#endif
