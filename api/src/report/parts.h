/*
 * A report at work: its groups of pages, and the parts that print it.
 */
#ifndef API_REPORT_PARTS_H
#define API_REPORT_PARTS_H

#include "report/evaluation.h"

#include <stdio.h>

/* What pages are grouped by. */
typedef struct {
    const char *name;
    const char *(*of)(const api_corpus_page *page); /* never NULL; "": belongs to no group */
} api__grouping;

enum {
    API__BY_SET,
    API__BY_LANGUAGE,
    API__BY_TYPE,
    API__BY_SITE,
    API__BY_ALL, /* all pages in one group */
    API__GROUPINGS
};

/* The groupings, by the enumeration above. */
extern const api__grouping api__groupings[API__GROUPINGS];

/* A report. All borrowed; what is printed goes to `out`. */
typedef struct {
    const api_evaluation *evaluation;
    const api_corpus_page *pages;
    const api_page_score *scores;
    size_t count;
    const api_report_options *options;
    FILE *out;
} api__report;

/* The names of the groups, sorted; the list is owned (free), its names are borrowed. */
typedef struct {
    const char **names;
    size_t count;
} api__groups;

/* Finds the groups of a report's pages. Returns false where memory ran out. */
bool api__find_groups(const api__report *report, const api__grouping *by, api__groups *out);

/* Averages a run over the group `name`. */
api__mean api__group_mean(const api__report *report, const api__grouping *by, const char *name,
                          size_t run);

/* Prints a cell of a table: padded to `width` (negative: to the left), or as Markdown. */
void api__print_cell(const api__report *report, const char *text, int width, bool first);

/* Ends a row of a table. */
void api__end_row(const api__report *report);

/* Prints the line under a table's head, in Markdown. */
void api__print_rule(const api__report *report, size_t columns);

/* Prints the cell of a number, or that of an unknown one. */
void api__print_number(const api__report *report, bool known, double value, const char *format);

/* Prints the tables as text or Markdown. Returns false where memory ran out. */
bool api__print_tables(const api__report *report);

/* Prints the papers' published figures beside ours: a line a table, run and measure. */
void api__print_published(const api__report *report);

/* Prints a row for every group and run as CSV. Returns false where memory ran out. */
bool api__print_csv(const api__report *report);

/* Prints the same as JSON. Returns false where memory ran out. */
bool api__print_json(const api__report *report);

/* Draws the F1 of each run on each set as SVG. Returns false where memory ran out. */
bool api__print_svg(const api__report *report);

#endif
