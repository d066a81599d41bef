/* auto: rows with links outside the element that holds an article's headline and text, and behind
 * that text in the elements around it; what is less sure there, and what is called no part of it.
 */
#include "decided.h"

#include "extractors/bounds/behind.h"
#include "extractors/bounds/called.h"
#include "extractors/bounds/hidden.h"
#include "extractors/bounds/next.h"
#include "extractors/bounds/outside.h"
#include "extractors/bounds/unseen.h"
#include "page/page.h"

#include <string.h>

/* Paragraphs of 100 code points, 90 and 60. */
#define LONG                                                                                       \
    "The harbour reopened on Monday, said the ferry company, and the first boats left at noon in " \
    "the rain."
#define MEDIUM                                                                                     \
    "Two tugs sank in the night; no one was hurt, and the pilots went back to work by noon."
#define SHORT   "The council will meet on Friday to hear what it has cost."

#define ARTICLE "<h1>The harbour</h1><p>" LONG "</p><p>" MEDIUM "</p><p>" SHORT "</p>"
/* One paragraph; 220 code points. */
#define INTRO                                                                                      \
    "<h1>The harbour</h1><p>" LONG " Two tugs sank in the night, and no one was hurt, as the "     \
    "pilots had gone home before the fog came in from the sea, which was late on that day.</p>"
#define LINK     "<p><a href=/x>A headline of thirty letters</a></p>"
#define ROW      "<p><a href=/x>Ropes</a> are cheap this week</p>"
#define SENTENCE "<p><a href=/x>Nets and ropes and sails</a> " SHORT " " SHORT "</p>"
#define FOUR(x)  x x x x
#define MANY(x)  FOUR(x) FOUR(x) FOUR(x) FOUR(x) FOUR(x) FOUR(x)

/* What is taken before, behind and around; how many blocks are cut. */
typedef struct {
    const char *html;
    size_t cut;
} row_case;

static const row_case outside[] = {
    {"<div>" ARTICLE "</div><div>" FOUR(LINK) "</div>", 4},
    {"<div>" FOUR(LINK) "</div><div>" ARTICLE "</div>", 4},
    {"<div>" FOUR(LINK) "</div><div>" ARTICLE "</div><div>" FOUR(ROW) "</div>", 8},
    /* in the element, or in what is the article's */
    {"<div>" ARTICLE FOUR(LINK) "</div>", 0},
    {"<main><div>" ARTICLE "</div><div>" FOUR(LINK) "</div></main>", 0},
    {"<article><div>" ARTICLE "</div><div>" FOUR(LINK) "</div></article><div>" LINK "</div>", 1},
    {"<div><h1>The harbour</h1></div><div><p>" LONG "</p><p>" LONG "</p><p>" SHORT
     "</p></div><div>" FOUR(LINK) "</div>",
     0},
    /* no links, or lines too long */
    {"<div>" ARTICLE "</div><div><p>Nets are cheap</p><p>Ropes are not</p></div>", 0},
    {"<div>" ARTICLE "</div><div>" SENTENCE SENTENCE "</div>", 0},
    /* one paragraph: links alone go */
    {"<div>" INTRO "</div><div>" FOUR(LINK) "</div>", 4},
    {"<div>" INTRO "</div><div>" FOUR(ROW) "</div>", 0},
    {"<div><h1>The harbour</h1>" FOUR(FOUR("<p>A line of letters</p>")) "</div><div>" LINK "</div>",
     0},
    /* more than the article: headlines and times of a portal go */
    {"<div>" ARTICLE "</div><div>" MANY("<p>10:20 <a href=/x>Ropes are cheap</a></p>")
         MANY("<p>10:20 <a href=/x>Ropes are cheap</a></p>")
             MANY("<p>10:20 <a href=/x>Ropes</a></p>") "</div>",
     72},
    {"<div>" ARTICLE
     "</div><div>" MANY("<p><a href=/x>Ropes and sails</a> cheap, but not today</p>") "</div>",
     0},
};

/* Behind the text, below an element that holds the headline, too. */
#define HEAD "<div><h1>The harbour</h1></div>"
#define TEXT "<p>" LONG "</p><p>" MEDIUM "</p><p>" SHORT "</p>"
#define FIVE                                                                                       \
    "<ul><li>" LINK "</li><li>" LINK "</li><li>" LINK "</li><li>" LINK "</li><li>" LINK "</li></"  \
    "ul>"
