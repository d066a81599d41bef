#include "report/details.h"

#include "report/cells.h"

#include <stdlib.h>
#include <string.h>

/* Width of a column of names at least. */
#define NAME_WIDTH 9

/* A table of shares, or of the snippets: heads of its columns and what a row says of a mean. */
typedef struct {
    const char *title;
    const char *heads[9]; /* NULL ends them */
    void (*print)(const api__report *r, const api__mean *mean);
} detail;

static void print_shares(const api__report *r, const api__mean *m)
{
    const double values[] = {m->precision, m->recall,        m->units_f1,     m->under_half,
                             m->whole,     m->first_missing, m->last_missing, m->goes_on};

    for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        api__print_ratio(r, m->pages > 0, values[i]);
    }
}

static void print_snippets(const api__report *r, const api__mean *m)
{
    dana_score s = api__snippet_score(m);

    api__print_count(r, m->with);
    api__print_count(r, m->without);
    api__print_ratio(r, m->with > 0.0, s.f1);
    api__print_ratio(r, m->with > 0.0, s.precision);
    api__print_ratio(r, m->with > 0.0, s.recall);
}

static const detail shares = {
    "what F1 does not tell: precision, recall, F1 by units (words; of Chinese and Japanese,\n"
    "characters); shares of the pages with F1 under .5, with all of the gold text, without its\n"
    "first paragraph (a headline in front is none), without its last, and of those that go on\n"
    "behind its end",
    {"P", "R", "units F1", "under .5", "whole", "no first", "no last", "goes on", NULL},
    print_shares};

static const detail snippets = {
    "snippets: texts that are to be found, and those that are not; over all of them",
    {"with", "without", "F1", "P", "R", NULL},
    print_snippets};

static int wider(int width, const char *name)
{
    return (int)strlen(name) > width ? (int)strlen(name) : width;
}

static void print_head(const api__report *r, const char *by, int width, int label_width,
                       const detail *d)
{
    size_t columns = 2;

    fprintf(r->out, "\n%s\n\n", d->title);
    api__print_cell(r, by, width, true);
    api__print_cell(r, "algorithm", label_width, false);
    for (size_t i = 0; d->heads[i] != NULL; i++) {
        api__print_cell(r, d->heads[i], 8, false);
        columns++;
    }
    api__end_row(r);
    api__print_rule(r, columns);
}

static int width_of_labels(const api_evaluation *evaluation)
{
    int width = NAME_WIDTH;

    for (size_t run = 0; run < evaluation->run_count; run++) {
        width = wider(width, evaluation->runs[run].label);
    }
    return width;
}

/* Prints the details of every run in every group of a grouping, all of it as the last row. */
static bool print_detail(const api__report *r, const api__grouping *by, const detail *d)
{
    api__groups g;
    int width = NAME_WIDTH;
    int label_width = width_of_labels(r->evaluation);

    if (!api__find_groups(r, by, &g)) {
        return false;
    }
    for (size_t i = 0; i < g.count; i++) {
        width = wider(width, g.names[i]);
    }
    print_head(r, by->name, width, label_width, d);
    for (size_t i = 0; i <= g.count; i++) {
        const api__grouping *grouping = i < g.count ? by : &api__groupings[API__BY_ALL];
        const char *name = i < g.count ? g.names[i] : "all";

        for (size_t run = 0; run < r->evaluation->run_count; run++) {
            api__mean mean = api__group_mean(r, grouping, name, run);

            api__print_cell(r, name, width, true);
            api__print_cell(r, r->evaluation->runs[run].label, label_width, false);
            d->print(r, &mean);
            api__end_row(r);
        }
    }
    free(g.names);
    return true;
}

bool api__print_details(const api__report *r)
{
    bool fine = print_detail(r, &api__groupings[API__BY_SET], &shares);

    if (fine && r->options->snippets) {
        fine = print_detail(r, &api__groupings[API__BY_SET], &snippets) &&
               print_detail(r, &api__groupings[API__BY_LANGUAGE], &snippets);
    }
    return fine;
}
