/*
 * What a page has twice: versions of a picture, for two widths of a window or to be enlarged, and a
 * picture's text in its caption.
 */
#ifndef DANA_MEDIA_VERSIONS_H
#define DANA_MEDIA_VERSIONS_H

#include "media/item.h"

/* Returns whether an item is the picture of the one before it again: no text stands between them
 * but the first one's caption, and their names say so; with one caption, how the names begin. */
bool dana__is_version(const dana_page *page, const dana_scan *scan, const dana__item *first,
                      const dana__item *other);

/* Returns whether a caption says what the alternative text of a picture says, or begins with that.
 */
bool dana__tells_picture(dana_view caption, dana_view alt);

#endif
