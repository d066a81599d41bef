/* auto: rows with a day and a time behind an article. */
#include "decided.h"

#include "extractors/keep/dated.h"

#include <stdio.h>
#include <string.h>

#define SAYING "What somebody has to say about it, and about boats."
/* 200 code points. */
#define TWO_HUNDRED                                                                                \
    "The harbour reopened on Monday, said the ferry company, and the first boats left at noon in " \
    "the rain. Two tugs sank in the night; no one was hurt, and the pilots went back to work at "  \
    "dawn as before!!"
#define ARTICLE       "<h1>The harbour</h1><p>" TWO_HUNDRED "</p>"
#define NAME          "<b class=n>Ola</b>"
#define NAMED(date)   "<div class=r><div class=w>" date "</div><div>Ola</div><p>" SAYING "</p></div>"
#define UNNAMED(date) "<div class=r><div class=w>" date "</div><p>" SAYING "</p></div>"

/* A page of which all is taken, and its rows are looked at. */
static decided cut(const char *html)
{
    decided d = decide_by_rules(html);
    dana__blocks *blocks = &d.trace.blocks;

    for (size_t i = 0; i < blocks->block_count; i++) {
        blocks->blocks[i].decision = DANA__DECISION_SUBTREE;
    }
    dana__cut_dated(d.page, blocks, 0);
    return d;
}

/* How many blocks of a page are cut. */
static size_t count_cut(const char *html)
{
    decided d = cut(html);
    size_t count = 0;

    for (size_t i = 0; i < d.trace.blocks.block_count; i++) {
        count += !dana__is_taken(&d.trace.blocks.blocks[i]);
    }
    dana_page_close(d.page);
    return count;
}

/* A line beside a name; whether it has a day and a time. */
static const struct {
    const char *line;
    bool is_dated;
} lines[] = {
    {"4 January 2012, 21:30", true},
    {"[2012-01-04 9:29]", true},
    {"4.1.12 10:02", true},
    {"4/1/12 at 10:02", true},
    {"4-1-12, 10:02", true},
    {"10:02:59, 4.11.12", true},
    {"2012\xE5\xB9\xB4"
     "6\xE6\x9C\x88"
     "1\xE6\x97\xA5 12:30",
     true},
    {"2012\xE5\xB9\xB4"
     "6\xE6\x9C\x88"
     "1\xE6\x97\xA5 12\xEF\xBC\x9A"
     "30",
     true},
    {"1391/03/12 14:22", true},
    {"12/03/1391 - 14:22", true},
    {"12 Khordad 1391, 14:22", true},
    {"12 Muharram 1299, 14:22", false},
    {"12 Muharram 1500, 14:22", false},
    {"<i style='top:1'>4</i> January <i>2099</i>, 21:30", true},
    {"1900, 21:30", true},
    /* U+06F1 and so on: 1391/03/12 14:22, and without its time */
    {"\xDB\xB1\xDB\xB3\xDB\xB9\xDB\xB1/\xDB\xB0\xDB\xB3/\xDB\xB1\xDB\xB2 "
     "\xDB\xB1\xDB\xB4:\xDB\xB2\xDB\xB2",
     true},
    {"\xDB\xB1\xDB\xB3\xDB\xB9\xDB\xB1/\xDB\xB0\xDB\xB3/\xDB\xB1\xDB\xB2", false},
    /* U+0662 and so on: 2012-1-4 9:29 */
    {"\xD9\xA2\xD9\xA0\xD9\xA1\xD9\xA2-\xD9\xA1-\xD9\xA4 \xD9\xA9:\xD9\xA2\xD9\xA9", true},
    {"4 January 2012", false},
    {"4 January, 21:30, of 20", false},
    {"room 1391, 14:22", false},
    {"2100 boats, 14:22", false},
    {"1899 boats, 14:22", false},
    {"20120 boats, 14:22", false},
    {"2012, boats 1:2", false},
    {"2012, boats 123:22", false},
    {"2012, boats:22 and 1", false},
    {"2012, boats 3: 22", false},
    {"2012, boats 14:223", false},
    {"4.1 of 12 10:02:11", false},
    {"1.4.1.200, 10:02", false},
    {"100.1.12, 10:02", false},
    {"1:2012, 02.1", false},
    {"12, 9:41", false},
    {"4 January 2012, 21:30, when the harbour was shut and all of the boats ran", false},
};

