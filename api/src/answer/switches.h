/*
 * Parts of the content that the request switches on or off.
 */
#ifndef API_ANSWER_SWITCHES_H
#define API_ANSWER_SWITCHES_H

#include "answer/extraction.h"

/*
 * Takes what the request switches off out of an extraction whose text is rendered, or in what it
 * switches on, and renders the text again where that changes it. Errors: as dana_find_posts,
 * dana_leave_out_tables.
 */
DANA_MUST_USE dana_status api__switch_content(api__extraction *extraction);

#endif
