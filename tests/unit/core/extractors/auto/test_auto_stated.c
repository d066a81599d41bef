/* auto: what is taken beside the texts that a page states in its JSON-LD. */
#include "decided.h"

#include "extractors/bounds/stated.h"
#include "measure/stated_text.h"
#include "measure/verbatim.h"
#include "page/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sentences of an article, and some that are none of it. */
#define ONE      "The harbour reopened on Monday, said the ferry company, and the first boats left."
#define TWO      "Two tugs sank in the night; no one was hurt, and the pilots went back to work."
#define THREE    "The council will meet on Friday to hear what the new pier has cost the town."
#define MORE     "Missing from what is taken, the mayor asked for another report by the spring."
#define DOUBT    "Perhaps you want to read our letter about ships."
#define OTHER    "Our fish recipes of the week have lemon, butter and a pinch of dill in them."

#define P(text)  "<p>" text "</p>"
#define LD(json) "<script type=application/ld+json>" json "</script>"
#define BODY(text)                                                                                 \
    LD("{\"@type\":\"NewsArticle\",\"headline\":\"The harbour\",\"articleBody\":\"" text "\"}")
#define POST(text) LD("{\"@type\":\"DiscussionForumPosting\",\"articleBody\":\"" text "\"}")
#define ALL        BODY(ONE " " TWO " " MORE " " THREE)

/* The page's blocks as they are before, by their first word: "Missing" ones are refused, all others
 * are taken; of "Perhaps" the trees are not sure. after: a sign for each block, + where it is taken
 * afterwards. */
typedef struct {
    const char *html;
    const char *after;
} stated_case;

static const stated_case of_articles[] = {
    /* what is between and behind, where the trees are not sure */
    {ALL P(ONE) P(DOUBT) P(TWO) P(THREE), "+-++"},
    {ALL P(ONE) P(TWO) P(THREE) P(DOUBT), "+++-"},
    {ALL P(ONE) P(OTHER) P(TWO) P(THREE), "++++"},
    {ALL P(ONE) P(TWO) P(THREE) P(OTHER), "++++"},
    /* before it, and two words alone between */
    {ALL P(DOUBT) P(ONE) P(TWO) P(THREE), "++++"},
    {ALL P(ONE) P("Perhaps so") P(TWO) P(THREE), "++++"},
    {ALL P(ONE) P(TWO) P(THREE) P("Perhaps so"), "+++-"},
    /* with its heading, but not with that of what follows */
    {ALL P(ONE) "<h2>Our letter</h2>" P(DOUBT) "<h2>The pier</h2>" P(TWO) P(THREE), "+--+++"},
    {ALL P(ONE) "<h2>The pier</h2>" P(TWO) P(THREE), "++++"},
    /* tables and code are stated nowhere */
    {ALL P(ONE) "<table><tr><td>Perhaps<td>two and three and four</table>" P(TWO) P(THREE),
     "+++++"},
    {ALL P(ONE) "<pre>Perhaps two and three and four</pre>" P(TWO) P(THREE), "++++"},
    /* more than a part of the text behind it */
    {ALL P(ONE) P(TWO) P(THREE) P(DOUBT DOUBT), "++++"},
    /* what is missing, but no link, no caption, no line of few words and no lead */
    {ALL P(ONE) P(TWO) P(MORE) P(THREE), "++++"},
    {ALL P(MORE) P(ONE) P(TWO) P(THREE), "-+++"},
    {ALL P(ONE) P(TWO) "<p><a href=/x>" MORE "</a></p>" P(THREE), "++-+"},
    {ALL P(ONE) P(TWO) "<figure><figcaption>" MORE "</figcaption></figure>" P(THREE), "++-+"},
    {ALL P(ONE) P(TWO) P("Missing from what is taken") P(THREE), "++-+"},
    /* escapes, markup and references of the statement */
    {BODY("<p>The harbour reopened on Monday, said the ferry company,\\nand the first boats "
          "left.<\\/p><p>Two tugs sank in the night; no one was hurt, &amp; the pilots went "
          "\\u0062ack to work.<\\/p>" THREE) P(ONE) P(DOUBT) P("Two <b>tugs</b> sank in the "
                                                               "night; no one was hurt, &amp; the "
                                                               "pilots went back to work."),
     "+-+"},
    /* a statement of another text, a short one, of another object, and of none */
    {BODY(OTHER " " OTHER " " OTHER) P(ONE) P(DOUBT) P(TWO) P(THREE) P(DOUBT), "+++++"},
    {BODY(ONE) P(ONE) P(DOUBT) P(ONE), "+++"},
    {LD("{\"@type\":\"Comment\",\"articleBody\":\"" ONE " " TWO " " THREE "\"}") P(ONE) P(DOUBT)
         P(TWO) P(THREE),
     "++++"},
    {P(ONE) P(DOUBT) P(TWO), "+++"},
    {ALL, ""},
};

