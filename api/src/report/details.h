/*
 * Tables of what F1 does not tell.
 */
#ifndef API_REPORT_DETAILS_H
#define API_REPORT_DETAILS_H

#include "report/groups.h"

/* Prints shares of the pages by set, and if asked for, the snippets by set and language, as text or
 * Markdown. Returns false where memory ran out. */
bool api__print_details(const api__report *report);

#endif
