#include "evaluation.h"

#include "dana/plot.h"
#include "describe.h"
#include "published.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Tables list groups of at least so many pages where there are many groups; CSV and JSON all. */
#define MANY_GROUPS   40
#define LEAST_OF_MANY 5
/* Memory of a picture. */
#define ARENA_CAP ((size_t)1 << 28)

/* What pages are grouped by; NULL: all of them are one group. */
typedef struct {
    const char *name;
    const char *(*of)(const api_corpus_page *page);
} grouping;

static const char *set_of(const api_corpus_page *page)
{
    return page->set;
}

static const char *language_of(const api_corpus_page *page)
{
    return page->language;
}

static const char *type_of(const api_corpus_page *page)
{
    return page->page_type;
}

static const char *site_of(const api_corpus_page *page)
{
    return page->site;
}

static const char *anything_of(const api_corpus_page *page)
{
    (void)page;
    return "all";
}

enum { BY_SET, BY_LANGUAGE, BY_TYPE, BY_SITE, BY_ALL, GROUPINGS };

static const grouping groupings[GROUPINGS] = {
    [BY_SET] = {"set", set_of},         [BY_LANGUAGE] = {"language", language_of},
    [BY_TYPE] = {"page type", type_of}, [BY_SITE] = {"site", site_of},
    [BY_ALL] = {"all", anything_of},
};

/* A report at work. */
typedef struct {
    const api_evaluation *evaluation;
    const api_corpus_page *pages;
    const api_page_score *scores;
    size_t count;
    const api_report_options *options;
    FILE *out;
} report;

/* The names of the groups, sorted; owned list of borrowed names. */
typedef struct {
    const char **names;
    size_t count;
} groups;

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Pages of which nothing is said ("") make no group. Returns false where memory ran out. */
static bool find_groups(const report *r, const grouping *by, groups *out)
{
    size_t found = 0;

    *out = (groups){.names = calloc(r->count + 1, sizeof(*out->names))};
    if (out->names == NULL) {
        return false;
    }
    for (size_t i = 0; i < r->count; i++) {
        const char *name = by->of(&r->pages[i]);

        if (name[0] != '\0') {
            out->names[found++] = name;
        }
    }
    qsort(out->names, found, sizeof(*out->names), compare_names);
    for (size_t i = 0; i < found; i++) {
        if (out->count == 0 || strcmp(out->names[out->count - 1], out->names[i]) != 0) {
            out->names[out->count++] = out->names[i];
        }
    }
    return true;
}

typedef struct {
    const grouping *by;
    const char *name;
} membership;

static bool belongs(const api_corpus_page *page, const void *arg)
{
    const membership *m = arg;

    return strcmp(m->by->of(page), m->name) == 0;
}

static api__mean mean_of(const report *r, const grouping *by, const char *name, size_t run)
{
    membership m = {by, name};

    return api__evaluation_mean(r->evaluation, r->pages, r->scores, r->count, run, belongs, &m);
}

/* A table: cells of text columns, as Markdown or padded. */
static void print_cell(const report *r, const char *text, int width, bool first)
{
    if (r->options->format == API_REPORT_MARKDOWN) {
        fprintf(r->out, "| %s ", text);
    } else if (first) {
        fprintf(r->out, "%-*s", width, text);
    } else {
        fprintf(r->out, "  %*s", width, text);
    }
}

static void end_row(const report *r)
{
    fputs(r->options->format == API_REPORT_MARKDOWN ? "|\n" : "\n", r->out);
}

static void print_rule(const report *r, size_t columns)
{
    if (r->options->format != API_REPORT_MARKDOWN) {
        return;
    }
    fputs("|---", r->out);
    for (size_t i = 1; i < columns; i++) {
        fputs("|--:", r->out);
    }
    fputs("|\n", r->out);
}

static void print_number(const report *r, bool known, double value, const char *format)
{
    char text[32] = "-";

    if (known) {
        /* The formats are the two literals below. */
        if (format[2] == '4') {
            snprintf(text, sizeof(text), "%.4f", value);
        } else {
            snprintf(text, sizeof(text), "%.0f", value);
        }
    }
    print_cell(r, text, 8, false);
}

static int width_of(const char *label)
{
    return strlen(label) > 8 ? (int)strlen(label) : 8;
}