#define NAMED "<p>See <a href=/x>the ropes of the harbour</a>, <a href=/y>nets and sails</a></p>"

static const row_case behind[] = {
    {"<div>" HEAD "<div>" TEXT "</div><div>" FOUR(LINK) "</div></div>", 4},
    {"<div>" HEAD "<div><div>" TEXT "</div><div>" FOUR(ROW) "</div></div></div>", 4},
    {"<div>" HEAD "<div><div>" TEXT "</div>" LINK "</div><div>" LINK "</div></div>", 2},
    /* what stands before the text, and what goes on as text */
    {"<div>" HEAD "<div>" FOUR(LINK) "</div><div>" TEXT "</div></div>", 0},
    {"<div>" HEAD "<div>" TEXT "</div><div>" SENTENCE SENTENCE "</div></div>", 0},
    {"<div>" HEAD "<div><p>" LONG "</p></div>" FOUR(LINK) "</div>", 0},
    {"<div>" HEAD "<div><div><p>" LONG "</p></div><div>" TEXT "</div></div><div>" LINK
     "</div></div>",
     1},
    {"<article>" HEAD "<div>" TEXT "</div><div>" FOUR(LINK) "</div></article>", 0},
    /* lists beside the paragraphs, behind the last: five links, not the author's own */
    {"<div>" HEAD "<div>" TEXT FIVE "</div></div>", 5},
    {"<div>" HEAD "<div>" TEXT FIVE "<p>" MEDIUM "</p></div></div>", 0},
    {"<div>" HEAD "<div>" TEXT "<ul><li>" LINK "</li><li>" LINK "</li></ul></div></div>", 0},
    {"<div>" HEAD "<div>" TEXT NAMED NAMED NAMED NAMED NAMED "</div></div>", 0},
    {"<div>" HEAD "<div><p>" LONG LONG "</p>" FIVE "</div></div>", 0},
    {"<div>" HEAD "<div>" LONG "<br>" MEDIUM "<br>" SHORT "<br>" LINK FIVE "</div></div>", 5},
    {"<article>" HEAD "<div>" TEXT FIVE "</div></article>", 0},
    {"<h1>The harbour</h1>" TEXT FIVE, 0},
    {"<div>" HEAD FOUR(LINK) "</div>", 0},
};

/* A text of which the trees are sure, one of which they are not ("Perhaps"), one of which they are
 * as good as sure ("Maybe"), and one between these ("Likely"). */
#define DOUBT       "<p>Perhaps the pilots of the harbour went home at noon.</p>"
#define BELIEF      "<p>Maybe the pilots of the harbour went home at noon.</p>"
#define HALF        "<p>Likely the pilots of the harbour went home at noon.</p>"

#define DOUBTED     "<p>Perhaps they did not.</p>"
#define HARDLY      "<p>Hardly anybody was there.</p>"
#define BEGUN(word) "<p>" word " " LONG "</p><p>" word " " MEDIUM "</p><p>" word " " SHORT "</p>"
#define SURE        "<p>The tugs were old, and everybody on the quay knew it long before.</p>"

#define VERSE(x)    "<span class=text>" x "</span> "

