/*
 * The figures that the papers publish, to print next to ours.
 */
#ifndef API_EVALUATE_PUBLISHED_H
#define API_EVALUATE_PUBLISHED_H

#include <stddef.h>

/* What the pages of a table are written in. */
typedef enum { API__PUBLISHED_RTL, API__PUBLISHED_WESTERN } api__published_script;

/* A cell of a table. */
typedef struct {
    const char *table; /* "thesis 4.6" */
    api__published_script script;
    const char *site;    /* as the paper names it */
    const char *label;   /* the run that it is about, as api__run has it */
    const char *measure; /* "F1", "P", "R" of words; "F1 lc_string"; "MB/s", "s/MB" */
    double value;
} api__published;

/* All cells, in the order of the tables. */
extern const api__published api__published_rows[];

/* Their number. */
extern const size_t api__published_count;

#endif
