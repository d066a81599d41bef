/*
 * Pages made to hurt: each is a megabyte, goes through every algorithm, and must come out before
 * the test's time limit, which an algorithm of quadratic time misses by far.
 */
#include "../unit.h"

#include "dana/extract.h"
#include "dana/headline.h"

#define LENGTH ((size_t)1 << 20)

/* A page: a beginning, a piece repeated up to the length, and an end. */
typedef struct {
    const char *start;
    const char *piece;
    const char *end;
} recipe;

static const recipe recipes[] = {
    {"", "<", ""},
    {"", "<a", ""},
    {"", "</", ""},
    {"", "<p><p", ">"},
    {"", "&", ""},
    {"", "&#", ""},
    {"", "&CounterClockwiseContourIntegra", ""},
    {"", "<!--", ""},
    {"<!--", "-", ""},
    {"<!--", "--!", ""},
    {"", "<!", ""},
    {"", "<?", ""},
    {"", "<svg>", ""},
    {"", "<svg></svg><svg>", ""},
    {"", "<svg><template><select>", ""},
    {"", "<select><template></select>", ""},
    {"", "<template><svg><script>", "</script>"},
    {"<script>", "<!--<script></script>", ""},
    {"<script><!--", "-", ""},
    {"<script><!--", "<script", ""},
    {"<textarea>", "</textare", ""},
    {"<title>", "word ", ""},
    {"<title>", "</title><title>", ""},
    {"<title>a b</title><body>", "<p>a", ""},
    {"<title>a b</title><body><p>", "a b ", ""},
    {"<p ", "a=b ", ">"},
    {"<p ", "a='b'", ">"},
    {"<p a=\"", "x", ""},
    {"<p a=\"", "' > ", "\">"},
    {"<p ", "=", ">"},
    {"<p ", "/ ", ">"},
    {"", "<div>", ""},
    {"", "</div>", ""},
    {"", "<a href=x>", ""},
    {"", "<a href=x>y</a\n>", ""},
    {"", "<b>", "</b>"},
    {"<pre>", "\n", "</pre>"},
    {"<pre>", "x\n", "</pre>"},
    {"<p>", "\xC2\xA0", "</p>"},
    {"<p>", "\xF0\x9F\x98\x80", "</p>"},
    {"", "x", ""},
    {"", " ", ""},
    {"", "<h1>", ""},
    {"", "<![CDATA[", "]]>"},
    {"<noscript>", "<p>", ""},
    {"", "<br>x", ""},
};

static char *cook(const recipe *r)
{
    char *html = malloc(LENGTH);
    size_t head = strlen(r->start);
    size_t tail = strlen(r->end);
    size_t step = strlen(r->piece);
    size_t used = head;

    memcpy(html, r->start, head);
    for (; used + step + tail <= LENGTH; used += step) {
        memcpy(html + used, r->piece, step);
    }
    memset(html + used, ' ', LENGTH - used);
    memcpy(html + LENGTH - tail, r->end, tail);
    return html;
}

static void run_content(dana_page *page, const dana_algorithm *algorithm)
{
    static const char *const line_modes[] = {"block", "start", "source"};
    dana_params params;
    dana_result result;
    dana_view text;
    const dana_range *ranges;
    size_t count;

    size_t modes = dana_param_index(algorithm, "lines") >= 0 ? 3 : 1;

    for (size_t i = 0; i < modes; i++) {
        dana_params_defaults(algorithm, &params);
        if (modes > 1) {
            assert_int_equal(dana_params_set_text(algorithm, &params, "lines", line_modes[i], NULL),
                             DANA_OK);
        }
        assert_int_equal(dana_extract(page, algorithm, &params, &result, NULL), DANA_OK);
        assert_int_equal(dana_render_text(page, &result, &text, NULL), DANA_OK);
        assert_int_equal(dana_result_ranges(page, &result, &ranges, &count, NULL), DANA_OK);
        assert_true(text.length <= LENGTH);
        assert_int_equal(count == 0, result.selection.count == 0);
    }
}

static void run_headline(dana_page *page, const dana_algorithm *algorithm)
{
    dana_params params;
    dana_headline headline;

    for (int metric = 0; metric < 4; metric++) {
        dana_params_defaults(algorithm, &params);
        params.values[0] = metric;
        assert_int_equal(dana_find_headline(page, algorithm, &params, false, &headline, NULL),
                         DANA_OK);
    }
}

static void hostile_pages_come_out_in_time(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(recipes) / sizeof(recipes[0]); i++) {
        char *html = cook(&recipes[i]);

        for (size_t a = 0; a < dana_algorithm_count(); a++) {
            const dana_algorithm *algorithm = dana_algorithm_at(a);
            dana_page *page;

            /* The cap is not what is tested here: the lines are three times as many with source. */
            assert_int_equal(dana_page_open(html, LENGTH, 64 * LENGTH, NULL, &page, NULL), DANA_OK);
            if (algorithm->kind == DANA_KIND_CONTENT) {
                run_content(page, algorithm);
            } else {
                run_headline(page, algorithm);
            }
            dana_page_close(page);
        }
        free(html);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(hostile_pages_come_out_in_time)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
