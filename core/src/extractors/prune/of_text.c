#include "extractors/prune/of_text.h"

#include "measure/sentence.h"

/* Code points of a list of dishes at least: shorter texts without links may be labels of a menu; of
 * a page that may be one at most. */
#define DISHES_LEAST 40
#define DISHES_MOST  4000

/* Texts with digits of a list of dishes at least: prices. */
#define PRICES_LEAST 1

/* Whether an element that is called a menu has texts with prices and no link: a restaurant's. */
static bool is_list_of_dishes(const dana__blocks *blocks, const dana__node *node)
{
    size_t prices = 0;

    if (node->kind == DANA__KIND_NAV || node->non_link_text != node->text ||
        node->text < DISHES_LEAST) {
        return false;
    }
    for (size_t i = node->first_block; i < node->end_block; i++) {
        prices += blocks->blocks[i].digits > 0;
    }
    return prices >= PRICES_LEAST;
}

/* What lists of dishes are called: a menu, and a dish's first line its header. */
#define DISH_MARKS (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(HEADER))

void dana__clear_dishes(dana__blocks *blocks)
{
    size_t end = 0; /* of the last list */

    bool may_be_menu = blocks->non_link_text <= DISHES_MOST &&
                       dana__has_mark(blocks, DANA__MARK_BIT(NAV));

    for (size_t i = 1; may_be_menu && i < blocks->node_count; i++) {
        dana__node *node = &blocks->nodes[i];

        if (i >= end && (node->marks & DANA__MARK_BIT(NAV)) != 0 &&
            is_list_of_dishes(blocks, node)) {
            end = node->end;
        }
        if (i < end) {
            node->marks &= ~DISH_MARKS;
            node->all_marks &= ~DISH_MARKS;
        }
    }
}

/* Whether a button of a manual opens what its text tells of: a name, and a paragraph at its end, as
 * Redoc has the answers of an interface. */
static bool tells_what_opens(const dana__blocks *blocks, const dana__node *node)
{
    const dana__node *last = &blocks->nodes[node->end - 1];

    return last != node && last->kind == DANA__KIND_P && last->first_block > node->first_block &&
           last->end_block == node->end_block;
}

void dana__clear_openers(dana__blocks *blocks)
{
    size_t end = 0; /* of the last button */

    if ((blocks->hints & DANA__HINT_MANUAL) == 0 ||
        !dana__has_kind(blocks, DANA__KIND_BIT(BUTTON))) {
        return;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        dana__node *node = &blocks->nodes[i];

        if (i >= end && node->kind == DANA__KIND_BUTTON && tells_what_opens(blocks, node)) {
            end = node->end;
        }
        if (i < end) {
            node->marks &= ~DANA__MARK_BIT(BUTTON);
            node->all_marks &= ~DANA__MARK_BIT(BUTTON);
        }
    }
}

/* Code points of a comment at least, where comments are the content: less is a date or a count. */
#define COMMENT_LEAST 14

/* Code points outside links of a paragraph at least that is paid for, and not a box that says so.
 */
#define PAID_LEAST 160

/* A paragraph that the part of a page has not which an element is called: code points outside links
 * at least, marks that part clauses and sentences at least, and links in it at most. */
typedef struct {
    uint32_t text;
    uint16_t punctuation;
    uint16_t links;
} paragraph;

/* No box for sharing has one, with what it says of networks and privacy; no menu, with what it says
 * of goods; no line of a figure's credit. */
static const paragraph unshared = {300, 0, UINT16_MAX};
static const paragraph no_menu = {300, 3, 0};
static const paragraph no_credit = {80, 2, UINT16_MAX};

static bool holds(const dana__blocks *blocks, const dana__node *node, const paragraph *least)
{
    for (size_t i = node->first_block; i < node->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (dana__text_outside_links(block) >= least->text &&
            block->punctuation >= least->punctuation && block->links <= least->links) {
            return true;
        }
    }
    return false;
}

/* Code points of a lead at least. */
#define LEAD_LEAST 80

/* The next element beside one that holds text; the one itself: there is none. */
static const dana__node *next_with_text(const dana__blocks *blocks, const dana__node *node)
{
    size_t end = blocks->nodes[node->parent].end;

    for (size_t i = node->end; i < end; i = blocks->nodes[i].end) {
        if (blocks->nodes[i].text > 0) {
            return &blocks->nodes[i];
        }
    }
    return node;
}

