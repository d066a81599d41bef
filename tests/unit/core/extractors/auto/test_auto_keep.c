/* What auto keeps after its learned step: a manual's texts, what stands below a heading, answers.
 * The trees' part is played by decisions and scores that each test sets. */
#include "decided.h"

#include "extractors/auto/listings.h"
#include "extractors/keep/announced.h"
#include "extractors/keep/data_tables.h"
#include "extractors/keep/document.h"
#include "extractors/keep/headed.h"
#include "extractors/manual/manual.h"
#include "extractors/prune/heads.h"

static dana__block *block_of(decided *d, const char *text)
{
    return (dana__block *)find_block(d, text);
}

/* All blocks are taken, but those that begin with one of `refused`, NULL at its end. */
static void refuse(decided *d, const char *const *refused, float score)
{
    for (size_t i = 0; i < d->trace.blocks.block_count; i++) {
        d->trace.blocks.blocks[i].decision = DANA__DECISION_SUBTREE;
        d->trace.blocks.blocks[i].rule = 0;
    }
    for (; *refused != NULL; refused++) {
        block_of(d, *refused)->decision = DANA__DECISION_REFUSED;
        block_of(d, *refused)->score = score;
    }
}

static bool takes(const decided *d, const char *text)
{
    return dana__is_taken(find_block(d, text));
}

#define MANUAL                                                                                     \
    "<body><div id=doc><h1>Mill</h1><p>The mill is told what to do by one file, which it reads "   \
    "when it starts.<p>Grind at night.<h2>Notes</h2><p>Refused without reason.<div><a href=/>"     \
    "Next</a></div></div><div><p>Text of another element.</div>"

static void texts_of_manuals_are_kept(void **state)
{
    static const char *const refused[] = {"Grind", "Notes", "Refused", "Next", "Text of", NULL};
    decided d = decide_by_rules(MANUAL);

    (void)state;
    refuse(&d, refused, .3f);
    dana__keep_document(&d.trace.blocks, .4f);
    assert_false(takes(&d, "Grind"));
    dana__keep_document(&d.trace.blocks, .8f);
    assert_true(takes(&d, "Grind"));
    assert_true(takes(&d, "Notes"));
    assert_true(takes(&d, "Refused"));
    assert_false(takes(&d, "Next"));
    assert_false(takes(&d, "Text of"));
    refuse(&d, refused, .1f);
    dana__keep_document(&d.trace.blocks, .8f);
    assert_false(takes(&d, "Grind"));
    dana_page_close(d.page);
}

static void what_calls_itself_a_manual_is_whole(void **state)
{
    static const char *const refused[] = {"Grind", "Notes", "Refused", "Next", "Text of", NULL};
    decided d = decide_by_rules(MANUAL);
    size_t none = d.trace.blocks.block_count;

    (void)state;
    refuse(&d, refused, .1f);
    dana__keep_manual(d.page, &d.trace.blocks, none, 0.0f);
    assert_true(takes(&d, "Grind"));
    assert_true(takes(&d, "Notes"));
    assert_true(takes(&d, "Refused"));
    assert_false(takes(&d, "Next"));
    assert_false(takes(&d, "Text of"));
    refuse(&d, refused, .3f);
    block_of(&d, "Grind")->decision = DANA__DECISION_OUTSIDE;
    dana__keep_manual(d.page, &d.trace.blocks, none, 0.0f);
    assert_true(takes(&d, "Grind"));
    assert_true(takes(&d, "Next"));
    assert_false(takes(&d, "Text of"));
    dana_page_close(d.page);
}

/* The first and the last row of a list are links, of which the learned step was nearly sure. */
static void rows_of_manuals_are_kept(void **state)
{
    static const char *const refused[] = {"Brake", "Shaft", NULL};
    decided d = decide_by_rules("<body><div id=doc><h1>Mill</h1><p>The mill is told what to do by "
                                "one file, which it reads when it starts.<ul><li><a href=/a>Brake"
                                "</a><li>The sails, which turn with the wind, and the cap above "
                                "them.<li><a href=/b>Shaft</a></ul></div>");

    (void)state;
    refuse(&d, refused, .1f);
    dana__keep_manual(d.page, &d.trace.blocks, d.trace.blocks.block_count, 0.0f);
    assert_true(takes(&d, "Brake"));
    assert_true(takes(&d, "Shaft"));
    dana_page_close(d.page);
}

