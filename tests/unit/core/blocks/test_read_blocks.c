/* auto's blocks: read along with the scan they are those of a pass of their own, and where memory
 * is scarce they do not cost the page. The hash of a text does not tell where its pieces part. */
#include "unit.h"

#include "blocks/class_words.h"
#include "blocks/marks.h"
#include "blocks/read_blocks.h"
#include "page/page.h"

#include <stdio.h>
#include <stdlib.h>

static const dana_scan_options options = {.lines = DANA_LINES_BLOCK,
                                          .count = DANA_COUNT_CHARACTERS};

static const char *const pages[] = {
    "",
    "text",
    "<p>One.<p>Two<br>three <a href=x>four</a> five</p> six",
    "<html><head><title>A title</title><meta property=og:type content=article></head>"
    "<body><div class='main Content'>a  b&nbsp;<b> c</b>&amp;<i>d</i></div></body></html>behind",
    "<script type='application/ld+json'>{\"@type\":\"NewsArticle\"}</script><p>x",
    "<noscript><p>hidden <b>text</b></p></noscript><style>p{}</style><p>shown",
    "<svg><text>x</text><svg/></svg><template><p>y</template><select><option>z</select><p>w",
    "<svg>never closed<p>one<template>nor this<p>two<select>nor that<p>three",
    "<ul><li>a<li>b<ul><li>c</ul><li>d</ul><table><tr><td>e<td>f<tr><th>g</table>",
    "<div hidden>a</div><div style='display:none'>b</div><div aria-hidden=true id=S:1>c</div>",
    "<h1>H</h1><span class=price>1</span><span>2</span><!-- c --><div>3<!x>4</div><p title='>'>5",
    "<textarea><p>raw</textarea><iframe>raw</iframe><title>late</title><p>tail<p",
    "<p>\xE6\x96\x87\xE7\xAB\xA0\xE3\x80\x82<p>x<main><button>\xEA\xB0\x80</button></main>",
    "<p>\xD9\x85\xD8\xB1\xD8\xAD\xD8\xA8\xD8\x8C <b>\xE4\xBD\xA0\xE3\x80\x82</b> \xF0\x9F\x92\xA5.",
};

static dana_page *open_page(const char *html, size_t cap)
{
    dana_page *page;
    dana_error err;

    assert_int_equal(dana_page_open(html, strlen(html), cap, NULL, &page, &err), DANA_OK);
    return page;
}

static void assert_same_block(const dana__block *a, const dana__block *b)
{
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->text, b->text);
    assert_int_equal(a->link_text, b->link_text);
    assert_int_equal(a->node, b->node);
    assert_int_equal(a->hash, b->hash);
    assert_int_equal(a->tags, b->tags);
    assert_int_equal(a->punctuation, b->punctuation);
    assert_int_equal(a->digits, b->digits);
    assert_int_equal(a->links, b->links);
    assert_int_equal(a->heading, b->heading);
}

static void assert_same_node(const dana__node *a, const dana__node *b)
{
    assert_int_equal(a->parent, b->parent);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->first_block, b->first_block);
    assert_int_equal(a->end_block, b->end_block);
    assert_int_equal(a->all_marks, b->all_marks);
    assert_int_equal(a->text, b->text);
    assert_int_equal(a->non_link_text, b->non_link_text);
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->children, b->children);
}

static void assert_same(const dana__blocks *a, const dana__blocks *b)
{
    assert_int_equal(a->block_count, b->block_count);
    assert_int_equal(a->node_count, b->node_count);
    assert_int_equal(a->hints, b->hints);
    assert_int_equal(a->article_count, b->article_count);
    assert_int_equal(a->text, b->text);
    assert_int_equal(a->non_link_text, b->non_link_text);
    assert_int_equal(a->noscript_text, b->noscript_text);
    assert_int_equal(a->title.start, b->title.start);
    assert_int_equal(a->title.end, b->title.end);
    for (size_t i = 0; i < a->block_count; i++) {
        assert_same_block(&a->blocks[i], &b->blocks[i]);
    }
    for (size_t i = 0; i < a->node_count; i++) {
        assert_same_node(&a->nodes[i], &b->nodes[i]);
    }
}

