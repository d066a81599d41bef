#include "extractors/auto/rules.h"

#include "extractors/keep/foreign.h"
#include "extractors/prune/of_text.h"
#include "extractors/prune/replies.h"

/* origin ends with what the row adds to the word F1 of wcxb-dev and of its articles, as ablation
 * prints it: all steps on, the learned step trained on the same pages. */
const dana__rule dana__rules[] = {
    {.name = "none"},
    {"nav", DANA__MARK_NAV, .5f, .5f, 0, 0, DANA__BOX_NEVER,
     "nav element, role, class words; +.0076 +.0019"},
    {"footer", DANA__MARK_FOOTER, .8f, .8f, 0, DANA__KIND_BIT(QUOTE), DANA__BOX_TINY,
     "footer element, role, class words; +.0096 +.0040"},
    {"header", DANA__MARK_HEADER, .1f, .1f, 0, DANA__KIND_BIT(ARTICLE) | DANA__KIND_BIT(MAIN),
     DANA__BOX_NEVER, "banner of the site; +.0002 -.0002"},
    {"aside", DANA__MARK_ASIDE, .3f, .3f, 0, 0, DANA__BOX_SHORT,
     "aside element, role, class words; +.0008 -.0001"},
    {"form", DANA__MARK_FORM, .3f, .3f, 0, 0, DANA__BOX_NEVER, "form element; +.0011 +.0003"},
    {"hidden", DANA__MARK_HIDDEN, .1f, .02f, 0, 0, DANA__BOX_NEVER,
     "hidden, aria-hidden, display:none, class words; +.0020 +.0001"},
    {"comments", DANA__MARK_COMMENTS, .3f, .3f, DANA__HINT_FORUM, 0, DANA__BOX_NEVER,
     "readers' comments; +.0069 +.0067"},
    {"related", DANA__MARK_RELATED, .3f, .3f, 0, 0, DANA__BOX_NEVER,
     "teasers of other pages; -.0012 +.0002"},
    {"share", DANA__MARK_SHARE, .6f, .6f, 0, 0, DANA__BOX_SHORT,
     "share and follow boxes; +.0004 +.0007"},
    {"newsletter", DANA__MARK_NEWSLETTER, .3f, .3f, 0, 0, DANA__BOX_SHORT,
     "newsletter boxes; +.0002 +.0002"},
    {"cookie", DANA__MARK_COOKIE, .9f, .9f, 0, 0, DANA__BOX_NEVER, "consent boxes; +.0013 +.0006"},
    {"advert", DANA__MARK_ADVERT, .3f, .3f, 0, 0, DANA__BOX_SHORT, "advertisements; +.0007 +.0008"},
    {"caption", DANA__MARK_CAPTION, .3f, .3f, 0, 0, DANA__BOX_NEVER,
     "captions of pictures; +.0018 +.0023"},
    {"button", DANA__MARK_BUTTON, .3f, .3f, 0, 0, DANA__BOX_NEVER,
     "button elements; +.0017 +.0004"},
    {"author", DANA__MARK_AUTHOR, .3f, .3f, 0, 0, DANA__BOX_NEVER,
     "author boxes and bylines; +.0013 +.0007"},
    {"paywall", DANA__MARK_PAYWALL, .3f, .3f, 0, 0, DANA__BOX_SHORT,
     "paywall boxes, which no page of the corpora needs; +.0000 +.0000"},
    {"dialog", DANA__MARK_DIALOG, .7f, .7f, 0, 0, DANA__BOX_SHORT,
     "dialog elements, modals and popups; +.0048 +.0008"},
    {"note", DANA__MARK_NOTE, .3f, .3f, 0, 0, DANA__BOX_NEVER,
     "disclaimers and legal notes; +.0007 +.0004"},
    {"consent", DANA__MARK_CONSENT, .9f, .9f, 0, 0, DANA__BOX_ALWAYS,
     "boxes of consent tools; +.0000 +.0000"},
    {"editing", DANA__MARK_EDITING, .9f, .9f, 0, 0, DANA__BOX_ALWAYS,
     "links to edit, notes to editors and boxes of links of wikis; +.0000 +.0000"},
};
const size_t dana__rule_count = sizeof(dana__rules) / sizeof(dana__rules[0]);