static void what_stands_below_headings_is_kept(void **state)
{
    static const char *const refused[] = {"Bread", "One", "Two", NULL};
    decided d = decide_by_rules(
        "<body><h1>Job</h1><p>Grind.<h2>Offer</h2><ul><li>Bread</ul><p>Mail "
        "us.<h2>Contents</h2><ul><li><a href=#1>One</a><li><a href=#2>Two"
        "</a></ul><h2>More</h2><p>Text.");

    (void)state;
    refuse(&d, refused, .4f);
    dana__keep_headed(d.page, &d.trace.blocks, true);
    assert_true(takes(&d, "Bread"));
    assert_true(takes(&d, "Offer"));
    assert_false(takes(&d, "Contents"));
    assert_false(takes(&d, "One"));
    refuse(&d, refused, .1f);
    dana__keep_headed(d.page, &d.trace.blocks, true);
    assert_false(takes(&d, "Bread"));
    dana_page_close(d.page);
}

static void a_heading_right_above_a_taken_text_is_kept(void **state)
{
    static const char *const refused[] = {"Mill", "Offer", "Link", "Apart", "Above", "Below", NULL};
    decided d = decide_by_rules(
        "<body><h1>Mill</h1><p>Grind.<h2>Offer</h2><p>Bread for the week.<h2><a href=/>Link</a>"
        "</h2><p>Mail us.<div><h2>Apart</h2></div><p>More.<h2>Above</h2><p>Below.");

    (void)state;
    refuse(&d, refused, .4f);
    block_of(&d, "Below")->score = .1f;
    dana__keep_headed(d.page, &d.trace.blocks, true);
    assert_true(takes(&d, "Offer"));
    assert_false(takes(&d, "Mill"));
    assert_false(takes(&d, "Link"));
    assert_false(takes(&d, "Apart"));
    assert_false(takes(&d, "Above"));
    refuse(&d, refused, .25f); /* between two texts less is needed than above the first one */
    dana__keep_headed(d.page, &d.trace.blocks, true);
    assert_true(takes(&d, "Offer"));
    assert_false(takes(&d, "Mill"));
    refuse(&d, refused, .15f);
    dana__keep_headed(d.page, &d.trace.blocks, true);
    assert_false(takes(&d, "Offer"));
    dana__keep_headed(d.page, &d.trace.blocks, false); /* less on a page that is no article */
    assert_true(takes(&d, "Offer"));
    refuse(&d, refused, .05f);
    dana__keep_headed(d.page, &d.trace.blocks, false);
    assert_false(takes(&d, "Offer"));
    dana_page_close(d.page);
}

/* A heading that a rule prunes by a name, and the text below it. */
#define TOWN "<body><h1>Town</h1>"

static const struct {
    const char *html;
    float score;
    bool taken;
} headers[] = {
    {TOWN "<h2 class=entry-header>Mill</h2><p>It grinds.", .05f, true},
    {TOWN "<h2 class=entry-header><b>Mill</b></h2><p>It grinds.", .05f, true},
    {TOWN "<h2 class=entry-header>Mill</h2><p>It grinds.", .01f, false},
    {TOWN "<div class=entry-header><h2>Mill</h2></div><p>It grinds.", .05f, false},
    {TOWN "<div class=header><h2 class=header>Mill</h2></div><p>It grinds.", .05f, false},
    {TOWN "<h2 class=entry-header>Mill</h2><div><p>It grinds.</div>", .05f, true},
    {TOWN "<div><h2 class=entry-header>Mill</h2></div><p>It grinds.", .05f, false},
};

static void a_heading_that_is_called_a_header_is_kept(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(headers); i++) {
        static const char *const refused[] = {"Mill", NULL};
        decided d = decide_by_rules(headers[i].html);

        refuse(&d, refused, headers[i].score);
        block_of(&d, "Mill")->decision = DANA__DECISION_PRUNED;
        dana__keep_headed(d.page, &d.trace.blocks, true);
        if (takes(&d, "Mill") != headers[i].taken) {
            fail_msg("%zu: %s", i, headers[i].html);
        }
        dana_page_close(d.page);
    }
}

static void a_list_that_a_text_announces_is_kept(void **state)
{
    static const char *const refused[] = {"One", "Two", "Three", "Four", "Five", "Six", NULL};
    decided d = decide_by_rules(
        "<body><div><p>Mill.<p>References:<ul><li><a href=/1>One</a><li><a href=/2>Two</a></ul>"
        "<p>\xE5\x8F\x82\xE8\x80\x83\xEF\xBC\x9A<ol><li>Three</ol><p>Ends here.<ul><li>Four</ul>"
        "<p>Elsewhere:</div><ul><li>Five</ul><div><p>Sure:<ul><li>Six</ul></div>");

    (void)state;
    refuse(&d, refused, .2f);
    block_of(&d, "Six")->score = .1f;
    dana__keep_announced(d.page, &d.trace.blocks);
    assert_true(takes(&d, "One"));
    assert_true(takes(&d, "Two"));
    assert_true(takes(&d, "Three"));
    assert_false(takes(&d, "Four"));
    assert_false(takes(&d, "Five"));
    assert_false(takes(&d, "Six"));
    refuse(&d, refused, .2f);
    block_of(&d, "Two")->score = .1f;
    dana__keep_announced(d.page, &d.trace.blocks);
    assert_false(takes(&d, "One"));
    dana_page_close(d.page);
}

