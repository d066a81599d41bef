/* auto: cards of lists, lists whole, reviews of products, texts for screen readers. */
#include "decided.h"

#include "extractors/bounds/reviews.h"
#include "extractors/keep/cards.h"
#include "extractors/keep/lists.h"
#include "extractors/short/spoken.h"

#include <string.h>

/* A card of two lines and 60 code points, and groups of them. */
#define CARD(tag, class)                                                                           \
    "<" tag " class=" class "><a href=/p><div>A lamp of brass for boats, burns for two "           \
                            "nights</div><div>12 euros</div>"                                      \
                            "</a></" tag ">"
#define DIV     CARD("div", "c")
#define ITEM    CARD("li", "c")
#define FIVE(x) x x x x x
#define INTRO   "<h1>Lamps</h1><p>All lamps come with a wick.</p>"
#define TEXT    "<p>" LONG_TEXT "</p>"
#define NO_LINK                                                                                    \
    "<div class=c><div>A lamp of brass for boats, for two nights</div><div>12</div></div>"
#define ONE_LINE  "<div class=c><a href=/p>A lamp of brass for boats, burns for two nights</a></div>"
#define TWO_LINES "<div>Oil</div><div>B</div>"
/* A card of 50 lines. */
#define LONG_CARD "<div class=c><a href=/p>" FIVE(FIVE(TWO_LINES)) "</a></div>"

static const float listing[DANA_PAGE_TYPE_COUNT] = {
    [DANA_PAGE_ARTICLE] = .4375f, [DANA_PAGE_LISTING] = .4375f};

/* Pages of which h1 and p are taken; how many of the cards' blocks are then. */
static const struct {
    const char *html;
    size_t taken;
} lists[] = {
    {INTRO "<div>" FIVE(DIV) "</div>", 10},
    {INTRO "<ul>" FIVE(ITEM) "</ul>", 10},
    {INTRO "<div class=related>" FIVE(DIV) "</div>", 10},
    {INTRO "<div class=promo>" FIVE(DIV) "</div>", 10},
    /* what the body is called says what the page has */
    {"<body class='has-footer not-showing-comments'>" INTRO
     "<div class=related>" FIVE(DIV) "</div>",
     10},
    /* one that is another thing stays out */
    {INTRO "<div>" FIVE(DIV) CARD("div", "d") "</div>", 10},
    /* the list with most text */
    {INTRO "<div>" FIVE(DIV) DIV "</div><div>" FIVE(DIV) "</div>", 12},
    /* too few, too short, without links, too long */
    {INTRO "<div>" DIV DIV DIV DIV "</div>", 0},
    {INTRO "<div>" FIVE(ONE_LINE) FIVE(ONE_LINE) "</div>", 0},
    {INTRO "<div>" FIVE(NO_LINK) "</div>", 0},
    {INTRO "<div>" FIVE(LONG_CARD) "</div>", 0},
    {INTRO
     "<div>" FIVE("<div class=c><a href=/p><div>A lamp</div><div>12</div></a></div>") "</div>",
     0},
    /* what stands beside a page */
    {INTRO "<nav>" FIVE(DIV) "</nav>", 0},
    {INTRO "<aside>" FIVE(DIV) "</aside>", 0},
    {INTRO "<footer><div class=related>" FIVE(DIV) "</div></footer>", 0},
    /* the page has more text of its own */
    {INTRO TEXT TEXT "<div>" FIVE(DIV) "</div>", 0},
};

/* Applies the rule, counts what is taken from a block on, and closes the page. */
static size_t keep_and_count(decided *d, const float *types, size_t first)
{
    const dana__blocks *blocks = &d->trace.blocks;
    size_t taken = 0;

    dana__keep_cards(d->page, &d->trace.blocks, types);
    for (size_t i = first; i < blocks->block_count; i++) {
        taken += dana__is_taken(&blocks->blocks[i]);
    }
    dana_page_close(d->page);
    return taken;
}

