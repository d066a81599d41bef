/* auto: what is taken of boxes that rules name: dialogs, hidden panels of tabs, tables in either.
 */
#include "decided.h"

#include "extractors/items/alike.h"
#include "extractors/keep/data_tables.h"
#include "extractors/keep/panels.h"
#include "extractors/prune/dialogs.h"
#include "extractors/prune/offers.h"

#include <string.h>

#define TEXTS "<h1>Lamps</h1><p>" LONG_TEXT "</p><p>" LONG_TEXT "</p>"

/* Counts the blocks that are taken. */
static size_t count_taken(const dana__blocks *blocks)
{
    size_t taken = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        taken += dana__is_taken(&blocks->blocks[i]);
    }
    return taken;
}

/* Takes the last `count` blocks, of which the trees are so sure. */
static void take_last(dana__blocks *blocks, size_t count, float sure)
{
    for (size_t i = blocks->block_count - count; i < blocks->block_count; i++) {
        blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        blocks->blocks[i].score = sure;
    }
}

static void what_is_unsure_in_a_dialog_goes(void **state)
{
    static const struct {
        const char *html;
        float sure;
        size_t taken;
    } pages[] = {
        {TEXTS "<div class=modal><p>Terms of use.</p><p>Our shop is here.</p></div>", .2f, 3},
        {TEXTS "<div class=modal><p>Terms of use.</p><p>Our shop is here.</p></div>", .4f, 5},
        {TEXTS "<div class=box><p>Terms of use.</p><p>Our shop is here.</p></div>", .2f, 5},
    };

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(pages); i++) {
        decided d = decide_by_rules(pages[i].html);

        take_last(&d.trace.blocks, 2, pages[i].sure);
        dana__cut_dialogs(&d.trace.blocks);
        assert_int_equal(count_taken(&d.trace.blocks), pages[i].taken);
        dana_page_close(d.page);
    }
}

#define SHOWN  "<section role=tabpanel><p>Ask for the tools.</p></section>"
#define HIDDEN "<section role=tabpanel hidden><p>Get the installer.</p></section>"

static void hidden_panels_are_as_the_one_that_is_shown(void **state)
{
    static const struct {
        const char *html;
        size_t taken;
    } pages[] = {
        {TEXTS "<div>" SHOWN HIDDEN HIDDEN "</div>", 6},
        {TEXTS "<div>" HIDDEN HIDDEN "</div>", 3},
        {TEXTS "<div>" SHOWN "<section hidden><p>Get the installer.</p></section></div>", 4},
        {TEXTS "<div><section><p>Ask.</p></section>" HIDDEN "</div>", 4},
        {TEXTS "<div class=menu>" SHOWN HIDDEN "</div>", 3},
    };

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(pages); i++) {
        decided d = decide_by_rules(pages[i].html);

        dana__keep_hidden_panels(d.page, &d.trace.blocks);
        assert_int_equal(count_taken(&d.trace.blocks), pages[i].taken);
        dana_page_close(d.page);
    }
}

/* A table of twelve cells, in a box that a rule prunes, on a page that is not short. */
#define FOUR  "<p>" LONG_TEXT "</p><p>" LONG_TEXT "</p><p>" LONG_TEXT "</p><p>" LONG_TEXT "</p>"
#define LONG  "<h1>Lamps</h1>" FOUR FOUR FOUR
#define ROW   "<tr><td>Twin</td><td>64x90</td><td>39x75</td><td>71x98</td></tr>"
#define TABLE "<div class=modal><p>Sizes of sheets.</p><table>" ROW ROW ROW "</table></div>"

static void a_table_in_a_box_is_whole(void **state)
{
    static const struct {
        size_t cells; /* that are taken before */
        size_t taken;
    } rows[] = {{0, 13}, {2, 13}, {3, 25}, {11, 25}, {12, 25}};

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(rows); i++) {
        decided d = decide_by_rules(LONG TABLE);

        take_last(&d.trace.blocks, rows[i].cells, .4f);
        dana__keep_data_tables(d.page, &d.trace.blocks);
        assert_int_equal(count_taken(&d.trace.blocks), rows[i].taken);
        dana_page_close(d.page);
    }
}

#define CELLS "<table>" ROW ROW ROW "</table>"

/* Tables of which no cell was taken, and how many blocks of the page are taken at last. */
static const struct {
    const char *html;
    float score; /* of each cell */
    size_t taken;
} tables[] = {
    {"<div>" LONG CELLS "</div>", .2f, 25},
    {"<div>" LONG CELLS "</div>", .1f, 13},
    {"<div>" LONG "<div class=wide>" CELLS "</div></div>", .2f, 25},
    {"<div>" LONG "<figure>" CELLS "</figure></div>", .2f, 25},
    {"<div>" LONG "</div><div>" CELLS "</div>", .2f, 13},
    {"<div>" CELLS LONG "</div>", .2f, 13},
};

static void a_table_behind_a_text_of_its_element_is_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(tables); i++) {
        decided d = decide_by_rules(tables[i].html);
        dana__blocks *blocks = &d.trace.blocks;

        for (size_t k = 0; k < blocks->block_count; k++) {
            dana__block *block = &blocks->blocks[k];
            bool is_text = block->heading != 0 || block->text > 60;

            block->score = is_text ? .9f : tables[i].score;
            if (block->decision != DANA__DECISION_PRUNED) {
                block->decision = is_text ? DANA__DECISION_SUBTREE : DANA__DECISION_REFUSED;
            }
        }
        dana__keep_data_tables(d.page, blocks);
        if (count_taken(blocks) != tables[i].taken) {
            fail_msg("%zu: %zu", i, count_taken(blocks));
        }
        dana_page_close(d.page);
    }
}

