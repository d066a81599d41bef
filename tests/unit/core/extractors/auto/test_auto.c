/* auto: blocks and elements of small pages, each rule, the selection, the trace. */
#include "decided.h"

#include "blocks/class_words.h"
#include "dana/trace.h"
#include "extractors/auto/rules.h"

#include <stdio.h>

static void blocks_end_at_block_borders(void **state)
{
    decided d = decide_by_rules("<body><p>one <b>two</b> <a href=x>three</a><p>four<div>five</div>"
                                "six<br>seven");
    const dana__block *first = d.trace.blocks.blocks;

    (void)state;
    assert_int_equal(d.trace.blocks.block_count, 5);
    assert_block(&d, 0, "one <b>two</b> <a href=x>three");
    assert_block(&d, 1, "four");
    assert_block(&d, 2, "five");
    assert_block(&d, 3, "six");
    assert_block(&d, 4, "seven");
    assert_int_equal(first->text, strlen("one two three"));
    assert_int_equal(first->link_text, strlen(" three"));
    assert_int_equal(first->links, 1);
    dana_page_close(d.page);
}

static void implied_end_tags_close_elements(void **state)
{
    decided d = decide_by_rules("<ul><li>a<ul><li>b</ul><li>c</ul><table><tr><td>d<td>e<tr><td>f"
                                "</table><dl><dt>g<dd>h</dl>");
    const dana__blocks *b = &d.trace.blocks;
    uint16_t depth = b->nodes[b->blocks[0].node].depth;

    (void)state;
    assert_int_equal(b->block_count, 8);
    assert_int_equal(b->nodes[b->blocks[1].node].depth, depth + 2);
    assert_int_equal(b->nodes[b->blocks[2].node].depth, depth);
    assert_int_equal(b->nodes[b->blocks[3].node].parent, b->nodes[b->blocks[4].node].parent);
    assert_int_not_equal(b->nodes[b->blocks[4].node].parent, b->nodes[b->blocks[5].node].parent);
    assert_int_equal(b->nodes[b->blocks[6].node].parent, b->nodes[b->blocks[7].node].parent);
    dana_page_close(d.page);
}

static void stray_end_tags_close_nothing(void **state)
{
    decided d = decide_by_rules("<div><table><tr><td></div></section>a</td></table>b</div>c");
    const dana__blocks *b = &d.trace.blocks;

    (void)state;
    assert_int_equal(b->block_count, 3);
    assert_true(dana__is_inside(&b->nodes[b->blocks[0].node], UINT64_C(1) << DANA__KIND_CELL));
    assert_int_equal(b->nodes[b->blocks[1].node].kind, DANA__KIND_DIV);
    assert_int_equal(b->blocks[2].node, 0);
    dana_page_close(d.page);
}

static void sums_reach_the_page(void **state)
{
    decided d = decide_by_rules("<body><div><p>abc<p><a>de</a></div><p>f");
    const dana__blocks *b = &d.trace.blocks;

    (void)state;
    assert_int_equal(b->text, 6);
    assert_int_equal(b->non_link_text, 4);
    assert_int_equal(b->nodes[0].end_block, 3);
    dana_page_close(d.page);
}

