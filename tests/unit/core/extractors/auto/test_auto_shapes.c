/* What is learnt of names and looks: class words, shapes of blocks, types of pages; the boxes of
 * short pages. */
#include "decided.h"

#include "extractors/auto/page_type.h"

#include "blocks/class_words.h"

static dana__said read(const char *value)
{
    return dana__read_class((dana_view){value, strlen(value)});
}

static void class_words_have_odds(void **state)
{
    dana__said both = read("footer entry-content");

    (void)state;
    assert_true(read("footer").odds.high < 0);
    assert_true(read("sidebar-widget").odds.sum < 0);
    assert_true(read("entry-content").odds.high > 0);
    assert_int_equal(both.odds.low, read("footer").odds.low);
    assert_int_equal(both.odds.high, read("entry-content").odds.high);
    assert_int_equal(both.odds.sum, read("footer").odds.sum + read("entry-content").odds.sum);
    assert_int_equal(read("r-footer9x").odds.count, 0);
    assert_int_equal(read("qxzvwy").odds.count, 0);
}

static void values_of_an_element_are_joined(void **state)
{
    dana__word_odds odds = {0};
    dana__word_odds none = {0};

    (void)state;
    dana__add_odds(&odds, 5);
    dana__add_odds(&odds, -7);
    assert_int_equal(odds.low, -7);
    assert_int_equal(odds.high, 5);
    dana__join_odds(&odds, &none);
    assert_int_equal(odds.count, 2);
    dana__join_odds(&none, &odds);
    assert_int_equal(none.low, -7);
    assert_int_equal(none.sum, -2);
    for (int i = 0; i < 1000; i++) {
        dana__add_odds(&odds, -128);
    }
    assert_true(odds.sum < 0 && odds.count < 1000);
}

/* What the elements around hold for their children: an element without known words is one step. */
static void odds_go_down_the_tree(void **state)
{
    decided d = decide_by_rules(
        "<body><div class=footer><div class=qxzvwy><div class=entry-content>"
        "<p>" LONG_TEXT "</div></div></div>");
    const dana__node *p = &d.trace.blocks.nodes[find_block(&d, "The harbour")->node];
    int8_t footer = read("footer").odds.low;

    (void)state;
    assert_int_equal(p->words.low, footer);
    assert_true(p->words.nearest > 0 && p->words.high >= p->words.nearest);
    assert_int_equal(p->words.outer, footer);
    assert_int_equal(p->words.sum, p->words.nearest + footer);
    assert_int_equal(p->words.distance, 1);
    dana_page_close(d.page);
}

static void blocks_of_one_shape_belong_together(void **state)
{
    measured m;

    measure(&m, "<body><ul class=a><li>one<li>two</ul><div class=story><p>" LONG_TEXT
                "<p>" LONG_TEXT "<h2>Middle</h2><p class=lead>lead<p>" LONG_TEXT
                "</div><div class=note><p>Behind it.</div>");
    /* Blocks: one, two, text, text, Middle, lead, text, Behind. */
    static const float of_shape[] = {2, 2, 3, 3, 1, 1, 3, 1};
    static const float from_main[] = {400, 400, 0, 0, 1, 2, 0, 1};
    static const float to_main[] = {2, 1, 0, 0, 2, 1, 0, 400};

    (void)state;
    assert_int_equal(m.d.trace.blocks.block_count, 8);
    for (size_t i = 0; i < 8; i++) {
        dana__named_features f;

        dana__measure_block(&m.page, i, &f);
        assert_int_equal(f.shape.blocks, of_shape[i]);
        assert_int_equal(f.shape.is_main, of_shape[i] > 2 ? 1 : 0);
        assert_int_equal(f.shape.from_main, from_main[i]);
        assert_int_equal(f.shape.to_main, to_main[i]);
        assert_true(i < 7 || f.shape.main_before > .99f);
    }
    close_measured(&m);
}

static void a_page_without_text_has_no_shapes(void **state)
{
    measured m;

    measure(&m, "<body><p></p>");

    (void)state;
    close_measured(&m);
}

static float type_sum(const dana__type_group *t)
{
    return t->article + t->forum + t->listing + t->service + t->collection + t->product +
           t->documentation;
}