/* Elements before a lead in the one around it at most. */
#define LEAD_BEFORE 8

/* Whether an element is the first one of its kind of name in the one around it. */
static bool is_first_called(const dana__blocks *blocks, const dana__node *node, uint32_t mark)
{
    const dana__node *at = &blocks->nodes[node->parent] + 1;

    for (unsigned i = 0; i <= LEAD_BEFORE && at <= node; i++) {
        if (at == node) {
            return true;
        }
        if ((at->marks & mark) != 0 && at->text > 0) {
            return false;
        }
        at = &blocks->nodes[at->end];
    }
    return false;
}

/* How many times the text of a lead the one behind it has at least, and its links of that at most:
 * one part. */
#define LEAD_TIMES 3
#define LEAD_LINKS 8

/* Whether an element is a lead: teasers lead to other pages, and no link stands in it nor beside it
 * in the element around; or a long text with few links is next to it. TYPO3 calls the lead of its
 * news "teaser-text", and sets the way back to the list behind the text. */
static bool is_lead(const dana__blocks *blocks, const dana__node *node)
{
    const dana__node *parent = &blocks->nodes[node->parent];
    const dana__node *next = next_with_text(blocks, node);

    return node->text >= LEAD_LEAST && node->text == node->non_link_text &&
           (parent->text == parent->non_link_text ||
            (is_first_called(blocks, node, DANA__MARK_BIT(RELATED)) &&
             next->text >= LEAD_TIMES * (uint64_t)node->text &&
             LEAD_LINKS * (uint64_t)(next->text - next->non_link_text) <= next->text));
}

/* Whether an element of a figure is the caption of code: a listing has one as a table does. */
static bool captions_code(const dana__blocks *blocks, const dana__node *node)
{
    const dana__node *figure = node;

    if (!dana__is_inside(node, DANA__KIND_BIT(FIGURE)) ||
        !dana__has_kind(blocks, DANA__KIND_BIT(PRE))) {
        return false;
    }
    while (figure->kind != DANA__KIND_FIGURE) {
        figure = &blocks->nodes[figure->parent];
    }
    for (const dana__node *i = figure + 1; i < blocks->nodes + figure->end; i++) {
        if (i->kind == DANA__KIND_PRE) {
            return true;
        }
    }
    return false;
}

/* Whether what is called a footer is the lower part of what the page shows: the tabs below a
 * product ("product-footer"). No page's own footer has a list of tabs. */
static bool is_of_product(const dana__node *node)
{
    return node->holds_tabs && dana__is_inside(node, DANA__KIND_BIT(MAIN));
}

/* Elements inside each other in a paragraph that are passed at most: parts of its text. */
#define PARTS_MOST 4

/* Whether an element stands between two paragraphs beside it. */
static bool is_between_paragraphs(const dana__blocks *blocks, const dana__node *node)
{
    const dana__node *before = node - 1;

    if (node->end >= blocks->nodes[node->parent].end ||
        blocks->nodes[node->end].kind != DANA__KIND_P) {
        return false;
    }
    for (int i = 0; i < PARTS_MOST && before->parent > node->parent; i++) {
        before = &blocks->nodes[before->parent];
    }
    return before->parent == node->parent && before->kind == DANA__KIND_P;
}

/* Whether an element is an aside that is called a note; or a message, in which nothing leads away,
 * between paragraphs, as editors of Markdown have notes. */
static bool is_note(const dana__blocks *blocks, const dana__node *node)
{
    return node->kind == DANA__KIND_ASIDE &&
           ((node->marks & DANA__MARK_BIT(CALLOUT)) != 0 ||
            ((node->marks & DANA__MARK_BIT(POST)) != 0 && node->text == node->non_link_text &&
             is_between_paragraphs(blocks, node)));
}

/* Whether the header of a manual's page holds a section, a lower heading with a text below it: the
 * name of a command and what it does, as AsciiDoc has them. */
static bool holds_section(const dana__blocks *blocks, const dana__node *node)
{
    for (size_t i = node->first_block; i + 1 < node->end_block; i++) {
        const dana__block *next = &blocks->blocks[i + 1];

        if (blocks->blocks[i].heading == 2 && next->heading == 0 && next->link_text == 0) {
            return (blocks->hints & DANA__HINT_MANUAL) != 0 && node->text == node->non_link_text;
        }
    }
    return false;
}

/* Whether what is called a header is a cell, a paragraph without a link, a headline, or holds a
 * section. */
