/* Memory: the n-th allocation fails for every n; the cap holds on the densest pages. */
#include "unit.h"

#include "boxes/random_boxes.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/headline.h"
#include "dana/limits.h"
#include "dana/links.h"
#include "dana/metadata.h"
#include "dana/posts.h"
#include "support.h"

/* Memory is tested here: only its limit applies to a page. */
static const dana_limits no_limits = {SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};

typedef struct {
    long left;  /* allocations until one fails; < 0: never */
    long alive; /* blocks not released */
} budget;

static bool spend(budget *b)
{
    if (b->left == 0) {
        return false;
    }
    b->left--;
    return true;
}

static void *budget_allocate(size_t size, void *context)
{
    budget *b = context;

    if (!spend(b)) {
        return NULL;
    }
    b->alive++;
    return malloc(size);
}

static void *budget_resize(void *pointer, size_t size, void *context)
{
    return spend(context) ? realloc(pointer, size) : NULL;
}

static void budget_release(void *pointer, void *context)
{
    ((budget *)context)->alive--;
    free(pointer);
}

/* The other outputs: the page's URLs, links, images and formats. Returns the first failure.
 */
static dana_status do_urls(dana_page *page, const dana_result *result)
{
    dana_view base;
    dana_view text;
    const dana_link *links;
    const dana_image *images;
    size_t count;
    dana_status status = dana_page_base(page, (dana_view){"http://h/", 9}, &base, NULL);

    if (status == DANA_OK) {
        status = dana_page_canonical(page, base, &base, NULL);
    }
    if (status == DANA_OK) {
        status = dana_result_links(page, result, base, &links, &count, NULL);
    }
    if (status == DANA_OK) {
        status = dana_result_images(page, result, base, &images, &count, NULL);
    }
    if (status == DANA_OK) {
        status = dana_render_plain(page, result, &text, NULL);
    }
    if (status == DANA_OK) {
        status = dana_render_markdown(page, result, base, &text, NULL);
    }
    if (status == DANA_OK) {
        status = dana_render_html(page, result, base, &text, NULL);
    }
    return status;
}

static dana_status do_metadata(dana_page *page, const dana_result *result, dana_view text)
{
    dana_metadata metadata;
    dana_metadata_input input = {
        .url = {"http://h.example/2020/1/2/", 26}, .result = result, .text = text};

    dana_posts posts;
    dana_status status = dana_find_metadata(page, &input, &metadata, NULL);

    return status == DANA_OK ? dana_find_posts(page, &input, &posts, NULL) : status;
}

static dana_status do_rest(dana_page *page, const dana_result *result, dana_view text)
{
    dana_status status = do_urls(page, result);

    return status == DANA_OK ? do_metadata(page, result, text) : status;
}

/* All headlines; titlefinder with a metric too. */
static dana_status do_headlines(dana_page *page, const char *metric, bool candidates)
{
    const dana_algorithm *finder = dana_algorithm_find(DANA_KIND_HEADLINE, "titlefinder", 11);
    dana_headline headline;
    dana_params params;

    dana_params_defaults(finder, &params);
    assert_int_equal(dana_params_set_text(finder, &params, "metric", metric, NULL), DANA_OK);
    dana_status status = dana_find_headline(page, finder, &params, false, &headline, NULL);

    for (size_t i = 0; status == DANA_OK && i < dana_algorithm_count(); i++) {
        if (dana_algorithm_at(i)->kind == DANA_KIND_HEADLINE &&
            (!dana_algorithm_at(i)->needs_boxes || dana_page_has_boxes(page))) {
            status = dana_find_headline(page, dana_algorithm_at(i), NULL, candidates, &headline,
                                        NULL);
        }
    }
    return status;
}

/* Gives a page random boxes, where they are wanted; they outlive it. */
static dana_status give_boxes(dana_page *page, dana_view html, bool wanted, dana_boxes *boxes)
{
    if (!wanted) {
        return DANA_OK;
    }
    *boxes = random_boxes(html, 1);
    return dana_page_set_boxes(page, boxes, NULL);
}

/* Everything that core does with a page: if the peak is measured (`peak`) not its URLs; else what
 * does not depend on the algorithm only after the default one. Returns the first failure. */
static dana_status do_all(const char *html, size_t length, const dana_allocator *allocator,
                          const dana_algorithm *algorithm, const char *metric, size_t *peak)
{
    dana_page *page;
    dana_result result;
    dana_view text;
    const dana_range *ranges;
    size_t count;
    const size_t roomy = (size_t)1 << 26;
    const bool rest = peak == NULL && algorithm == dana_algorithm_default(DANA_KIND_CONTENT);
    dana_status status = dana_page_open(html, length, peak != NULL ? 0 : roomy, allocator, &page,
                                        NULL);

    dana_boxes boxes = {0};

    if (status == DANA_OK) {
        dana_page_set_limits(page, &no_limits);
        status = give_boxes(page, (dana_view){html, length}, peak == NULL, &boxes);
        assert_int_equal(status, DANA_OK);
        status = dana_extract(page, algorithm, NULL, &result, NULL);
    }
    if (status == DANA_OK) {
        status = dana_render_text(page, &result, &text, NULL);
    }
    if (status == DANA_OK) {
        status = dana_result_ranges(page, &result, &ranges, &count, NULL);
    }
    if (status == DANA_OK && rest) {
        status = do_rest(page, &result, text);
    }
    if (status == DANA_OK && (rest || peak != NULL)) {
        status = do_headlines(page, metric, peak == NULL);
    }
    if (peak != NULL && page != NULL) {
        *peak = dana_arena_peak(dana_page_arena(page));
    }
    dana_page_close(page);
    free_boxes(&boxes);
    return status;
}