static void blocks_read_along_are_those_of_a_pass_of_their_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        dana_page *page = open_page(pages[i], (size_t)1 << 20); /* room for both */
        const dana_scan *scan;
        dana__blocks own;
        dana_error err;

        assert_int_equal(dana__scan_with_blocks(page, &options, &scan, &err), DANA_OK);
        assert_non_null(page->prefetched_blocks);
        assert_null(page->listener);
        assert_int_equal(dana__read_blocks(page, false, 0, &own, &err), DANA_OK);
        assert_same(page->prefetched_blocks, &own);
        dana_page_close(page);
    }
}

/* A page that repeats <p>x so often that its lines need the memory of the blocks. */
static void the_scan_gets_the_memory_it_needs(void **state)
{
    enum { REPEATS = 20000, STEP = 16 * 1024 };
    char *html = calloc(REPEATS, 4);
    size_t alone = 0;
    size_t both = 0;

    (void)state;
    assert_non_null(html);
    memset(html, ' ', 4 * REPEATS - 1);
    for (size_t i = 0; i < REPEATS; i++) {
        memcpy(html + 4 * i, "<p>x", i + 1 < REPEATS ? 4 : 3);
    }
    for (size_t cap = 2 * STEP; both == 0; cap += STEP) {
        dana_page *page = open_page(html, cap);
        dana_page *other = open_page(html, cap);
        const dana_scan *scan;
        dana_error err;
        dana_status status = dana_scan_page(other, &options, &scan, &err);

        assert_int_equal(dana__scan_with_blocks(page, &options, &scan, &err), status);
        alone += status == DANA_OK && page->prefetched_blocks == NULL;
        both += status == DANA_OK && page->prefetched_blocks != NULL;
        dana_page_close(page);
        dana_page_close(other);
    }
    assert_true(alone > 0);
    free(html);
}

static uint32_t hash_of(const char *html)
{
    dana_page *page = open_page(html, 0);
    dana__blocks blocks;
    dana_error err;

    assert_int_equal(dana__read_blocks(page, false, 0, &blocks, &err), DANA_OK);
    assert_int_equal(blocks.block_count, 1);
    uint32_t hash = blocks.blocks[0].hash;

    dana_page_close(page);
    return hash;
}

/* Anchors and classes before a text, how much of it is in links, whether it is called comments. */
static const struct {
    const char *html;
    unsigned link_text;
    bool comments;
} called[] = {
    {"<p><a href='#b'>text", 4, false},
    {"<p><a name='b'/>text", 0, false},
    {"<p><a id='b'/>text", 0, false},
    {"<p><a id=b>text", 0, false},
    {"<p><a id='b' href='#c'>text", 4, false},
    {"<p><a id='b' class='button'>text", 4, false},
    {"<p><a id='b' onclick='c()'>text", 4, false},
    {"<p><a>text", 4, false},
    {"<p><span class='comment'>text", 0, false},
    {"<p><span class='comment text'>text", 0, true},
    {"<div class='comment'>text", 0, true},
    {"<div class='deprecation-comment'>text", 0, false},
    {"<div class='user-comment'>text", 0, true},
};

static void places_are_no_links_and_code_has_no_readers(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(called) / sizeof(called[0]); i++) {
        dana_page *page = open_page(called[i].html, 0);
        dana__blocks blocks;
        dana_error err;

        assert_int_equal(dana__read_blocks(page, false, 0, &blocks, &err), DANA_OK);
        assert_int_equal(blocks.block_count, 1);
        const dana__node *node = &blocks.nodes[blocks.blocks[0].node];

        assert_int_equal(blocks.blocks[0].link_text, called[i].link_text);
        assert_int_equal((node->all_marks & DANA__MARK_BIT(COMMENTS)) != 0, called[i].comments);
        dana_page_close(page);
    }
}

static void a_hash_does_not_tell_where_pieces_part(void **state)
{
    uint32_t whole = hash_of("<p>0123456789abcdefghij");

    (void)state;
    assert_int_equal(hash_of("<p>0<b>123</b>456789abcdefghij"), whole);
    assert_int_equal(hash_of("<p>01234567<b>89abcdef</b>ghij"), whole);
    assert_int_equal(hash_of("<p>0123456<b>7</b>89abcdefgh<i>ij</i>"), whole);
    assert_int_not_equal(hash_of("<p>0123456789abcdefghik"), whole);
    assert_int_not_equal(hash_of("<p>0123456789abcdefghi"), whole);
    assert_int_not_equal(hash_of("<p>1023456789abcdefghij"), whole);
}

#define SET                                                                                        \
    "<font style='vertical-align: inherit;'><font dir='auto' style='vertical-align: inherit;'>"
#define END "</font></font>"

