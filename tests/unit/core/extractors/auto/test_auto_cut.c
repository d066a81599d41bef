/* auto: parts cut from the selection: lists after articles, lines of one link, texts that were
 * taken before, line numbers. */
#include "decided.h"

#include <stdio.h>

#define TEASER                                                                                     \
    "<a href=/1>Ferries in spring, and a boat for the isle</a>"                                    \
    "<p>What will be new on the lines along the coast, and why they cost more.</p>"
#define TEASERS(tag) "<" tag "><h2>More</h2>" TEASER TEASER "</" tag ">"
#define IN_ARTICLE   "<meta property=og:type content=article><body>"

/* An element after the article; whether it is cut. */
static const struct {
    const char *html;
    bool cut;
} tail_rows[] = {
    {IN_ARTICLE "<main><div><p>" LONG_TEXT "</div>" TEASERS("section") "</main>", true},
    {IN_ARTICLE "<main><div><div><p>" LONG_TEXT "</div><p>End.</div>" TEASERS("div") "</main>",
     true},
    {"<body><main><div><p>" LONG_TEXT "</div>" TEASERS("section") "</main>", false},
    {IN_ARTICLE "<main>" TEASERS("section") "<div><p>" LONG_TEXT "</div></main>", false},
    {IN_ARTICLE "<main><p>" LONG_TEXT TEASERS("section") "</main>", false},
    {IN_ARTICLE "<main><div><p>" LONG_TEXT "</div>" TEASERS("ul") "</main>", false},
    {IN_ARTICLE "<main><div><p>" LONG_TEXT "</div><section><h2>More</h2><p>Ferries in spring,"
                " and many a boat for the isle.<p>What will be new on the lines along the coast,"
                " and why they cost more.</section></main>",
     false},
    {IN_ARTICLE "<main><div><p>" LONG_TEXT "</div><section><h2>More</h2><p>" LONG_TEXT
                "Ferries<p><a href=/2>" LONG_TEXT "in spring</a></section></main>",
     false},
};

static void lists_after_the_article_are_cut(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(tail_rows) / sizeof(tail_rows[0]); i++) {
        decided d = decide_by_rules(tail_rows[i].html);
        decided whole = decide(
            tail_rows[i].html,
            (dana__auto_settings){.steps_off = DANA__STEP_LEARNED | DANA__STEP_TAIL});

        assert_int_equal(find_block(&d, "The harbour")->decision, DANA__DECISION_SUBTREE);
        assert_int_equal(find_block(&d, "More")->decision == DANA__DECISION_OUTSIDE,
                         tail_rows[i].cut);
        assert_int_equal(find_block(&whole, "More")->decision, DANA__DECISION_SUBTREE);
        dana_page_close(d.page);
        dana_page_close(whole.page);
    }
}

/* Lines of an article that are only a link; whether they are cut. */
static const struct {
    const char *line;
    bool cut;
} line_rows[] = {
    {"<div><a href=/1>A line</a></div>", true},
    {"<a href=/1>A line</a>", true},
    {"<p><a href=/1>A line</a></p>", false},
    {"<ul><li><a href=/1>A line</a></ul>", false},
    {"<table><tr><td><a href=/1>A line</a></table>", false},
    {"<h2><a href=/1>A line</a></h2>", false},
    {"<div><a href=/1>A line</a> of words</div>", false},
};

static void lines_of_one_link_are_cut(void **state)
{
    char html[2048];

    (void)state;
    for (size_t i = 0; i < sizeof(line_rows) / sizeof(line_rows[0]); i++) {
        for (int article = 0; article < 2; article++) {
            snprintf(html, sizeof(html), "%s<div><p>%s</p>%s<p>%s And at length.</p></div>",
                     article ? IN_ARTICLE : "<body>", LONG_TEXT, line_rows[i].line, LONG_TEXT);
            decided d = decide_by_rules(html);
            const dana__block *line = &d.trace.blocks.blocks[1];

            assert_int_equal(line->decision == DANA__DECISION_OUTSIDE, article && line_rows[i].cut);
            assert_int_equal(d.trace.blocks.block_count, 3);
            dana_page_close(d.page);
        }
    }
}

static void a_text_is_taken_once(void **state)
{
    decided d = decide_by_rules("<body><p>" LONG_TEXT "<p>" LONG_TEXT);

    (void)state;
    assert_int_equal(d.trace.blocks.blocks[0].repeats, 2);
    assert_true(d.trace.blocks.blocks[0].decision >= DANA__DECISION_SUBTREE);
    assert_int_equal(d.trace.blocks.blocks[1].decision, DANA__DECISION_REPEATED);
    dana_page_close(d.page);
}

