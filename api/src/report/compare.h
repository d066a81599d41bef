/*
 * A report's comparison with the papers.
 */
#ifndef API_REPORT_COMPARE_H
#define API_REPORT_COMPARE_H

#include "report/groups.h"

/* Prints the papers' published figures next to ours, a table each. Returns false where memory ran
 * out. */
bool api__print_published(const api__report *report);

#endif
