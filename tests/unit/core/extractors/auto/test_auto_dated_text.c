/* auto: texts with a day beside their headline, and what is cut beside these. */
#include "decided.h"

#include "extractors/bounds/behind.h"
#include "extractors/bounds/outside.h"
#include "extractors/short/dated_text.h"
#include "page/page.h"

#include <stdio.h>
#include <string.h>

#define HEAD  "<h1>The harbour reopens on Monday</h1>"
#define LINE  "<p>A line</p>"
#define LINES LINE LINE LINE LINE
/* Of 124 code points. */
#define TEXT                                                                                       \
    "<p>The harbour reopened on Monday, said the ferry company, and the first boats left at noon " \
    "in the rain, with nobody on board.</p>"

typedef struct {
    const char *html;
    bool is_dated;
} day_case;

static const day_case days[] = {
    {HEAD "<p>17 January 2012</p>" TEXT, true},
    {HEAD "<p>By Ann Bell | <b>2012-01-17</b> 10:20 | <a href=/p>Print</a></p>" TEXT, true},
    {"<p>17.01.12, 10:20</p>" HEAD TEXT, true},
    {HEAD "<p>5&nbsp;\xD1\x8F\xD0\xBD\xD0\xB2\xD0\xB0\xD1\x80\xD1\x8F&nbsp;2012</p>" TEXT, true},
    {"<h1>"
     "\xE6\xB8\xAF\xE5\x8F\xA3\xE6\x98\x9F\xE6\x9C\x9F\xE4\xB8\x80\xE9\x87\x8D\xE6\x96\xB0"
     "\xE9\x96\x8B\xE6\x94\xBE\xE4\xBA\x86\xE5\x97\x8E</h1>"
     "<p>2012\xE5\xB9\xB4\x30\x31\xE6\x9C\x88\x31\x37\xE6\x97\xA5</p>",
     true},
    /* no day: a time, a number, a word */
    {HEAD "<p>10:20</p>" TEXT, false},
    {HEAD "<p>AT&T & 2012 more</p>" TEXT, false},
    {HEAD TEXT, false},
    /* a name: what has a day of release */
    {"<h1>The harbour II</h1><p>17 January 2012</p>" TEXT, false},
    /* in a paragraph, and behind it */
    {HEAD
     "<p>On 17 January 2012 the harbour was closed, said the ferry company, and the last boats "
     "came in with nobody on board but the pilots.</p>",
     false},
    {HEAD TEXT "<p>17 January 2012</p>", false},
    {HEAD "<h2>The ferry company said that the first boats would leave at noon, in the rain, with "
          "nobody on board but the pilots and a dog.</h2><p>17 January 2012</p>" TEXT,
     true},
    /* far from the headline */
    {"<p>17 January 2012</p>" LINES HEAD TEXT, false},
    {"<p>17 January 2012</p>" LINE LINE LINE HEAD TEXT, true},
    {HEAD LINES LINES LINE LINE LINE "<p>17 January 2012</p>" TEXT, true},
    {HEAD LINES LINES LINES "<p>17 January 2012</p>" TEXT, false},
    {HEAD, false},
};

/* The block in an h1. */
static size_t headline_of(const dana__blocks *blocks)
{
    size_t i = 0;

    while (i < blocks->block_count && blocks->blocks[i].heading != 1) {
        i++;
    }
    return i;
}

static void a_day_beside_the_headline_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(days) / sizeof(days[0]); i++) {
        decided d = decide_by_rules(days[i].html);
        const dana__blocks *blocks = &d.trace.blocks;

        if (dana__is_dated_text(d.page, blocks, headline_of(blocks)) != days[i].is_dated) {
            fail_msg("%d: %s", !days[i].is_dated, days[i].html);
        }
        assert_false(dana__is_dated_text(d.page, blocks, blocks->block_count));
        dana_page_close(d.page);
    }
}

/* Much markup in a line: what is behind the bytes that are read is not found. */
static void of_a_line_its_first_bytes_are_read(void **state)
{
    static const char start[] = HEAD "<p>";
    char html[1024];
    size_t at = (size_t)snprintf(html, sizeof(html), "%s", start);

    (void)state;
    for (size_t i = 0; i < 90; i++) {
        at += (size_t)snprintf(html + at, sizeof(html) - at, "<i>-</i>");
    }
    snprintf(html + at, sizeof(html) - at, "17 January 2012</p>");
    decided d = decide_by_rules(html);

    assert_true(d.trace.blocks.blocks[1].text > 100);
    assert_false(dana__is_dated_text(d.page, &d.trace.blocks, 0));
    dana_page_close(d.page);
}