/* The fonts that a browser sets around texts it translates, and those of the page. */
static const struct {
    const char *html;
    uint16_t tags[2]; /* of the two blocks */
} fonts[] = {
    {"<p>a<p><b>c", {1, 2}},
    {"<p>" SET "a" END "<p><b>" SET "c" END, {1, 2}},
    {"<p><font size=2>a</font><p>c", {3, 1}},
    {"<p><font size=2>" SET "a" END "</font><p>" SET "c" END, {3, 1}},
    {"<p><font _mstmutation='1'>a</font><p>c", {1, 1}},
    {"<p>a</font><p>c", {2, 1}},
};

static void fonts_of_translations_are_no_tags(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(fonts) / sizeof(fonts[0]); i++) {
        dana_page *page = open_page(fonts[i].html, 0);
        dana__blocks blocks;
        dana_error err;

        assert_int_equal(dana__read_blocks(page, false, 0, &blocks, &err), DANA_OK);
        assert_int_equal(blocks.block_count, 2);
        assert_int_equal(blocks.blocks[0].tags, fonts[i].tags[0]);
        assert_int_equal(blocks.blocks[1].tags, fonts[i].tags[1]);
        dana_page_close(page);
    }
}

static uint32_t marks_of(const char *class)
{
    return dana__read_class((dana_view){class, strlen(class)}).marks;
}

/* Names of what a post is about mark nothing, wherever in a step of sixteen bytes they begin. */
static void subjects_are_found_at_every_place(void **state)
{
    static const char *const subjects[] = {"category-comments", "cat-comments",   "tag-comments",
                                           "author-comments",   "topic-comments", "term-comments",
                                           "taxonomy-comments", "tax-comments"};
    char class[128];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(subjects); i++) {
        for (int before = 0; before < 40; before++) {
            snprintf(class, sizeof(class), "hentry %*s%s", before, "", subjects[i]);
            assert_int_equal(marks_of(class) & DANA__MARK_BIT(COMMENTS), 0);
        }
    }
    assert_int_not_equal(marks_of("hentry comments") & DANA__MARK_BIT(COMMENTS), 0);
}

/* The elements of a page that say they are a foot. */
static size_t feet_of(const char *html)
{
    dana_page *page = open_page(html, 0);
    dana__blocks blocks;
    dana_error err;
    size_t feet = 0;

    assert_int_equal(dana__read_blocks(page, false, 0, &blocks, &err), DANA_OK);
    for (size_t i = 0; i < blocks.node_count; i++) {
        feet += (blocks.nodes[i].marks & DANA__MARK_BIT(FOOTER)) != 0;
    }
    dana_page_close(page);
    return feet;
}

/* An element that the page defines has a '-' in its name, wherever that is. */
static void custom_elements_are_known_by_their_dash(void **state)
{
    static const char *const customs[] = {"x-footer",       "footer-x",   "Footer-a",
                                          "my-footer",      "footer-abc", "my-x-footer",
                                          "abcdefgh-footer"};
    static const char *const others[] = {"xfooter",  "footerx", "myfooter",
                                         "footer_x", "x-foot",  "abcdefghfooter"};
    char html[128];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(customs); i++) {
        snprintf(html, sizeof(html), "<%s>a<p>b</%s><p>c", customs[i], customs[i]);
        assert_int_equal(feet_of(html), 1);
    }
    for (size_t i = 0; i < DANA__COUNT(others); i++) {
        snprintf(html, sizeof(html), "<%s>a<p>b</%s><p>c", others[i], others[i]);
        assert_int_equal(feet_of(html), 0);
    }
}

static unsigned hints_of(const char *html)
{
    dana_page *page = open_page(html, 1 << 24);
    dana__blocks blocks;
    dana_error err;

    assert_int_equal(dana__read_blocks(page, false, 0, &blocks, &err), DANA_OK);
    unsigned hints = blocks.hints;

    dana__release_blocks(page, &blocks);
    dana_page_close(page);
    return hints;
}