static void class_words_are_tokens(void **state)
{
    static const struct {
        const char *value;
        uint32_t marks;
    } rows[] = {
        {"comments", 1u << DANA__MARK_COMMENTS},
        {"article-comments big", 1u << DANA__MARK_COMMENTS | 1u << DANA__MARK_CONTENT},
        {"relatedPosts", 1u << DANA__MARK_RELATED | 1u << DANA__MARK_POST},
        {"SHARE", 1u << DANA__MARK_SHARE},
        {"protocol", 0},
        {"unrelated", 0},
        {"navbar__inner", 1u << DANA__MARK_NAV},
        {"", 0},
        {"a-very-longwordthatisnotinthetable", 0},
        /* What a post is about names no element, */
        {"post-34 hentry category-cookies tag-share author-ann", 1u << DANA__MARK_POST},
        {"entry-category-comments entry-author-ann entry-type-post",
         1u << DANA__MARK_POST | 1u << DANA__MARK_CONTENT},
        {"type-post status-publish product_cat-popup first", 1u << DANA__MARK_POST},
        {"post tag-newsletter", 1u << DANA__MARK_POST},
        {"archive tag tag-share tag-17", 1u << DANA__MARK_META},
        {"serendipity_entry serendipity_entry_author_ann", 1u << DANA__MARK_CONTENT},
        /* parts of a page are no posts, */
        {"tag-share", 1u << DANA__MARK_META | 1u << DANA__MARK_SHARE},
        {"author-box", 1u << DANA__MARK_AUTHOR},
        {"post-34 hentry share", 1u << DANA__MARK_POST | 1u << DANA__MARK_SHARE},
        /* nor does what an element has or has not name it. */
        {"no-sidebar has-comments with-share", 0},
        {"modal-enabled", 0},
        {"with_header kt-pane-header-alignment-left top-[var(--nav-height)]", 0},
        {"no_toc no_caption", 0},
        {"casino_toc", 1u << DANA__MARK_NAV},
        /* Styles of an office program say how a paragraph looks. */
        {"MsoCommentText MsoFooter", 1u << DANA__MARK_CONTENT},
        {"MrsoComment", 1u << DANA__MARK_COMMENTS},
        {"modal enabled", 1u << DANA__MARK_DIALOG},
        {"casino-share", 1u << DANA__MARK_SHARE},
        /* What follows up is no button, but the remarks on a post and what a script looks for. */
        {"better__follow-up follow_up followUp", 0},
        {"follow-us", 1u << DANA__MARK_SHARE},
        {"follow-up-95416693", 1u << DANA__MARK_SHARE},
        {"js-follow-up-copy", 1u << DANA__MARK_SHARE},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        dana_view value = {rows[i].value, strlen(rows[i].value)};

        assert_int_equal(dana__read_class(value).marks, rows[i].marks);
    }
}

/* A page of some long text and one short element; the rule's name, or NULL if none matches. */
static const struct {
    const char *element;
    const char *rule;
} rule_rows[] = {
    {"<nav><p>short text</nav>", "nav"},
    {"<div class=breadcrumbs><p>short text</div>", "nav"},
    {"<div role=navigation><p>short text</div>", "nav"},
    {"<footer><p>short text</footer>", "footer"},
    {"<blockquote><footer>short text</footer></blockquote>", NULL},
    {"<header>short text</header>", "header"},
    {"<article><header>short text</header></article>", NULL},
    {"<aside>short text</aside>", "aside"},
    {"<form>short text</form>", "form"},
    {"<div hidden>short text</div>", "hidden"},
    {"<div hidden id=S:1>short text</div>", NULL},
    {"<div aria-hidden=true>short text</div>", "hidden"},
    {"<div style='display: none'>short text</div>", "hidden"},
    {"<div style='float: none'>short text</div>", NULL},
    {"<div id=comments>short text</div>", "comments"},
    {"<div class=related>short text</div>", "related"},
    {"<span class=share>short text</span>", "share"},
    {"<div class=newsletter>short text</div>", "newsletter"},
    {"<div class='cookie-bar'>short text</div>", "cookie"},
    {"<div class=ad>short text</div>", "advert"},
    {"<figure><figcaption>short text</figcaption></figure>", "caption"},
    {"<button>short text</button>", "button"},
    {"<div class=author>short text</div>", "author"},
    {"<div class=paywall>short text</div>", "paywall"},
    {"<div class=modal>short text</div>", "dialog"},
    {"<div class=popover>short text</div>", "dialog"},
    {"<div class=disclaimer>short text</div>", "note"},
    {"<div class=legal-note>short text</div>", "note"},
    {"<div itemprop=author>short text</div>", "author"},
    {"<div itemprop=text>short text</div>", NULL},
    {"<div class=buttons>short text</div>", "button"},
    {"<div class=story>short text</div>", NULL},
    /* the frame of the text and what stands beside it, but for what is hidden or above the page */
    {"<div class=content-sidebar-wrap><main>short text</main></div>", NULL},
    {"<div class=content-sidebar-wrap><section>short text</section></div>", "aside"},
    {"<div class=content-sidebar-wrap hidden><main>short text</main></div>", "aside"},
    {"<div class=modal><main>short text</main></div>", "dialog"},
};

/* Boxes of short pages are cut besides. */
static bool is_pruned(const dana__block *block)
{
    return block->decision == DANA__DECISION_PRUNED || block->decision == DANA__DECISION_CUT;
}