static int widest(const groups *g, const char *head)
{
    size_t width = strlen(head);

    for (size_t i = 0; i < g->count; i++) {
        width = strlen(g->names[i]) > width ? strlen(g->names[i]) : width;
    }
    return (int)width;
}

static size_t pages_in(const report *r, const grouping *by, const char *name)
{
    size_t pages = 0;

    for (size_t i = 0; i < r->count; i++) {
        pages += strcmp(by->of(&r->pages[i]), name) == 0;
    }
    return pages;
}

static void print_group_row(const report *r, const grouping *by, const char *name, int width)
{
    size_t pages = pages_in(r, by, name);

    print_cell(r, name, width, true);
    print_number(r, true, (double)pages, "%.0f");
    for (size_t run = 0; run < r->evaluation->run_count; run++) {
        api__mean mean = mean_of(r, by, name, run);
        char text[32] = "-";

        if (mean.pages > 0) {
            snprintf(text, sizeof(text), "%.4f", mean.f1);
        }
        print_cell(r, text, width_of(r->evaluation->runs[run].label), false);
    }
    end_row(r);
}

/* F1 of every run in every group: macro averages. */
static bool print_grouping(const report *r, const grouping *by)
{
    groups g;

    if (!find_groups(r, by, &g)) {
        return false;
    }
    if (g.count > 0) {
        int width = widest(&g, by->name);

        fputc('\n', r->out);
        print_cell(r, by->name, width, true);
        print_cell(r, "pages", 8, false);
        for (size_t run = 0; run < r->evaluation->run_count; run++) {
            const char *label = r->evaluation->runs[run].label;

            print_cell(r, label, width_of(label), false);
        }
        end_row(r);
        print_rule(r, r->evaluation->run_count + 2);
        for (size_t i = 0; i < g.count; i++) {
            if (g.count < MANY_GROUPS || pages_in(r, by, g.names[i]) >= LEAST_OF_MANY) {
                print_group_row(r, by, g.names[i], width);
            }
        }
    }
    free(g.names);
    return true;
}

static void print_total_row(const report *r, size_t run, int width)
{
    api__mean m = mean_of(r, &groupings[BY_ALL], "all", run);
    bool known = m.pages > 0;

    print_cell(r, r->evaluation->runs[run].label, width, true);
    print_number(r, true, (double)m.pages, "%.0f");
    print_number(r, true, (double)m.failures, "%.0f");
    print_number(r, known, m.f1, "%.4f");
    print_number(r, known, m.precision, "%.4f");
    print_number(r, known, m.recall, "%.4f");
    print_number(r, known, m.micro_f1, "%.4f");
    print_number(r, known, m.micro_precision, "%.4f");
    print_number(r, known, m.micro_recall, "%.4f");
    if (r->options->speed) {
        print_number(r, true, m.mb_per_s, "%.0f");
    }
    end_row(r);
}

/* All pages: macro and micro averages, failures, speed. */
static void print_totals(const report *r)
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
    print_cell(r, "algorithm", width, true);
    for (size_t i = 0; i < shown; i++) {
        print_cell(r, heads[i], 8, false);
    }
    end_row(r);
    print_rule(r, shown + 1);
    for (size_t run = 0; run < r->evaluation->run_count; run++) {
        print_total_row(r, run, width);
    }
}

/* The first of the best among the gaps of a run on a site. */
static size_t best_gap(const report *r, const char *site, size_t first)
{
    size_t best = 0;
    double most = -1.0;

    for (size_t gap = 0; gap < API__FIT_GAPS; gap++) {
        double f1 = mean_of(r, &groupings[BY_SITE], site, first + gap).f1;

        if (f1 > most) {
            most = f1;
            best = gap;
        }
    }
    return best;
}

static void print_fit_row(const report *r, const char *site, size_t first, int width)
{
    size_t best = best_gap(r, site, first);
    api__mean mean = mean_of(r, &groupings[BY_SITE], site, first + best);
    api__mean widest_gap = mean_of(r, &groupings[BY_SITE], site, first + API__FIT_GAPS - 1);

    if (mean.pages == 0) {
        return;
    }
    print_cell(r, site, width, true);
    print_cell(r, r->evaluation->runs[first].label, 16, false);
    print_number(r, true, (double)mean.pages, "%.0f");
    print_number(r, true, (double)best + 1.0, "%.0f");
    print_number(r, true, mean.f1, "%.4f");
    print_number(r, true, widest_gap.f1, "%.4f");
    end_row(r);
}