/* Pages that are threads by their address or microdata, and pages that are none. */
static const char *const thread_addresses[] = {
    "<link rel=canonical href='https://forum.example.org/a'>",
    "<link rel=canonical href='https://www.boards.example.org'>",
    "<link rel=canonical href='https://example.org/Threads/a.1/'>",
    "<link rel=canonical href='/viewtopic.php?t=1'>",
    "<link rel=canonical href='/web/20210305id_/https://example.org/viewtopic.php?t=1'>",
    "<meta property='og:url' content='https://example.org/de/forum/showthread.php?t=1'>",
    "<link rel=canonical href='https://example.org/t/old-zinc/1204'>",
    "<link rel=canonical href='https://example.org/t/1204/old-zinc'>",
    "<link rel=canonical href='https://example.org/topic/12-old-zinc/'>",
    "<link rel=canonical href='https://example.org/d/12-old-zinc?page=2'>",
    "<link rel=canonical href='https://example.org/discussions/topic/old-zinc'>",
    "<link rel=canonical href='https://example.org/discussion/12/old-zinc'>",
    "<link rel=canonical href='https://www.reddit.com/r/zinc/comments/1a2b/old_zinc/'>",
    "<link rel=canonical href='https://news.ycombinator.com/item?id=12'>",
    "<link rel=canonical href='https://github.com/zinc/roofs/issues/12'>",
    "<link rel=canonical href='https://github.com/zinc/roofs/issues/2012#issuecomment-7'>",
    "<link rel=canonical href='https://code.example.org/zinc/roofs/pulls/12'>",
    "<link rel=canonical href='https://code.example.org/zinc/roofs/-/issues/12'>",
    "<link rel=canonical href='https://code.example.org/zinc/roofs/-/merge_requests/12'>",
    "<link rel=canonical href='https://example.org/board/index.php?topic=12.0'>",
    "<div itemscope itemtype='https://schema.org/DiscussionForumPosting'>a</div>",
    "<body itemscope itemtype=QAPage>a</body>",
};

static const char *const other_addresses[] = {
    "<link rel=canonical href=''>",
    "<link rel=canonical href='https://'>",
    "<link rel=canonical href='https://example.forum/a'>",
    "<link rel=canonical href='https://forumromanum.org/threads-of-silk/questions-asked'>",
    "<link rel=canonical href='https://example.org/2012/06/02/forum/a'>",
    "<link rel=canonical href='https://example.org/t/old-zinc/roofs'>",
    "<link rel=canonical href='https://example.org/topic/roofs'>",
    "<link rel=canonical href='https://example.org/topic/'>",
    "<link rel=canonical href='https://example.org/discussion/old-zinc'>",
    "<link rel=canonical href='https://example.org/zinc/roofs/issues/12'>",
    "<link rel=canonical href='https://github.com/zinc/roofs/issues'>",
    "<link rel=canonical href='https://code.example.org/zinc/roofs/-/issues/new'>",
    "<link rel=canonical href='https://example.org/r/zinc/new'>",
    "<link rel=canonical href='https://example.org/item?id=12'>",
    "<link rel=canonical href='https://www.ycombinator.com/item'>",
    "<link rel=canonical href='https://example.org/en/topic/12'>",
    "<link rel=canonical href='https://example.org/topic/2024-elections'>",
    "<link rel=canonical href='https://example.org/d/1990'>",
    "<link rel=canonical href='https://example.org/t/2039-a'>",
    "<link rel=canonical href='https://example.org/discussions/old-zinc/topic'>",
    "<link rel=canonical href='https://example.org/index.php?topic=roofs'>",
    "<link rel=canonical href='https://example.org/index.php?topic='>",
    "<link rel=canonical href='https://example.org/index.php?a=1&topic=12'>",
    "<link rel=canonical href='https://example.org/a?from=/threads/'>",
    "<a href='https://forum.example.org/threads/a'>a</a>",
    "<div itemscope itemtype='https://schema.org/Article'>a</div>",
    "<div itemscope itemtype=''>a</div>",
    "<div itemscope itemtype>a</div>",
    "<div itemtype itemscope>a</div>",
    "<meta property='og:url' content>",
    "<link rel=canonical href>",
};

static void threads_are_known_by_address_and_microdata(void **state)
{

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(thread_addresses); i++) {
        assert_int_equal(hints_of(thread_addresses[i]), DANA__HINT_THREAD);
    }
    for (size_t i = 0; i < DANA__COUNT(other_addresses); i++) {
        assert_int_equal(hints_of(other_addresses[i]), 0);
    }
}

#define OG_ARTICLE "<meta property='og:type' content='article'>"
#define LD_NEWS    "<script type='application/ld+json'>{\"@type\":\"NewsArticle\"}</script>"

