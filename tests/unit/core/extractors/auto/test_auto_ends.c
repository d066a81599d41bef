/* auto: where an article ends: what stands behind the element that holds most of it, and the
 * paragraph behind the last one that is taken. */
#include "decided.h"

#include "extractors/auto/page_type.h"
#include "extractors/bounds/beyond.h"
#include "extractors/short/flow.h"
#include "page/page.h"

#include <string.h>

/* Paragraphs of 100 code points and 87. */
#define LONG                                                                                       \
    "The harbour reopened on Monday, said the ferry company, and the first boats left at noon in " \
    "the rain."
#define MEDIUM                                                                                     \
    "Two tugs sank in the night; no one was hurt, and the pilots went back to work by noon."
#define TEXT "<p>" LONG "</p><p>" MEDIUM "</p><p>" LONG "</p>"

/* Of which the trees are less sure ("Perhaps"), and as good as sure ("Maybe"). */
#define DOUBT  "<div><b>Perhaps the pilots of the harbour went home at noon.</b></div>"
#define BELIEF "<div><b>Maybe the pilots of the harbour went home at noon.</b></div>"

/* How likely a block is content, by the word that it begins with. */
static float likelihood(const char *text)
{
    static const struct {
        const char *word;
        float score;
    } words[] = {{"Perhaps", .6f}, {"Maybe", .85f}, {"Hardly", .39f}, {"Likely", .41f}};

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strncmp(text, words[i].word, strlen(words[i].word)) == 0) {
            return words[i].score;
        }
    }
    return .95f;
}

/* A page of which all is taken, but what is less likely than not, is refused, or, where it begins
 * with "Cut", was cut. */
static decided take(const char *html)
{
    decided d = decide_by_rules(html);

    for (size_t i = 0; i < d.trace.blocks.block_count; i++) {
        dana__block *block = &d.trace.blocks.blocks[i];
        const char *text = d.page->source.data + block->start;

        block->score = likelihood(text);
        block->decision = strncmp(text, "Cut", 3) == 0 ? DANA__DECISION_CUT
                          : block->score < .5f         ? DANA__DECISION_REFUSED
                                                       : DANA__DECISION_SUBTREE;
    }
    return d;
}

static size_t count_taken(const decided *d)
{
    size_t count = 0;

    for (size_t i = 0; i < d->trace.blocks.block_count; i++) {
        count += dana__is_taken(&d->trace.blocks.blocks[i]);
    }
    return count;
}

/* A page, and by how many blocks a rule changes what is taken. */
typedef struct {
    const char *html;
    int change;
} end_case;

static void check_ends(const end_case *cases, size_t count,
                       void (*rule)(const dana_page *, dana__blocks *))
{
    for (size_t i = 0; i < count; i++) {
        decided d = take(cases[i].html);
        int before = (int)count_taken(&d);

        rule(d.page, &d.trace.blocks);
        int change = (int)count_taken(&d) - before;

        if (change != cases[i].change) {
            fail_msg("%d, not %d: %s", change, cases[i].change, cases[i].html);
        }
        dana_page_close(d.page);
    }
}

/* 580 code points, of which the element around them holds four fifths beside two doubts. */
#define ARTICLE TEXT TEXT
#define TEASER  "<div><a href=/x>Perhaps the pilots of the harbour went home at noon.</a></div>"
#define TEASERS TEASER TEASER TEASER TEASER

static const end_case beyond[] = {
    {"<div>" ARTICLE "</div><section>" DOUBT DOUBT "</section>", -2},
    {"<div><div>" ARTICLE "</div></div>" DOUBT "<section>" DOUBT "</section>", -2},
    {"<nav><p>" LONG "</p></nav><div>" ARTICLE TEXT "</div><section>" DOUBT "</section>", -1},
    /* four fifths stand in the element around */
    {"<section><div>" TEXT "</div>" DOUBT "</section><section>" DOUBT "</section>", 0},
    {"<main><div>" TEXT "</div>" DOUBT "</main><section>" DOUBT "</section>", -1},
    /* in the element, before it, as sure as the text */
    {"<div>" ARTICLE DOUBT "</div>", 0},
    {"<section>" DOUBT "</section><div>" ARTICLE "</div>", 0},
    {"<div>" ARTICLE "</div><section>" BELIEF "</section>", 0},
    /* links: as many as the article, and more; an article of less than 200 code points */
    {"<div>" ARTICLE "</div><section>" TEASERS TEASERS "</section>", -8},
    {"<div>" ARTICLE "</div><section>" TEASERS TEASERS TEASERS TEASERS "</section>", 0},
    {"<div><p>" LONG "</p><p>" MEDIUM "</p></div><section><b>Perhaps not.</b></section>", 0},
    /* beside an element like the article's own; behind that, where it has nothing that is taken */
    {"<section>" ARTICLE "</section><section>" DOUBT "</section>", 0},
    {"<section>" ARTICLE "</section><section><p>Cut it.</p></section><div>" DOUBT "</div>", -1},
    /* paragraphs like the article's, of the same element around them */
    {"<div class=a>" ARTICLE "</div><nav><div class=a><p>Perhaps " LONG "</p></div></nav>", 0},
    {"<div class=a>" ARTICLE "</div><nav><div class=b><p>Perhaps " LONG "</p></div></nav>", -1},
    {"<div class=a>" ARTICLE "</div><nav><div class=a><p>Perhaps not.</p></div></nav>", -1},
    /* notes to the text */
    {"<div>" ARTICLE "</div><section>" DOUBT DOUBT "<b>* Of it.</b></section>", 0},
    {"<div>" ARTICLE "</div><section>" DOUBT DOUBT "<p>[1] Hale.</p></section>", 0},
    {"<div>" ARTICLE "</div><section>" DOUBT DOUBT "<p>\xE2\x80\xA0 Hale.</p></section>", 0},
    {"<div>" ARTICLE "</div><section>" DOUBT DOUBT "<p>\xE2\x80\x99 Hale.</p></section>", -3},
};