/* Texts of three-byte characters that differ only in the middle bytes: E4 B8 AD and E4 B9 AD. */
static void texts_that_differ_in_a_byte_are_two(void **state)
{
#define EIGHT(c) c c c c c c c c
    decided d = decide_by_rules("<body><p>" LONG_TEXT "<p>" EIGHT("\xE4\xB8\xAD") EIGHT(
        "\xE4\xB8\xAD") "<p>" EIGHT("\xE4\xB9\xAD") EIGHT("\xE4\xB9\xAD"));
#undef EIGHT

    (void)state;

    assert_int_equal(d.trace.blocks.block_count, 3);
    assert_int_equal(d.trace.blocks.blocks[1].repeats, 1);
    assert_int_equal(d.trace.blocks.blocks[2].repeats, 1);
    dana_page_close(d.page);
}

#define TWICE(html) html html
#define BOATS       "A boat for the isle"

/* A line that occurs twice; whether it counts once in a page, and in an article. */
static const struct {
    const char *lines;
    const char *line;
    bool once;
    bool once_in_article;
} folded_rows[] = {
    {TWICE("<p>" BOATS "</p>"), BOATS, true, false},
    {TWICE("<p>" BOATS ", and one for each of the many towns along the coast</p>"), BOATS, true,
     true},
    {TWICE("<p>Boats</p>"), "Boats", false, false},
    {TWICE("<p>1,299.00 EUR</p>"), "1,299", false, false},
    {"<table>" TWICE("<tr><td>" BOATS "</td></tr>") "</table>", BOATS, false, false},
    {TWICE("<pre>" BOATS "</pre>"), BOATS, false, false},
};

/* Blocks that begin with `text` and have a score. */
static size_t count_scored(const decided *d, const char *text)
{
    size_t count = 0;

    for (size_t i = 0; i < d->trace.blocks.block_count; i++) {
        const dana__block *block = &d->trace.blocks.blocks[i];
        const char *start = dana_page_source(d->page).data + block->start;

        count += block->score > 0.0f && strncmp(start, text, strlen(text)) == 0;
    }
    return count;
}

static void what_is_set_twice_is_asked_once(void **state)
{
    char html[2048];

    (void)state;
    for (size_t i = 0; i < sizeof(folded_rows) / sizeof(folded_rows[0]); i++) {
        for (int article = 0; article < 2; article++) {
            bool once = article ? folded_rows[i].once_in_article : folded_rows[i].once;

            snprintf(html, sizeof(html), "%s<main><p>%s</p>%s</main>",
                     article ? IN_ARTICLE : "<body>", LONG_TEXT, folded_rows[i].lines);
            decided d = decide(html, (dana__auto_settings){0});

            assert_int_equal(d.trace.blocks.block_count, 3);
            assert_int_equal(count_scored(&d, folded_rows[i].line), once ? 1 : 2);
            dana_page_close(d.page);
        }
    }
}

/* The copy inside the text is kept, not the one in a menu before it. */
static void the_copy_of_highest_score_counts(void **state)
{
    decided d = decide("<body><nav><a href=/1>" BOATS "</a></nav><main><h1>" BOATS
                       "</h1><p>" LONG_TEXT "</p></main>",
                       (dana__auto_settings){0});
    const dana__blocks *b = &d.trace.blocks;

    (void)state;
    assert_int_equal(b->block_count, 3);
    assert_int_equal(b->blocks[0].decision, DANA__DECISION_REPEATED);
    assert_float_equal(b->blocks[0].score, 0.0, 0.0);
    assert_true(b->blocks[1].decision >= DANA__DECISION_SUBTREE);
    assert_true(b->blocks[1].score > 0.0f);
    dana_page_close(d.page);
}

static void line_numbers_are_cut(void **state)
{
    decided d = decide_by_rules("<body><p>" LONG_TEXT "<pre>1\n2\n3</pre><pre>x = 1</pre><p>123");

    (void)state;
    assert_int_equal(find_block(&d, "1\n2")->decision, DANA__DECISION_CUT);
    assert_true(find_block(&d, "x = 1")->decision >= DANA__DECISION_SUBTREE);
    assert_true(find_block(&d, "123")->decision >= DANA__DECISION_SUBTREE);
    dana_page_close(d.page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_after_the_article_are_cut),
        cmocka_unit_test(lines_of_one_link_are_cut),
        cmocka_unit_test(a_text_is_taken_once),
        cmocka_unit_test(texts_that_differ_in_a_byte_are_two),
        cmocka_unit_test(what_is_set_twice_is_asked_once),
        cmocka_unit_test(the_copy_of_highest_score_counts),
        cmocka_unit_test(line_numbers_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
