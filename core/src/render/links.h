/*
 * Links and attributes, shared by the list of links and the renderers.
 */
#ifndef DANA_RENDER_LINKS_H
#define DANA_RENDER_LINKS_H

#include "dana/links.h"

/*
 * Resolves the href of a start tag against `base`. out->data is NULL where it has none that is
 * http, https or mailto. *out is borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana__link_target(dana_page *page, dana_view base, dana_view tag,
                                            dana_view *out, dana_error *err);

#endif