#define OFFER      "<h3>Join us</h3><p>We sail on Sundays.</p><a href=/join>Join</a>"
#define BOX        "<div class=x>" OFFER "</div>"
#define TEXT       "<p>" LONG_TEXT "</p>"
#define AMONG(box) "<div>" TEXT box TEXT "</div>"

static void boxes_among_paragraphs_that_offer_something_go(void **state)
{
    static const struct {
        const char *html;
        size_t taken;
    } pages[] = {
        {AMONG(BOX), 2},
        {AMONG("<div class=x><h3>Join us</h3><p>We sail.</p><button>Join</button></div>"), 2},
        {AMONG("<div class=x><h3>Join us</h3><p>We sail on Sundays.</p></div>"), 4},
        {AMONG("<div class=x><p>Join us</p><p>We sail.</p><a href=/join>Join</a></div>"), 5},
        {AMONG("<div class=cta><p>We sail.</p><a href=/join>Join</a></div>"), 2},
        {AMONG("<div class=x><h3>Below</h3><p>We sail.</p><a href='#a'>To the tables</a></div>"),
         5},
        {AMONG("<ul class=x><li>" OFFER "</li></ul>"), 5},
        {AMONG("<a href=/b><div class=x><h3>Prices</h3><p>They rise.</p></div></a>"), 2},
        {AMONG("<div class=x><a href=/b><h3>Prices</h3></a><p><a href=/c>Tides</a></p></div>"), 4},
        {AMONG("<div class=x><h3>Poll</h3><div hidden><p>Yes</p></div></div>"), 2},
        {AMONG("<div class=poll><p>Do we sail?</p><ul><li>Yes<li>No</ul></div>"), 2},
        {AMONG("<div class=polling><p>Do we sail?</p><ul><li>Yes<li>No</ul></div>"), 5},
        {"<div class=poll><p>" LONG_TEXT "</p><p>Yes</p></div><p>Do we sail?</p>", 3},
        {AMONG(BOX TEXT BOX), 3},
        {AMONG(BOX TEXT BOX TEXT BOX), 13},
        {"<div>" TEXT BOX "</div>", 4},
    };

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(pages); i++) {
        decided d = decide_by_rules(pages[i].html);
        dana__blocks *blocks = &d.trace.blocks;

        for (size_t k = 0; k < blocks->block_count; k++) {
            if (blocks->blocks[k].decision != DANA__DECISION_PRUNED) {
                blocks->blocks[k].decision = DANA__DECISION_LEARNED;
            }
        }
        dana__cut_offers(d.page, blocks);
        if (count_taken(blocks) != pages[i].taken) {
            fail_msg("%zu: %zu", i, count_taken(blocks));
        }
        dana_page_close(d.page);
    }
}

#define SAID(name, class) "<div class=s><p class=" class ">" name "</p>" TEXT "</div>"

static void a_line_of_an_item_is_as_those_of_the_others(void **state)
{
    static const struct {
        const char *html;
        float sure;
        size_t taken;
    } pages[] = {
        {SAID("No", "n") SAID("Gil", "n") SAID("Ann", "n") SAID("Gil", "n"), .3f, 8},
        {SAID("No", "n") SAID("Gil", "n") SAID("Ann", "n") SAID("Gil", "n"), .1f, 7},
        {SAID("No", "n") SAID("Gil", "n") SAID("Ann", "n"), .3f, 5},
        {SAID("No", "n") SAID("No", "n") SAID("Ann", "n") SAID("Gil", "n"), .3f, 6},
        {SAID("No", "m") SAID("Gil", "n") SAID("Ann", "n") SAID("Gil", "n"), .3f, 7},
        {SAID("No 1 2 3", "n") SAID("Gil", "n") SAID("Ann", "n") SAID("Gil", "n"), .3f, 8},
        {SAID("No 12345", "n") SAID("Gil", "n") SAID("Ann", "n") SAID("Gil", "n"), .3f, 7},
    };

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(pages); i++) {
        decided d = decide_by_rules(pages[i].html);
        dana__blocks *blocks = &d.trace.blocks;

        for (size_t k = 0; k < blocks->block_count; k++) {
            dana__block *block = &blocks->blocks[k];
            bool is_out = strncmp(pages[i].html + block->start, "No", 2) == 0;

            block->decision = is_out ? DANA__DECISION_REFUSED : DANA__DECISION_LEARNED;
            block->score = pages[i].sure;
        }
        dana__keep_alike(blocks);
        if (count_taken(blocks) != pages[i].taken) {
            fail_msg("%zu: %zu", i, count_taken(blocks));
        }
        dana_page_close(d.page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_behind_a_text_of_its_element_is_taken),
        cmocka_unit_test(boxes_among_paragraphs_that_offer_something_go),
        cmocka_unit_test(a_line_of_an_item_is_as_those_of_the_others),
        cmocka_unit_test(what_is_unsure_in_a_dialog_goes),
        cmocka_unit_test(hidden_panels_are_as_the_one_that_is_shown),
        cmocka_unit_test(a_table_in_a_box_is_whole),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