static void every_failed_allocation_is_an_error(void **state)
{
    static const char page_start[] =
        "<title>storm over harbour</title>"
        "<base href=/a/><link rel=canonical href=b><body>"
        "<h1>a storm</h1><h2>b</h2>"
        "<script type=application/ld+json>"
        "{\"@type\":\"Article\",\"author\":\"A\\u0042 C\"}"
        "</script><meta name=description content='a &amp;amp; b'>"
        "<div class=post><b class=byline>by Anna Lee</b>"
        "<time>3 May 2020</time><div class=comment>"
        "<b class=byline>Tom</b>yes</div>no</div>"
        "<p>storm <img src='x.png' alt='&amp;'> <b>over</b> <code>x`</code></p>"
        "<table><tr><th>a<th>b<tr><td>c<td>d</table><pre>x\n y</pre>"
        "<ul><li>storm<blockquote>over</blockquote></ul>";
    char *html = repeated("<p>storm <a href=x>link text</a> over the harbour &amp; town</p>\n",
                          20000);

    (void)state;
    memcpy(html, page_start, sizeof(page_start) - 1);
    for (size_t i = 0; i < dana_algorithm_count(); i++) {
        const dana_algorithm *algorithm = dana_algorithm_at(i);
        dana_status status = DANA_NO_MEMORY;

        if (algorithm->kind != DANA_KIND_CONTENT) {
            continue;
        }
        for (long n = 0; status != DANA_OK; n++) {
            budget b = {.left = n};
            dana_allocator allocator = {budget_allocate, budget_resize, budget_release, &b};

            status = do_all(html, 20000, &allocator, algorithm, "aggregate", NULL);
            assert_true(status == DANA_OK || status == DANA_NO_MEMORY);
            assert_int_equal(b.alive, 0);
            assert_true(n < 100000);
        }
    }
    free(html);
}

/* A whole extraction of a page (1 MB for the default algorithm, 256 KB for the others) and every
 * headline method: with the default they stay under 9 times its size (source, records, output),
 * with the others under the cap, which has a fixed part. */
static void dense_pages_stay_under_the_cap(void **state)
{
    static const char *const pieces[] = {
        "<p>x",
        "<p>",
        "<a>x",
        "<p><a>x",
        "<a>",
        "x<br>",
        "<b>x",
        "<p>many words in here <a href='/somewhere'>and a link</a></p>\n",
        "&nGt;",
        "<",
        "x <i> y </i>",
        "<li>\xD8\xA8",
        "plain text without a single tag in it ",
    };
    const size_t longest = 1 << 20;

    (void)state;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        char *html = repeated(pieces[i], longest);

        for (size_t a = 0; a < dana_algorithm_count(); a++) {
            const dana_algorithm *algorithm = dana_algorithm_at(a);
            bool is_default = algorithm == dana_algorithm_default(DANA_KIND_CONTENT);
            size_t length = is_default ? longest : longest / 4;
            size_t peak = 0;

            if (algorithm->kind != DANA_KIND_CONTENT || algorithm->needs_boxes) {
                continue;
            }
            while ((html[length - 1] & 0x80) != 0) {
                html[length - 1] = ' '; /* characters are never cut */
            }
            dana_status status = do_all(html, length, NULL, algorithm, "tf", &peak);

            /* The tree of a page with only tags does not fit; that is only an error. */
            if (dana_param_index(algorithm, "lines") < 0) {
                assert_true(status == DANA_OK || status == DANA_TOO_COMPLEX);
                assert_true(peak <= dana_page_default_cap(length));
                continue;
            }
            assert_int_equal(status, DANA_OK);
            assert_true(peak <= (is_default ? 8 * length : dana_page_default_cap(length)));
        }
        free(html);
    }
}

static void a_small_cap_is_reported(void **state)
{
    char *html = repeated("<p>text ", 100000);
    dana_page *page;
    dana_result result;
    dana_error err;

    (void)state;
    assert_int_equal(dana_page_open(html, 100000, 64 * 1024, NULL, &page, &err), DANA_OK);
    assert_int_equal(dana_extract(page, dana_algorithm_at(0), NULL, &result, &err),
                     DANA_TOO_COMPLEX);
    assert_non_null(strstr(err.message, "65536"));
    dana_page_close(page);
    assert_int_equal(dana_page_open(html, 100000, 16, NULL, &page, &err), DANA_TOO_COMPLEX);
    free(html);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failed_allocation_is_an_error),
        cmocka_unit_test(dense_pages_stay_under_the_cap),
        cmocka_unit_test(a_small_cap_is_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
