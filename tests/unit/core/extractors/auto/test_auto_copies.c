/* auto: which texts are copies that a page sets twice, and which ones an author wrote twice. */
#include "decided.h"

#include "extractors/auto/choose.h"

#include <stdio.h>

#define LINES                                                                                      \
    "<p>A lamp for the mast of a boat</p><p>It is made of brass and of glass</p>"                  \
    "<p>With it come two screws</p>"
#define VERSE "<p>O ferry of the isles, come in<p>O ferry, come in from the sea</p>"

/* A page, and how many of its blocks are copies. */
static const struct {
    const char *what;
    const char *html;
    size_t copies;
} rows[] = {
    {"a wide and a narrow version",
     "<div class=wide>" LINES "</div><div class=narrow>" LINES "</div>", 3},
    {"the same, with text between them",
     "<div class=wide>" LINES "</div><p>Between</p><div class=narrow>" LINES "</div>", 3},
    {"a hidden copy", "<div>" LINES "</div><div hidden>" LINES "</div>", 3},
    {"a hidden copy of one line",
     "<div><p>Start your trial</div><div style=display:none><p>Start your trial</div>", 1},
    {"a long text in elements of another class",
     "<div class=a><p>" LONG_TEXT "</div><div class=b><p>" LONG_TEXT "</div>", 1},
    {"three versions",
     "<div class=a>" LINES "</div><div class=b>" LINES "</div><div class=c>" LINES "</div>", 6},
    {"a part of a longer element",
     "<div class=a>" LINES "<p>1st<p>2nd<p>3rd<p>4th</div><div class=b>" LINES
     "<p>5th<p>6th<p>7th<p>8th</div>",
     0},
    {"siblings", "<p>" LONG_TEXT "</p><p>" LONG_TEXT "</p>", 0},
    {"siblings of one class", "<div class=a>" LINES "</div><div class=a>" LINES "</div>", 0},
    {"a refrain", VERSE "<p>We wait for the tide<p>And the tide comes at last" VERSE, 0},
    {"a refrain in stanzas",
     "<div class=verse>" VERSE "</div><div class=verse><p>We wait</div><div class=verse>" VERSE
     "</div>",
     0},
    {"speakers", "<dl><dt>ANNA<dd>Where is the boat?<dt>BERT<dd>At sea.<dt>ANNA<dd>Still?</dl>", 0},
    {"ingredients of two lists",
     "<h3>Dough</h3><ul><li>200 g of flour<li>one egg</ul><h3>Filling</h3><ul><li>200 g of "
     "flour<li>apples</ul>",
     0},
    {"headings", "<h2>1.2</h2><h3 class=a>Fixed</h3><p>One<h2>1.1</h2><h3 class=b>Fixed</h3><p>Two",
     0},
    {"cells",
     "<table><tr><td class=a><p>" LONG_TEXT "</td><td class=b><p>" LONG_TEXT "</td></table>", 0},
    {"listings", "<pre class=a>" LONG_TEXT "</pre><pre class=b>" LONG_TEXT "</pre>", 0},
    {"prices",
     "<div class=a><p>1299.00 EUR<p>2499.00 EUR<p>3899.00 EUR<p>4199.00 EUR<p>5299.00 EUR"
     "<p>6199.00 EUR</div><div class=b><p>1299.00 EUR<p>2499.00 EUR<p>3899.00 EUR<p>4199.00 EUR"
     "<p>5299.00 EUR<p>6199.00 EUR</div>",
     0},
};

static size_t count_copies(const dana__blocks *blocks)
{
    size_t count = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        count += blocks->blocks[i].copy_of != 0;
    }
    return count;
}

static void only_versions_of_another_look_are_copies(void **state)
{
    char html[4096];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        snprintf(html, sizeof(html), "<body><main><p>%s</p></main>", rows[i].html);
        decided d = decide_by_rules(html);
        size_t copies = count_copies(&d.trace.blocks);

        if (copies != rows[i].copies) {
            fail_msg("%s: %zu copies", rows[i].what, copies);
        }
        dana_page_close(d.page);
    }
}

/* The rules take the first of two versions; the second one is dropped. */
static void the_rules_drop_the_later_copy(void **state)
{
    decided d = decide_by_rules("<body><div class=a><p>" LONG_TEXT
                                "</div><div class=b><p>" LONG_TEXT "</div>");

    (void)state;
    assert_int_equal(d.trace.blocks.blocks[0].repeats, 2);
    assert_true(dana__is_taken(&d.trace.blocks.blocks[0]));
    assert_int_equal(d.trace.blocks.blocks[1].decision, DANA__DECISION_REPEATED);
    dana_page_close(d.page);
}

/* Blocks that copy each other in a row, and the scores before and after folding. */
static const struct {
    size_t count;
    uint32_t copy_of[6];
    float scores[6];
    float folded[6];
} folds[] = {
    {2, {0, 1}, {.8f, .4f}, {.8f, 0}},
    {2, {0, 1}, {.4f, .8f}, {0, .8f}},
    {2, {0, 1}, {.4f, .4f}, {.4f, 0}},
    {2, {0, 1}, {0, .4f}, {0, .4f}},
    {2, {0, 1}, {-.1f, .4f}, {0, .4f}},
    {2, {0, 1}, {0, 0}, {0, 0}},
    {3, {0, 1, 2}, {0, 0, .4f}, {0, 0, .4f}},
    {3, {0, 1, 2}, {.3f, .2f, .1f}, {.3f, 0, 0}},
    {3, {0, 1, 2}, {.1f, .3f, .2f}, {0, .3f, 0}},
    {3, {0, 1, 2}, {.1f, .2f, .3f}, {0, 0, .3f}},
    {3, {0, 1, 1}, {.1f, .3f, .2f}, {0, .3f, 0}},
    {4, {0, 0, 1, 2}, {.1f, .9f, .5f, .2f}, {.1f, .9f, 0, 0}}, /* runs stay together */
    {4, {0, 0, 1, 2}, {.1f, .2f, .5f, .1f}, {0, 0, .5f, .1f}},
};

static void of_copies_the_run_of_higher_score_counts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(folds) / sizeof(folds[0]); i++) {
        dana__block blocks[6] = {{0}};
        dana__blocks all = {.blocks = blocks, .block_count = folds[i].count};

        for (size_t k = 0; k < folds[i].count; k++) {
            blocks[k].copy_of = folds[i].copy_of[k];
            blocks[k].score = folds[i].scores[k];
        }
        dana__fold_copies(&all);
        for (size_t k = 0; k < folds[i].count; k++) {
            assert_float_equal(blocks[k].score, folds[i].folded[k], 0.0);
        }
    }
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_versions_of_another_look_are_copies),
        cmocka_unit_test(the_rules_drop_the_later_copy),
        cmocka_unit_test(of_copies_the_run_of_higher_score_counts),
        cmocka_unit_test(texts_that_differ_in_a_byte_are_two),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