static const row_case doubtful[] = {
    {"<div>" HEAD "<div>" TEXT "</div><div>" DOUBT DOUBTED "</div></div>", 2},
    {"<div>" HEAD "<div><div>" TEXT "</div><div>" DOUBT "</div></div><div>" DOUBT "</div></div>",
     2},
    {"<div>" HEAD "<div>" TEXT "</div><div>" BELIEF BELIEF "</div></div>", 0},
    /* a text of which they are not sure, either, and one of which they are still less */
    {"<div>" HEAD "<div>" BEGUN("Perhaps") "</div><div>" HARDLY "</div></div>", 1},
    {"<div>" HEAD "<div>" BEGUN("Perhaps") "</div><div>" DOUBT "</div></div>", 0},
    {"<div>" HEAD "<div>" BEGUN("Barely") "</div><div>" HARDLY "</div></div>", 0},
    {"<div>" HEAD "<div>" TEXT "</div><div>" DOUBT SURE "</div></div>", 0},
    /* what goes on right behind the text, with a sentence, and is as long as an article */
    {"<div>" HEAD "<div>" TEXT "</div><div>" FOUR(HALF) "</div></div>", 0},
    {"<div>" HEAD "<div>" TEXT "</div><div>" HALF HALF HALF "</div></div>", 3},
    {"<div>" HEAD "<div>" TEXT "</div><div><h2>Likely the pilots.</h2>" FOUR(HALF) "</div></div>",
     5},
    {"<div>" HEAD "<div>" TEXT "</div><div><p>Likely the pilots</p>" FOUR(HALF) "</div></div>", 5},
    {"<div>" HEAD "<div>" TEXT
     "</div><div><p><a href=/x>Likely the pilots.</a></p>" FOUR(HALF) "</div></div>",
     5},
    {"<div>" HEAD "<div>" TEXT "</div><div>" FOUR(DOUBT) "</div></div>", 4},
    /* beside a text that is set twice */
    {"<div>" HEAD "<div>" TEXT "</div><div><p>" LONG "</p>" FOUR(DOUBT) "</div></div>", 0},
    /* beside the paragraphs, before them, in an article */
    {"<div>" HEAD "<div>" TEXT DOUBT "</div></div>", 0},
    {"<div>" HEAD "<div>" DOUBT "</div><div>" TEXT "</div></div>", 0},
    {"<article>" HEAD "<div>" TEXT "</div><div>" DOUBT "</div></article>", 0},
    /* a text that is none by itself, or too little beside what follows */
    {"<div>" HEAD "<div><p>" LONG "</p></div><div>" DOUBT "</div></div>", 0},
    {"<div>" HEAD "<div>" TEXT DOUBT DOUBT DOUBT DOUBT "</div><div>" DOUBT "</div></div>", 0},
    {"<div>" HEAD "<div>" TEXT "</div><div>" FOUR(DOUBT DOUBT DOUBT DOUBT DOUBT) "</div></div>", 0},
    {"<div>" HEAD FOUR(LINK) "</div>", 0},
    /* beside a paragraph whose verses are elements of their own */
    {"<div>" HEAD "<div><p>" VERSE(LONG) VERSE(MEDIUM) VERSE(SHORT) "</p>" DOUBT DOUBT
                                                                    "</div></div>",
     0},
    {"<div>" HEAD "<div><p>" VERSE(LONG) VERSE(MEDIUM) VERSE(SHORT) "</p></div><div>" DOUBT DOUBT
                                                                    "</div></div>",
     2},
};

/* What readers say, and a column of the site. */
#define SAID     "<div class=comments><p>" LONG "</p><p>" MEDIUM "</p></div>"
#define COLUMN   "<div class=sidebar><p>" SHORT "</p></div>"

#define NAMED_SO "<h2 id=comments>What they say</h2>"
#define POST(x)  "<div class=post>" x "</div>"

static const row_case called[] = {
    {"<div>" HEAD "<div>" TEXT "</div>" SAID "</div>", 2},
    {"<article>" HEAD "<div>" TEXT SAID "</div></article>", 2},
    {"<div>" HEAD "<div>" TEXT "</div></div>" COLUMN, 1},
    {COLUMN "<div>" HEAD "<div>" TEXT "</div></div>" COLUMN, 2},
    /* the heading, and what stands below it, to the end of its element; not replies of a thread */
    {"<div>" HEAD TEXT NAMED_SO "<p>" LONG "</p></div><p>" SHORT "</p>", 2},
    {"<div>" HEAD TEXT "<div>" NAMED_SO "<p>" LONG "</p></div><p>" SHORT "</p></div>", 2},
    {"<div>" HEAD TEXT "<p id=comments>Nets</p><p>" LONG "</p></div>", 1},
    {"<div>" HEAD "<p>" LONG "</p>" NAMED_SO "<p>" LONG "</p></div>", 1},
    {"<div>" NAMED_SO HEAD TEXT "</div>", 0},
    {"<div>" HEAD POST(TEXT) NAMED_SO POST("<p>" LONG "</p>") "</div>", 1},
    {"<div class=post>" HEAD TEXT NAMED_SO POST("<p>" LONG "</p>") "</div>", 2},
    {"<div>" HEAD POST(TEXT) NAMED_SO "<p>" LONG "</p></div>", 2},
    {"<div>" HEAD POST(TEXT) NAMED_SO "</div>", 1},
    /* below the headline's element, or before the text */
    {"<div>" HEAD "<div>" TEXT "</div>" COLUMN "</div>", 0},
    {"<div>" HEAD SAID "<div>" TEXT "</div></div>", 0},
    /* too little is left, or the text is called so, too */
    {"<div>" HEAD "<div><p>" LONG "</p></div>" SAID "</div>" COLUMN, 0},
    {"<div class='comments sidebar'><div>" HEAD "<div>" TEXT "</div></div>" SAID COLUMN "</div>",
     0},
    {"<div>" HEAD FOUR(LINK) SAID "</div>", 0},
    {"<div>" HEAD FOUR(LINK) "</div>", 0},
};

