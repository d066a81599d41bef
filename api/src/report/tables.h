/*
 * A report as tables.
 */
#ifndef API_REPORT_TABLES_H
#define API_REPORT_TABLES_H

#include "report/groups.h"

/* Prints the tables as text or Markdown. Returns false where memory ran out. */
bool api__print_tables(const api__report *report);

#endif