static void a_label_of_what_is_not_taken_goes(void **state)
{
    static const char *const refused[] = {"Mail", NULL};
    static const char *const pages[] = {
        "<body><p>The mill.<p>Share:<p><a href=/>Mail</a>",
        "<body><p>The mill.<p>Share:<p><img src=a.jpg><p><a href=/>Mail</a>",
        "<body><p>The mill.<p>Share:<p>Mail is a text.",
        "<body><p>The mill.<p>Share:<p><a href=/>Mail</a><p>More of the mill."};

    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        decided d = decide_by_rules(pages[i]);

        refuse(&d, refused, .1f);
        dana__keep_announced(d.page, &d.trace.blocks);
        assert_int_equal(takes(&d, "Share"), i > 0);
        dana_page_close(d.page);
    }
}

static void rows_of_pictures_below_headings_are_kept(void **state)
{
    decided d = decide_by_rules(
        "<body><h1>Mills</h1><p>Nine are left, and all of them may be seen on one long day in July."
        "<h2>Pictures</h2><figure><img src=1><figcaption>Upper mill</figcaption></figure><figure>"
        "<img src=2><figcaption>Lower mill</figcaption></figure>");
    decided one = decide_by_rules(
        "<body><h1>Mills</h1><p>Nine are left, and all of them may be seen on one long day in July."
        "<h2>Picture</h2><figure><img src=1><figcaption>Upper mill</figcaption></figure><p>Text.");

    (void)state;
    assert_true(takes(&d, "Upper mill"));
    block_of(&d, "Upper mill")->decision = DANA__DECISION_PRUNED;
    block_of(&d, "Lower mill")->decision = DANA__DECISION_PRUNED;
    block_of(&d, "Pictures")->decision = DANA__DECISION_SUBTREE;
    dana__keep_headed(d.page, &d.trace.blocks, true);
    dana__keep_headed(one.page, &one.trace.blocks, true);
    assert_true(takes(&d, "Upper mill"));
    assert_true(takes(&d, "Lower mill"));
    assert_false(takes(&one, "Upper mill"));
    dana_page_close(d.page);
    dana_page_close(one.page);
}

static void answers_outside_are_kept(void **state)
{
    dana__choice thread = {.types[DANA_PAGE_FORUM] = .8f};
    decided d = decide_by_rules("<body><h1>Why?</h1><p>The question.<div class=answer><p>Short "
                                "one.<p>Unlikely one.</div><div class=teaser><p>Elsewhere.</div>");

    (void)state;
    for (size_t i = 2; i < 5; i++) {
        d.trace.blocks.blocks[i].decision = DANA__DECISION_OUTSIDE;
        d.trace.blocks.blocks[i].score = .2f;
    }
    block_of(&d, "Unlikely")->score = .05f;
    dana__keep_answers(&d.trace.blocks, &thread);
    assert_true(takes(&d, "Short"));
    assert_false(takes(&d, "Unlikely"));
    assert_false(takes(&d, "Elsewhere"));
    dana_page_close(d.page);
}

#define SPECIFICATION                                                                              \
    "<body><h1>Pack</h1><p>It holds what a day at the harbour asks for.<div><table><tr><th>Use"    \
    "<td>Hiking<tr><th>Frame<td>Inside<tr><th>Holds<td>25 litres<tr><th>Cloth<td>Nylon</table>"

/* Of a specification beside the chosen part the values are taken that look like text: with them
 * the others, and what they are values of. Where none is taken none is. */
static void a_table_outside_is_kept_whole(void **state)
{
    static const char *const cells[] = {"Use",   "Hiking",    "Frame", "Inside",
                                        "Holds", "25 litres", "Cloth", "Nylon"};
    decided d = decide_by_rules(SPECIFICATION);

    (void)state;
    for (size_t count = 0; count < 2; count++) {
        for (size_t i = 0; i < DANA__COUNT(cells); i++) {
            block_of(&d, cells[i])->decision = DANA__DECISION_OUTSIDE;
        }
        block_of(&d, "Inside")->decision = count > 0 ? DANA__DECISION_LEARNED
                                                     : DANA__DECISION_OUTSIDE;
        dana__keep_data_tables(d.page, &d.trace.blocks);
        for (size_t i = 0; i < DANA__COUNT(cells); i++) {
            assert_int_equal(takes(&d, cells[i]), count > 0);
        }
    }
    dana_page_close(d.page);
}

#define CARD(name)                                                                                 \
    "<div class=k><h3><a href=/p>" name "</a></h3><div>For boats of any size.</div></div>"
#define FIVE_CARDS CARD("Lamp") CARD("Rope") CARD("Table") CARD("Coat") CARD("Boots")