/* What pages say of themselves besides, and their hints. */
static const struct {
    const char *html;
    unsigned hints;
} said[] = {
    {"<meta property='product:price:amount' content='12'>", DANA__HINT_OFFER},
    {"<script type='application/ld+json'>{\"@type\":\"JobPosting\"}</script>"
     "<link rel=canonical href='https://boards.example.org/zinc/jobs/12'>",
     DANA__HINT_JOB},
    {"<meta property='og:price:amount' content='12'>", DANA__HINT_OFFER},
    {"<meta property='product:availability' content='in stock'>", DANA__HINT_OFFER},
    {"<meta name='product:brand' content='Hale'>", DANA__HINT_OFFER},
    {"<meta property='og:type' content='product.group'>", DANA__HINT_GOODS},
    {"<meta property='product:price:amount'>", 0},
    {"<meta property='product:price:currency' content='EUR'>", 0},
    {"<script type='application/ld+json'>{\"@type\":\"ProductGroup\"}</script>", DANA__HINT_OFFER},
    {"<script type='application/ld+json'>{\"@type\":\"Product\"}</script>", DANA__HINT_PRODUCT},
    {"<meta name=generator content='rustdoc'>", DANA__HINT_MANUAL},
    {"<meta name=generator content='Doxygen 1.9.4'>", DANA__HINT_MANUAL},
    {"<meta name=generator content='Docutils 0.19: https://example.org/'>", DANA__HINT_MANUAL},
    {"<meta name=generator content='texi2any'>", DANA__HINT_MANUAL},
    {"<meta name=generator content='WordPress 6.1'>", 0},
    {"<div class='document'><div class='sphinxsidebar'>a</div></div>", DANA__HINT_MANUAL},
    {"<div role=main class=\"rst-content\">a</div>", DANA__HINT_MANUAL},
    {"<div id=sphinxsidebar>a</div>", 0},
    {"<link rel=canonical href='https://docs.example.org/a'>", DANA__HINT_MANUAL},
    {"<link rel=canonical href='https://developer.example.org/en/docs/a'>", DANA__HINT_MANUAL},
    {"<link rel=canonical href='https://docs.example.org/forum/a'>", DANA__HINT_THREAD},
    {"<link rel=canonical href='https://docs.forum.example.org/a'>", DANA__HINT_MANUAL},
    {"<link rel=canonical href='https://example.docs/docs/a'>", 0},
    {"<link rel=canonical href='https://example.org/topic/1989-a'>", DANA__HINT_THREAD},
    {"<link rel=canonical href='https://example.org/topic/2040-a'>", DANA__HINT_THREAD},
    {"<link rel=canonical href='https://example.org/topic/202412-a'>", DANA__HINT_THREAD},
    /* tickets of a tracker, and those of a theatre */
    {"<link rel=canonical href='https://example.org/ticket/12'>", DANA__HINT_THREAD},
    {"<meta property=og:type content=product><link rel=canonical "
     "href='https://example.org/ticket/12'>",
     DANA__HINT_PRODUCT},
    {OG_ARTICLE "<link rel=canonical href='https://example.org/topic/12-a'>", DANA__HINT_ARTICLE},
    {OG_ARTICLE "<link rel=canonical href='https://example.org/thread/a'>", DANA__HINT_ARTICLE},
    {OG_ARTICLE "<link rel=canonical href='https://docs.example.org/questions/a'>",
     DANA__HINT_ARTICLE | DANA__HINT_MANUAL},
    {OG_ARTICLE "<link rel=canonical href='https://example.org/threads/a'>",
     DANA__HINT_ARTICLE | DANA__HINT_THREAD},
    {"<link rel=canonical href='https://forum.example.org/a'>" LD_NEWS,
     DANA__HINT_ARTICLE | DANA__HINT_NEWS},
    {"<link rel=canonical href='https://example.org/forum/topic/12'>" LD_NEWS
     "<div itemscope itemtype='https://schema.org/DiscussionForumPosting'>a</div>",
     DANA__HINT_ARTICLE | DANA__HINT_NEWS | DANA__HINT_THREAD},
    {"<link rel=canonical href='https://docsrs.example.org/a/'>", 0},
    {"<link rel=canonical href='https://docsrs.example.org/'>", DANA__HINT_FRONT},
    {"<link rel=canonical href='https://example.org'>", DANA__HINT_FRONT},
    {"<meta property='og:url' content='http://example.org/de/'>", DANA__HINT_FRONT},
    {"<link rel=canonical href='https://example.org/pt-BR'>", DANA__HINT_FRONT},
    {"<link rel=canonical href='https://example.org/en_gb'>", DANA__HINT_FRONT},
    {"<link rel=canonical href='https://example.org/'>" OG_ARTICLE,
     DANA__HINT_FRONT | DANA__HINT_ARTICLE},
    {"<link rel=canonical href='https://example.org/'>"
     "<meta property='og:url' content='http://example.org/old-zinc'>",
     0},
    {"<link rel=canonical href='https://example.org/?p=12'>", 0},
    {"<link rel=canonical href='https://example.org/zinc'>", 0},
    {"<link rel=canonical href='https://example.org/12'>", 0},
    {"<link rel=canonical href='https://example.org/de/a'>", 0},
    {"<link rel=canonical href='https://example'>", 0},
    {"<link rel=canonical href='/'>", 0},
    {"<link rel=canonical href='https://forum.example.org/'>", DANA__HINT_THREAD},
    {"<link rel=canonical href='https://docs.example.org/'>", DANA__HINT_MANUAL},
};