/* Code points outside links: a page that is short, a box that may be more than its rule's share of
 * such a page, and what has to be left of the page outside of it. */
#define SHORT_PAGE 2000
#define TINY_PAGE  600
#define BOX_MOST   800
#define LEFT_LEAST 30

/* Where a page's headline stands, and its main element. */
typedef struct {
    const dana__block *headline; /* NULL: there is no h1 outside dialogs */
    size_t home;                 /* the smallest element with the headline and other text */
    size_t main;                 /* the first main element; 0: there is none */
    size_t filled;               /* the block behind the first text below the headline */
} headline_home;

static bool is_dialog(const dana__node *node)
{
    return (node->all_marks & DANA__CONSENT_MARKS) != 0;
}

/* Marks the elements that hold what is more than a box. */
static void mark_holders(dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__node *node = &blocks->nodes[blocks->blocks[i].node];

        node->holds_main |= blocks->blocks[i].heading == 1 && !is_dialog(node);
    }
    for (size_t i = blocks->node_count; i > 1; i--) {
        dana__node *node = &blocks->nodes[i - 1];

        node->holds_main |= node->kind == DANA__KIND_MAIN || node->kind == DANA__KIND_ARTICLE;
        node->holds_tabs |= (node->marks & DANA__MARK_BIT(TABS)) != 0;
        blocks->nodes[node->parent].holds_main |= node->holds_main;
        blocks->nodes[node->parent].holds_tabs |= node->holds_tabs;
    }
}

/* Code points outside links of a text below the headline, and of a sentence of it at least. */
#define FIRST_TEXT     300
#define SENTENCE_LEAST 40

/* The block behind the first text below the headline; the end of the page: there is none. */
static size_t end_of_first_text(const dana__blocks *blocks, const dana__block *headline)
{
    size_t i = headline == NULL ? blocks->block_count : (size_t)(headline - blocks->blocks) + 1;
    uint64_t text = 0;

    while (i < blocks->block_count && text < FIRST_TEXT) {
        uint32_t own = dana__text_outside_links(&blocks->blocks[i++]);

        text += own >= SENTENCE_LEAST ? own : 0;
    }
    return text < FIRST_TEXT ? blocks->block_count : i;
}

/* Linear: each element is climbed from one block only. */
static headline_home find_home(const dana__blocks *blocks)
{
    headline_home out = {NULL, 0, 0, blocks->block_count};

    bool has_main = dana__has_kind(blocks, DANA__KIND_BIT(MAIN));

    for (size_t i = 1; has_main && i < blocks->node_count && out.main == 0; i++) {
        out.main = blocks->nodes[i].kind == DANA__KIND_MAIN ? i : 0;
    }
    for (size_t i = 0; i < blocks->block_count && out.headline == NULL; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (block->heading == 1 && !is_dialog(&blocks->nodes[block->node])) {
            out.headline = block;
            out.home = block->node;
        }
    }
    out.filled = end_of_first_text(blocks, out.headline);
    while (out.headline != NULL && out.home != 0 &&
           blocks->nodes[out.home].non_link_text <
               dana__text_outside_links(out.headline) + LEFT_LEAST) {
        out.home = blocks->nodes[out.home].parent;
    }
    return out;
}

