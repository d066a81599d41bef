/*
 * A rendering from its start to its end, for the forms that need more than one part of a page.
 */
#ifndef DANA_RENDER_FORMAT_H
#define DANA_RENDER_FORMAT_H

#include "render/renderer.h"

/* Starts a rendering; links need its base to be set, images theirs. err is not NULL and must
 * outlive it. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__start_rendering(dana_page *page, const dana_result *result,
                                                const dana__form *form, dana_error *err,
                                                dana__renderer **out);

/* Renders what is selected of a part of the page (see dana__outline_start), and closes all that it
 * opened. Parts come in order. */
void dana__render_part(dana__renderer *r, dana_span part);

/* Ends a rendering and gives its status; its memory goes back but for the output, which is *out
 * unless it is empty. */
DANA_MUST_USE dana_status dana__finish_rendering(dana__renderer *r, dana_view *out);

#endif