static void rules_prune_what_they_name(void **state)
{
    char html[2048];

    (void)state;
    for (size_t i = 0; i < sizeof(rule_rows) / sizeof(rule_rows[0]); i++) {
        snprintf(html, sizeof(html), "<body><p>%s<p>%s</p>%s", LONG_TEXT, LONG_TEXT,
                 rule_rows[i].element);
        decided d = decide_by_rules(html);
        const dana__block *block = find_block(&d, "short text");
        const char *name = dana__rules[block->rule].name;

        assert_string_equal(name, rule_rows[i].rule != NULL ? rule_rows[i].rule : "none");
        assert_int_equal(is_pruned(block), rule_rows[i].rule != NULL);
        dana_page_close(d.page);
    }
}

static void a_rule_can_be_left_out(void **state)
{
    (void)state;
    for (size_t r = 1; r < dana__rule_count; r++) {
        decided d = decide(
            "<body><p>" LONG_TEXT "<nav>short text</nav>",
            (dana__auto_settings){.rules_off = 1u << r, .steps_off = DANA__STEP_LEARNED});

        assert_int_equal(find_block(&d, "short text")->decision == DANA__DECISION_PRUNED,
                         dana__rules[r].mark != DANA__MARK_NAV);
        dana_page_close(d.page);
    }
}

static void a_rule_does_not_fire_on_most_of_the_page(void **state)
{
    decided d = decide_by_rules("<body><div class=comments><p>" LONG_TEXT "</div><p>short text");

    (void)state;
    assert_int_equal(find_block(&d, "The harbour")->rule, 0);
    dana_page_close(d.page);
}

/* Footers and consent boxes are long on pages of few words. An element with such a name is not
 * content, unless it is nearly the whole page. */
static void some_rules_fire_on_most_of_a_page(void **state)
{
    static const char *const starts[] = {
        "<footer><p>",
        "<div id=onetrust-consent-sdk><p>",
        "<div role=dialog><p>",
        "<div class='follow-us'><p>",
    };
    char html[2048];

    (void)state;
    for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++) {
        snprintf(html, sizeof(html), "<body><div><p>%s</div>%sOf the box: %s</div>", LONG_TEXT,
                 starts[i], LONG_TEXT);
        decided few = decide_by_rules(html);
        assert_true(is_pruned(find_block(&few, "Of the box")));
        dana_page_close(few.page);
        snprintf(html, sizeof(html), "<body><div><p>In few words.</div>%sOf the box: %s</div>",
                 starts[i], LONG_TEXT);
        decided most = decide_by_rules(html);
        assert_int_equal(find_block(&most, "Of the box")->rule, 0);
        dana_page_close(most.page);
    }
}

/* Tabs and folded sections of an article are hidden until a script shows them. */
static void hidden_parts_of_an_article_may_be_text(void **state)
{
    static const struct {
        const char *head;
        const char *text;
        bool pruned;
    } rows[] = {
        {"<body>", "Hidden words.", true},
        {"<body>", "Hidden words, and some more of them to read.", true},
        {"<meta property=og:type content=article><body>", "Hidden words.", true},
        {"<meta property=og:type content=article><body>",
         "Hidden words, and some more of them to read.", false},
    };
    char html[4096];

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        snprintf(html, sizeof(html), "%s<p>%s%s<p>%s%s%s<div hidden>%s</div>", rows[i].head,
                 LONG_TEXT, LONG_TEXT, LONG_TEXT, LONG_TEXT, LONG_TEXT, rows[i].text);
        decided d = decide_by_rules(html);

        assert_int_equal(find_block(&d, "Hidden")->decision == DANA__DECISION_PRUNED,
                         rows[i].pruned);
        dana_page_close(d.page);
    }
}

static void comments_are_content_in_forums(void **state)
{
    decided d = decide_by_rules("<meta name=generator content='Discourse 3.4'><p>" LONG_TEXT
                                "<p>" LONG_TEXT "</p><div class=comments>short text</div>");

    (void)state;
    assert_int_equal(d.trace.blocks.hints, DANA__HINT_FORUM);
    assert_int_equal(find_block(&d, "short text")->rule, 0);
    dana_page_close(d.page);
}

