#include "report/tables.h"

#include "report/cells.h"
#include "report/compare.h"
#include "report/details.h"

#include <stdlib.h>
#include <string.h>

/* Tables list groups of at least so many pages where there are many groups; CSV and JSON all. */
#define MANY_GROUPS   40
#define LEAST_OF_MANY 5

static int width_of(const char *label)
{
    return strlen(label) > 8 ? (int)strlen(label) : 8;
}

static int widest(const api__groups *g, const char *head)
{
    size_t width = strlen(head);

    for (size_t i = 0; i < g->count; i++) {
        width = strlen(g->names[i]) > width ? strlen(g->names[i]) : width;
    }
    return (int)width;
}

static size_t pages_in(const api__report *r, const api__grouping *by, const char *name)
{
    size_t pages = 0;

    for (size_t i = 0; i < r->count; i++) {
        pages += strcmp(by->of(&r->pages[i]), name) == 0;
    }
    return pages;
}

static void print_group_row(const api__report *r, const api__grouping *by, const char *name,
                            int width)
{
    size_t pages = pages_in(r, by, name);

    api__print_cell(r, name, width, true);
    api__print_count(r, (double)pages);
    for (size_t run = 0; run < r->evaluation->run_count; run++) {
        api__mean mean = api__group_mean(r, by, name, run);
        char text[32] = "-";

        if (mean.pages > 0) {
            snprintf(text, sizeof(text), "%.4f", mean.f1);
        }
        api__print_cell(r, text, width_of(r->evaluation->runs[run].label), false);
    }
    api__end_row(r);
}

/* F1 of every run in every group: macro averages. */
static bool print_grouping(const api__report *r, const api__grouping *by)
{
    api__groups g;

    if (!api__find_groups(r, by, &g)) {
        return false;
    }
    if (g.count > 0) {
        int width = widest(&g, by->name);

        fputc('\n', r->out);
        api__print_cell(r, by->name, width, true);
        api__print_cell(r, "pages", 8, false);
        for (size_t run = 0; run < r->evaluation->run_count; run++) {
            const char *label = r->evaluation->runs[run].label;

            api__print_cell(r, label, width_of(label), false);
        }
        api__end_row(r);
        api__print_rule(r, r->evaluation->run_count + 2);
        for (size_t i = 0; i < g.count; i++) {
            if (g.count < MANY_GROUPS || pages_in(r, by, g.names[i]) >= LEAST_OF_MANY) {
                print_group_row(r, by, g.names[i], width);
            }
        }
    }
    free(g.names);
    return true;
}

static void print_total_row(const api__report *r, size_t run, int width)
{
    api__mean m = api__group_mean(r, &api__groupings[API__BY_ALL], "all", run);
    bool known = m.pages > 0;

    api__print_cell(r, r->evaluation->runs[run].label, width, true);
    api__print_count(r, (double)m.pages);
    api__print_count(r, (double)m.failures);
    api__print_ratio(r, known, m.f1);
    api__print_ratio(r, known, m.precision);
    api__print_ratio(r, known, m.recall);
    api__print_ratio(r, known, m.micro_f1);
    api__print_ratio(r, known, m.micro_precision);
    api__print_ratio(r, known, m.micro_recall);
    if (r->options->speed) {
        api__print_count(r, m.mb_per_s);
    }
    api__end_row(r);
}

/* All pages: macro and micro averages, failures, speed. */
static void print_totals(const api__report *r)
{
    static const char *const heads[] = {"pages",    "failed",  "F1",      "P",   "R",
                                        "micro F1", "micro P", "micro R", "MB/s"};
    size_t shown = sizeof(heads) / sizeof(heads[0]) - !r->options->speed;
    int width = 9;

    for (size_t run = 0; run < r->evaluation->run_count; run++) {
        int label = (int)strlen(r->evaluation->runs[run].label);

        width = label > width ? label : width;
    }
    fprintf(r->out, "%s, mean of pages; headlines: F1 is exact match\n\n",
            dana_measure_name(r->evaluation->measure));
    api__print_cell(r, "algorithm", width, true);
    for (size_t i = 0; i < shown; i++) {
        api__print_cell(r, heads[i], 8, false);
    }
    api__end_row(r);
    api__print_rule(r, shown + 1);
    for (size_t run = 0; run < r->evaluation->run_count; run++) {
        print_total_row(r, run, width);
    }
}

/* The first of the best among the gaps of a run on a site. */
static size_t best_gap(const api__report *r, const char *site, size_t first)
{
    size_t best = 0;
    double most = -1.0;

    for (size_t gap = 0; gap < API__FIT_GAPS; gap++) {
        double f1 = api__group_mean(r, &api__groupings[API__BY_SITE], site, first + gap).f1;

        if (f1 > most) {
            most = f1;
            best = gap;
        }
    }
    return best;
}

static void print_fit_row(const api__report *r, const char *site, size_t first, int width)
{
    size_t best = best_gap(r, site, first);
    api__mean mean = api__group_mean(r, &api__groupings[API__BY_SITE], site, first + best);
    api__mean widest_gap = api__group_mean(r, &api__groupings[API__BY_SITE], site,
                                           first + API__FIT_GAPS - 1);

    if (mean.pages == 0) {
        return;
    }
    api__print_cell(r, site, width, true);
    api__print_cell(r, r->evaluation->runs[first].label, 16, false);
    api__print_count(r, (double)mean.pages);
    api__print_count(r, (double)best + 1.0);
    api__print_ratio(r, true, mean.f1);
    api__print_ratio(r, true, widest_gap.f1);
    api__end_row(r);
}

/* The heuristic fitness function (thesis 4.4): per site the gap with the best mean F1. */
static bool print_fit(const api__report *r)
{
    static const char *const heads[] = {"pages", "best gap", "F1", "F1 at 20"};
    api__groups g;

    if (!api__find_groups(r, &api__groupings[API__BY_SITE], &g)) {
        return false;
    }
    int width = widest(&g, "site");

    api__print_cell(r, "site", width, true);
    api__print_cell(r, "algorithm", 16, false);
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        api__print_cell(r, heads[i], 8, false);
    }
    api__end_row(r);
    api__print_rule(r, sizeof(heads) / sizeof(heads[0]) + 2);
    for (size_t i = 0; i < g.count; i++) {
        for (size_t first = 0; first < r->evaluation->run_count; first += API__FIT_GAPS) {
            print_fit_row(r, g.names[i], first, width);
        }
    }
    free(g.names);
    return true;
}

bool api__print_tables(const api__report *r)
{
    bool fine = true;

    if (r->options->fit) {
        return print_fit(r);
    }
    print_totals(r);
    for (size_t i = 0; i < API__BY_ALL && fine; i++) {
        fine = print_grouping(r, &api__groupings[i]);
    }
    fine = fine && api__print_details(r);
    return fine && (!r->options->compare || api__print_published(r));
}