/* The heuristic fitness function (thesis 4.4): per site the gap with the best mean F1. */
static bool print_fit(const report *r)
{
    static const char *const heads[] = {"pages", "best gap", "F1", "F1 at 20"};
    groups g;

    if (!find_groups(r, &groupings[BY_SITE], &g)) {
        return false;
    }
    int width = widest(&g, "site");

    print_cell(r, "site", width, true);
    print_cell(r, "algorithm", 16, false);
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        print_cell(r, heads[i], 8, false);
    }
    end_row(r);
    print_rule(r, sizeof(heads) / sizeof(heads[0]) + 2);
    for (size_t i = 0; i < g.count; i++) {
        for (size_t first = 0; first < r->evaluation->run_count; first += API__FIT_GAPS) {
            print_fit_row(r, g.names[i], first, width);
        }
    }
    free(g.names);
    return true;
}

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
static bool find_run(const report *r, const api__published *row, size_t *run)
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
static bool is_measured(const report *r, const char *measure)
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

static void print_published_row(const report *r, size_t at)
{
    const api__published *row = &api__published_rows[at];
    size_t run;
    size_t sites;
    double theirs = mean_published(at, &sites);

    if (sites == 0 || !is_measured(r, row->measure) || !find_run(r, row, &run)) {
        return;
    }
    api__mean ours = api__evaluation_mean(r->evaluation, r->pages, r->scores, r->count, run,
                                          is_alike, row);

    print_cell(r, row->table, 12, true);
    print_cell(r, row->script == API__PUBLISHED_RTL ? "right-to-left" : "Western", 13, false);
    print_cell(r, row->label, 28, false);
    print_cell(r, row->measure, 14, false);
    print_number(r, true, (double)sites, "%.0f");
    print_number(r, true, theirs, "%.4f");
    print_number(r, ours.pages > 0, part_of(&ours, row->measure), "%.4f");
    print_number(r, true, (double)ours.pages, "%.0f");
    end_row(r);
}

/* One line a table, run and measure: their mean of sites, our mean of pages. */
static void print_published(const report *r)
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
    print_cell(r, "table", 12, true);
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++) {
        print_cell(r, heads[i].name, heads[i].width, false);
    }
    end_row(r);
    print_rule(r, 8);
    for (size_t i = 0; i < api__published_count; i++) {
        print_published_row(r, i);
    }
}

static bool print_tables(const report *r)
{
    bool fine = true;

    if (r->options->fit) {
        return print_fit(r);
    }
    print_totals(r);
    for (size_t i = 0; i < BY_ALL && fine; i++) {
        fine = print_grouping(r, &groupings[i]);
    }
    if (r->options->compare) {
        print_published(r);
    }
    return fine;
}

/* Quotes a CSV field where it must be (RFC 4180). */
static void print_field(FILE *out, const char *text)
{
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fprintf(out, "%s,", text);
        return;
    }
    fputc('"', out);
    for (; *text != '\0'; text++) {
        if (*text == '"') {
            fputc('"', out);
        }
        fputc(*text, out);
    }
    fputs("\",", out);
}

static void csv_row(const report *r, const char *kind, const char *name, size_t run,
                    const api__mean *m)
{
    print_field(r->out, kind);
    print_field(r->out, name);
    print_field(r->out, r->evaluation->runs[run].label);
    fprintf(r->out, "%zu,%zu,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f\n", m->pages, m->failures, m->f1,
            m->precision, m->recall, m->micro_f1, m->micro_precision, m->micro_recall);
}

/* A row of every group and run, handed to `visit`. Returns false where memory ran out. */
static bool each_row(const report *r,
                     bool (*visit)(const report *r, const char *kind, const char *name, size_t run,
                                   const api__mean *mean, void *arg),
                     void *arg)
{
    bool fine = true;

    for (size_t k = 0; k < GROUPINGS && fine; k++) {
        groups g;

        if (!find_groups(r, &groupings[k], &g)) {
            return false;
        }
        for (size_t i = 0; i < g.count && fine; i++) {
            for (size_t run = 0; run < r->evaluation->run_count && fine; run++) {
                api__mean mean = mean_of(r, &groupings[k], g.names[i], run);

                fine = visit(r, groupings[k].name, g.names[i], run, &mean, arg);
            }
        }
        free(g.names);
    }
    return fine;
}