static void hints_are_read_from_the_head(void **state)
{
    static const struct {
        const char *html;
        unsigned hints;
    } rows[] = {
        {"<meta property=og:type content=article>", DANA__HINT_ARTICLE},
        {"<meta property=og:type content=website>", 0},
        {"<script type=application/ld+json>{\"@type\": \"NewsArticle\"}</script>",
         DANA__HINT_ARTICLE | DANA__HINT_NEWS},
        {"<script type=application/ld+json>{\"@type\":[\"QAPage\"]}</script>", DANA__HINT_FORUM},
        {"<script>{\"@type\": \"NewsArticle\"}</script>", 0},
        {"<script type=application/ld+json>{\"@type\":\"Product\"},{\"@type\":\"ItemList\"}"
         "</script>",
         DANA__HINT_PRODUCT | DANA__HINT_LISTING},
        {"<script type=application/ld+json>{\"@type\"", 0},
        {"<script type=application/ld+json>{\"@type\":\"", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        decided d = decide_by_rules(rows[i].html);

        assert_int_equal(d.trace.blocks.hints, rows[i].hints);
        dana_page_close(d.page);
    }
}

static void the_subtree_of_most_mass_is_chosen(void **state)
{
    decided d = decide_by_rules("<meta property=og:type content=article><body>"
                                "<div><p>short text</div>"
                                "<div id=x><p>" LONG_TEXT
                                "<p>And more of it, at length, here.</div>");

    (void)state;
    assert_int_equal(find_block(&d, "The harbour")->decision, DANA__DECISION_SUBTREE);
    assert_int_equal(find_block(&d, "And more")->decision, DANA__DECISION_SUBTREE);
    assert_int_equal(find_block(&d, "short text")->decision, DANA__DECISION_OUTSIDE);
    assert_false(d.trace.choice.fallback);
    dana_page_close(d.page);
}

/* The extractor's text of a page. */
static void assert_text(const char *html, const char *wanted)
{
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4);
    dana_page *page;
    dana_result result;
    dana_view text;

    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(dana_extract(page, algorithm, NULL, &result, NULL), DANA_OK);
    assert_int_equal(dana_render_text(page, &result, &text, NULL), DANA_OK);
    assert_int_equal(text.length, strlen(wanted));
    assert_memory_equal(text.data, wanted, text.length);
    dana_page_close(page);
}

#define NAVIGATION "<nav><ul><li><a href=/>Home</a><li><a href=/w>World</a></ul></nav>"
#define ARTICLE    "<p>" LONG_TEXT "</p>"

static void an_article_is_found(void **state)
{
    (void)state;
    assert_text("<html><head><title>Harbour</title></head><body>" NAVIGATION
                "<main><article>" ARTICLE "</article></main>"
                "<footer>All rights reserved</footer>",
                LONG_TEXT);
    assert_text("", "");
}

static void links_before_the_text_of_a_small_page_are_its_menu(void **state)
{
    (void)state;
    assert_text(
        "<title>Rain</title><ul><li><a href=/>Home</a><li><a href=/w>World news</a></ul>"
        "<h1>Rain returns</h1><p>After nine dry weeks the first rain fell on the valley.</p>"
        "<p>Farmers had waited for it since the end of August.</p>",
        "Rain returns\nAfter nine dry weeks the first rain fell on the valley.\n"
        "Farmers had waited for it since the end of August.");
    assert_text("<title>Rain returns to the valley</title><a href=/>Home</a>"
                "<p><a href=/r>The first rain</a> since August fell on the valley of the "
                "Saltmere.</p>" ARTICLE,
                "The first rain since August fell on the valley of the Saltmere.\n" LONG_TEXT);
}

static void noscript_is_content_where_the_text_stands_there(void **state)
{
    (void)state;
    assert_text("<body><noscript><p>" LONG_TEXT "</p><p>" LONG_TEXT " End.</p></noscript>",
                LONG_TEXT "\n" LONG_TEXT " End.");
}

