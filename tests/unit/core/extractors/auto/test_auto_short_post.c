/* auto: the body of a short post, of which nothing is taken. */
#include "decided.h"

#include "extractors/prune/body_of_post.h"

#define SIXTY   "A list of what was read most of all that I wrote in October."
#define PROFILE "<div><p>" LONG_TEXT "</p></div>"
#define BODY    "<div class=post-body>" SIXTY "</div>"

/* Pages of which the profile is taken alone, and whether the body takes its place. */
static const struct {
    const char *name;
    const char *html;
    bool is_taken;
} pages[] = {
    {"beside a profile", PROFILE "<div><h1>The list</h1>" BODY "</div>", true},
    {"before one", "<div><h1>The list</h1>" BODY "</div>" PROFILE, true},
    {"with a line between", PROFILE "<div><h1>The list</h1><p>by Ann</p>" BODY "</div>", true},
    {"before the headline", PROFILE "<div>" BODY "<h1>The list</h1></div>", false},
    {"around it", PROFILE "<div class=post-body><h1>The list</h1>" SIXTY "</div>", false},
    {"that is short", PROFILE "<div><h1>The list</h1><div class=post-body>A list.</div></div>",
     false},
    {"that is called no body",
     PROFILE "<div><h1>The list</h1><div class=post>" SIXTY "</div></div>", false},
    {"that is called more",
     PROFILE "<div><h1>The list</h1><div class='post-meta text'>" SIXTY "</div></div>", false},
    {"in a menu", PROFILE "<div><h1>The list</h1><nav>" BODY "</nav></div>", false},
    {"in an element with the profile", "<div><h1>The list</h1>" BODY PROFILE "</div>", false},
    {"around which the profile stands", "<div><h1>The list</h1>" PROFILE BODY "</div>", false},
    {"far behind",
     PROFILE "<div><h1>The list</h1><p>1<p>2<p>3<p>4<p>5<p>6<p>7<p>8<p>9<p>10<p>11<p>12<p>13" BODY
             "</div>",
     false},
};

static void a_body_takes_the_place_of_a_profile(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        decided d = decide_by_rules(pages[i].html);
        dana__blocks *blocks = &d.trace.blocks;
        const dana__block *profile = find_block(&d, "The harbour reopened");
        size_t headline = (size_t)(find_block(&d, "The list") - blocks->blocks);

        for (size_t k = 0; k < blocks->block_count; k++) {
            blocks->blocks[k].decision = DANA__DECISION_REFUSED;
        }
        blocks->blocks[profile - blocks->blocks].decision = DANA__DECISION_SUBTREE;
        dana__take_body(d.page, blocks, headline);
        if (dana__is_taken(profile) == pages[i].is_taken) {
            fail_msg("%s: the profile is taken %d", pages[i].name, dana__is_taken(profile));
        }
        if (pages[i].is_taken) {
            assert_true(dana__is_taken(find_block(&d, SIXTY)));
        }
        dana_page_close(d.page);
    }
}

static void without_a_headline_nothing_changes(void **state)
{
    decided d = decide_by_rules(PROFILE BODY);
    dana__blocks *blocks = &d.trace.blocks;

    (void)state;
    blocks->blocks[0].decision = DANA__DECISION_SUBTREE;
    blocks->blocks[1].decision = DANA__DECISION_REFUSED;
    dana__take_body(d.page, blocks, blocks->block_count);
    assert_true(dana__is_taken(&blocks->blocks[0]));
    assert_false(dana__is_taken(&blocks->blocks[1]));
    dana_page_close(d.page);
}

#define MORE " " LONG_TEXT " " LONG_TEXT " " LONG_TEXT
#define MUCH "<div><p>" LONG_TEXT MORE MORE MORE MORE "</p></div>"

/* What is much, or has three paragraphs, is a text, though its element is not the headline's. */
static void a_long_text_stays(void **state)
{
    static const struct {
        const char *html;
        bool stays;
    } texts[] = {
        {"<div><h1>The list</h1>" BODY "</div><div>" PROFILE PROFILE "</div>", false},
        {"<div><h1>The list</h1>" BODY "</div><div>" PROFILE PROFILE PROFILE "</div>", true},
        {"<div><h1>The list</h1>" BODY "</div><div>" MUCH "</div>", true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        decided d = decide_by_rules(texts[i].html);
        dana__blocks *blocks = &d.trace.blocks;

        for (size_t k = 0; k < blocks->block_count; k++) {
            blocks->blocks[k].decision = k > 1 ? DANA__DECISION_SUBTREE : DANA__DECISION_REFUSED;
        }
        dana__take_body(d.page, blocks, 0);
        assert_int_equal(dana__is_taken(&blocks->blocks[1]), !texts[i].stays);
        assert_int_equal(dana__is_taken(&blocks->blocks[2]), texts[i].stays);
        dana_page_close(d.page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_takes_the_place_of_a_profile),
        cmocka_unit_test(a_long_text_stays),
        cmocka_unit_test(without_a_headline_nothing_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