static bool visit_csv(const report *r, const char *kind, const char *name, size_t run,
                      const api__mean *mean, void *arg)
{
    (void)arg;
    csv_row(r, kind, name, run, mean);
    return true;
}

static bool visit_json(const report *r, const char *kind, const char *name, size_t run,
                       const api__mean *m, void *arg)
{
    const api__run *one = &r->evaluation->runs[run];
    json_t *row = json_pack(
        "{ss ss so sI sI s{sf sf sf} s{sf sf sf} so}", "by", kind, "group", name, "algorithm",
        api__describe_run(one->algorithm, &one->params), "pages", (json_int_t)m->pages, "failures",
        (json_int_t)m->failures, "macro", "f1", m->f1, "precision", m->precision, "recall",
        m->recall, "micro", "f1", m->micro_f1, "precision", m->micro_precision, "recall",
        m->micro_recall, "mb_per_s", r->options->speed ? json_real(m->mb_per_s) : json_null());

    return row != NULL && json_array_append_new(arg, row) == 0;
}

static bool print_json(const report *r)
{
    json_t *rows = json_array();
    bool fine = rows != NULL && each_row(r, visit_json, rows);
    json_t *root = json_pack("{ss so}", "measure", dana_measure_name(r->evaluation->measure),
                             "rows", rows);

    fine = fine && root != NULL &&
           json_dumpf(root, r->out, JSON_INDENT(1) | JSON_REAL_PRECISION(6)) == 0;
    fputc('\n', r->out);
    json_decref(root);
    return fine;
}

/* Bars of F1 for each set. */
static bool draw_bars(const report *r, dana_arena *arena, const groups *sets)
{
    size_t runs = r->evaluation->run_count;
    dana_view *labels = dana_arena_alloc(arena, sets->count * sizeof(*labels), NULL);
    dana_curve *curves = dana_arena_alloc(arena, runs * sizeof(*curves), NULL);
    double *values = dana_arena_alloc(arena, runs * sets->count * sizeof(*values), NULL);
    static const char title[] = "F1 of each algorithm, mean of pages";
    dana_view svg;

    if (labels == NULL || curves == NULL || values == NULL) {
        return false;
    }
    for (size_t i = 0; i < sets->count; i++) {
        labels[i] = (dana_view){sets->names[i], strlen(sets->names[i])};
    }
    for (size_t run = 0; run < runs; run++) {
        const char *label = r->evaluation->runs[run].label;

        curves[run] = (dana_curve){{label, strlen(label)}, values + run * sets->count};
        for (size_t i = 0; i < sets->count; i++) {
            api__mean mean = mean_of(r, &groupings[BY_SET], sets->names[i], run);

            values[run * sets->count + i] = mean.pages > 0 ? mean.f1 : -1.0;
        }
    }
    dana_chart chart = {.title = {title, sizeof(title) - 1},
                        .labels = labels,
                        .label_count = sets->count,
                        .curves = curves,
                        .curve_count = runs};

    return dana_plot_bars(arena, &chart, &svg, NULL) == DANA_OK &&
           fwrite(svg.data, 1, svg.length, r->out) == svg.length;
}

static bool print_svg(const report *r)
{
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    groups sets = {0};
    bool fine = arena != NULL && find_groups(r, &groupings[BY_SET], &sets) &&
                draw_bars(r, arena, &sets);

    free(sets.names);
    dana_arena_free(arena);
    return fine;
}

static bool print_report(const report *r)
{
    switch (r->options->format) {
    case API_REPORT_CSV:
        fputs("by,group,algorithm,pages,failures,f1,precision,recall,micro_f1,micro_precision,"
              "micro_recall\n",
              r->out);
        return each_row(r, visit_csv, NULL);
    case API_REPORT_JSON:
        return print_json(r);
    case API_REPORT_SVG:
        return print_svg(r);
    default:
        return print_tables(r);
    }
}

char *api_evaluation_report(const api_evaluation *evaluation, const api_corpus_page *pages,
                            const api_page_score *scores, size_t count,
                            const api_report_options *options, size_t *length)
{
    char *text = NULL;
    report r = {.evaluation = evaluation,
                .pages = pages,
                .scores = scores,
                .count = count,
                .options = options,
                .out = open_memstream(&text, length)};

    if (r.out == NULL) {
        return NULL;
    }
    bool fine = print_report(&r);

    fine = fclose(r.out) == 0 && fine;
    if (!fine) {
        free(text);
        return NULL;
    }
    return text;
}