/* Beyond the limit no text is lost: the last block has all the rest, and it is taken. */
static void text_beyond_the_limit_is_one_block_that_is_taken(void **state)
{
    enum { PARAGRAPHS = 4000 };
    char *html = malloc(PARAGRAPHS * sizeof("<p>abcd 12345") + sizeof("<p>the end"));
    char *at = html;
    dana_page *page;
    dana_result result;

    (void)state;
    for (int i = 0; i < PARAGRAPHS; i++) {
        at += snprintf(at, sizeof("<p>abcd 12345"), "<p>abcd %05d", i);
    }
    memcpy(at, "<p>the end", sizeof("<p>the end"));
    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(
        dana_extract(page, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4), NULL, &result, NULL),
        DANA_OK);
    assert_true((result.warnings & 1u << DANA_WARNING_BLOCKS_MERGED) != 0);
    const dana_span *last = &result.selection.spans[result.selection.count - 1];

    assert_int_equal(last->end, strlen(html));
    assert_true(last->end - last->start > strlen(html) / 2);
    dana_page_close(page);
    free(html);
}

static const dana_traced_block *traced(const dana_traced_block *blocks, size_t count,
                                       const char *source, const char *text)
{
    for (size_t i = 0; i < count; i++) {
        if (strncmp(source + blocks[i].span.start, text, strlen(text)) == 0) {
            return &blocks[i];
        }
    }
    fail_msg("no block begins with %s", text);
    return NULL;
}

static void a_trace_tells_every_decision(void **state)
{
    static const char html[] =
        "<html><head><title>Harbour</title></head><body>" NAVIGATION "<main><article>" ARTICLE
        "<p>A second text that stands here twice.</p><p>A second text that stands here twice.</p>"
        "</article></main><footer>All rights reserved</footer>";
    dana_page *page;
    dana_result result;
    const dana_traced_block *blocks;
    size_t count;
    size_t taken = 0;

    (void)state;
    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(
        dana_extract(page, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4), NULL, &result, NULL),
        DANA_OK);
    assert_int_equal(dana_result_trace(page, &result, &blocks, &count, NULL), DANA_OK);
    assert_int_equal(count, 6);
    assert_string_equal(traced(blocks, count, html, "Home")->decision, "pruned");
    assert_string_equal(traced(blocks, count, html, "Home")->rule, "nav");
    assert_string_equal(traced(blocks, count, html, "All rights")->rule, "footer");
    assert_string_equal(traced(blocks, count, html, "The harbour")->decision, "subtree");
    assert_null(traced(blocks, count, html, "The harbour")->rule);
    assert_true(traced(blocks, count, html, "The harbour")->density > 0);
    assert_true(traced(blocks, count, html, "The harbour")->score > .5);
    for (size_t i = 0; i < count; i++) {
        taken += blocks[i].taken;
        assert_int_equal(blocks[i].taken, strcmp(blocks[i].decision, "subtree") == 0 ||
                                              strcmp(blocks[i].decision, "learned") == 0);
        assert_true(blocks[i].score >= 0 && blocks[i].score <= 1);
    }
    assert_true(taken >= 2);
    assert_int_equal(
        dana_extract(page, dana_algorithm_find(DANA_KIND_CONTENT, "danag", 5), NULL, &result, NULL),
        DANA_OK);
    assert_int_equal(dana_result_trace(page, &result, &blocks, &count, NULL), DANA_OK);
    assert_null(blocks);
    assert_int_equal(count, 0);
    dana_page_close(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_end_at_block_borders),
        cmocka_unit_test(implied_end_tags_close_elements),
        cmocka_unit_test(stray_end_tags_close_nothing),
        cmocka_unit_test(sums_reach_the_page),
        cmocka_unit_test(class_words_are_tokens),
        cmocka_unit_test(rules_prune_what_they_name),
        cmocka_unit_test(a_rule_can_be_left_out),
        cmocka_unit_test(a_rule_does_not_fire_on_most_of_the_page),
        cmocka_unit_test(some_rules_fire_on_most_of_a_page),
        cmocka_unit_test(hidden_parts_of_an_article_may_be_text),
        cmocka_unit_test(comments_are_content_in_forums),
        cmocka_unit_test(hints_are_read_from_the_head),
        cmocka_unit_test(the_subtree_of_most_mass_is_chosen),
        cmocka_unit_test(an_article_is_found),
        cmocka_unit_test(links_before_the_text_of_a_small_page_are_its_menu),
        cmocka_unit_test(noscript_is_content_where_the_text_stands_there),
        cmocka_unit_test(text_beyond_the_limit_is_one_block_that_is_taken),
        cmocka_unit_test(a_trace_tells_every_decision),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
