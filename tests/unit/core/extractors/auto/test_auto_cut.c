/* auto: parts cut from the selection: lists after articles, lines of one link, line
 * numbers. */
#include "decided.h"

#include "extractors/auto/clean.h"

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

static void line_numbers_are_cut(void **state)
{
    decided d = decide_by_rules("<body><p>" LONG_TEXT "<pre>1\n2\n3</pre><pre>x = 1</pre><p>123");

    (void)state;
    assert_int_equal(find_block(&d, "1\n2")->decision, DANA__DECISION_CUT);
    assert_true(find_block(&d, "x = 1")->decision >= DANA__DECISION_SUBTREE);
    assert_true(find_block(&d, "123")->decision >= DANA__DECISION_SUBTREE);
    dana_page_close(d.page);
}

/* How many of a page's blocks a step cuts, where all were taken. */
static size_t count_cut(const char *html, void (*cut)(dana__blocks *blocks))
{
    decided d = decide_by_rules(html);
    dana__blocks *blocks = &d.trace.blocks;
    size_t count = 0;

    for (size_t k = 0; k < blocks->block_count; k++) {
        blocks->blocks[k].decision = DANA__DECISION_SUBTREE;
    }
    cut(blocks);
    for (size_t k = 0; k < blocks->block_count; k++) {
        count += blocks->blocks[k].decision == DANA__DECISION_CUT;
    }
    dana_page_close(d.page);
    return count;
}

/* Headings at the content's end head nothing of it; a row of them, or nothing else, is content. */
static void last_headings_are_cut(void **state)
{
    static const struct {
        const char *html;
        size_t cut;
    } rows[] = {
        {"<p>" LONG_TEXT "<h2>More</h2>", 1},
        {"<p>" LONG_TEXT "<h2>More</h2><h3>And more</h3>", 2},
        {"<p>" LONG_TEXT "<h2>More</h2><h3>And more</h3><h3>And yet more</h3>", 0},
        {"<p>" LONG_TEXT "<h2>" LONG_TEXT "</h2>", 0},
        {"<h2>More</h2><p>" LONG_TEXT, 0},
        {"<h2>More</h2>", 0},
        {"<h2>More</h2><h3>And more</h3>", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t cut = count_cut(rows[i].html, dana__cut_last_headings);

        if (cut != rows[i].cut) {
            fail_msg("%s: %zu", rows[i].html, cut);
        }
    }
}

/* The links that a small page begins with are its menu. */
static void a_small_pages_menu_is_cut(void **state)
{
    static const struct {
        const char *html;
        size_t cut;
    } rows[] = {
        {"<a href=/>Home</a><p><a href=/n>News</a><p>It sails.", 2},
        {"<a href=/>Home</a><p>It sails.<p><a href=/n>News</a>", 1},
        {"<h1><a href=/>Harbour</a></h1><p>It sails.", 0},
        {"<a href=/>Home</a><h1><a href=/a>Harbour</a></h1><p>It sails.", 1},
        {"<main><a href=/>Home</a><p>It sails.</main>", 0},
        {"<article><a href=/>Home</a><p>It sails.</article>", 0},
        {"<p><a href=/>Home and all</a> text<p>It sails.", 0},
        {"<p><a href=/>Home of all that sails</a> x<p>It sails.", 1},
        {"<a href=/>Home</a><p><a href=/n>News</a>", 0},
        {"<a href=/>Home</a><p>" LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT LONG_TEXT, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        size_t cut = count_cut(rows[i].html, dana__cut_small_menu);

        if (cut != rows[i].cut) {
            fail_msg("%s: %zu", rows[i].html, cut);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_after_the_article_are_cut),
        cmocka_unit_test(lines_of_one_link_are_cut),
        cmocka_unit_test(line_numbers_are_cut),
        cmocka_unit_test(last_headings_are_cut),
        cmocka_unit_test(a_small_pages_menu_is_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
