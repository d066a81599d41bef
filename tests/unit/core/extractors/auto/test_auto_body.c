/* Where blocks are from the first paragraph behind the headline, and how sentences end. */
#include "decided.h"

#include "measure/sentence.h"

#define SAID "<p>The harbour reopened on Monday, said the ferry company, and the boats left at noon"

/* Reads a page whose first block is a text, and tells whether that ends a sentence. */
static bool ends(const char *html)
{
    decided d = decide_by_rules(html);
    bool is_end = dana__ends_sentence(d.page, &d.trace.blocks.blocks[0]);

    dana_page_close(d.page);
    return is_end;
}

static void sentences_end_in_any_script(void **state)
{
    (void)state;
    assert_true(ends("<p>It left at noon."));
    assert_true(ends("<p>It left at noon.</p>  <p>x"));
    assert_true(ends("<p>\"Did it?\""));
    assert_true(ends("<p>He said so (at noon!)"));
    assert_true(ends("<p>&ldquo;It did.&rdquo;"));
    assert_true(ends("<p>&#8220;It did.&#8221;&nbsp;"));
    assert_true(ends("<p>\xE4\xBB\x96\xE8\xAF\xB4\xE3\x80\x82\xE2\x80\x9D"));
    assert_true(ends("<p>\xD9\x87\xD9\x84\xD8\x9F"));
    assert_true(ends("<p>\xD8\xAA\xDB\x94"));
    assert_true(ends("<p>&#20182;&#35828;&#x3002;&#8221;"));
    assert_true(ends("<p>&#1607;&#1604;&#1567;"));
    /* Armenian, Tibetan, Burmese, Ethiopic, Khmer; German quotation marks */
    assert_true(ends("<p>\xD5\xA1\xD6\x89"));
    assert_true(ends("<p>\xE0\xBD\x80\xE0\xBC\x8D"));
    assert_true(ends("<p>\xE1\x80\x80\xE1\x81\x8B"));
    assert_true(ends("<p>\xE1\x88\x80\xE1\x8D\xA2"));
    assert_true(ends("<p>\xE1\x9E\x80\xE1\x9F\x94"));
    assert_true(ends("<p>\xE2\x80\x9E"
                     "Es ist so.\xE2\x80\x9C"));
    assert_true(ends("<p>\xC2\xBB"
                     "Es ist so.\xC2\xAB"));
    /* Thai and Lao have no mark */
    assert_true(ends("<p>\xE0\xB8\x81"));
    assert_true(ends("<p>\xE0\xBA\x81"));
    assert_false(ends("<p>\xE0\xA4\x95"));
    assert_false(ends("<p>Read more"));
    assert_false(ends("<p>Tags:"));
    assert_false(ends("<p>AT&T;"));
    assert_false(ends("<p>&rdquo;"));
    assert_false(ends("<p>\xE4\xBB\x96\xE8\xAF\xB4"));
    assert_false(ends("<p>and so on\xE2\x80\xA6"));
    assert_false(ends("<p>and so on&hellip;"));
}

static float unit_of(const char *html)
{
    decided d = decide_by_rules(html);
    float unit = dana__text_unit(&d.trace.blocks);

    dana_page_close(d.page);
    return unit;
}

static void a_page_of_ideographs_has_another_unit(void **state)
{
    (void)state;
    assert_true(unit_of("<p>It left at noon.") == 1.0f);
    assert_true(unit_of("<p>\xE4\xBB\x96\xE8\xAF\xB4\xE3\x80\x82<p>x") > 1.0f);
    assert_true(unit_of("<p>\xE3\x81\x93\xE3\x82\x8C\xE3\x81\xAF<p>x") > 1.0f);
    assert_true(unit_of("<p>\xED\x95\x9C\xED\x95\x9C<p>x") > 1.0f);
    assert_true(unit_of("<p>\xEF\xBC\xA1\xEF\xBC\xA1<p>x") == 1.0f);
    assert_true(unit_of("<p>\xE2\x80\x9C\xE2\x80\x9C<p>x") == 1.0f);
    assert_true(unit_of("<p>\xD8\xAA\xD8\xAA<p>x") == 1.0f);
}

#define STORY                                                                                      \
    "<title>Harbour reopened</title><ul><li><a href=/1>News</a><li><a href=/2>Sport</a></ul>"      \
    "<div class=a><h1>Harbour reopened</h1><div class=b>" SAID ".</p><p>Two tugs sank.</p></div>"  \
    "</div><div class=c><h2>Next</h2><ul><li><a href=/3>Elsewhere</a></ul>" SAID ".</div>"

static void blocks_are_measured_from_the_first_paragraph(void **state)
{
    measured m;
    dana__from_body got[8];

    (void)state;
    measure(&m, STORY);
    assert_int_equal(m.d.trace.blocks.block_count, 8);
    for (size_t i = 0; i < 8; i++) {
        got[i] = dana__measure_body(&m.page.body, i);
    }
    assert_int_equal(m.page.body.first, 3);
    assert_true(got[0].gap == 1 && got[7].gap == 1);
    assert_true(got[0].from_blocks == -3 && got[0].from_text == -1 && got[0].since_same == -1);
    assert_true(got[3].up == 0 && got[3].height == 0 && got[3].same_shape == 1);
    assert_true(got[4].up == 1 && got[4].height == 1 && got[4].same_shape == 1);
    assert_true(got[4].from_end == 0 && got[4].since_same == 0);
    assert_true(got[4].from_text == (float)m.d.trace.blocks.blocks[3].text);
    assert_true(got[5].headings == 1 && got[5].from_end == 1 && got[5].since_same == 1);
    assert_true(got[6].links_since == 0 && got[6].same_shape == 0);
    assert_true(got[7].links_since == 9 && got[7].from_links == 9 && got[7].headings == 1);
    close_measured(&m);
}

/* Blocks that are left out do not change what is said of the others. */
static void blocks_may_be_left_out(void **state)
{
    measured all;
    measured some;
    dana__from_body last = {0};

    (void)state;
    measure(&all, STORY);
    measure(&some, STORY);
    for (size_t i = 0; i < 8; i++) {
        last = dana__measure_body(&all.page.body, i);
    }
    dana__measure_body(&some.page.body, 1);
    dana__from_body same = dana__measure_body(&some.page.body, 7);

    assert_memory_equal(&last, &same, sizeof(last));
    close_measured(&all);
    close_measured(&some);
}

static void a_page_without_paragraphs_has_no_first_one(void **state)
{
    measured m;

    (void)state;
    measure(&m, "<h1>Harbour</h1><p>short<p>texts");
    assert_true(dana__measure_body(&m.page.body, 1).gap == -1);
    assert_true(dana__measure_body(&m.page.body, 2).from_blocks == -1);
    close_measured(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_end_in_any_script),
        cmocka_unit_test(a_page_of_ideographs_has_another_unit),
        cmocka_unit_test(blocks_are_measured_from_the_first_paragraph),
        cmocka_unit_test(blocks_may_be_left_out),
        cmocka_unit_test(a_page_without_paragraphs_has_no_first_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