static size_t count_cards(const char *html, const float *types, unsigned hints)
{
    decided d = decide_by_rules(html);
    dana__blocks *blocks = &d.trace.blocks;
    size_t texts = 0;

    blocks->hints = hints;
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        bool is_text = block->heading > 0 || blocks->nodes[block->node].kind == DANA__KIND_P;

        block->decision = is_text            ? DANA__DECISION_SUBTREE
                          : block->rule != 0 ? DANA__DECISION_PRUNED
                                             : DANA__DECISION_OUTSIDE;
        texts += is_text;
    }
    return keep_and_count(&d, types, 0) - texts;
}

static void cards_are_taken_where_they_are_the_page(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(lists); i++) {
        size_t taken = count_cards(lists[i].html, listing, 0);

        if (taken != lists[i].taken) {
            fail_msg("%zu, not %zu: %s", taken, lists[i].taken, lists[i].html);
        }
    }
}

#define POST  "<article class=c><h2><a href=/p>A lamp of brass</a></h2></article>"
#define THREE POST POST POST

/* Lists of posts, and how many of these are taken. */
static const struct {
    const char *html;
    size_t taken;
} archives[] = {
    {"<body><p>All of it.</p>" THREE, 3},
    {"<p>All of it.</p><section>" THREE "</section><section>" THREE "</section>", 6},
    {"<body><p>All of it.</p>" POST POST, 0},
    {"<body><p>All of it.</p>" POST POST "<article class=d><a href=/p>A lamp</a></article>", 0},
    {"<body><p>All of it.</p><div class=c><a href=/1>A</a></div><div class=c><a href=/2>B</a></div>"
     "<div class=c><a href=/3>C</a></div>",
     0},
    {"<p>All of it.</p><aside>" THREE "</aside>", 0},
};

/* What is taken of a list of posts, of which p is. */
static size_t count_entries(const char *html, unsigned hints)
{
    static const float article[DANA_PAGE_TYPE_COUNT] = {[DANA_PAGE_ARTICLE] = .75f};
    decided d = decide_by_rules(html);
    dana__blocks *blocks = &d.trace.blocks;

    blocks->hints = hints;
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        block->decision = block->rule != 0 ? DANA__DECISION_PRUNED : DANA__DECISION_OUTSIDE;
    }
    blocks->blocks[0].decision = DANA__DECISION_SUBTREE;
    return keep_and_count(&d, article, 1);
}

static void posts_of_a_list_are_its_content(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(archives); i++) {
        assert_int_equal(count_entries(archives[i].html, DANA__HINT_ARCHIVE), archives[i].taken);
        assert_int_equal(count_entries(archives[i].html, DANA__HINT_LISTING), 0);
    }
}

static void cards_of_other_pages_lead_elsewhere(void **state)
{
    static const float article[DANA_PAGE_TYPE_COUNT] = {[DANA_PAGE_ARTICLE] = .5f};
    static const float thread[DANA_PAGE_TYPE_COUNT] = {[DANA_PAGE_FORUM] = .3125f};
    static const float product[DANA_PAGE_TYPE_COUNT] = {[DANA_PAGE_PRODUCT] = .5f};
    static const float list[DANA_PAGE_TYPE_COUNT] = {
        [DANA_PAGE_LISTING] = .25f, [DANA_PAGE_COLLECTION] = .125f, [DANA_PAGE_SERVICE] = .125f};

    (void)state;
    assert_int_equal(count_cards(lists[0].html, list, DANA__HINT_ARTICLE), 10);
    assert_int_equal(count_cards(lists[0].html, article, 0), 0);
    assert_int_equal(count_cards(lists[0].html, thread, 0), 0);
    assert_int_equal(count_cards(lists[0].html, product, 0), 0);
    assert_int_equal(count_cards(lists[0].html, listing, DANA__HINT_OFFER), 0);
    assert_int_equal(count_cards(lists[0].html, listing, DANA__HINT_PRODUCT), 0);
    assert_int_equal(count_cards(lists[0].html, listing, DANA__HINT_ARTICLE), 0);
    assert_int_equal(count_cards(lists[0].html, listing, DANA__HINT_THREAD), 0);
    assert_int_equal(count_cards(lists[0].html, listing, DANA__HINT_LISTING), 10);
    assert_int_equal(count_cards(lists[0].html, listing, DANA__HINT_ARTICLE | DANA__HINT_LISTING),
                     10);
}

