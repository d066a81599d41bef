/*
 * Random selectors on the pages of corpora, compared with a slow matcher over a tree.
 *   CORPORA=... corpus_select [COUNT [SET...]]   COUNT selectors a page; a few sets, or those named
 */
#include "corpus.h"
#include "dana/page.h"
#include "random.h"
#include "select_compare.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct {
    size_t count; /* selectors a page */
    size_t passed;
    size_t failed;
} tally;

static bool check_page(const corpus_page *page, void *arg)
{
    tally *t = arg;
    dana_page *opened;

    if (dana_page_open(page->html, page->html_length, 0, NULL, &opened, NULL) != DANA_OK) {
        return true;
    }
    bool fine = reference_compare(opened, t->count);

    dana_page_close(opened);
    t->passed += fine;
    t->failed += !fine;
    if (!fine) {
        printf("  on %s\n", page->id);
    }
    return true;
}

int main(int argc, char **argv)
{
    static const char *const few[] = {"cleaneval-dev", "ldnews-dev", "mlnews-dev",
                                      "zh-portals-dev"};
    const char *folder = corpus_folder();
    tally t = {.count = argc > 1 ? strtoul(argv[1], NULL, 10) : 3};
    bool named = argc > 2;
    size_t sets = named ? (size_t)argc - 2 : sizeof(few) / sizeof(few[0]);

    random_state = 1;
    for (size_t i = 0; folder != NULL && i < sets; i++) {
        const char *set = named ? argv[2 + i] : few[i];

        if (corpus_each_of(folder, set, named, check_page, &t) < 0) {
            return 1;
        }
    }
    if (folder != NULL) {
        printf("tests: %zu passed, %zu failed\n", t.passed, t.failed);
    }
    return t.failed == 0 ? 0 : 1;
}
