/* auto: parts of one thing that are taken together: texts of posts, panels that buttons unfold. The
 * trees' part is played by the first letter of a block: they refuse those that begin with x. */
#include "decided.h"

#include "extractors/keep/accordion.h"
#include "extractors/short/posts.h"

#include <string.h>

#define MOST 4000

/* A rule under test. */
typedef void change(const dana_page *page, dana__blocks *blocks, const float *types);

static const float thread[DANA_PAGE_TYPE_COUNT] = {[DANA_PAGE_FORUM] = .5f};
static const float article[DANA_PAGE_TYPE_COUNT] = {[DANA_PAGE_ARTICLE] = .75f};
static const float shop[DANA_PAGE_TYPE_COUNT] = {
    [DANA_PAGE_LISTING] = .125f, [DANA_PAGE_COLLECTION] = .125f, [DANA_PAGE_SERVICE] = .25f};
static const float product[DANA_PAGE_TYPE_COUNT] = {
    [DANA_PAGE_COLLECTION] = .5f, [DANA_PAGE_PRODUCT] = .5f};

/* The first letters of the blocks that are taken once a rule has changed a page. */
static void letters_of(change *rule, const char *html, const float *types, unsigned hints,
                       char out[MOST])
{
    decided d = decide_by_rules(html);
    dana__blocks *blocks = &d.trace.blocks;
    size_t length = 0;

    blocks->hints = hints;
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        bool is_refused = html[block->start] == 'x';

        block->rule = is_refused ? block->rule : 0;
        block->decision = block->rule != 0 ? DANA__DECISION_PRUNED
                          : is_refused     ? DANA__DECISION_REFUSED
                                           : DANA__DECISION_SUBTREE;
    }
    rule(d.page, blocks, types);
    for (size_t i = 0; i < blocks->block_count && length + 1 < MOST; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            out[length++] = html[blocks->blocks[i].start];
        }
    }
    out[length] = '\0';
    dana_page_close(d.page);
}

#define FORTY "and forty letters more, so that it is one"
#define BODY  "<div class=body>"
/* A post of two lines that are taken, and one of a line. */
#define LONG "<div>" BODY "<p>a " LONG_TEXT "</p><p>b " LONG_TEXT "</p></div></div>"
#define LEFT "<div>" BODY "<p>x A text " FORTY "</p></div></div>"

/* Pages of threads, and the letters of what is taken of them. */
static const struct {
    const char *html;
    const char *taken;
} posts[] = {
    {LONG LEFT, "abx"},
    {LONG "<div>" BODY "x Short.</div></div>", "abx"},
    {LONG "<div>" BODY "<ul><li>x Short!</li></ul><pre>x " FORTY "</pre></div></div>", "abxx"},
    /* a date, a button, links, quotations, what a rule prunes */
    {LONG "<div>" BODY "<p>x 12 March</p></div></div>", "ab"},
    {LONG "<div>" BODY "<p><a href=/>x " FORTY "</a></p></div></div>", "ab"},
    {LONG "<div>" BODY "<blockquote>x A text " FORTY "</blockquote></div></div>", "ab"},
    {LONG "<div>" BODY "<aside>x A text " FORTY "</aside></div></div>", "ab"},
    {LONG "<div>" BODY "<nav>x A text " FORTY "</nav></div></div>", "ab"},
    /* another box in the post, elements of another class */
    {LONG "<div>" BODY "<div class=k>x A text " FORTY "</div></div></div>", "ab"},
    {LONG "<div><div class=k>x A text " FORTY "</div></div>", "ab"},
    /* elements without a class are told by what is around them */
    {"<ul><li class=a><div>a " LONG_TEXT "</div></li><li class=a><div>x A text " FORTY
     "</div></li></ul>",
     "ax"},
    {"<ul><li class=a><div>a " LONG_TEXT "</div></li><li class=b><div>x A text " FORTY
     "</div></li></ul>",
     "a"},
    /* one post, and posts of which less than three fifths are taken */
    {"<div>" BODY "<p>a " LONG_TEXT "</p><p>x A text " FORTY "</p></div></div>", "a"},
    {"<div>" BODY "<p>a " LONG_TEXT "</p></div></div><div>" BODY "<p>x " LONG_TEXT "</p></div>"
     "</div>",
     "a"},
};

static void posts_are_taken_whole(void **state)
{
    char taken[MOST];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(posts); i++) {
        letters_of(dana__keep_posts, posts[i].html, thread, 0, taken);
        assert_string_equal(taken, posts[i].taken);
    }
    letters_of(dana__keep_posts, LONG LEFT, article, 0, taken);
    assert_string_equal(taken, "ab");
    letters_of(dana__keep_posts, LONG LEFT, article, DANA__HINT_FORUM, taken);
    assert_string_equal(taken, "abx");
    letters_of(dana__keep_posts, LONG LEFT, article, DANA__HINT_THREAD, taken);
    assert_string_equal(taken, "abx");
}

#define SHOUT "<div class=sig>s What I say below each of my posts</div>"
#define SAYS  "<div>" BODY "<p>a " LONG_TEXT "</p></div>"

