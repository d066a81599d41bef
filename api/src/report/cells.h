/*
 * Cells and rows of a table, as Markdown or padded text.
 */
#ifndef API_REPORT_CELLS_H
#define API_REPORT_CELLS_H

#include "report/groups.h"

/* Prints a cell of a table: padded to `width` (negative: to the left), or as Markdown. */
void api__print_cell(const api__report *report, const char *text, int width, bool first);

/* Ends a row of a table. */
void api__end_row(const api__report *report);

/* Prints the line under a table's head, in Markdown. */
void api__print_rule(const api__report *report, size_t columns);

/* Prints the cell of a number with 4 decimals, or that of an unknown one. */
void api__print_ratio(const api__report *report, bool known, double value);

/* Prints the cell of a number without decimals. */
void api__print_count(const api__report *report, double value);

#endif