/* Whether text stands beside the headline once an element is gone. */
static bool leaves_text(const dana__blocks *blocks, size_t index, const headline_home *home)
{
    const dana__node *node = &blocks->nodes[index];
    const dana__node *around = &blocks->nodes[home->home];
    uint32_t left;

    if (home->headline == NULL || node->holds_main) {
        return false;
    }
    if (index <= home->home) {
        return node->end <= home->home;
    }
    left = around->non_link_text - dana__text_outside_links(home->headline);
    if (home->home == 0 || index < around->end) {
        left -= node->non_link_text < left ? node->non_link_text : left;
    }
    return left >= LEFT_LEAST;
}

/* Whether a page is so short that boxes of a kind go. */
static bool is_boxed(const dana__blocks *blocks, dana__box box)
{
    static const uint32_t most[] = {[DANA__BOX_NEVER] = 0,
                                    [DANA__BOX_TINY] = TINY_PAGE,
                                    [DANA__BOX_SHORT] = SHORT_PAGE,
                                    [DANA__BOX_ALWAYS] = UINT32_MAX};

    return blocks->non_link_text < most[box];
}

/*
 * Whether an element is a box beside the text of a short page, of which it may hold more than the
 * guard of its rule allows. What consent tools set is one on any page.
 */
static bool is_box(const dana__blocks *blocks, size_t index, const dana__rule *rule,
                   const headline_home *home)
{
    bool small = blocks->nodes[index].non_link_text <= BOX_MOST || rule->box == DANA__BOX_ALWAYS;

    return is_boxed(blocks, rule->box) && small && leaves_text(blocks, index, home);
}

/* Whether an element is called a part beside the text, but holds the main element: the frame of
 * both
 * ("content-sidebar-wrap"). What is hidden or stands above the page goes, whatever it holds. */
static bool holds_main(const dana__node *node, size_t index, const headline_home *home)
{
    return index < home->main && home->main < node->end &&
           (node->marks & (DANA__CONSENT_MARKS | DANA__MARK_BIT(HIDDEN))) == 0;
}

/* What a frame of the main element is called, and is not. */
#define FRAME_MARKS                                                                                \
    (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(ASIDE) |                        \
     DANA__MARK_BIT(COMMENTS) | DANA__MARK_BIT(RELATED) | DANA__MARK_BIT(SHARE) |                  \
     DANA__MARK_BIT(NEWSLETTER) | DANA__MARK_BIT(ADVERT))

/* Elements at most that stand before the body, or around it. */
#define FIRST_NODES 8

void dana__clear_body(dana__blocks *blocks)
{
    for (size_t i = 1; i < blocks->node_count && i <= FIRST_NODES; i++) {
        dana__node *node = &blocks->nodes[i];

        bool is_page = node->kind == DANA__KIND_BODY || node->kind == DANA__KIND_HTML;

        if (is_page && (node->marks & DANA__BESIDE_MARKS) != 0) {
            node->marks &= ~DANA__BESIDE_MARKS;
            dana__spread_marks(blocks);
        }
    }
}

/* Takes such names from the frames of the main element: "skip-nav", "sidebar-wrap". */
static void clear_frames(dana__blocks *blocks, const headline_home *home)
{
    uint32_t cleared = 0;

    for (size_t i = home->main; i != 0; i = blocks->nodes[i].parent) {
        dana__node *node = &blocks->nodes[i];

        if (node->kind != DANA__KIND_BODY && holds_main(node, i, home)) {
            cleared |= node->marks & FRAME_MARKS;
            node->marks &= ~FRAME_MARKS;
        }
    }
    if (cleared != 0) {
        dana__spread_marks(blocks);
    }
}

/* Bits of a mark's number. */
#define MARKS 32

/* Rows of the rules that are on, 1u << row, by the mark that they prune. */
typedef struct {
    uint32_t rows[MARKS];
    uint32_t marks; /* that have any */
} rules_by_mark;

static void list_rules(const dana__auto_settings *settings, rules_by_mark *out)
{
    *out = (rules_by_mark){.marks = 0};
    for (size_t r = 1; r < dana__rule_count; r++) {
        uint32_t row = UINT32_C(1) << r & ~settings->rules_off;

        out->rows[dana__rules[r].mark] |= row;
        out->marks |= row != 0 ? UINT32_C(1) << dana__rules[r].mark : 0;
    }
}

