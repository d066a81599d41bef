/* Several threads, each with its own page: only constants may be shared. */
#include "unit.h"

#include "boxes/random_boxes.h"
#include "dana/extract.h"
#include "dana/library.h"

#include <pthread.h>

#define THREADS 4
#define ROUNDS  20

static const char html[] =
    "<title>Rain</title><body><ul><li><a href=/>Home</a><li><a href=/n>News</a>"
    "</ul><table><tr><td>The first text of the page is in a cell.</table>"
    "<div><p>Rain fell on the valley.<p>It was the first in weeks.</div>";

/* Runs every extractor on its own page; returns the number of failures. */
static void *work(void *arg)
{
    size_t *failures = arg;

    for (size_t i = 0; i < ROUNDS * dana_algorithm_count(); i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i % dana_algorithm_count());
        dana_page *page;
        dana_result result;
        dana_view text;

        if (algorithm->kind != DANA_KIND_CONTENT) {
            continue;
        }
        if (dana_page_open(html, strlen(html), 0, NULL, &page, NULL) != DANA_OK) {
            ++*failures;
            continue;
        }
        dana_boxes boxes = random_boxes((dana_view){html, strlen(html)}, i);

        if (dana_page_set_boxes(page, &boxes, NULL) != DANA_OK ||
            dana_extract(page, algorithm, NULL, &result, NULL) != DANA_OK ||
            dana_render_text(page, &result, &text, NULL) != DANA_OK) {
            ++*failures;
        }
        dana_page_close(page);
        free_boxes(&boxes);
    }
    return NULL;
}

static void pages_do_not_meet(void **state)
{
    pthread_t threads[THREADS];
    size_t failures[THREADS] = {0};

    (void)state;
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, work, &failures[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(failures[i], 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pages_do_not_meet)};

    dana_library_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