/* Cards that are taken in part: hardly any of them, or more. */
static void lists_that_are_taken_stay_as_they_are(void **state)
{
    decided d = decide_by_rules(INTRO "<div>" FIVE(DIV) "</div>");
    dana__blocks *blocks = &d.trace.blocks;

    (void)state;
    for (size_t n = 1; n <= 2; n++) {
        for (size_t i = 0; i < blocks->block_count; i++) {
            blocks->blocks[i].decision = i < 2 + 2 * n ? DANA__DECISION_SUBTREE
                                                       : DANA__DECISION_REFUSED;
        }
        dana__keep_cards(d.page, blocks, listing);
        assert_int_equal(blocks->blocks[11].decision,
                         n == 1 ? DANA__DECISION_LEARNED : DANA__DECISION_REFUSED);
    }
    dana_page_close(d.page);
}

#define ITEM_OF(text) "<li>" text "</li>"
#define FACT          ITEM_OF("It burns for two nights")
#define LINK          ITEM_OF("<a href=/p>It burns for two nights</a>")
#define TERM          "<dt>Oil of the lamp</dt>"

/* Lists whose blocks are taken (+), refused (-), outside (o) or pruned (x), what is expected of
 * each, and how many are taken in the end. */
static const struct {
    const char *html;
    const char *decisions;
    float score;
    size_t taken;
} whole[] = {
    {"<ul>" FACT FACT FACT FACT "</ul>", "+---", .3125f, 4},
    {"<ul>" FACT FACT FACT FACT "</ul>", "o+o-", .3125f, 4},
    {"<ul>" FACT FACT FACT FACT "</ul>", "++--", 0, 4},
    {"<ul>" FACT FACT FACT "<li>3</ul>", "+---", .3125f, 3},
    /* little is expected, none is taken, a rule is against one, short ones, links */
    {"<ul>" FACT FACT FACT FACT "</ul>", "+---", .28125f, 1},
    {"<ul>" FACT FACT FACT FACT "</ul>", "----", .5f, 0},
    {"<ul>" FACT FACT FACT FACT "</ul>", "+--x", .5f, 1},
    {"<ul><li>Views 12<li>Posts 3<li>Likes 1<li>Oil</ul>", "+---", .5f, 1},
    {"<ul>" LINK LINK LINK LINK "</ul>", "+---", .5f, 1},
    {"<ul>" LINK LINK LINK LINK "</ul>", "++--", 0, 4},
    {"<ul>" FACT FACT LINK LINK "</ul>", "++--", .5f, 2},
    /* terms */
    {"<dl>" TERM TERM TERM TERM "</dl>", "+---", 0, 4},
    {"<dl>" TERM TERM TERM TERM TERM "</dl>", "+----", .5f, 1},
};

static size_t count_whole(const char *html, const char *decisions, float score)
{
    decided d = decide_by_rules(html);
    dana__blocks *blocks = &d.trace.blocks;
    size_t taken = 0;

    assert_int_equal(blocks->block_count, strlen(decisions));
    for (size_t i = 0; i < blocks->block_count; i++) {
        blocks->blocks[i].score = score;
        blocks->blocks[i].decision = decisions[i] == '+'   ? DANA__DECISION_SUBTREE
                                     : decisions[i] == '-' ? DANA__DECISION_REFUSED
                                     : decisions[i] == 'o' ? DANA__DECISION_OUTSIDE
                                                           : DANA__DECISION_PRUNED;
    }
    dana__keep_lists(d.page, blocks, false);
    for (size_t i = 0; i < blocks->block_count; i++) {
        taken += dana__is_taken(&blocks->blocks[i]);
    }
    dana_page_close(d.page);
    return taken;
}