static void an_article_is_told_from_a_list_of_products(void **state)
{
    measured article;

    measure(&article, "<head><title>Harbour reopens - News</title>"
                      "<meta property=og:type content=article></head><body><article>"
                      "<h1>Harbour reopens</h1><p>" LONG_TEXT "<p>" LONG_TEXT "<p>" LONG_TEXT
                      "<p>" LONG_TEXT "</article>");
    measured shop;

    measure(
        &shop,
        "<head><title>Lamps</title></head><body><h1>Lamps</h1><div class='product-grid'>"
        "<div class='product card'><a href=/1>Red lamp</a><span class=price>29.90</span></div>"
        "<div class='product card'><a href=/2>Green lamp</a><span class=price>29.90</span></div>"
        "<div class='product card'><a href=/3>White lamp</a><span class=price>19.90</span></div>"
        "<div class='product card'><a href=/4>Small lamp</a><span "
        "class=price>9.90</span></div></div>");

    (void)state;
    assert_true(article.page.types.article > .8f);
    assert_true(shop.page.types.article < article.page.types.article);
    assert_true(type_sum(&article.page.types) > .999f && type_sum(&shop.page.types) < 1.001f);
    close_measured(&article);
    close_measured(&shop);
}

#define BOX "Write your address here and read each morning what the valley has to tell you."

/* A box that is more than the text goes; the same words are kept where nothing else is there. */
static void boxes_of_short_pages_go_unless_they_are_the_page(void **state)
{
    static const struct {
        const char *html;
        bool pruned;
    } rows[] = {
        {"<body><h1>Pier</h1><p>The pier has a new lamp since Monday.</p><div "
         "class=newsletter><p>" BOX "</div>",
         true},
        {"<body><h1>Pier</h1><div class=newsletter><p>" BOX "</div>", false},
        {"<body><div class=newsletter><h1>Pier</h1><p>" BOX "</div><p>The pier has a new lamp.</p>",
         false},
        {"<body><h1>Pier</h1><p>The pier has a new lamp since Monday.</p><div "
         "class=newsletter><main><p>" BOX "</main></div>",
         false},
        {"<body><p>The pier has a new lamp since Monday.</p><div class=newsletter><p>" BOX "</div>",
         false},
        {"<body><div class=didomi-host role=dialog><h1>Privacy</h1><p>" BOX
         "</div><h1>Pier</h1><p>The pier has a new lamp since Monday.</p>",
         true},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        decided d = decide(rows[i].html, (dana__auto_settings){0});

        assert_int_equal(find_block(&d, "Write your")->decision == DANA__DECISION_CUT,
                         rows[i].pruned);
        dana_page_close(d.page);
    }
}

/* The type that a page is told to have: of an article that may say that it is another thing. */
static const struct {
    unsigned hints;
    float article;
    float forum;
    dana_page_type type;
    float confidence;
} told[] = {
    {0, .75f, .25f, DANA_PAGE_ARTICLE, .75f},
    {0, .25f, .75f, DANA_PAGE_FORUM, .75f},
    {DANA__HINT_THREAD, .75f, .25f, DANA_PAGE_FORUM, .95f},
    {DANA__HINT_THREAD, .0f, .96875f, DANA_PAGE_FORUM, .96875f},
    {DANA__HINT_FORUM, .75f, .25f, DANA_PAGE_FORUM, .95f},
    {DANA__HINT_OFFER, .75f, .25f, DANA_PAGE_PRODUCT, .95f},
    {DANA__HINT_MANUAL, .75f, .25f, DANA_PAGE_DOCUMENTATION, .95f},
    {DANA__HINT_ARCHIVE | DANA__HINT_LISTING, .75f, .25f, DANA_PAGE_LISTING, .95f},
    {DANA__HINT_GOODS, .75f, .25f, DANA_PAGE_COLLECTION, .95f},
    {DANA__HINT_OFFER | DANA__HINT_THREAD, .75f, .25f, DANA_PAGE_FORUM, .95f},
    {DANA__HINT_OFFER | DANA__HINT_MANUAL, .75f, .25f, DANA_PAGE_PRODUCT, .95f},
    {DANA__HINT_PRODUCT | DANA__HINT_LISTING, .75f, .25f, DANA_PAGE_ARTICLE, .75f},
    {DANA__HINT_THREAD, .0f, .0f, DANA_PAGE_ARTICLE, .0f},
};