/* Questions and answers of a page, and posts of a thread. */
#define ASKED "Missing boats: when do they leave?"
#define FAQ                                                                                        \
    LD("{\"@type\":\"FAQPage\",\"mainEntity\":[{\"@type\":\"Question\",\"name\":\"" ASKED          \
       "\",\"acceptedAnswer\":{\"@type\":\"Answer\",\"text\":\"" MORE                              \
       "\"}},{\"@type\":\"Question\",\"name\":\"Who pays?\",\"acceptedAnswer\":{\"@type\":"        \
       "\"Answer\",\"text\":\"" TWO "\"}}]}")
#define SAID(type)                                                                                 \
    LD("{\"@type\":\"" type "\",\"text\":\"" ONE "\",\"comment\":[{\"@type\":\"Comment\","         \
       "\"text\":\"" TWO " " MORE "\"}]}")

static const stated_case of_parts[] = {
    {FAQ P(ONE) "<h3>" ASKED "</h3>" P(MORE), "+++"},
    {FAQ P(ONE) "<h3>Missing here</h3>" P(MORE), "+-+"},
    {FAQ P(ONE) P(MORE) P(ONE), "+++"},
    {FAQ P(MORE), "+"},
    {FAQ P(ONE) "<h3>" ASKED "</h3>" P(DOUBT), "+-+"},
    /* readers' comments on an article */
    {SAID("NewsArticle") P(ONE) P(MORE), "+-"},
};

static const stated_case of_threads[] = {
    {SAID("DiscussionForumPosting") P(ONE) P(MORE), "++"},
    {SAID("DiscussionForumPosting") P(ONE) P(DOUBT) P(MORE) P(DOUBT), "++++"},
    /* the body of the first post: what stands between and behind is of others, who quote it */
    {POST(ONE " " TWO " " MORE) P(ONE) P(TWO) P(DOUBT) P(TWO) P(DOUBT), "+++++"},
    {POST(ONE " " TWO " " MORE) P(ONE) P(MORE) P(TWO) P(DOUBT), "++++"},
};

/* Decides the blocks of a page and scans its texts. */
static decided open_page(const char *html)
{
    decided d = decide_by_rules(html);
    dana_scan_options options = {.lines = DANA_LINES_BLOCK, .count = DANA_COUNT_CHARACTERS};
    const dana_scan *scan;

    assert_int_equal(dana_scan_page(d.page, &options, &scan, NULL), DANA_OK);
    return d;
}

static void prepare(const decided *d)
{
    for (size_t i = 0; i < d->trace.blocks.block_count; i++) {
        dana__block *block = &d->trace.blocks.blocks[i];
        const char *text = d->page->source.data + block->start;
        bool missing = memcmp(text, "Missing", 7) == 0;

        block->decision = missing ? DANA__DECISION_REFUSED : DANA__DECISION_SUBTREE;
        block->score = memcmp(text, "Perhaps", 7) == 0 ? .6f : missing ? .2f : .95f;
    }
}

static void check_cases(const stated_case *cases, size_t count, bool is_thread)
{
    for (size_t i = 0; i < count; i++) {
        decided d = open_page(cases[i].html);
        dana__blocks *blocks = &d.trace.blocks;
        dana_error err = {.status = DANA_OK};
        char after[16] = "";

        prepare(&d);
        assert_int_equal(dana__follow_stated(d.page, blocks, is_thread, &err), DANA_OK);
        for (size_t k = 0; k < blocks->block_count && k + 1 < sizeof(after); k++) {
            after[k] = dana__is_taken(&blocks->blocks[k]) ? '+' : '-';
        }
        if (strcmp(after, cases[i].after) != 0) {
            fail_msg("%s, not %s: %s", after, cases[i].after, cases[i].html);
        }
        dana_page_close(d.page);
    }
}