static void lines_with_a_day_and_a_time_are_known(void **state)
{
    char html[2048];

    (void)state;
    for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
        snprintf(html, sizeof(html), ARTICLE "<div>" NAMED("%s") NAMED("%s") "</div>",
                 lines[i].line, lines[i].line);
        size_t count = count_cut(html);

        if (count != (lines[i].is_dated ? 6 : 0)) {
            fail_msg("%s: %zu blocks are cut", lines[i].line, count);
        }
    }
}

#define AT_9  "4 January 2012, 9:29"
#define AT_10 "4 January 2012, 10:02"
#define DAY_5 "5 January 2012, 10:02"

/* What is cut of a page. */
static const struct {
    const char *name;
    const char *html;
    size_t cut;
} pages[] = {
    {"one row", ARTICLE "<div>" NAMED(AT_9) "</div>", 0},
    {"a row that is a heading",
     ARTICLE "<div><h3>" AT_9 "</h3><p>" SAYING "</p><h3>" AT_10 "</h3><p>" SAYING "</p></div>", 0},
    {"rows in a pre element", ARTICLE "<pre>" NAMED(AT_9) NAMED(AT_10) "</pre>", 0},
    {"rows of two shapes",
     ARTICLE "<div>" NAMED(AT_9) "<div class=s><span class=v>" AT_10 "</span><p>" SAYING
                                 "</p></div></div>",
     0},
    {"a name behind the text",
     ARTICLE "<div><p>" SAYING "</p><div class=r>" AT_9 "</div><div>Ola</div><p>" SAYING
             "</p><div class=r>" AT_10 "</div><div>Ola</div><p>" SAYING "</p></div>",
     6},
    {"links as names",
     ARTICLE "<div><div class=r><div class=w>" AT_9 " <a href=/o>Ola</a></div><p>" SAYING
             "</p></div><div class=r><div class=w>" AT_10 " <a href=/o>Ola</a></div><p>" SAYING
             "</p></div></div>",
     4},
    {"nobody, a short article", ARTICLE "<div>" UNNAMED(AT_9) UNNAMED(DAY_5) "</div>", 0},
    {"nobody, a long article",
     ARTICLE "<p>" TWO_HUNDRED "</p><div>" UNNAMED(AT_9) UNNAMED(DAY_5) "</div>", 4},
    {"nobody, a long article, one day",
     ARTICLE "<p>" TWO_HUNDRED "</p><div>" UNNAMED(AT_9) UNNAMED(AT_10) "</div>", 0},
    {"no article", "<h1>The harbour</h1><div>" NAMED(AT_9) NAMED(AT_10) "</div>", 0},
    {"no texts", ARTICLE "<div><div class=w>" AT_9 "</div><div class=w>" AT_10 "</div></div>", 0},
    {"hardly a text",
     ARTICLE "<div><div class=w>" AT_9 "</div><p>Yes.</p><div class=w>" AT_10
             "</div><p>No.</p></div>",
     0},
    {"half of the rows are named", ARTICLE "<div>" NAMED(AT_9) UNNAMED(AT_10) "</div>", 5},
    {"a third of the rows is named",
     ARTICLE "<div>" NAMED(AT_9) UNNAMED(AT_10) UNNAMED(AT_10) "</div>", 0},
    {"the first row in an element with the article",
     "<div><div>" ARTICLE NAMED(AT_9) "</div><div>" NAMED(AT_10) "</div></div>", 6},
    {"headings between the rows",
     ARTICLE "<div><h2>Ice</h2>" NAMED(AT_9) "<h2>Snow</h2>" NAMED(AT_10) "</div>", 0},
    {"a heading behind the rows", ARTICLE "<div>" NAMED(AT_9) NAMED(AT_10) "</div><h2>More</h2>",
     6},
    {"the last row is longer",
     ARTICLE "<div>" NAMED(AT_9) "<div class=r><div class=w>" AT_10 "</div><div>Ola</div><p>" SAYING
                                 "</p><p>" SAYING "</p><p>" SAYING "</p></div></div><p>" SAYING
                                 "</p>",
     8},
    {"rows without elements of their own",
     ARTICLE "<div><div class=w>" AT_9 "</div><div>Ola</div><p>" SAYING "</p><div class=w>" AT_10
             "</div><div>Ola</div><p>" SAYING "</p><p>" SAYING "</p></div>",
     6},
    /* Lines of the text: two hundred code points twice stand beside them, in paragraphs. */
    {"lines of a long text",
     "<div><h1>The harbour</h1><p>" TWO_HUNDRED "</p><p>" TWO_HUNDRED "</p><p>Ola, " AT_9
     "</p><p>" SAYING "</p><p>Ola, " AT_10 "</p><p>" SAYING "</p></div>",
     0},
    {"lines of a short text",
     "<div>" ARTICLE "<p>Ola, " AT_9 "</p><p>Ola</p><p>" SAYING "</p><p>Ola, " AT_10
     "</p><p>Ola</p><p>" SAYING "</p></div>",
     6},
};

