/*
 * The site style tree: what the pages of a site share is left out. Importances are worked by hand.
 */
#include "unit.h"

#include "dana/algorithm.h"
#include "dana/extract.h"
#include "dana/site.h"
#include "dana/text.h"
#include "support.h"

#include <stdio.h>

/* Makes a site of pages, NULL-terminated. The caller frees it. */
static dana_site *learn(const char *const *pages)
{
    dana_site *site;

    assert_int_equal(dana_site_new(0, NULL, &site, NULL), DANA_OK);
    for (size_t i = 0; pages[i] != NULL; i++) {
        dana_page *page = open_page(pages[i]);

        assert_int_equal(dana_site_add(site, page, NULL), DANA_OK);
        dana_page_close(page);
    }
    dana_site_measure(site);
    return site;
}

/* Checks the text and the warnings of a page in a site. run: an algorithm's id. */
static void check_run(const dana_site *site, const char *html, const char *run, const char *name,
                      const char *value, const char *wanted, uint32_t warnings)
{
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, run, strlen(run));
    dana_params params;
    dana_result result;
    dana_view text;

    assert_non_null(algorithm);
    dana_params_defaults(algorithm, &params);
    assert_int_equal(dana_params_set_text(algorithm, &params, name, value, NULL), DANA_OK);
    dana_page *page = open_page(html);

    dana_page_set_site(page, site);
    assert_int_equal(dana_extract(page, algorithm, &params, &result, NULL), DANA_OK);
    assert_int_equal(dana_render_text(page, &result, &text, NULL), DANA_OK);
    assert_int_equal(text.length, strlen(wanted));
    assert_memory_equal(text.data, wanted, text.length);
    assert_int_equal(result.warnings, warnings);
    dana_page_close(page);
}

static void check(const dana_site *site, const char *html, const char *threshold,
                  const char *wanted)
{
    uint32_t none = wanted[0] == '\0' ? 1u << DANA_WARNING_NO_CONTENT : 0u;

    check_run(site, html, "sst", "threshold", threshold, wanted, none);
}

#define MENU   "<ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
#define FOOTER "<div class=f><script>x</script><p>All rights reserved</p></div>"

static void templates_are_left_out(void **state)
{
    static const char *const pages[] = {
        "<title>Rain</title>" MENU "<div id=1><p>Rain fell on Monday.</p></div>" FOOTER,
        "<title>Snow</title>" MENU "<div id=2><p>Snow is <i>late</i>.</p><p>It is warm.</p></div>"
        "" FOOTER,
        "<title>Wind</title>" MENU "<div id=3><h2>A gale</h2>Trees fell.</div>" FOOTER, NULL};
    static const char *const texts[] = {"Rain fell on Monday.", "Snow is late.\nIt is warm.",
                                        "A gale\nTrees fell."};
    dana_site *site = learn(pages);

    (void)state;
    assert_int_equal(dana_site_pages(site), 3);
    for (size_t i = 0; pages[i] != NULL; i++) {
        check(site, pages[i], "60", texts[i]);
    }
    dana_site_free(site);
}

/* Of p's three words "the" is on both pages: H = 1, importance 1 - 1/3. A word that one page has
 * twice and the other once: H = -(2/3 log2 2/3 + 1/3 log2 1/3) = .918. */
static void words_have_entropy(void **state)
{
    static const char *const shared[] = {"<p>the rain</p>", "<p>the snow</p>", NULL};
    static const char *const uneven[] = {"<p>ha ha</p>", "<p>ha</p>", NULL};
    dana_site *site = learn(shared);

    (void)state;
    check(site, shared[0], "66", "the rain");
    check(site, shared[0], "67", "");
    dana_site_free(site);
    site = learn(uneven);
    check(site, uneven[1], "8", "ha");
    check(site, uneven[1], "9", "");
    dana_site_free(site);
}

/* An element on four pages with two styles, each twice with the same words: NodeImp = log4 2 = .5,
 * CompImp = (1 - .9^2) .5 + .9^2 0 = .095; where a page shows it in a third style, that decides. */
static void styles_have_entropy(void **state)
{
    static const char *const pages[] = {"<div><p>a</p></div>", "<div><p>b</p><p>b</p></div>",
                                        "<div><p>a</p></div>", "<div><p>b</p><p>b</p></div>", NULL};
    const char *other = "<div><p>x</p><p>y</p><p>z</p></div>";
    dana_site *site = learn(pages);

    (void)state;
    check(site, other, "9", "x\ny\nz");
    check(site, other, "10", "");
    check(site, pages[0], "0", "a");
    check(site, pages[0], "1", "");
    dana_site_free(site);
}