static void what_is_less_sure_beyond_an_article_is_cut(void **state)
{
    (void)state;
    check_ends(beyond, sizeof(beyond) / sizeof(beyond[0]), dana__cut_beyond);
}

/* Paragraphs that may be the last one. */
#define LAST    "<p>Likely " LONG "</p>"
#define DEEP(x) "<div>" x "</div>"

static const end_case last[] = {
    {"<div>" TEXT LAST "</div>", 1},
    {"<div>" TEXT LAST LAST "</div>", 1},
    {"<div>" TEXT DEEP(LAST) "</div>", 1},
    {"<div>" TEXT DEEP(DEEP(DEEP(LAST))) "</div>", 0},
    {"<div>" TEXT "<p>Likely it rains.</p></div>", 0},
    {"<div>" TEXT "<p>Hardly " LONG "</p></div>", 0},
    {"<div>" TEXT "<h2>Likely " LONG "</h2></div>", 0},
    {"<div>" TEXT "<p>Likely " LONG " And so on</p></div>", 0},
    {"<div>" TEXT "<p>Likely <a href=/x>" LONG "</a></p></div>", 0},
    {"<div>" TEXT "<aside>" LAST "</aside></div>", 0},
    /* behind a text that is not sure itself, and behind what was left out */
    {"<div>" TEXT "<p>Perhaps " LONG "</p>" LAST "</div>", 0},
    {"<div>" TEXT "<p>Maybe " LONG "</p>" LAST "</div>", 1},
    {"<div>" TEXT "<p>Cut it.</p>" LAST "</div>", 0},
    {"<div>" TEXT "<p>Cut " LONG "</p></div>", 0},
    /* nothing is taken, or all is */
    {"<div>" LAST "</div>", 0},
    {"<div>" TEXT "</div>", 0},
};

static void keep_last(const dana_page *page, dana__blocks *blocks)
{
    dana__keep_last_paragraph(page, blocks, true);
}

static void the_paragraph_behind_the_last_is_taken(void **state)
{
    (void)state;
    check_ends(last, sizeof(last) / sizeof(last[0]), keep_last);
}

static void of_what_may_be_no_article_no_paragraph_is_taken(void **state)
{
    decided d = take("<div>" TEXT LAST "</div>");

    (void)state;
    dana__keep_last_paragraph(d.page, &d.trace.blocks, false);
    assert_int_equal(count_taken(&d), 3);
    dana_page_close(d.page);
}

/* Pages by how likely they are articles and how much their first block is like the title. */
static const struct {
    const char *html;
    float article;
    float likeness;
    unsigned hints;
    bool may_be;
} kinds[] = {
    {"<p>" LONG "</p>", .4f, 0.0f, 0, true},
    {"<p>" LONG "</p>", .39f, 1.0f, 0, false},
    /* its title is a heading of the first level */
    {"<h1>The harbour</h1><p>" LONG "</p>", .15f, .7f, 0, true},
    {"<h1>The harbour</h1><p>" LONG "</p>", .14f, .7f, 0, false},
    {"<h1>The harbour</h1><p>" LONG "</p>", .15f, .69f, 0, false},
    {"<h2>The harbour</h2><p>" LONG "</p>", .15f, .7f, 0, false},
    /* it says that it is something else, or has a price */
    {"<h1>The harbour</h1><p>" LONG "</p>", .15f, .7f, DANA__HINT_LISTING, false},
    {"<h1>The harbour</h1><p>" LONG "</p>", .15f, .7f, DANA__HINT_THREAD, false},
    {"<h1>The harbour</h1><p>" LONG "</p>", .15f, .7f, DANA__HINT_ARTICLE, true},
    {"<h1>The harbour</h1><p>" LONG "</p><p class=price>3.50</p>", .15f, .7f, 0, false},
    {"<h1>The harbour</h1><p>" LONG "</p><p class=price>3.50</p>", .4f, .7f, 0, true},
};

static void a_page_with_its_title_as_heading_may_be_an_article(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
        float types[DANA_PAGE_TYPE_COUNT] = {[DANA_PAGE_ARTICLE] = kinds[i].article};
        decided d = decide_by_rules(kinds[i].html);
        dana__blocks *blocks = &d.trace.blocks;

        blocks->hints = kinds[i].hints;
        if (dana__may_be_article(blocks, types, 0, kinds[i].likeness) != kinds[i].may_be) {
            fail_msg("not %d: %zu", kinds[i].may_be, i);
        }
        /* without a headline the type alone counts */
        assert_int_equal(dana__may_be_article(blocks, types, blocks->block_count, 0.0f),
                         kinds[i].article >= .4f);
        dana_page_close(d.page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_less_sure_beyond_an_article_is_cut),
        cmocka_unit_test(the_paragraph_behind_the_last_is_taken),
        cmocka_unit_test(of_what_may_be_no_article_no_paragraph_is_taken),
        cmocka_unit_test(a_page_with_its_title_as_heading_may_be_an_article),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