static void a_list_is_whole_where_a_part_of_it_is_taken(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(whole); i++) {
        size_t taken = count_whole(whole[i].html, whole[i].decisions, whole[i].score);

        if (taken != whole[i].taken) {
            fail_msg("%zu: %zu, not %zu", i, taken, whole[i].taken);
        }
    }
}

/* Cuts what one of the rules cuts of a page of which all is taken; how many blocks that is. */
static size_t count_cut(const char *html, const float *types)
{
    decided d = decide_by_rules(html);
    dana__blocks *blocks = &d.trace.blocks;
    size_t cut = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        blocks->blocks[i].decision = DANA__DECISION_SUBTREE;
    }
    if (types != NULL) {
        dana__cut_reviews(d.page, blocks, types);
    } else {
        dana__cut_spoken(d.page, blocks);
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        cut += !dana__is_taken(&blocks->blocks[i]);
    }
    dana_page_close(d.page);
    return cut;
}

static const struct {
    const char *html;
    size_t cut;
} reviews[] = {
    {TEXT "<div class=reviews><h2>Ada</h2><p>It burns.</p></div>", 2},
    {TEXT "<div class=customer-review><p>It burns.</p></div><p>It is of brass.</p>", 1},
    {TEXT "<div class='listReviews'><p>It burns.</p></div>", 1},
    {TEXT "<div class=x_review__a1><div class=review><p>It burns.</p></div></div>", 1},
    {TEXT "<div class=previews><p>It burns.</p></div>", 0},
    {TEXT "<div class='tab preview'><p>It burns.</p></div>", 0},
    {TEXT "<div class=testimonial><p>It burns.</p></div>", 0},
    {TEXT "<div id=reviews><p>It burns.</p></div>", 0},
    /* most of the page, or with its headline */
    {"<p>A lamp.</p><div class=reviews>" TEXT "</div>", 0},
    {TEXT "<div class=reviews><h1>A lamp</h1><p>It burns.</p></div>", 0},
};

/* A lamp and what its buyers say, which is most of the text, on a page that may be a product's. */
#define LAMP "<div><p>A lamp of brass that burns for two nights with half a litre of oil.</p></div>"
#define SAID                                                                                       \
    "<p>It has burnt on my boat for two winters and not gone out once, not even in the storm "     \
    "of last March, when all others did.</p>"
#define FOUR_SAID SAID SAID SAID SAID
#define PRODUCT   "<meta property=og:type content=product>"

static const struct {
    const char *html;
    bool taken; /* the lamp */
} sellers[] = {
    {PRODUCT "<h1>Lamp</h1>" LAMP "<div class=product-reviews>" FOUR_SAID FOUR_SAID "</div>", true},
    {PRODUCT "<h1>Lamp</h1>" LAMP "<div><div class=reviews>" FOUR_SAID FOUR_SAID "</div></div>",
     true},
    {PRODUCT "<h1>Lamp</h1>" LAMP "<div class=review>" FOUR_SAID FOUR_SAID "</div>", false},
    {PRODUCT LAMP "<div class=reviews><h1>Lamp</h1>" FOUR_SAID FOUR_SAID "</div>", false},
    {"<h1>Lamp</h1>" LAMP "<div class=reviews>" FOUR_SAID FOUR_SAID "</div>", false},
};

static void what_buyers_say_is_not_where_the_content_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(sellers); i++) {
        decided d = decide_by_rules(sellers[i].html);

        if (dana__is_taken(find_block(&d, "A lamp of")) != sellers[i].taken) {
            fail_msg("%zu: %s", i, sellers[i].html);
        }
        dana_page_close(d.page);
    }
}