/* The teaser of another article. */
#define TEASER "<article><h3>The ropes</h3><p>" MEDIUM "</p></article>"
/* Without an h1 the first block is the headline. */
#define FIRST "<article><h2>The harbour</h2>" TEXT

static const row_case next[] = {
    {FIRST "</article><article><h2>The ropes</h2><p>" MEDIUM "</p></article>", 2},
    {FIRST "<article><h2>The ropes</h2><p>" MEDIUM "</p></article>", 2},
    {FIRST "</article><article><h2>Ropes</h2><article><h2>Nets</h2></article></article>", 2},
    {FIRST "</article>" TEASER TEASER, 0},
    {FIRST "</article><div><h2>The ropes</h2><p>" MEDIUM "</p></div>", 0},
    {"<div><h2>The harbour</h2>" TEXT "</div><article><h2>Ropes</h2></article>", 0},
    {"<article><h2>The harbour</h2></article>" TEXT "<article><h2>Ropes</h2></article>", 0},
    {"<article><h2>The harbour</h2><p>" LONG "</p></article><article><h2>Ropes</h2></article>", 0},
    {"<article><b>The harbour</b>" TEXT "</article><article><h2>Ropes</h2></article>", 0},
    {FIRST "</article>", 0},
    {"<article><h2>The harbour</h2></article><article><h2>Ropes</h2></article>", 0},
};

#define BOX(attribute) "<div " attribute "><p>" MEDIUM "</p></div>"

static const row_case hidden[] = {
    {"<div>" ARTICLE "</div>" BOX("class='box hidden'"), 1},
    {"<div>" BOX("class=hidden") ARTICLE "</div>", 1},
    {"<div>" ARTICLE "</div><div class='hidden'>" BOX("class='hidden'") "</div>", 1},
    {"<div>" ARTICLE "</div>" BOX("class='brush: css hidden'"), 1},
    /* shown on wide screens; another class, another attribute, another part of the page */
    {"<div>" ARTICLE "</div>" BOX("class='hidden md:block'"), 0},
    {"<div>" ARTICLE "</div>" BOX("class='box-hidden hiddens'"), 0},
    {"<div>" ARTICLE "</div>" BOX("id=hidden class=box title='hidden'"), 0},
    {"<div>" ARTICLE "</div><div class='hidden'></div>", 0},
    /* more than a part of what is taken: a script shows it */
    {"<div>" ARTICLE "</div>" BOX("class='hidden'") BOX("class='hidden'"), 0},
};

static const row_case code[] = {
    {"<div>" ARTICLE "<pre class='brush: css hidden live-sample---a'>table {}</pre></div>", 1},
    {"<div>" ARTICLE "<pre class=hidden><code>a\n\nb</code></pre><pre class=hidden>c</pre></div>",
     2},
    {"<div>" ARTICLE "<pre class='brush: css'>table {}</pre></div>", 0},
    {"<div>" ARTICLE "<pre class='hidden md:block'>table {}</pre></div>", 0},
    {"<div>" ARTICLE "<p class=hidden>table</p></div>", 0},
};

static void cut_code(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    (void)headline;
    dana__cut_hidden_code(page, blocks);
}

#define BETWEEN(element) "<div>" ARTICLE element "<p>" LONG "</p></div>"

