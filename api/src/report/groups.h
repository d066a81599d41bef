/*
 * A report at work, and its groups of pages.
 */
#ifndef API_REPORT_GROUPS_H
#define API_REPORT_GROUPS_H

#include "report/means.h"

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

#endif
