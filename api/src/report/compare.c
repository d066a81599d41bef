#include "report/compare.h"

#include "evaluate/published.h"
#include "report/cells.h"
#include "report/preconditions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Width of the column of algorithms; most of one table; differences below this are none. */
#define LABEL_WIDTH 30
#define LINES_MAX   64
#define SAME        0.0005

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

/* Whether two cells are of one table, and of one measure in it. */
static bool is_same_table(const api__published *a, const api__published *b)
{
    return a->script == b->script && strcmp(a->table, b->table) == 0 &&
           strcmp(a->measure, b->measure) == 0;
}

static bool is_same_line(const api__published *a, const api__published *b)
{
    return is_same_table(a, b) && strcmp(a->label, b->label) == 0;
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

/* Whether a run of ours is in a table that begins at row `at`. */
static bool is_in_table(size_t at, const char *label)
{
    const api__published *rows = api__published_rows;

    for (size_t i = 0; i < api__published_count; i++) {
        if (is_same_table(&rows[i], &rows[at]) && strcmp(rows[i].label, label) == 0) {
            return true;
        }
    }
    return false;
}

/* The pages of one site that are of the papers' kind. */
typedef struct {
    const char *site;
    api__published_script script;
} kind_of_page;

static bool is_alike_of_site(const api_corpus_page *page, const void *arg)
{
    const kind_of_page *kind = arg;

    return strcmp(page->site, kind->site) == 0 && api__is_alike(page, &kind->script);
}

/* Adds the means of a site to the sums over sites; pages are counted. */
static void add_site(api__mean *sum, const api__mean *site, size_t *sites)
{
    if (site->pages == 0) {
        return;
    }
    sum->pages += site->pages;
    sum->precision += site->precision;
    sum->recall += site->recall;
    sum->f1 += site->f1;
    sum->mb_per_s += site->mb_per_s;
    (*sites)++;
}

/* Averages a run over sites, as the papers do, whatever the number of a site's pages. */
static api__mean mean_of_sites(const api__report *r, const api__groups *groups,
                               api__published_script script, size_t run)
{
    api__mean sum = {0};
    size_t sites = 0;

    for (size_t i = 0; i < groups->count; i++) {
        const kind_of_page kind = {groups->names[i], script};
        api__mean site = api__mean_of(r->evaluation, r->pages, r->scores, r->count, run,
                                      is_alike_of_site, &kind);

        add_site(&sum, &site, &sites);
    }
    double divisor = sites > 0 ? (double)sites : 1.0;

    sum.precision /= divisor;
    sum.recall /= divisor;
    sum.f1 /= divisor;
    sum.mb_per_s /= divisor;
    return sum;
}

/* What is compared: the means of each run over the sites of each script. */
typedef struct {
    const api__report *report;
    api__mean *means; /* of right-to-left pages, then of Western ones */
} comparison;

static api__mean mean_of_run(const comparison *c, const api__published *row, size_t run)
{
    return c->means[(size_t)row->script * c->report->evaluation->run_count + run];
}

/* A line of a table: both figures of a run. */
typedef struct {
    size_t run;
    double theirs;
    double ours;
    size_t pages;
} line;

static void print_line(const api__report *r, const line *l, bool published)
{
    api__print_cell(r, r->evaluation->runs[l->run].label, -LABEL_WIDTH, true);
    api__print_ratio(r, published, l->theirs);
    api__print_ratio(r, l->pages > 0, l->ours);
    api__print_count(r, (double)l->pages);
    api__end_row(r);
}

/* Pairs of methods of which the better one is the same in the paper and with us. */
static void print_order(const api__report *r, const line *lines, size_t count)
{
    size_t pairs = 0;
    size_t alike = 0;

    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            double theirs = lines[i].theirs - lines[k].theirs;
            double ours = lines[i].ours - lines[k].ours;
            bool judged = fabs(theirs) >= SAME && lines[i].pages > 0 && lines[k].pages > 0;

            pairs += judged ? 1 : 0;
            alike += judged && theirs * ours > 0.0 ? 1 : 0;
        }
    }
    if (pairs > 0) {
        fprintf(r->out, "\nIn the paper's order: %zu of %zu pairs.\n", alike, pairs);
    }
}