/* The rows of rules that may prune an element with these marks. What a program sets around a text
 * goes as such, whatever else it is called. */
static uint32_t rows_of(const rules_by_mark *rules, uint32_t marks)
{
    uint32_t rows = rules->rows[DANA__MARK_EDITING];

    if ((marks & DANA__MARK_BIT(EDITING)) != 0 && rows != 0) {
        return rows;
    }
    rows = 0;
    for (marks &= rules->marks; marks != 0; marks &= marks - 1) {
        rows |= rules->rows[__builtin_ctz(marks)];
    }
    return rows;
}

/* Hints of pages that set text in forms: forums their posts, shops what they tell of a product. */
#define TEXT_IN_FORMS (DANA__HINT_THREAD | DANA__HINT_FORUM | DANA__HINT_PRODUCT | DANA__HINT_OFFER)

/* Whether an element is comments on an article that they follow, or a form to fill in behind the
 * first text: to apply for a job. Neither holds the headline. */
static bool is_behind(const dana__blocks *blocks, const dana__node *node, dana__mark mark,
                      const headline_home *home)
{
    if (mark == DANA__MARK_FORM) {
        return node->kind == DANA__KIND_FORM && !node->holds_main &&
               (blocks->hints & TEXT_IN_FORMS) == 0 && node->first_block >= home->filled;
    }
    return mark == DANA__MARK_COMMENTS && dana__is_behind_article(blocks, node, home->headline);
}

/* The first rule that prunes an element, 0 for none. */
static uint8_t find_rule(const dana__blocks *blocks, size_t index, const headline_home *home,
                         const rules_by_mark *rules)
{
    const dana__node *node = &blocks->nodes[index];
    bool article = (blocks->hints & DANA__HINT_ARTICLE) != 0;

    if (node->marks == 0 || holds_main(node, index, home)) {
        return 0;
    }
    for (uint32_t rows = rows_of(rules, node->marks); rows != 0; rows &= rows - 1) {
        unsigned r = (unsigned)__builtin_ctz(rows);
        const dana__rule *rule = &dana__rules[r];
        float guard = article ? rule->in_article : rule->guard;

        if ((blocks->hints & rule->unless) == 0 && (node->inside & rule->not_inside) == 0 &&
            !dana__is_of_text(blocks, node, rule->mark) &&
            ((float)node->non_link_text <= guard * (float)blocks->non_link_text ||
             is_box(blocks, index, rule, home) || is_behind(blocks, node, rule->mark, home))) {
            return (uint8_t)r;
        }
    }
    return 0;
}

void dana__prune(dana__blocks *blocks, const dana__auto_settings *settings)
{
    headline_home home = find_home(blocks);
    rules_by_mark rules;

    list_rules(settings, &rules);
    mark_holders(blocks);
    clear_frames(blocks, &home);
    dana__clear_dishes(blocks);
    dana__clear_openers(blocks);
    dana__find_replies(blocks);
    blocks->is_gallery = dana__is_gallery(blocks);

    for (size_t i = 1; (settings->steps_off & DANA__STEP_PRUNE) == 0 && i < blocks->node_count;
         i++) {
        uint8_t above = blocks->nodes[blocks->nodes[i].parent].pruned;

        blocks->nodes[i].pruned = above != 0 ? above : find_rule(blocks, i, &home, &rules);
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        block->rule = blocks->nodes[block->node].pruned;
        block->decision = block->rule != 0 ? DANA__DECISION_PRUNED : DANA__DECISION_OUTSIDE;
    }
}

void dana__cut_boxes(dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->decision == DANA__DECISION_PRUNED &&
            is_boxed(blocks, dana__rules[block->rule].box)) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}