/* Such a card with its price between, which is not taken; one with a text of another heading. */
#define PRICED(name)                                                                               \
    "<div class=k><div><h3>" name "</h3></div><span>Price " name                                   \
    "</span><div>For boats of any size.</div></div>"
#define PRICED_FIVE PRICED("Lamp") PRICED("Rope") PRICED("Table") PRICED("Coat") PRICED("Boots")
#define BARE(name)  "<div class=k><div><h3>" name "</h3></div><span>Price " name "</span></div>"
#define BARE_FIVE   BARE("Lamp") BARE("Rope") BARE("Table") BARE("Coat") BARE("Boots")

/* A heading of each shape that is looked at, with a text below it that is taken. */
#define SHAPE(class) "<div class=" class "><h3>Of " class "</h3><p>Text.</p></div>"

static const struct {
    const char *html;
    const char *name;
    float score;
    bool taken;
} cards[] = {
    {"<body><h1>Things</h1>" FIVE_CARDS CARD("Horn"), "Rope", .1f, true},
    {"<body><h1>Things</h1>" FIVE_CARDS CARD("Horn"), "Rope", .01f, false},
    {"<body><h1>Things</h1>" FIVE_CARDS, "Rope", .1f, true},
    {"<body><h1>Things</h1>" CARD("Lamp") CARD("Table") CARD("Rope"), "Rope", .1f, true},
    {"<body><h1>Things</h1>" CARD("Lamp") CARD("Rope"), "Rope", .1f, false},
    {"<body><h1>Things</h1>" CARD("Lamp") CARD("Rope") "<div class=k><h4>Horn</h4><div>Loud.</div>"
                                                       "</div>",
     "Rope", .1f, false},
    {"<body><h1>Things</h1>" CARD("Lamp") CARD("Rope") "<div class=j><h3>Horn</h3><div>Loud.</div>"
                                                       "</div>",
     "Rope", .1f, false},
    {"<body><h1>Things</h1>" FIVE_CARDS CARD("Rope"), "Rope", .1f, true},
    {"<body><h1>Things</h1>" FIVE_CARDS CARD("Rope") CARD("Rope"), "Rope", .1f, false},
    {"<body><h1>Things</h1>" FIVE_CARDS CARD("Horn") "<div><div><div><div><h3>Rig</h3></div></div>"
                                                     "</div></div><p>Text of another element.",
     "Rig", .1f, false},
    {"<body><h1>Things</h1>" SHAPE("a") SHAPE("b") SHAPE("c") SHAPE("d") SHAPE("e") SHAPE("f")
         SHAPE("g") SHAPE("h") SHAPE("i") SHAPE("l") SHAPE("m") SHAPE("n") SHAPE("o") SHAPE("p")
             SHAPE("q") SHAPE("r") FIVE_CARDS CARD("Horn"),
     "Rope", .1f, false},
    {"<body><h1>Things</h1>" PRICED_FIVE PRICED("Horn"), "Rope", .1f, true},
    {"<body><h1>Things</h1>" BARE_FIVE BARE("Horn") "<p>For boats of any size.", "Rope", .1f,
     false},
};

static void names_of_cards_are_kept(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(cards) / sizeof(*cards); i++) {
        const char *const refused[] = {cards[i].name, NULL};
        decided d = decide_by_rules(cards[i].html);

        refuse(&d, refused, cards[i].score);
        for (size_t k = 0; k < d.trace.blocks.block_count; k++) {
            dana_view source = dana_page_source(d.page);
            dana__block *block = &d.trace.blocks.blocks[k];

            if (memcmp(source.data + block->start, "Price", 5) == 0) {
                block->decision = DANA__DECISION_REFUSED;
            }
        }
        dana__take_card_names(&d.trace.blocks);
        dana__keep_headed(d.page, &d.trace.blocks, true);
        if (takes(&d, cards[i].name) != cards[i].taken) {
            fail_msg("%zu: %s", i, cards[i].html);
        }
        dana_page_close(d.page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_of_manuals_are_kept),
        cmocka_unit_test(what_calls_itself_a_manual_is_whole),
        cmocka_unit_test(rows_of_manuals_are_kept),
        cmocka_unit_test(what_stands_below_headings_is_kept),
        cmocka_unit_test(a_heading_right_above_a_taken_text_is_kept),
        cmocka_unit_test(a_heading_that_is_called_a_header_is_kept),
        cmocka_unit_test(a_list_that_a_text_announces_is_kept),
        cmocka_unit_test(a_label_of_what_is_not_taken_goes),
        cmocka_unit_test(rows_of_pictures_below_headings_are_kept),
        cmocka_unit_test(answers_outside_are_kept),
        cmocka_unit_test(a_table_outside_is_kept_whole),
        cmocka_unit_test(names_of_cards_are_kept),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