static void print_head(const api__report *r, const api__published *row, size_t sites)
{
    static const char *const heads[] = {"theirs", "ours", "pages"};

    fprintf(r->out, "\n%s, %s, %s; theirs: mean of %zu site%s\n\n", row->table,
            row->script == API__PUBLISHED_RTL ? "right-to-left" : "Western", row->measure, sites,
            sites == 1 ? "" : "s");
    api__print_cell(r, "algorithm", -LABEL_WIDTH, true);
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        api__print_cell(r, heads[i], 8, false);
    }
    api__end_row(r);
    api__print_rule(r, 1 + sizeof(heads) / sizeof(heads[0]));
}

/* The runs of a table in its order. Returns their number. */
static size_t find_lines(const comparison *c, size_t at, line lines[LINES_MAX], size_t *sites)
{
    const api__published *rows = api__published_rows;
    size_t count = 0;
    size_t run;

    *sites = 0;
    for (size_t i = at; i < api__published_count && count < LINES_MAX; i++) {
        size_t sites_of_run = 0;
        double theirs = is_same_table(&rows[i], &rows[at]) ? mean_published(i, &sites_of_run) : 0.0;

        if (sites_of_run == 0 || !find_run(c->report, &rows[i], &run)) {
            continue;
        }
        api__mean ours = mean_of_run(c, &rows[i], run);

        lines[count++] = (line){run, theirs, part_of(&ours, rows[i].measure), ours.pages};
        *sites = sites_of_run;
    }
    return count;
}

/* Runs of the same kind that the paper did not know, below its own. */
static void print_new_rows(const comparison *c, size_t at, const dana_algorithm *like)
{
    const api__report *r = c->report;
    const api__published *row = &api__published_rows[at];

    for (size_t run = 0; run < r->evaluation->run_count; run++) {
        const api__run *ours = &r->evaluation->runs[run];

        if (ours->algorithm->kind == like->kind && !is_in_table(at, ours->label)) {
            api__mean mean = mean_of_run(c, row, run);

            print_line(r, &(line){run, 0.0, part_of(&mean, row->measure), mean.pages}, false);
        }
    }
}

static bool is_first_of_table(size_t at)
{
    for (size_t i = 0; i < at; i++) {
        if (is_same_table(&api__published_rows[i], &api__published_rows[at])) {
            return false;
        }
    }
    return true;
}

static void print_table(const comparison *c, size_t at)
{
    const api__report *r = c->report;
    line lines[LINES_MAX];
    size_t sites;
    size_t count = find_lines(c, at, lines, &sites);

    if (count == 0) {
        return;
    }
    print_head(r, &api__published_rows[at], sites);
    for (size_t i = 0; i < count; i++) {
        print_line(r, &lines[i], true);
    }
    print_new_rows(c, at, r->evaluation->runs[lines[0].run].algorithm);
    print_order(r, lines, count);
}

/* What readers could take for errors, for the algorithms that ran. */
static void print_reasons(const api__report *r)
{
    static const struct {
        const char *id;
        const char *reason;
    } reasons[] = {
#include "report/reasons.def"
    };
    bool any = false;

    for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++) {
        bool ran = false;

        for (size_t run = 0; run < r->evaluation->run_count; run++) {
            ran = ran || strcmp(r->evaluation->runs[run].algorithm->id, reasons[i].id) == 0;
        }
        if (ran) {
            fprintf(r->out, "%s- %s: %s\n", any ? "" : "\nWhy some differ\n\n", reasons[i].id,
                    reasons[i].reason);
            any = true;
        }
    }
}

static void print_all_tables(const comparison *c)
{
    const api__report *r = c->report;

    fputs(
        "\nThe papers' figures beside ours on pages of the same kind, right-to-left or Western; "
        "articles\nand news where the corpus tells. Both are means of sites. They are other pages "
        "than theirs; rows\nwithout a figure of theirs are algorithms that the table does not "
        "have.\n",
        r->out);
    for (size_t i = 0; i < api__published_count; i++) {
        if (is_first_of_table(i) && is_measured(r, api__published_rows[i].measure)) {
            print_table(c, i);
        }
    }
    api__print_preconditions(r);
    print_reasons(r);
}

bool api__print_published(const api__report *r)
{
    size_t runs = r->evaluation->run_count;
    comparison c = {r, calloc(2 * runs, sizeof(*c.means))};
    api__groups groups;

    if (c.means == NULL || !api__find_groups(r, &api__groupings[API__BY_SITE], &groups)) {
        free(c.means);
        return false;
    }
    for (size_t i = 0; i < 2 * runs; i++) {
        c.means[i] = mean_of_sites(
            r, &groups, i < runs ? API__PUBLISHED_RTL : API__PUBLISHED_WESTERN, i % runs);
    }
    print_all_tables(&c);
    free(groups.names);
    free(c.means);
    return true;
}
