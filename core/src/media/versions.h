/*
 * What a page has twice: versions of a picture, for two widths of a window or to be enlarged, and a
 * picture's text in its caption or in a text beside it.
 */
#ifndef DANA_MEDIA_VERSIONS_H
#define DANA_MEDIA_VERSIONS_H

#include "dana/result.h"
#include "media/item.h"

/* Returns whether an item is the picture of the one before it again: no text stands between them
 * but the first one's caption, and their names say so; with one caption, how the names begin. */
bool dana__is_version(const dana_page *page, const dana_scan *scan, const dana__item *first,
                      const dana__item *other);

/*
 * Sets *out to whether the headline, or the selected text right before or behind a picture, says
 * what its alternative text says: who reads one of them needs no other. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__is_told_beside(dana_page *page, const dana_result *result,
                                               const dana_image *image, bool *out, dana_error *err);

/* Returns whether a caption says what the alternative text of a picture says, or begins with that.
 */
bool dana__tells_picture(dana_view caption, dana_view alt);

#endif
