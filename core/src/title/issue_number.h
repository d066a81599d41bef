/*
 * Numbers of issues, which hosts of code set behind the title in its heading: "#12", "!12" of what
 * is to be merged.
 */
#ifndef DANA_TITLE_ISSUE_NUMBER_H
#define DANA_TITLE_ISSUE_NUMBER_H

#include "dana/result.h"

#include <stdbool.h>

/* Returns whether a text is such a number. */
bool dana__is_issue_number(dana_view text);

/* Takes the number, a text of its own, off the end of the heading that is a result's headline, and
 * out of its selection, if the headline does not end with it. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY. */
DANA_MUST_USE dana_status dana__cut_issue_number(dana_page *page, dana_view headline,
                                                 dana_result *result, dana_error *err);

#endif
