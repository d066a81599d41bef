#include "report/preconditions.h"

#include "report/cells.h"

#include <string.h>

/* Width of the column of algorithms, and of that of conditions. */
#define LABEL_WIDTH 30
#define CONDITION   46

/* What corpora call pages of that kind; those that do not tell count. */
static bool is_news(const char *page_type)
{
    return page_type[0] == '\0' || strcmp(page_type, "article") == 0 ||
           strcmp(page_type, "news") == 0;
}

bool api__is_alike(const api_corpus_page *page, const void *script)
{
    static const char *const rtl[] = {"ar", "fa", "ur", "ps", "he"};
    const api__published_script *wanted = script;
    bool is_rtl = false;

    for (size_t i = 0; i < sizeof(rtl) / sizeof(rtl[0]); i++) {
        is_rtl = is_rtl || strncmp(page->language, rtl[i], 2) == 0;
    }
    return is_news(page->page_type) && is_rtl == (*wanted == API__PUBLISHED_RTL);
}

/* A score of a page under a condition; negative: it does not hold. */
typedef double measure(const api_page_score *score);

static double any_page(const api_page_score *score)
{
    return score->counted ? score->f1 : -1.0;
}

static double in_title(const api_page_score *score)
{
    return score->counted && score->in_title ? score->f1 : -1.0;
}

static double in_title_and_node(const api_page_score *score)
{
    return score->is_node ? in_title(score) : -1.0;
}

static double is_node(const api_page_score *score)
{
    return score->is_node ? any_page(score) : -1.0;
}

static double of_gold(const api_page_score *score)
{
    return score->gold_f1;
}

static const struct {
    dana_kind kind;
    const char *id; /* of the algorithms that it is printed for; NULL: of the kind */
    const char *condition;
    measure *of;
} conditions[] = {
    {DANA_KIND_HEADLINE, NULL, "every page", any_page},
    {DANA_KIND_HEADLINE, NULL, "headline is part of the title (5.4.1)", in_title},
    {DANA_KIND_HEADLINE, NULL, "headline is a text node", is_node},
    {DANA_KIND_HEADLINE, NULL, "both", in_title_and_node},
    {DANA_KIND_CONTENT, "density", "every page", any_page},
    {DANA_KIND_CONTENT, "density", "gold paragraphs alone", of_gold},
};

static void print_row(const api__report *r, size_t run, size_t condition,
                      api__published_script script)
{
    const api__run *ours = &r->evaluation->runs[run];
    double sum = 0.0;
    size_t pages = 0;

    for (size_t i = 0; i < r->count; i++) {
        double score = conditions[condition].of(&r->scores[i * r->evaluation->run_count + run]);

        if (score >= 0.0 && api__is_alike(&r->pages[i], &script)) {
            sum += score;
            pages++;
        }
    }
    if (pages == 0) {
        return;
    }
    api__print_cell(r, ours->label, -LABEL_WIDTH, true);
    api__print_cell(r, script == API__PUBLISHED_RTL ? "right-to-left" : "Western", 13, false);
    api__print_cell(r, conditions[condition].condition, CONDITION, false);
    api__print_ratio(r, true, sum / (double)pages);
    api__print_count(r, (double)pages);
    api__end_row(r);
}

static bool is_printed(const api__run *run, size_t condition)
{
    const char *id = conditions[condition].id;

    return run->algorithm->kind == conditions[condition].kind &&
           (id == NULL || strcmp(run->algorithm->id, id) == 0);
}

void api__print_preconditions(const api__report *r)
{
    static const api__published_script scripts[] = {API__PUBLISHED_WESTERN, API__PUBLISHED_RTL};

    fputs("\nUnder the conditions of the papers\n\n", r->out);
    api__print_cell(r, "algorithm", -LABEL_WIDTH, true);
    api__print_cell(r, "pages of", 13, false);
    api__print_cell(r, "condition", CONDITION, false);
    api__print_cell(r, "F1", 8, false);
    api__print_cell(r, "pages", 8, false);
    api__end_row(r);
    api__print_rule(r, 5);
    for (size_t run = 0; run < r->evaluation->run_count; run++) {
        for (size_t k = 0; k < 2 * sizeof(conditions) / sizeof(conditions[0]); k++) {
            if (is_printed(&r->evaluation->runs[run], k / 2)) {
                print_row(r, run, k / 2, scripts[k % 2]);
            }
        }
    }
}
