#include "report/compare.h"

#include "report/cells.h"
#include "report/published.h"

#include <string.h>

/* The papers' corpora were news of Arabic script, and Western news: pages of the same kind. */
static bool is_alike(const api_corpus_page *page, const void *arg)
{
    static const char *const rtl[] = {"ar", "fa", "ur", "ps", "he"};
    const api__published *row = arg;
    bool is_rtl = false;

    for (size_t i = 0; i < sizeof(rtl) / sizeof(rtl[0]); i++) {
        is_rtl = is_rtl || strncmp(page->language, rtl[i], 2) == 0;
    }
    bool news = page->page_type[0] == '\0' || strcmp(page->page_type, "article") == 0;

    return news && is_rtl == (row->script == API__PUBLISHED_RTL);
}

/* The first run of an algorithm that a table names. */
static bool find_run(const api__report *r, const api__published *row, size_t *run)
{
    for (size_t i = 0; i < r->evaluation->run_count; i++) {
        if (strcmp(r->evaluation->runs[i].label, row->label) == 0) {
            *run = i;
            return true;
        }
    }
    return false;
}

/* Whether this run of ours measures what a cell holds. */
static bool is_measured(const api__report *r, const char *measure)
{
    const char *kind = strchr(measure, ' ');
    const char *ours = dana_measure_name(r->evaluation->measure);

    if (strchr(measure, '/') != NULL) {
        return r->options->speed;
    }
    return kind == NULL ? strncmp(ours, "lc_", 3) != 0 : strcmp(kind + 1, ours) == 0;
}

static double part_of(const api__mean *mean, const char *measure)
{
    if (strcmp(measure, "MB/s") == 0) {
        return mean->mb_per_s;
    }
    if (strcmp(measure, "s/MB") == 0) {
        return mean->mb_per_s > 0.0 ? 1.0 / mean->mb_per_s : 0.0;
    }
    if (measure[0] == 'R') {
        return mean->recall;
    }
    return measure[0] == 'P' ? mean->precision : mean->f1;
}

static bool is_same_line(const api__published *a, const api__published *b)
{
    return a->script == b->script && strcmp(a->table, b->table) == 0 &&
           strcmp(a->label, b->label) == 0 && strcmp(a->measure, b->measure) == 0;
}

/* The mean of a table's cells over its sites; *sites: how many. 0 sites: an earlier row did it. */
static double mean_published(size_t at, size_t *sites)
{
    const api__published *rows = api__published_rows;
    double sum = 0.0;

    *sites = 0;
    for (size_t i = 0; i < api__published_count; i++) {
        if (!is_same_line(&rows[i], &rows[at])) {
            continue;
        }
        if (i < at) {
            return 0.0;
        }
        sum += rows[i].value;
        (*sites)++;
    }
    return sum / (double)*sites;
}

static void print_published_row(const api__report *r, size_t at)
{
    const api__published *row = &api__published_rows[at];
    size_t run;
    size_t sites;
    double theirs = mean_published(at, &sites);

    if (sites == 0 || !is_measured(r, row->measure) || !find_run(r, row, &run)) {
        return;
    }
    api__mean ours = api__mean_of(r->evaluation, r->pages, r->scores, r->count, run, is_alike, row);

    api__print_cell(r, row->table, 12, true);
    api__print_cell(r, row->script == API__PUBLISHED_RTL ? "right-to-left" : "Western", 13, false);
    api__print_cell(r, row->label, 28, false);
    api__print_cell(r, row->measure, 14, false);
    api__print_count(r, (double)sites);
    api__print_ratio(r, true, theirs);
    api__print_ratio(r, ours.pages > 0, part_of(&ours, row->measure));
    api__print_count(r, (double)ours.pages);
    api__end_row(r);
}

/* One line a table, run and measure: their mean of sites, our mean of pages. */
void api__print_published(const api__report *r)
{
    static const struct {
        const char *name;
        int width;
    } heads[] = {{"pages of", 13}, {"algorithm", 28}, {"measure", 14}, {"sites", 8},
                 {"theirs", 8},    {"ours", 8},       {"pages", 8}};

    fputs("\nThe papers' figures (mean of their sites) beside ours on pages of the same kind, "
          "right-to-left\nor Western; articles where the corpus tells. They are other pages than "
          "theirs.\n\n",
          r->out);
    api__print_cell(r, "table", 12, true);
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        api__print_cell(r, heads[i].name, heads[i].width, false);
    }
    api__end_row(r);
    api__print_rule(r, 8);
    for (size_t i = 0; i < api__published_count; i++) {
        print_published_row(r, i);
    }
}
