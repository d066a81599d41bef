/*
 * Versions: pictures that a page has twice, for two widths of a window or to be enlarged.
 */
#ifndef DANA_MEDIA_VERSIONS_H
#define DANA_MEDIA_VERSIONS_H

#include "media/item.h"

/* Returns whether an item is the picture of the one before it again: no text stands between them
 * but the first one's caption, and their names say so; with one caption, how the names begin. */
bool dana__is_version(const dana_page *page, const dana_scan *scan, const dana__item *first,
                      const dana__item *other);

#endif