static bool is_no_header(const dana__blocks *blocks, const dana__node *node)
{
    return node->kind == DANA__KIND_CELL ||
           (node->kind == DANA__KIND_P && node->children == 0 &&
            node->text == node->non_link_text) || /* "medium-header": of a chapter */
           (node->kind == DANA__KIND_HEADING && blocks->blocks[node->first_block].heading == 1) ||
           holds_section(blocks, node);
}

/* Code points of a post's text at least, and the share of a form's that it has. */
#define POSTED_LEAST 20
#define POSTED_PARTS 3

/* Whether a form of a thread holds what is called the text of a post, as Question2Answer sets each
 * post into one; what else it holds is who wrote it and buttons. */
static bool holds_post(const dana__blocks *blocks, const dana__node *form)
{
    const uint32_t called = DANA__MARK_BIT(POST) | DANA__MARK_BIT(CONTENT);

    if (form->kind != DANA__KIND_FORM ||
        (blocks->nodes[form->parent].inside & DANA__KIND_BIT(FORM)) != 0 ||
        (blocks->hints & (DANA__HINT_THREAD | DANA__HINT_FORUM)) == 0) {
        return false;
    }
    for (const dana__node *node = form + 1; node < blocks->nodes + form->end; node++) {
        if ((node->marks & called) == called && (node->marks & DANA__MARK_BIT(META)) == 0 &&
            node->non_link_text >= POSTED_LEAST &&
            POSTED_PARTS * (uint64_t)node->non_link_text >= form->non_link_text) {
            return true;
        }
    }
    return false;
}

/* Captions that are texts at least, code points of one, and how often all of them must hold the
 * page's other texts. */
#define CAPTIONS_LEAST 3
#define CAPTION_LEAST  80
#define CAPTION_TIMES  2

bool dana__is_gallery(const dana__blocks *blocks)
{
    float unit = dana__text_unit(blocks);
    uint64_t inside = 0;
    uint64_t outside = 0;
    size_t captions = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        uint32_t text = dana__text_outside_links(&blocks->blocks[i]);
        uint32_t marks = blocks->nodes[blocks->blocks[i].node].all_marks;

        if ((float)text * unit < CAPTION_LEAST) {
            continue;
        }
        if ((marks & DANA__MARK_BIT(CAPTION)) != 0) {
            captions++;
            inside += text;
        } else {
            outside += text;
        }
    }
    return captions >= CAPTIONS_LEAST && inside >= CAPTION_TIMES * outside;
}

bool dana__is_of_text(const dana__blocks *blocks, const dana__node *node, dana__mark mark)
{
    const dana__node *parent = &blocks->nodes[node->parent];

    switch (mark) {
    case DANA__MARK_COMMENTS:
        return (blocks->all_comments || (blocks->has_replies && !node->in_post)) &&
               node->non_link_text >= COMMENT_LEAST;
    case DANA__MARK_ASIDE:
        return is_note(blocks, node) ||
               is_note(blocks, parent); /* its parts are called after it: "aside__text" */
    case DANA__MARK_HEADER:
        return is_no_header(blocks, node);
    case DANA__MARK_FORM:
        return holds_post(blocks, node);
    case DANA__MARK_PAYWALL:
        return node->kind == DANA__KIND_P && node->non_link_text >= PAID_LEAST &&
               node->children == 0;
    case DANA__MARK_SHARE:
        return holds(blocks, node, &unshared);
    case DANA__MARK_NAV:
        return node->kind != DANA__KIND_NAV && holds(blocks, node, &no_menu);
    case DANA__MARK_FOOTER:
        return node->kind != DANA__KIND_FOOTER &&
               (is_of_product(node) ||
                (dana__is_inside(node, DANA__KIND_BIT(FIGURE)) && holds(blocks, node, &no_credit)));
    case DANA__MARK_RELATED:
        return is_lead(blocks, node);
    case DANA__MARK_COOKIE:
        return node->kind == DANA__KIND_TABLE && (parent->all_marks & DANA__CONSENT_MARKS) == 0;
    case DANA__MARK_CAPTION:
        return captions_code(blocks, node) ||
               (blocks->is_gallery && node->non_link_text >= CAPTION_LEAST);
    case DANA__MARK_DIALOG: /* its cells have tooltips: "js-dataTooltip" */
        return node->kind == DANA__KIND_TABLE;
    default:
        return false;
    }
}