#define ARCHIVE (DANA__HINT_ARCHIVE | DANA__HINT_LISTING)

/* Bodies as WordPress calls them, and their hints. */
static const struct {
    const char *html;
    unsigned hints;
} bodies[] = {
    {"<body class='archive category category-7 logged-in'>a", ARCHIVE},
    {"<body id=top class='blog\n tag\t archive '>a", ARCHIVE},
    {"<html class=js><body class='archive author'>a", ARCHIVE},
    {"<body class='archive date'>a", ARCHIVE},
    {"<meta property='og:type' content='article'><body class='archive category'>a", ARCHIVE},
    {"<meta property='og:type' content='article'><body class='archive'>a", DANA__HINT_ARTICLE},
    {"<body class='archive tax-product_cat woocommerce'>a", 0},
    {"<body class='category'>a", 0},
    {"<body class='archives category'>a", 0},
    {"<body class='single archive category'>a", 0},
    {"<body id='archive category'>a", 0},
    {"<body><div class='archive category'>a</div>", 0},
    {"<body class>a", 0},
};

static void lists_of_posts_are_known_by_the_body(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(bodies); i++) {
        assert_int_equal(hints_of(bodies[i].html), bodies[i].hints);
    }
}

static void offers_and_manuals_are_known_by_the_head(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(said); i++) {
        assert_int_equal(hints_of(said[i].html), said[i].hints);
    }
}

/* What rules are left out by: the kinds and marks of all elements, and the text of blocks that
 * begin with ideographs. */
static void a_page_knows_the_kinds_and_marks_of_its_elements(void **state)
{
    (void)state;
    for (size_t i = 0; i < DANA__COUNT(pages); i++) {
        dana_page *page = open_page(pages[i], 0);
        dana__blocks blocks;
        dana_error err;
        uint64_t kinds = 0;
        uint32_t wide = 0;

        assert_int_equal(dana__read_blocks(page, false, 0, &blocks, &err), DANA_OK);
        for (size_t k = 1; k < blocks.node_count; k++) {
            kinds |= UINT64_C(1) << blocks.nodes[k].kind;
            assert_int_equal(blocks.nodes[k].marks & ~blocks.marks, 0);
            assert_true(dana__has_kind(&blocks, UINT64_C(1) << blocks.nodes[k].kind));
        }
        for (size_t k = 0; k < blocks.block_count; k++) {
            unsigned char first = (unsigned char)pages[i][blocks.blocks[k].start];

            wide += first >= 0xE3 && first <= 0xED ? blocks.blocks[k].text : 0;
        }
        assert_int_equal(blocks.kinds, kinds);
        assert_int_equal(blocks.wide_text, wide);
        dana__release_blocks(page, &blocks);
        dana_page_close(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_read_along_are_those_of_a_pass_of_their_own),
        cmocka_unit_test(the_scan_gets_the_memory_it_needs),
        cmocka_unit_test(places_are_no_links_and_code_has_no_readers),
        cmocka_unit_test(a_hash_does_not_tell_where_pieces_part),
        cmocka_unit_test(fonts_of_translations_are_no_tags),
        cmocka_unit_test(subjects_are_found_at_every_place),
        cmocka_unit_test(custom_elements_are_known_by_their_dash),
        cmocka_unit_test(threads_are_known_by_address_and_microdata),
        cmocka_unit_test(offers_and_manuals_are_known_by_the_head),
        cmocka_unit_test(lists_of_posts_are_known_by_the_body),
        cmocka_unit_test(a_page_knows_the_kinds_and_marks_of_its_elements),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
