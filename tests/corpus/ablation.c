/*
 * The effect of each step and each rule of `auto`: word F1 of wcxb-dev by page type and of the
 * other sets, with everything, and with one step or rule left out at a time.
 *   ablation            the learning curve, then with each step and rule left out
 *   ablation steps      the learning curve only
 *   ablation rules      the same as without arguments
 *   ablation pages SET  every page of a set: precision, recall, F1, its type, its hints
 */
#include "corpus.h"
#include "decided_text.h"
#include "extractors/auto/rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_VARIANTS 64
#define MAX_COLUMNS  32

/* A run: what is left out, and its sums per column (a page type or a set). */
typedef struct {
    char name[64];
    dana__auto_settings settings;
    size_t base; /* the run it is compared with; if it is this run, its own scores are printed */
    double sums[MAX_COLUMNS];
} variant;

typedef struct {
    char name[32];
    size_t pages;
} column;

typedef struct {
    variant variants[MAX_VARIANTS];
    size_t variant_count;
    column columns[MAX_COLUMNS];
    size_t column_count;
    size_t failures;
    bool lists_pages;
} ablation;

/* In the order in which the learning curve adds them. */
static const struct {
    const char *name;
    uint32_t step;
} steps[] = {
    {"prune", DANA__STEP_PRUNE},         {"subtree", DANA__STEP_SUBTREE},
    {"smoothing", DANA__STEP_SMOOTHING}, {"fallback", DANA__STEP_FALLBACK},
    {"repeated", DANA__STEP_REPEATED},   {"gutters", DANA__STEP_GUTTERS},
    {"tail", DANA__STEP_TAIL},           {"link lines", DANA__STEP_LINES},
    {"listings", DANA__STEP_LISTINGS},   {"small", DANA__STEP_SMALL},
    {"learned", DANA__STEP_LEARNED},
};

#define STEP_COUNT (sizeof(steps) / sizeof(steps[0]))

static size_t column_of(ablation *a, const char *name)
{
    size_t i = 0;

    while (i < a->column_count && strcmp(a->columns[i].name, name) != 0) {
        i++;
    }
    if (i == a->column_count && i < MAX_COLUMNS - 1) {
        snprintf(a->columns[i].name, sizeof(a->columns[i].name), "%s", name);
        a->column_count++;
    }
    return i;
}

static void add_page(ablation *a, const corpus_page *page, variant *v)
{
    dana_page *opened;
    dana__auto_trace trace = {0};
    dana_view text;
    double precision;
    double recall;

    if (dana_page_open(page->html, page->html_length, 0, NULL, &opened, NULL) != DANA_OK) {
        a->failures++;
        return;
    }
    if (corpus_decided_text(opened, &v->settings, &trace, &text) != DANA_OK) {
        a->failures++;
        dana_page_close(opened);
        return;
    }
    double f1 = corpus_word_f1(text, (dana_view){page->gold, page->gold_length}, &precision,
                               &recall);

    v->sums[column_of(a, page->set)] += f1;
    if (page->page_type != NULL) {
        v->sums[column_of(a, page->page_type)] += f1;
    }
    if (a->lists_pages) {
        printf("%s\t%s\t%.4f\t%.4f\t%.4f\t%u\t%d\t%.2f\n", page->id,
               page->page_type != NULL ? page->page_type : "-", f1, precision, recall,
               trace.blocks.hints, trace.choice.fallback, (double)trace.choice.coverage);
    }
    dana_page_close(opened);
}

static bool visit(const corpus_page *page, void *arg)
{
    ablation *a = arg;

    if (page->gold == NULL) {
        return true;
    }
    a->columns[column_of(a, page->set)].pages++;
    if (page->page_type != NULL) {
        a->columns[column_of(a, page->page_type)].pages++;
    }
    for (size_t i = 0; i < a->variant_count; i++) {
        add_page(a, page, &a->variants[i]);
    }
    return true;
}

static void add_variant(ablation *a, const char *what, const char *name, uint32_t rules,
                        uint32_t steps_off, size_t base)
{
    variant *v = &a->variants[a->variant_count++];

    *v = (variant){.settings = {.rules_off = rules, .steps_off = steps_off}, .base = base};
    snprintf(v->name, sizeof(v->name), "%s%s", what, name);
}

static void print_row(const ablation *a, size_t index)
{
    const variant *v = &a->variants[index];

    printf("%-20s", v->name);
    for (size_t c = 0; c < a->column_count; c++) {
        double pages = (double)a->columns[c].pages;
        double here = v->sums[c] / pages;
        double base = a->variants[v->base].sums[c] / pages;

        printf(v->base == index ? " %8.4f" : " %+8.4f", v->base == index ? here : here - base);
    }
    printf("\n");
}

static void print_table(const ablation *a)
{
    printf("%-20s", "word F1");
    for (size_t c = 0; c < a->column_count; c++) {
        printf(" %8.8s", a->columns[c].name);
    }
    printf("\n%-20s", "pages");
    for (size_t c = 0; c < a->column_count; c++) {
        printf(" %8zu", a->columns[c].pages);
    }
    printf("\n");
    for (size_t i = 0; i < a->variant_count; i++) {
        print_row(a, i);
    }
}

/* The learning curve: from all text to all steps, one step at a time. */
static void add_curve(ablation *a)
{
    uint32_t off = 0;

    for (size_t i = 0; i < STEP_COUNT; i++) {
        off |= steps[i].step;
    }
    add_variant(a, "all text", "", 0, off, a->variant_count);
    for (size_t i = 0; i < STEP_COUNT; i++) {
        off &= ~steps[i].step;
        add_variant(a, "+ ", steps[i].name, 0, off, a->variant_count);
    }
}

/* One step or rule left out. Rules are left out without the learned step, too, because it
 * compensates for some of them. */
static void add_omissions(ablation *a)
{
    size_t all = a->variant_count - 1;
    size_t rules = all - 1;

    for (size_t i = 0; i < STEP_COUNT; i++) {
        add_variant(a, "without ", steps[i].name, 0, steps[i].step, all);
    }
    for (size_t r = 1; r < dana__rule_count; r++) {
        add_variant(a, "rules - ", dana__rules[r].name, 1u << r, DANA__STEP_LEARNED, rules);
    }
    for (size_t r = 1; r < dana__rule_count; r++) {
        add_variant(a, "all - ", dana__rules[r].name, 1u << r, 0, all);
    }
}

int main(int argc, char **argv)
{
    static ablation a;
    const char *folder = corpus_folder();
    char *sets[MAX_COLUMNS];

    if (folder == NULL) {
        return 0;
    }
    if (argc > 2 && strcmp(argv[1], "pages") == 0) {
        add_variant(&a, "all", "", 0, 0, 0);
        a.lists_pages = true;
        return corpus_each(folder, argv[2], visit, &a) >= 0 && a.failures == 0 ? 0 : 1;
    }
    add_curve(&a);
    if (argc == 1 || strcmp(argv[1], "rules") == 0) {
        add_omissions(&a);
    }
    size_t count = corpus_sets(folder, sets, MAX_COLUMNS);

    for (size_t i = 0; i < count; i++) {
        if (corpus_each(folder, sets[i], visit, &a) < 0) {
            a.failures++;
        }
        free(sets[i]);
    }
    print_table(&a);
    return a.failures == 0 ? 0 : 1;
}