#define CHECK(cases, is_thread) check_cases(cases, sizeof(cases) / sizeof((cases)[0]), is_thread)

static void an_article_is_what_its_page_states(void **state)
{
    (void)state;
    CHECK(of_articles, false);
    CHECK(of_articles, true);
}

static void stated_questions_and_answers_are_taken(void **state)
{
    (void)state;
    CHECK(of_parts, false);
}

static void stated_posts_are_taken_on_threads(void **state)
{
    (void)state;
    CHECK(of_threads, true);
}

/* The part of a block that is found, of scripts with and without spaces. */
static void runs_of_three_tokens_are_found(void **state)
{
    static const char page[] = LD(
        "{\"@type\":\"Article\",\"articleBody\":\"" ONE " " TWO " \\u05d4\\u05e0\\u05de\\u05dc "
        "\\u05e0\\u05e4\\u05ea\\u05d7 \\u05d1\\u05d9\\u05d5\\u05dd \\u05e9\\u05e0\\u05d9 "
        "\\u6e2f\\u306f\\u6708\\u66dc\\u65e5\\u306b\\u958b\\u3044\\u305f\"}") P("the first boats "
                                                                                "left yesterday")
        P("הנמל נפתח ביום שני") P("港は月曜日に開いた") P("boats left");
    static const dana__stated_part parts[] = {{3, 2}, {2, 2}, {6, 6}, {0, 0}};
    decided d = open_page(page);
    dana__stated_text stated;
    dana_error err = {.status = DANA_OK};
    size_t unit = 0;
    dana_view text;
    bool of_post = false;

    (void)state;
    assert_int_equal(dana__read_stated_body(d.page, &stated, &text, &of_post, &err), DANA_OK);
    assert_non_null(stated.bits);
    assert_int_equal(d.trace.blocks.block_count, 4);
    for (size_t i = 0; i < 4; i++) {
        dana__stated_part part = dana__find_in_stated(d.page, &stated, &d.trace.blocks.blocks[i],
                                                      &unit);

        assert_int_equal(part.runs, parts[i].runs);
        assert_int_equal(part.found, parts[i].found);
    }
    dana_page_close(d.page);
}

/* Reads the statement of `length` letters of a page of five times that and more. */
static bool is_read(size_t length)
{
    static const char before[] = "<script type=application/ld+json>{\"@type\":\"Article\","
                                 "\"articleBody\":\"";
    static const char after[] = "\"}</script><p>" ONE;
    size_t size = sizeof(before) + sizeof(after) + 5 * length;
    char *html = malloc(size);

    assert_non_null(html);
    (void)snprintf(html, size, "%s%*s%s%*s", before, (int)length, "", after, 4 * (int)length, "");
    for (size_t i = 0; i < length; i++) {
        html[sizeof(before) - 1 + i] = i % 5 == 4 ? ' ' : (char)('a' + i % 26);
    }
    decided d = open_page(html);
    dana__stated_text stated;
    dana_error err = {.status = DANA_OK};
    dana_view text;
    bool of_post = false;

    assert_int_equal(dana__read_stated_body(d.page, &stated, &text, &of_post, &err), DANA_OK);
    dana_page_close(d.page);
    free(html);
    return stated.bits != NULL;
}

static void short_and_huge_statements_count_as_none(void **state)
{
    (void)state;
    assert_false(is_read(199));
    assert_true(is_read(200));
    assert_true(is_read(256 * 1024));
    assert_false(is_read(256 * 1024 + 1));
}

/* Asks a page's blocks in their order. found: a sign for each, + where it stands in the statement
 * word for word; NULL: not compared. Those that do have all their runs in it, two and more. Returns
 * how many do. */
static size_t check_verbatim(const char *html, const char *found)
{
    decided d = open_page(html);
    bool of_post = false;
    dana__stated_text stated;
    dana__verbatim verbatim = {{NULL, 0}, 0, 0};
    dana_error err = {.status = DANA_OK};
    size_t unit = 0;
    size_t count = 0;

    assert_int_equal(dana__read_stated_body(d.page, &stated, &verbatim.text, &of_post, &err),
                     DANA_OK);
    assert_non_null(stated.bits);
    for (size_t i = 0; i < d.trace.blocks.block_count; i++) {
        size_t before = unit;
        bool is_found = dana__is_verbatim(&verbatim, d.page, &d.trace.blocks.blocks[i], &unit);
        size_t behind = unit;

        unit = before;
        dana__stated_part part = dana__find_in_stated(d.page, &stated, &d.trace.blocks.blocks[i],
                                                      &unit);
        assert_true(!is_found || (part.runs >= 2 && part.found == part.runs && behind == unit));
        assert_true(is_found || behind == before);
        assert_true(found == NULL || is_found == (found[i] == '+'));
        count += is_found;
    }
    dana_page_close(d.page);
    return count;
}