static const row_case unseen[] = {
    {BETWEEN("<p style='display:none'>" SHORT "</p>"), 1},
    {BETWEEN("<div hidden><p>" SHORT "</p></div>"), 1},
    {BETWEEN("<p style='visibility: hidden'>" SHORT "</p>"), 1},
    {BETWEEN("<p style='position:absolute;left:-9999px' id=x>" SHORT "</p>"), 1},
    {BETWEEN("<p style='font-size:0' role=note>" SHORT "</p>"), 1},
    {BETWEEN("<p>" SHORT " <span style='font-size:0'>" SHORT "</span> " SHORT "</p>"), 1},
    {BETWEEN("<p>" SHORT " <span style='display:none'>" SHORT "</span> " SHORT "</p>"), 1},
    {"<div>" ARTICLE "<p hidden>" SHORT "</p></div><p>" LONG "</p>", 1},
    {"<div><p hidden>" SHORT "</p>" INTRO "</div>", 1},
    /* letters that have a size again, what is shown or hidden otherwise, no shown text beside it */
    {BETWEEN("<p style='font-size:0'><span style='font-size:9px'>" SHORT "</span></p>"), 0},
    {"<div>" ARTICLE "</div><div><p hidden>" SHORT "</p></div><p>" LONG "</p>", 0},
    {BETWEEN("<p style='color:red'>" SHORT "</p>"), 0},
    {BETWEEN("<p aria-hidden=true>" SHORT "</p>"), 0},
    {BETWEEN("<p class=hidden>" SHORT "</p>"), 0},
    /* what a reader can open */
    {BETWEEN("<h3>More</h3><p hidden>" SHORT "</p>"), 0},
    {BETWEEN("<button>More</button><p hidden>" SHORT "</p>"), 0},
    {BETWEEN("<p hidden>" SHORT "</p><a href='#'>More</a>"), 0},
    {BETWEEN("<p hidden>" SHORT "</p><a>More</a>"), 0},
    {BETWEEN("<a href='JavaScript:open()'>More</a><p hidden>" SHORT "</p>"), 0},
    {BETWEEN("<a href=x>More</a><p hidden>" SHORT "</p><a href=/>Home</a>"), 1},
    {BETWEEN("<p hidden>" SHORT "</p><button>More</button>"), 0},
    {BETWEEN("<p hidden=until-found>" SHORT "</p>"), 0},
    {BETWEEN("<p hidden id=more>" SHORT "</p>"), 0},
    {BETWEEN("<p hidden role=tabpanel>" SHORT "</p>"), 0},
    {BETWEEN("<p class='wow fadeIn' style='visibility: hidden'>" SHORT "</p>"), 0},
    /* more than one text, more than two elements, more than a part of what is taken */
    {BETWEEN("<div hidden><p>" SHORT "</p><p>" SHORT "</p></div>"), 0},
    {BETWEEN("<p hidden>" SHORT "</p><p>" SHORT "</p><p hidden>" SHORT "</p>"), 2},
    {BETWEEN("<p hidden>" SHORT "</p><p>" SHORT "</p><p hidden>" SHORT "</p><p>" SHORT
             "</p><p hidden>" SHORT "</p>"),
     0},
    {"<div><p>" SHORT "</p><p hidden>" SHORT " " SHORT "</p></div>", 0},
    {"<div><p>" SHORT " " SHORT "</p><p hidden>" SHORT "</p></div>", 1},
};

static void cut_unseen(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    (void)headline;
    dana__cut_unseen(page, blocks);
}

static void cut_hidden(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    (void)headline;
    dana__cut_hidden(page, blocks);
}

/* How sure the trees are of a block. */
static float sureness(const dana_page *page, const dana__block *block)
{
    static const struct {
        const char *word;
        float score;
    } words[] = {
        {"Perhaps", .6f}, {"Likely", .7f}, {"Maybe", .8f}, {"Barely", .45f}, {"Hardly", .2f}};
    const char *text = page->source.data + block->start;

    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        if (strncmp(text, words[i].word, strlen(words[i].word)) == 0) {
            return words[i].score;
        }
    }
    return .95f;
}

/* Takes all blocks of the pages, and counts those that a rule cuts. */
static void check_rows(const row_case *cases, size_t count,
                       void (*rule)(const dana_page *, dana__blocks *, size_t))
{
    for (size_t i = 0; i < count; i++) {
        decided d = decide_by_rules(cases[i].html);
        dana__blocks *blocks = &d.trace.blocks;
        size_t headline = 0;
        size_t cut = 0;

        for (size_t k = 0; k < blocks->block_count; k++) {
            blocks->blocks[k].decision = DANA__DECISION_SUBTREE;
            blocks->blocks[k].score = sureness(d.page, &blocks->blocks[k]);
            headline = blocks->blocks[k].heading == 1 ? k : headline;
        }
        rule(d.page, blocks, headline);
        for (size_t k = 0; k < blocks->block_count; k++) {
            cut += !dana__is_taken(&blocks->blocks[k]);
        }
        if (cut != cases[i].cut) {
            fail_msg("%zu, not %zu: %s", cut, cases[i].cut, cases[i].html);
        }
        dana_page_close(d.page);
    }
}