static void reviews_are_cut_from_products(void **state)
{
    static const float product[DANA_PAGE_TYPE_COUNT] = {[DANA_PAGE_PRODUCT] = .5f};

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(reviews); i++) {
        size_t cut = count_cut(reviews[i].html, product);

        if (cut != reviews[i].cut) {
            fail_msg("%zu, not %zu: %s", cut, reviews[i].cut, reviews[i].html);
        }
        assert_int_equal(count_cut(reviews[i].html, listing), 0);
    }
}

static const struct {
    const char *html;
    size_t cut;
} spoken[] = {
    {"<p class=sr-only>Price</p>", 1},
    {"<div><p>12</p><p class='a u-sr-only b'> Price </p></div>", 1},
    {"<div><span class=visually-hidden>Price</span><div>12</div></div>", 1},
    {"<div class='mod_visuallyhidden__x1'>Price</div>", 1},
    {"<p class=screen-reader-text>Price</p><p class=screenreader>Price of it</p>", 2},
    {"<div><a href=/a><span class=sr-only>Oil</span></a> <a href=/b><span class=sr-only>Gas <!-- > "
     "-->lamp</span></a></div>",
     1},
    {"<div><a href=/a><span class=sr-only>Oil</span></a> <a href=/b><span class=x>Gas</span></a>"
     "</div>",
     0},
    {"<div><span class=sr-only>Oil <b>lamp</b></span></div>", 0},
    {"<div><span class=sr-only>Oil<!-- lamp</span></div>", 0},
    /* the value of a cell, the unit of a number in its line */
    {"<table><tr><td>Oil</td><td><i></i><span class=sr-only>Yes</span></td></tr></table>", 0},
    {"<div><span class=x>15 <span class=sr-only>minutes</span></span> <span>or so</span></div>", 0},
    {"<div><div>Bake</div><span class=sr-only>minutes</span></div>", 1},
    {"<div>15</div><div class=sr-only>minutes</div>", 1},
    /* a part of a line, a heading, a box around more */
    {"<p><span class=sr-only>Price:</span> 12</p>", 0},
    {"<p>12 <span class=sr-only>euros</span></p>", 0},
    {"<h2 class=sr-only>Price</h2>", 0},
    {"<div class='ui-helper-hidden-accessible'>Price</div><p><b class=sr-clipped>Old</b></p>", 2},
    /* a button, most of what it says */
    {"<div><button><span class=sr-only>Add oil lamp to</span> Cart</button></div>", 1},
    {"<div><button><span class=sr-only>Add</span> Oil lamp to cart</button></div>", 0},
    {"<div><button>Cart <span class=sr-only>Add oil lamp to</span></button></div>", 0},
    {"<div><p><span class=sr-only>Add oil lamp to</span> Cart</p></div>", 0},
    {"<p class=screen>Price</p><p id=sr-only>Price of it</p><p>12", 0},
    {"Price", 0},
};

static void texts_for_screen_readers_are_cut(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(spoken); i++) {
        size_t cut = count_cut(spoken[i].html, NULL);

        if (cut != spoken[i].cut) {
            fail_msg("%zu, not %zu: %s", cut, spoken[i].cut, spoken[i].html);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cards_are_taken_where_they_are_the_page),
        cmocka_unit_test(posts_of_a_list_are_its_content),
        cmocka_unit_test(cards_of_other_pages_lead_elsewhere),
        cmocka_unit_test(lists_that_are_taken_stay_as_they_are),
        cmocka_unit_test(a_list_is_whole_where_a_part_of_it_is_taken),
        cmocka_unit_test(what_buyers_say_is_not_where_the_content_is),
        cmocka_unit_test(reviews_are_cut_from_products),
        cmocka_unit_test(texts_for_screen_readers_are_cut),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