/* The headline is that of an entry: a line of the rows' shape stands before it, and is taken. */
static void entries_around_the_headline_are_not_cut(void **state)
{
    static const char html[] = "<p>" TWO_HUNDRED "</p>" NAMED(AT_9) ARTICLE NAMED(AT_10)
        NAMED(DAY_5);
    static const bool taken[] = {true, false};

    (void)state;
    for (size_t i = 0; i < sizeof(taken) / sizeof(taken[0]); i++) {
        decided d = decide_by_rules(html);
        dana__blocks *blocks = &d.trace.blocks;
        size_t headline = 0;

        for (size_t k = 0; k < blocks->block_count; k++) {
            blocks->blocks[k].decision = DANA__DECISION_SUBTREE;
            headline = blocks->blocks[k].heading == 1 ? k : headline;
        }
        assert_int_equal(headline, 4);
        blocks->blocks[1].decision = taken[i] ? DANA__DECISION_SUBTREE : DANA__DECISION_REFUSED;
        dana__cut_dated(d.page, blocks, headline);
        assert_true(dana__is_taken(&blocks->blocks[blocks->block_count - 1]) == taken[i]);
        dana_page_close(d.page);
    }
}

/* Behind an article of 400 code points: rows below headings, of two days, and whether the headings
 * are left out; one heading between them that is none of theirs. */
static void rows_below_headings_that_are_left_out_are_cut(void **state)
{
    static const struct {
        const char *between;
        bool left_out;
        size_t cut;
    } cases[] = {{"", true, 2}, {"", false, 0}, {"<h2>Ice</h2>", true, 0}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char html[2048];

        snprintf(html, sizeof(html),
                 ARTICLE "<p>" TWO_HUNDRED "</p><h3>" AT_9 "</h3><p>" SAYING "</p>%s<h3>" DAY_5
                         "</h3><p>" SAYING "</p>",
                 cases[i].between);
        decided d = decide_by_rules(html);
        size_t cut = 0;

        for (size_t k = 0; k < d.trace.blocks.block_count; k++) {
            dana__block *block = &d.trace.blocks.blocks[k];

            block->decision = cases[i].left_out && block->heading > 1 ? DANA__DECISION_REFUSED
                                                                      : DANA__DECISION_SUBTREE;
        }
        dana__cut_dated(d.page, &d.trace.blocks, 0);
        for (size_t k = 0; k < d.trace.blocks.block_count; k++) {
            cut += d.trace.blocks.blocks[k].decision == DANA__DECISION_CUT;
        }
        assert_int_equal(cut, cases[i].cut);
        dana_page_close(d.page);
    }
}

static void rows_behind_an_article_are_cut(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        size_t count = count_cut(pages[i].html);

        if (count != pages[i].cut) {
            fail_msg("%s: %zu blocks are cut", pages[i].name, count);
        }
    }
}

/* Nine shapes of rows: those of the last one are not looked at. */
static void of_many_shapes_eight_are_looked_at(void **state)
{
    static const char *const classes[] = {"amber", "birch",  "cedar", "daisy", "elder",
                                          "fern",  "ginger", "holly", "ivory"};
    char html[8192] = ARTICLE;

    (void)state;
    for (int i = 0; i < 9; i++) {
        size_t length = strlen(html);

        snprintf(html + length, sizeof(html) - length,
                 "<div><div class=r><div class=%s>" AT_9 "</div><div>Ola</div><p>" SAYING
                 "</p></div><div class=r><div class=%s>" AT_10 "</div><div>Ola</div><p>" SAYING
                 "</p></div></div>",
                 classes[i], classes[i]);
    }
    decided d = cut(html);
    const dana__blocks *blocks = &d.trace.blocks;

    assert_false(dana__is_taken(&blocks->blocks[blocks->block_count - 7]));
    assert_true(dana__is_taken(&blocks->blocks[blocks->block_count - 1]));
    dana_page_close(d.page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_with_a_day_and_a_time_are_known),
        cmocka_unit_test(rows_behind_an_article_are_cut),
        cmocka_unit_test(rows_below_headings_that_are_left_out_are_cut),
        cmocka_unit_test(entries_around_the_headline_are_not_cut),
        cmocka_unit_test(of_many_shapes_eight_are_looked_at),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
