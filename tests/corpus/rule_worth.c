/*
 * What each rule of `auto` behind the learned step is worth: for each page of a set, and each rule
 * that changed one of its blocks last, a line with the rule, the set, the page, and word F1 without
 * the rule and with it. rule_worth SET...
 */
#include "corpus.h"
#include "decided_text.h"
#include "extractors/auto/settle.h"

#include <stdio.h>

/* Rules at most: a row is a byte. */
#define MAX_RULES 256

/* Scores a page's text. Returns whether it could; found: which rules changed a block. */
static bool score(const corpus_page *of, const dana__auto_settings *settings, bool found[MAX_RULES],
                  double *f1)
{
    dana__auto_trace trace;
    dana_page *page;
    dana_view text;

    if (dana_page_open(of->html, of->html_length, 0, NULL, &page, NULL) != DANA_OK) {
        return false;
    }
    bool is_decided = corpus_decided_text(page, settings, &trace, &text) == DANA_OK;

    for (size_t i = 0; is_decided && found != NULL && i < trace.blocks.block_count; i++) {
        found[trace.blocks.settled_by[i]] = true;
    }
    if (is_decided) {
        *f1 = corpus_word_f1(text, (dana_view){of->gold, of->gold_length}, NULL, NULL);
    }
    dana_page_close(page);
    return is_decided;
}

static bool visit(const corpus_page *page, void *arg)
{
    bool *all_scored = arg;
    bool found[MAX_RULES] = {false};
    dana__auto_settings settings = {.records_rules = true};
    double with = 0.0;
    double without;

    if (page->gold == NULL) {
        return true;
    }
    *all_scored = score(page, &settings, found, &with) && *all_scored;
    settings.records_rules = false;
    for (int by = 1; by < MAX_RULES; by++) {
        settings.rule_off = (uint8_t)by;
        if (found[by] && score(page, &settings, NULL, &without)) {
            printf("%s\t%s\t%s\t%.6f\t%.6f\n", dana__settle_rule_name((size_t)by - 1), page->set,
                   page->id, without, with);
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    const char *folder = corpus_folder();
    bool all_scored = true;

    for (int i = 1; folder != NULL && i < argc; i++) {
        all_scored = corpus_each(folder, argv[i], visit, &all_scored) >= 0 && all_scored;
    }
    return all_scored ? 0 : 1;
}