/* A page that was not learned from is mapped all the same. */
static void other_pages_are_mapped(void **state)
{
    static const char *const pages[] = {MENU "<div><p>Rain fell.</p></div>",
                                        MENU "<div><p>Snow fell.</p><p>Late.</p></div>", NULL};
    dana_site *site = learn(pages);

    (void)state;
    check(site, MENU "<div><p>Hail.</p><ul><li>Ice</ul></div>", "40", "Hail.\nIce");
    /* Nothing of another template is known: nothing is left out. */
    check(site, "<main>" MENU "<p>Other</p></main>", "40", "Home\nNews\nOther");
    dana_site_free(site);
}

static void one_page_is_no_site(void **state)
{
    static const char *const pages[] = {"<p>the rain</p>", NULL};
    dana_site *site = learn(pages);

    (void)state;
    check_run(site, pages[0], "sst", "threshold", "60", "the rain",
              1u << DANA_WARNING_SITE_OF_ONE_PAGE);
    check_run(NULL, pages[0], "sst", "threshold", "60", "the rain",
              1u << DANA_WARNING_SITE_OF_ONE_PAGE);
    dana_site_free(site);
}

/* In pipelines too: what a step hides has no words, the tags stay. */
static void pipelines_have_the_site(void **state)
{
    static const char *const pages[] = {MENU "<p>Rain fell on the hills.</p>" FOOTER,
                                        MENU "<p>Snow came late.</p>" FOOTER, NULL};
    dana_site *site = learn(pages);
    const dana_algorithm *combine = dana_algorithm_find(DANA_KIND_CONTENT, "combine", 7);
    dana_params params;

    (void)state;
    check_run(site, pages[0], "combine", "expression", "serial(lqf,sst)", "Rain fell on the hills.",
              0);
    check_run(site, pages[0], "combine", "expression", "intersection(sst:threshold=50,plain)",
              "Rain fell on the hills.", 0);
    dana_params_defaults(combine, &params);
    assert_false(dana_reads_site(combine, &params));
    assert_int_equal(dana_params_set_text(combine, &params, "expression", "serial(lqf,sst)", NULL),
                     DANA_OK);
    assert_true(dana_reads_site(combine, &params));
    dana_site_free(site);
}

/* A site whose memory is full keeps the pages that it has, whole. */
static void memory_is_bounded(void **state)
{
    enum { CAP = 256 * 1024, WORDS = 600 };
    char html[16 * WORDS];
    dana_site *site;
    dana_status status = DANA_OK;
    size_t added = 0;

    (void)state;
    assert_int_equal(dana_site_new(CAP, NULL, &site, NULL), DANA_OK);
    for (; status == DANA_OK && added < 100; added++) {
        size_t length = (size_t)snprintf(html, sizeof(html), "<p>the</p><div>%*s", (int)added, "");

        for (size_t i = 0; i < WORDS; i++) {
            length += (size_t)snprintf(html + length, sizeof(html) - length, " w%zux%zu", added, i);
        }
        dana_page *page = open_page(html);

        status = dana_site_add(site, page, NULL);
        dana_page_close(page);
    }
    assert_int_equal(status, DANA_TOO_COMPLEX);
    assert_int_equal(dana_site_pages(site), added - 1);
    assert_in_range(added, 3, 20);
    dana_site_measure(site);
    check(site, "<p>the</p><div>rain</div>", "60", "rain");
    dana_site_free(site);
}

/* Memory that ends after some allocations. */
static void *allocate_some(size_t size, void *left)
{
    size_t *count = left;

    return *count > 0 ? ((*count)--, malloc(size)) : NULL;
}

static void *resize_some(void *pointer, size_t size, void *left)
{
    size_t *count = left;

    return *count > 0 ? ((*count)--, realloc(pointer, size)) : NULL;
}

static void release_some(void *pointer, void *left)
{
    assert_non_null(left);
    free(pointer);
}

/* The n-th allocation fails: what is left is a site, with or without the page. */
static void allocations_may_fail(void **state)
{
    static const char html[] = MENU "<p>Rain fell on the hills.</p>" FOOTER;
    bool failed = true;

    (void)state;
    for (size_t n = 0; failed; n++) {
        size_t left = n;
        const dana_allocator some = {allocate_some, resize_some, release_some, &left};
        dana_site *site;

        failed = dana_site_new(0, &some, &site, NULL) != DANA_OK;
        if (failed) {
            continue;
        }
        dana_page *page = open_page(html);

        failed = dana_site_add(site, page, NULL) != DANA_OK;
        assert_int_equal(dana_site_pages(site), failed ? 0 : 1);
        dana_site_measure(site);
        dana_page_close(page);
        dana_site_free(site);
        assert_in_range(n, 0, 100);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(templates_are_left_out), cmocka_unit_test(words_have_entropy),
        cmocka_unit_test(styles_have_entropy),    cmocka_unit_test(other_pages_are_mapped),
        cmocka_unit_test(one_page_is_no_site),    cmocka_unit_test(pipelines_have_the_site),
        cmocka_unit_test(memory_is_bounded),      cmocka_unit_test(allocations_may_fail),
    };

    return cmocka_run_group_tests_name("core.site", tests, NULL, NULL);
}
