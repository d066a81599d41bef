#include "report/export.h"

#include "answer/describe.h"
#include "dana/plot.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Memory of a picture. */
#define ARENA_CAP ((size_t)1 << 28)

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

static void csv_row(const api__report *r, const char *kind, const char *name, size_t run,
                    const api__mean *m)
{
    print_field(r->out, kind);
    print_field(r->out, name);
    print_field(r->out, r->evaluation->runs[run].label);
    fprintf(r->out, "%zu,%zu,%.6f,%.6f,%.6f,%.6f,%.6f,%.6f", m->pages, m->failures, m->f1,
            m->precision, m->recall, m->micro_f1, m->micro_precision, m->micro_recall);
    fprintf(r->out, ",%.6f,%.6f,%.6f,%.6f,%.6f,%.6f", m->units_f1, m->under_half, m->whole,
            m->first_missing, m->last_missing, m->goes_on);
    if (r->options->snippets) {
        dana_score s = api__snippet_score(m);

        fprintf(r->out, ",%.0f,%.0f,%.6f,%.6f,%.6f", m->with, m->without, s.f1, s.precision,
                s.recall);
    }
    fputc('\n', r->out);
}

/* A row of every group and run, handed to `visit`. Returns false where memory ran out. */
static bool each_row(const api__report *r,
                     bool (*visit)(const api__report *r, const char *kind, const char *name,
                                   size_t run, const api__mean *mean, void *arg),
                     void *arg)
{
    bool fine = true;

    for (size_t k = 0; k < API__GROUPINGS && fine; k++) {
        api__groups g;

        if (!api__find_groups(r, &api__groupings[k], &g)) {
            return false;
        }
        for (size_t i = 0; i < g.count && fine; i++) {
            for (size_t run = 0; run < r->evaluation->run_count && fine; run++) {
                api__mean mean = api__group_mean(r, &api__groupings[k], g.names[i], run);

                fine = visit(r, api__groupings[k].name, g.names[i], run, &mean, arg);
            }
        }
        free(g.names);
    }
    return fine;
}

static bool visit_csv(const api__report *r, const char *kind, const char *name, size_t run,
                      const api__mean *mean, void *arg)
{
    (void)arg;
    csv_row(r, kind, name, run, mean);
    return true;
}

/* What F1 does not tell of the pages. */
static json_t *shares_value(const api__mean *m)
{
    return json_pack("{sf sf sf sf sf}", "under_half", m->under_half, "whole", m->whole,
                     "first_missing", m->first_missing, "last_missing", m->last_missing, "goes_on",
                     m->goes_on);
}

/* Null where they were not asked for. */
static json_t *snippets_value(const api__report *r, const api__mean *m)
{
    dana_score s = api__snippet_score(m);

    if (!r->options->snippets) {
        return json_null();
    }
    return json_pack("{sI sI sI sI sf sf sf}", "with", (json_int_t)m->with, "with_found",
                     (json_int_t)m->with_found, "without", (json_int_t)m->without, "without_found",
                     (json_int_t)m->without_found, "f1", s.f1, "precision", s.precision, "recall",
                     s.recall);
}

static bool visit_json(const api__report *r, const char *kind, const char *name, size_t run,
                       const api__mean *m, void *arg)
{
    const api__run *one = &r->evaluation->runs[run];
    json_t *row = json_pack(
        "{ss ss so sI sI s{sf sf sf} s{sf sf sf} sf so so so}", "by", kind, "group", name,
        "algorithm", api__describe_run(one->algorithm, &one->params), "pages", (json_int_t)m->pages,
        "failures", (json_int_t)m->failures, "macro", "f1", m->f1, "precision", m->precision,
        "recall", m->recall, "micro", "f1", m->micro_f1, "precision", m->micro_precision, "recall",
        m->micro_recall, "units_f1", m->units_f1, "shares", shares_value(m), "snippets",
        snippets_value(r, m), "mb_per_s", r->options->speed ? json_real(m->mb_per_s) : json_null());

    return row != NULL && json_array_append_new(arg, row) == 0;
}

bool api__print_json(const api__report *r)
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

bool api__print_csv(const api__report *r)
{
    fputs("by,group,algorithm,pages,failures,f1,precision,recall,micro_f1,micro_precision,"
          "micro_recall,units_f1,under_half,whole,first_missing,last_missing,goes_on",
          r->out);
    fputs(r->options->snippets ? ",with,without,snippets_f1,snippets_precision,snippets_recall\n"
                               : "\n",
          r->out);
    return each_row(r, visit_csv, NULL);
}

/* Bars of F1 for each set. */
static bool draw_bars(const api__report *r, dana_arena *arena, const api__groups *sets)
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
            api__mean mean = api__group_mean(r, &api__groupings[API__BY_SET], sets->names[i], run);

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

bool api__print_svg(const api__report *r)
{
    dana_arena *arena = dana_arena_new(ARENA_CAP, NULL);
    api__groups sets = {0};
    bool fine = arena != NULL && api__find_groups(r, &api__groupings[API__BY_SET], &sets) &&
                draw_bars(r, arena, &sets);

    free(sets.names);
    dana_arena_free(arena);
    return fine;
}
