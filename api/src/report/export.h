/*
 * A report as CSV, JSON and SVG.
 */
#ifndef API_REPORT_EXPORT_H
#define API_REPORT_EXPORT_H

#include "report/groups.h"

/* Prints a row for every group and run as CSV. Returns false where memory ran out. */
bool api__print_csv(const api__report *report);

/* Prints the same as JSON. Returns false where memory ran out. */
bool api__print_json(const api__report *report);

/* Draws the F1 of each run on each set as SVG. Returns false where memory ran out. */
bool api__print_svg(const api__report *report);

#endif
