/*
 * Which pieces belong to a selection: those inside it, between its texts, and the picture between
 * the headline and the text.
 */
#ifndef DANA_MEDIA_BELONG_H
#define DANA_MEDIA_BELONG_H

#include "media/pieces.h"

/* Sets `belongs` of each piece. Linear in the texts of the page but for a bounded look around each
 * piece. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__find_belonging(dana_page *page, const dana_result *result,
                                               dana__pieces *pieces, dana_error *err);

#endif