/* Paragraphs of 220 code points together, a row with a link, a doubt. */
#define INTRO                                                                                      \
    "<p>The harbour reopened on Monday, said the ferry company, and the first boats left at noon " \
    "in the rain. Two tugs sank in the night, and no one was hurt, as the pilots had gone home "   \
    "before the fog came in from the sea, which was late on that day.</p>"
#define ROW   "<p><a href=/x>Ropes and nets</a> are cheap at the market, but not today</p>"
#define ROWS  ROW ROW ROW ROW
#define DOUBT "<p>Perhaps the pilots of the harbour went home at noon.</p>"

/* How many blocks are cut of a page without a day, and with one. */
typedef struct {
    const char *html;
    size_t cut[2];
} cut_case;

static const cut_case rows[] = {
    /* one paragraph; rows that are longer */
    {"<div>" HEAD INTRO "</div><div>" ROWS "</div>", {0, 4}},
    {"<div>" HEAD INTRO INTRO "</div><div>" ROWS ROWS ROWS ROWS "</div>", {0, 16}},
    {"<div>" HEAD INTRO "</div><div>" ROWS ROWS ROWS ROWS ROWS "</div>", {0, 0}},
    {"<div>" HEAD "<p>A line.</p></div><div>" ROWS "</div>", {0, 0}},
};

#define HARDLY "<p>Hardly, as the pilots of the harbour went home at noon.</p>"
#define HARD   HARDLY HARDLY HARDLY HARDLY

static const cut_case doubts[] = {
    /* less sure by .1, by .07 and by .35; more than three times as long */
    {"<div>" HEAD "<div>" INTRO "</div><div>" DOUBT "</div></div>", {0, 1}},
    {"<div>" HEAD "<div>" INTRO "</div><div><p>Likely it rains.</p></div></div>", {0, 0}},
    {"<div>" HEAD "<div>" INTRO "</div><div>" HARD "</div></div>", {4, 4}},
    {"<div>" HEAD "<div>" INTRO "</div><div>" HARD HARD HARD HARD "</div></div>", {0, 0}},
};

static float sureness(const char *text)
{
    return strncmp(text, "Perhaps", 7) == 0  ? .85f
           : strncmp(text, "Likely", 6) == 0 ? .88f
           : strncmp(text, "Hardly", 6) == 0 ? .6f
                                             : .95f;
}

static void check_cuts(const cut_case *cases, size_t count,
                       void (*rule)(const dana_page *, dana__blocks *, size_t))
{
    for (size_t i = 0; i < 2 * count; i++) {
        const cut_case *tried = &cases[i / 2];
        decided d = decide_by_rules(tried->html);
        dana__blocks *blocks = &d.trace.blocks;
        size_t cut = 0;

        blocks->is_dated = i % 2 == 1;
        for (size_t k = 0; k < blocks->block_count; k++) {
            blocks->blocks[k].decision = DANA__DECISION_SUBTREE;
            blocks->blocks[k].score = sureness(d.page->source.data + blocks->blocks[k].start);
        }
        rule(d.page, blocks, headline_of(blocks));
        for (size_t k = 0; k < blocks->block_count; k++) {
            cut += !dana__is_taken(&blocks->blocks[k]);
        }
        if (cut != tried->cut[i % 2]) {
            fail_msg("%zu, not %zu: %s", cut, tried->cut[i % 2], tried->html);
        }
        dana_page_close(d.page);
    }
}

static void beside_a_dated_text_more_rows_are_cut(void **state)
{
    (void)state;
    check_cuts(rows, sizeof(rows) / sizeof(rows[0]), dana__cut_outside);
}

static void beside_a_dated_text_more_doubts_are_cut(void **state)
{
    (void)state;
    check_cuts(doubts, sizeof(doubts) / sizeof(doubts[0]), dana__cut_doubtful);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_day_beside_the_headline_is_found),
        cmocka_unit_test(of_a_line_its_first_bytes_are_read),
        cmocka_unit_test(beside_a_dated_text_more_rows_are_cut),
        cmocka_unit_test(beside_a_dated_text_more_doubts_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