static void pages_that_say_their_type_are_told(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++) {
        const dana__blocks blocks = {.hints = told[i].hints};
        float types[DANA_PAGE_TYPE_COUNT] = {
            [DANA_PAGE_ARTICLE] = told[i].article, [DANA_PAGE_FORUM] = told[i].forum};
        float confidence;

        assert_int_equal(dana__told_type(&blocks, types, &confidence), told[i].type);
        assert_true(confidence == told[i].confidence);
    }
}

/* How likely a page is documentation, of an article, by its hints. */
static const struct {
    unsigned hints;
    float before;
    float after;
} manuals[] = {
    {0, .25f, .25f},
    {DANA__HINT_MANUAL, .25f, DANA__TOLD_MANUAL},
    {DANA__HINT_MANUAL, .96875f, .96875f},
    {DANA__HINT_MANUAL | DANA__HINT_ARTICLE, .0f, DANA__TOLD_MANUAL},
    {DANA__HINT_MANUAL | DANA__HINT_OFFER, .25f, .25f},
    {DANA__HINT_MANUAL | DANA__HINT_FORUM, .25f, .25f},
    {DANA__HINT_MANUAL | DANA__HINT_THREAD, .25f, .25f},
};

static void what_calls_itself_a_manual_is_one(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(manuals) / sizeof(manuals[0]); i++) {
        const dana__blocks blocks = {.hints = manuals[i].hints};
        float types[DANA_PAGE_TYPE_COUNT] = {[DANA_PAGE_ARTICLE] = 1.0f - manuals[i].before,
                                             [DANA_PAGE_DOCUMENTATION] = manuals[i].before};

        dana__heed_manual(&blocks, types);
        assert_true(types[DANA_PAGE_DOCUMENTATION] == manuals[i].after);
        assert_float_equal(types[DANA_PAGE_ARTICLE], 1.0f - manuals[i].after, 1e-6f);
    }
}

/* How likely a front page is an article, and a service, of which half is as likely a list. */
static const struct {
    unsigned hints;
    float article;
    float article_after;
    float service_after;
} fronts[] = {
    {0, .7f, .7f, .2f},
    {DANA__HINT_FRONT, .7f, .1f, .6f},
    {DANA__HINT_FRONT, .07f, .07f, .62f},
    {DANA__HINT_FRONT, 1.0f, 1.0f, .0f},
    {DANA__HINT_FRONT | DANA__HINT_ARTICLE, .7f, .7f, .2f},
};

static void a_front_page_is_hardly_an_article(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(fronts) / sizeof(fronts[0]); i++) {
        const dana__blocks blocks = {.hints = fronts[i].hints};
        float other = (1.0f - fronts[i].article) / 3.0f;
        float types[DANA_PAGE_TYPE_COUNT] = {[DANA_PAGE_ARTICLE] = fronts[i].article,
                                             [DANA_PAGE_LISTING] = other,
                                             [DANA_PAGE_SERVICE] = 2.0f * other};

        dana__heed_front(&blocks, types);
        assert_float_equal(types[DANA_PAGE_ARTICLE], fronts[i].article_after, 1e-6f);
        assert_float_equal(types[DANA_PAGE_SERVICE], fronts[i].service_after, 1e-6f);
        assert_float_equal(types[DANA_PAGE_LISTING], fronts[i].service_after / 2.0f, 1e-6f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_that_say_their_type_are_told),
        cmocka_unit_test(a_front_page_is_hardly_an_article),
        cmocka_unit_test(what_calls_itself_a_manual_is_one),
        cmocka_unit_test(class_words_have_odds),
        cmocka_unit_test(values_of_an_element_are_joined),
        cmocka_unit_test(odds_go_down_the_tree),
        cmocka_unit_test(blocks_of_one_shape_belong_together),
        cmocka_unit_test(a_page_without_text_has_no_shapes),
        cmocka_unit_test(an_article_is_told_from_a_list_of_products),
        cmocka_unit_test(boxes_of_short_pages_go_unless_they_are_the_page),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
