/*
 * A report's comparison with the papers.
 */
#ifndef API_REPORT_COMPARE_H
#define API_REPORT_COMPARE_H

#include "report/groups.h"

/* Prints the papers' published figures next to ours: a line a table, run and measure. */
void api__print_published(const api__report *report);

#endif