static void rows_outside_an_article_are_cut(void **state)
{
    (void)state;
    check_rows(outside, sizeof(outside) / sizeof(outside[0]), dana__cut_outside);
}

static void rows_behind_an_article_are_cut(void **state)
{
    (void)state;
    check_rows(behind, sizeof(behind) / sizeof(behind[0]), dana__cut_behind);
}

static void what_is_doubtful_behind_an_article_is_cut(void **state)
{
    (void)state;
    check_rows(doubtful, sizeof(doubtful) / sizeof(doubtful[0]), dana__cut_doubtful);
}

static void what_is_called_no_part_of_an_article_is_cut(void **state)
{
    (void)state;
    check_rows(called, sizeof(called) / sizeof(called[0]), dana__cut_called);
}

static void what_is_hidden_is_cut(void **state)
{
    (void)state;
    check_rows(hidden, sizeof(hidden) / sizeof(hidden[0]), cut_hidden);
    check_rows(code, sizeof(code) / sizeof(code[0]), cut_code);
}

static void what_nobody_sees_is_cut(void **state)
{
    (void)state;
    check_rows(unseen, sizeof(unseen) / sizeof(unseen[0]), cut_unseen);
}

static void next_articles_are_cut(void **state)
{
    (void)state;
    check_rows(next, sizeof(next) / sizeof(next[0]), dana__cut_next_articles);
}

/* Of rows that were left out before nothing is counted. */
static void what_is_not_taken_does_not_count(void **state)
{
    decided d = decide_by_rules("<div>" ARTICLE "</div><div>" SENTENCE SENTENCE SENTENCE LINK
                                "</div>");
    dana__blocks *blocks = &d.trace.blocks;
    dana__block *last = &blocks->blocks[blocks->block_count - 1];

    (void)state;
    for (size_t k = 0; k < blocks->block_count; k++) {
        bool row = memmem(d.page->source.data + blocks->blocks[k].start,
                          blocks->blocks[k].end - blocks->blocks[k].start, "Nets", 4) != NULL;

        blocks->blocks[k].decision = row ? DANA__DECISION_OUTSIDE : DANA__DECISION_SUBTREE;
    }
    dana__cut_outside(d.page, blocks, 0);
    assert_int_equal(last->decision, DANA__DECISION_CUT);
    assert_int_equal(last[-1].decision, DANA__DECISION_OUTSIDE);
    dana_page_close(d.page);
}

/* What is left out stands between the text and what follows it. */
static void what_goes_on_stands_right_behind(void **state)
{
    static const char page[] = "<div>" HEAD "<div>" TEXT
                               "</div><div>" HALF FOUR(HALF) "</div></div>";

    (void)state;
    for (size_t is_left_out = 0; is_left_out < 2; is_left_out++) {
        decided d = decide_by_rules(page);
        dana__blocks *blocks = &d.trace.blocks;
        dana__block *last = &blocks->blocks[blocks->block_count - 1];

        for (size_t k = 0; k < blocks->block_count; k++) {
            blocks->blocks[k].decision = DANA__DECISION_SUBTREE;
            blocks->blocks[k].score = sureness(d.page, &blocks->blocks[k]);
        }
        last[-4].decision = is_left_out ? DANA__DECISION_REFUSED : DANA__DECISION_SUBTREE;
        dana__cut_doubtful(d.page, blocks, 0);
        assert_int_equal(dana__is_taken(last), !is_left_out);
        dana_page_close(d.page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_outside_an_article_are_cut),
        cmocka_unit_test(rows_behind_an_article_are_cut),
        cmocka_unit_test(what_is_doubtful_behind_an_article_is_cut),
        cmocka_unit_test(what_goes_on_stands_right_behind),
        cmocka_unit_test(what_is_called_no_part_of_an_article_is_cut),
        cmocka_unit_test(what_is_hidden_is_cut),
        cmocka_unit_test(what_nobody_sees_is_cut),
        cmocka_unit_test(next_articles_are_cut),
        cmocka_unit_test(what_is_not_taken_does_not_count),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