/* What stands beside the posts of a thread, and what is left of it. */
static const struct {
    const char *html;
    const char *taken;
} beside[] = {
    {SAYS SHOUT "</div>" SAYS SHOUT "</div>" SAYS "</div>", "aaa"},
    /* it comes once, is a name, is said in a post, before the first one or behind the last */
    {SAYS SHOUT "</div>" SAYS "</div>", "asa"},
    {SAYS "<b>s Ann of Hale</b></div>" SAYS "<b>s Ann of Hale</b></div>" SAYS "</div>", "asasa"},
    {"<div>" BODY "<p>a " LONG_TEXT "</p>" SHOUT "</div></div><div>" BODY "<p>a " LONG_TEXT
     "</p>" SHOUT "</div></div>" SAYS "</div>",
     "asasa"},
    {SHOUT SAYS "</div>" SAYS "</div>" SHOUT, "saas"},
    /* one post */
    {SAYS SHOUT SHOUT "</div>", "ass"},
};

static void what_comes_again_between_posts_is_cut(void **state)
{
    char taken[MOST];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(beside); i++) {
        letters_of(dana__keep_posts, beside[i].html, thread, 0, taken);
        assert_string_equal(taken, beside[i].taken);
    }
}

#define TEXT "<p>a " LONG_TEXT "</p>"
#define ANSWER                                                                                     \
    "<h3><button aria-expanded=false>x Why</button></h3><div aria-hidden=true>x It has been so "   \
    "since the old pier fell.</div>"
#define FILTER                                                                                     \
    "<h3><button aria-expanded=false>x By</button></h3><div aria-hidden=true>x Red, green, white," \
    " yellow, blue, grey, black</div>"

/* Panels that are closed, and the letters of what is taken of pages of shops. */
static const struct {
    const char *html;
    const char *taken;
} panels[] = {
    {TEXT "<div>" ANSWER "</div><div>" ANSWER "</div>", "axxxx"},
    {TEXT "<div>" ANSWER "</div><div>" FILTER "</div><div>" ANSWER "</div>", "axxxx"},
    {TEXT "<div>" ANSWER "</div>", "a"},
    {TEXT "<div>" FILTER "</div><div>" FILTER "</div>", "a"},
    {TEXT "<div>" ANSWER "</div><div>" FILTER "</div>", "a"},
    {TEXT "<nav><div>" ANSWER "</div><div>" ANSWER "</div></nav>", "a"},
    /* what the body is called says what the page has */
    {"<body class=mega-menu>" TEXT "<div>" ANSWER "</div><div>" ANSWER "</div>", "axxxx"},
};

static void closed_panels_are_taken_from_shops(void **state)
{
    char taken[MOST];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(panels); i++) {
        letters_of(dana__keep_accordions, panels[i].html, shop, 0, taken);
        if (strcmp(taken, panels[i].taken) != 0) {
            fail_msg("%s, not %s: %s", taken, panels[i].taken, panels[i].html);
        }
        letters_of(dana__keep_accordions, panels[i].html, article, 0, taken);
        assert_string_equal(taken, "a");
        letters_of(dana__keep_accordions, panels[i].html, product, 0, taken);
        assert_string_equal(taken, "a");
    }
}

#define ASKS(text)                                                                                 \
    "<div class=i><div class=t role=button>" text "</div><div class=c>a It has been so since the " \
    "old pier fell.</div></div>"

/* Questions of answers that are taken, and the letters of what is taken then. */
static const struct {
    const char *html;
    const char *taken;
} questions[] = {
    {ASKS("x Why?") ASKS("x How?"), "xaxa"},
    {ASKS("x Why?") ASKS("x How?") ASKS("x When?"), "xaxaxa"},
    /* one, the same for each, another class, no text below */
    {ASKS("x Why?"), "a"},
    {ASKS("x More") ASKS("x More"), "aa"},
    {ASKS("x Why?") "<div class=i><div class=u role=button>x How?</div><div class=c>a It has been "
                    "so since the old pier fell.</div></div>",
     "aa"},
    {ASKS("x Why?") "<div class=i><div class=t role=button>x How?</div></div>", "a"},
    {ASKS("x Why?") "<div class=i><div class=t role=button>x How?</div><div class=c>a So.</div>"
                    "</div>",
     "aa"},
    {ASKS("x Why?") "<div class=i><div class=t role=button>x How?</div><div class=c>x It has been "
                    "so since the old pier fell.</div></div>",
     "a"},
};

static void questions_stand_above_their_answers(void **state)
{
    char taken[MOST];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(questions); i++) {
        letters_of(dana__keep_accordions, questions[i].html, article, 0, taken);
        if (strcmp(taken, questions[i].taken) != 0) {
            fail_msg("%s, not %s: %s", taken, questions[i].taken, questions[i].html);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(posts_are_taken_whole),
        cmocka_unit_test(what_comes_again_between_posts_is_cut),
        cmocka_unit_test(closed_panels_are_taken_from_shops),
        cmocka_unit_test(questions_stand_above_their_answers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