static void blocks_are_found_word_for_word(void **state)
{
    (void)state;
    /* in order, behind what is missing, between marks, with markup inside */
    check_verbatim(ALL P(ONE) P(TWO) P(MORE) P(THREE), "++++");
    check_verbatim(ALL P(ONE) P(OTHER) P(THREE), "+-+");
    check_verbatim(ALL P("<b>The harbour reopened on Monday, said</b> the <i>ferry</i> company, "
                         "<a href=/>and</a> the first boats left.") P(TWO),
                   "++");
    check_verbatim(BODY(ONE "(" TWO ")" THREE) P(ONE) P(TWO) P(THREE), "+++");
    /* out of order, joined to other words, with a reference, of few words */
    check_verbatim(ALL P(TWO) P(ONE) P(THREE), "+-+");
    check_verbatim(BODY("Pre" ONE " " TWO "post " THREE) P("The harbour reopened on Monday, said "
                                                           "the ferry company") P(TWO) P(THREE),
                   "-++");
    check_verbatim(BODY("Pre" ONE " " TWO " " THREE) P("harbour reopened on Monday, said the fer")
                       P(TWO),
                   "-+");
    check_verbatim(BODY(ONE " Two &amp; more tugs sank in the night off the pier. " THREE)
                       P("Two &amp; more tugs sank in the night off the pier."),
                   "-");
    check_verbatim(BODY(ONE " Donaudampfschiffahrtsgesellschaft Kapitän ging. " THREE)
                       P("Donaudampfschiffahrtsgesellschaft Kapitän ging."),
                   "-");
}

/* A text being written. */
typedef struct {
    char text[4096];
    size_t length;
} written;

static void append(written *to, const char *piece)
{
    size_t length = strlen(piece);

    assert_true(to->length + length < sizeof(to->text));
    memcpy(to->text + to->length, piece, length + 1);
    to->length += length;
}

/* Texts of pieces, of which any may join words: what is found word for word is found by its runs.
 */
static void what_is_found_word_for_word_is_found_by_runs(void **state)
{
    static const char *const pieces[] = {
        "boat ", "pier ", "Harbour ", "on ", "in ", "7 ", "boat", "pier", " ",  ", ",  ". ",  "'",
        ",",     ":",     "-",        "(",   ")",   "é",  "’",    "港",   "は", "<b>", "</b>"};
    const size_t words = 6;
    uint64_t random = 5;
    size_t found = 0;

    (void)state;
    for (size_t round = 0; round < 3000; round++) {
        char html[2 * sizeof(written)];
        written body = {"", 0};
        written blocks = {"", 0};

        for (size_t i = 0; i < 120; i++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            size_t kinds = (random >> 50) % 8 == 0 ? sizeof(pieces) / sizeof(*pieces) : words;
            const char *piece = pieces[(random >> 33) % kinds];

            append(&blocks, piece);
            append(&body, *piece != '<' ? piece : "");
            if ((random >> 20 & 15) == 0) {
                append(&blocks, "<p>");
                append(&body, (random >> 25 & 3) != 0 ? " " : "");
            }
        }
        (void)snprintf(html, sizeof(html), BODY("%s " ONE " " TWO " " THREE) "<p>%s" P(TWO),
                       body.text, blocks.text);
        found += check_verbatim(html, NULL);
    }
    assert_true(found > 6000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_article_is_what_its_page_states),
        cmocka_unit_test(stated_questions_and_answers_are_taken),
        cmocka_unit_test(stated_posts_are_taken_on_threads),
        cmocka_unit_test(runs_of_three_tokens_are_found),
        cmocka_unit_test(short_and_huge_statements_count_as_none),
        cmocka_unit_test(blocks_are_found_word_for_word),
        cmocka_unit_test(what_is_found_word_for_word_is_found_by_runs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
