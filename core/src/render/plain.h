/*
 * Plain text of parts of a page that stand for themselves.
 */
#ifndef DANA_RENDER_PLAIN_H
#define DANA_RENDER_PLAIN_H

#include "dana/format.h"

/*
 * Renders what is selected as dana_render_plain, but each part (sorted, disjoint, from a tag on)
 * as if nothing were around it: lists and tables that it stands in leave no signs. Linear in the
 * length of the parts. Errors: as dana_render_plain.
 */
DANA_MUST_USE dana_status dana__render_parts(dana_page *page, const dana_result *result,
                                             const dana_selection *parts, dana_view *out,
                                             dana_error *err);

#endif
