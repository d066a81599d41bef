#include "extractors/keep/accordion.h"

#include "base/ascii.h"
#include "blocks/page_hints.h"
#include "dana/result.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "measure/sentence.h"
#include "page/page.h"

#include <string.h>

/* Panels of one widget at least, and what one is called at most, in characters. */
#define PANELS_LEAST 2
#define NAME_MOST    200

/* Whether a box is around an element. What the body is called says what the page has: "mega-menu".
 */
static bool is_foreign(const dana__blocks *blocks, size_t node)
{
    while (node != 0 && blocks->nodes[node].kind != DANA__KIND_BODY) {
        if ((blocks->nodes[node].marks & DANA__FOREIGN_MARKS) != 0) {
            return true;
        }
        node = blocks->nodes[node].parent;
    }
    return false;
}

/* Takes the blocks of an element that only its buttons or its hiding kept out. */
static void take(dana__blocks *blocks, const dana__node *node)
{
    for (size_t i = node->first_block; i < node->end_block; i++) {
        dana__block *block = &blocks->blocks[i];

        if (!dana__is_taken(block) && block->decision != DANA__DECISION_REPEATED &&
            !is_foreign(blocks, block->node)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Whether all that an element holds is a form to fill in. */
static bool is_form(const dana__blocks *blocks, const dana__node *node)
{
    uint64_t form = DANA__KIND_BIT(FORM) & ~node->inside;

    for (size_t i = node->first_block; i < node->end_block && form != 0; i++) {
        form &= blocks->nodes[blocks->blocks[i].node].inside;
    }
    return form != 0;
}

/* Whether an element may be a panel: text of its own, neither a menu nor a form. */
static bool is_panel(const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];

    return (node->kind == DANA__KIND_DIV || node->kind == DANA__KIND_SECTION ||
            node->kind == DANA__KIND_P || node->kind == DANA__KIND_DEFINITION) &&
           node->text > 0 && 2 * node->non_link_text >= node->text && !is_foreign(blocks, index) &&
           !is_form(blocks, node);
}

/* Whether a button says that it shows and hides something. */
static bool unfolds(const dana_page *page, const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];
    dana_view value;

    if (node->kind != DANA__KIND_BUTTON || node->text == 0 || node->text > NAME_MOST) {
        return false;
    }
    dana_view view = dana__start_tag_of(page, node);

    return dana_tag_attribute(view, "aria-expanded", &value) ||
           dana_tag_attribute(view, "aria-controls", &value) ||
           ((dana_tag_attribute(view, "data-toggle", &value) ||
             dana_tag_attribute(view, "data-bs-toggle", &value)) &&
            value.length == 8 && memcmp(value.data, "collapse", 8) == 0);
}

/* The panel that a button unfolds: the element after it, or after the heading or box that holds
 * nothing else. 0: there is none. */
static size_t panel_of(const dana__blocks *blocks, size_t button)
{
    size_t at = button;

    for (int i = 0; i < 3 && at != 0; i++) {
        const dana__node *node = &blocks->nodes[at];

        if (node->end < blocks->node_count && blocks->nodes[node->end].parent == node->parent) {
            return is_panel(blocks, node->end) ? node->end : 0;
        }
        if (blocks->nodes[node->parent].text != node->text) {
            return 0;
        }
        at = node->parent;
    }
    return 0;
}

/* Whether most of a panel's text is content. */
static bool is_taken(const dana__blocks *blocks, size_t panel)
{
    const dana__node *node = &blocks->nodes[panel];
    uint64_t taken = 0;

    for (size_t i = node->first_block; i < node->end_block; i++) {
        taken += dana__is_taken(&blocks->blocks[i]) ? blocks->blocks[i].text : 0;
    }
    return 2 * taken >= node->text;
}

/* Code points of a text below a button at least. */
#define ANSWER_LEAST 40

/* Whether an element that is called a button holds the question right above a text that is taken.
 * What stands above several texts is a label: "Read more". */
static bool is_question(const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];

    if (node->text == 0 || node->text > NAME_MOST || is_foreign(blocks, index) ||
        (blocks->blocks[node->first_block].repeats > 1 &&
         blocks->blocks[node->first_block].heading == 0)) {
        return false;
    }
    size_t panel = panel_of(blocks, index);

    return panel != 0 && blocks->nodes[panel].text >= ANSWER_LEAST && is_taken(blocks, panel);
}

/* Takes questions: two and more of one kind and class. */
static void take_questions(dana__blocks *blocks)
{
    if (!dana__has_mark(blocks, DANA__MARK_BIT(BUTTON))) {
        return;
    }
    size_t last = 0;

    for (size_t i = 1; i < blocks->node_count; i++) {
        if ((blocks->nodes[i].marks & DANA__MARK_BIT(BUTTON)) == 0 || !is_question(blocks, i)) {
            continue;
        }
        if (last != 0 && blocks->nodes[last].shape == blocks->nodes[i].shape) {
            take(blocks, &blocks->nodes[last]);
            take(blocks, &blocks->nodes[i]);
        }
        last = i;
    }
}

/* Buttons and the panels that they unfold. */
typedef struct {
    uint32_t buttons[DANA__ACCORDION_MOST];
    uint32_t panels[DANA__ACCORDION_MOST];
    size_t count;
    size_t taken; /* panels that are content */
} accordion;

static void find_panels(const dana_page *page, const dana__blocks *blocks, accordion *out)
{
    out->count = 0;
    out->taken = 0;
    if (!dana__has_kind(blocks, DANA__KIND_BIT(BUTTON))) {
        return;
    }
    for (size_t i = 1; i < blocks->node_count && out->count < DANA__ACCORDION_MOST; i++) {
        if (blocks->nodes[i].kind != DANA__KIND_BUTTON || is_foreign(blocks, i) ||
            !unfolds(page, blocks, i)) {
            continue;
        }
        size_t panel = panel_of(blocks, i);

        if (panel != 0) {
            out->buttons[out->count] = (uint32_t)i;
            out->panels[out->count++] = (uint32_t)panel;
            out->taken += is_taken(blocks, panel);
        }
    }
}

/* Whether a panel holds a sentence: a filter of a list holds none. */
static bool holds_sentence(const dana_page *page, const dana__blocks *blocks, size_t panel)
{
    const dana__node *node = &blocks->nodes[panel];

    for (size_t i = node->first_block; i < node->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (dana__text_outside_links(block) >= ANSWER_LEAST && dana__ends_sentence(page, block)) {
            return true;
        }
    }
    return false;
}

/* How likely a page is one that offers or lists things at least. */
#define LIST_LEAST .5f

static bool offers(const dana__blocks *blocks, const float *types)
{
    return types[DANA_PAGE_LISTING] + types[DANA_PAGE_COLLECTION] + types[DANA_PAGE_SERVICE] >=
               LIST_LEAST &&
           !dana__is_product(blocks->hints, types[DANA_PAGE_PRODUCT]);
}

/* Takes the texts of panels, closed as they are: advice and answers. */
static void take_texts(const dana_page *page, dana__blocks *blocks, const accordion *all)
{
    bool is_text[DANA__ACCORDION_MOST];
    size_t texts = 0;

    for (size_t i = 0; i < all->count; i++) {
        is_text[i] = holds_sentence(page, blocks, all->panels[i]);
        texts += is_text[i];
    }
    for (size_t i = 0; texts >= PANELS_LEAST && i < all->count; i++) {
        if (is_text[i]) {
            take(blocks, &blocks->nodes[all->buttons[i]]);
            take(blocks, &blocks->nodes[all->panels[i]]);
        }
    }
}

void dana__keep_accordions(const dana_page *page, dana__blocks *blocks, const float *types)
{
    accordion all;

    find_panels(page, blocks, &all);
    for (size_t i = 0; all.count >= PANELS_LEAST && i < all.count; i++) {
        if (2 * all.taken >= all.count || is_taken(blocks, all.panels[i])) {
            take(blocks, &blocks->nodes[all.buttons[i]]);
        }
        if (2 * all.taken >= all.count) {
            take(blocks, &blocks->nodes[all.panels[i]]);
        }
    }
    if (offers(blocks, types)) {
        take_texts(page, blocks, &all);
    }
    take_questions(blocks);
}

/* Whether all that an element holds are buttons; their number, 0 if not. */
static size_t count_buttons(const dana__blocks *blocks, size_t index)
{
    const dana__node *node = &blocks->nodes[index];
    size_t count = 0;

    for (size_t i = index + 1; i < node->end; i = blocks->nodes[i].end) {
        if (blocks->nodes[i].kind != DANA__KIND_BUTTON) {
            return 0;
        }
        count += blocks->nodes[i].text > 0;
    }
    return count == node->end_block - node->first_block ? count : 0;
}

/* Whether `count` siblings from `first` to before `end` are panels of one shape, of which the first
 * of three may be shown. One more of their shape: the buttons sort a list. */
static bool are_panels(const dana__blocks *blocks, size_t first, size_t end, size_t count)
{
    const dana__node *nodes = blocks->nodes;
    size_t second = first < end && nodes[first].end < end ? nodes[first].end : first;
    size_t found = 0;

    for (size_t i = first; i < end && found <= count && is_panel(blocks, i); i = nodes[i].end) {
        if (nodes[i].shape == nodes[second].shape || (i == first && count > PANELS_LEAST)) {
            found++;
        } else if (found < count) {
            return false;
        }
    }
    return found == count;
}

/* The first panel after a row of buttons: its siblings, or children of the next one. 0: none. */
static size_t panels_of(const dana__blocks *blocks, size_t row, size_t count)
{
    const dana__node *nodes = blocks->nodes;
    size_t next = nodes[row].end;
    size_t end = nodes[nodes[row].parent].end;

    if (next < end && !are_panels(blocks, next, end, count)) {
        return are_panels(blocks, next + 1, nodes[next].end, count) ? next + 1 : 0;
    }
    return next < end ? next : 0;
}

void dana__keep_button_tabs(dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(BUTTON))) {
        return;
    }
    for (size_t first = 2; first < blocks->node_count; first++) {
        size_t i = first - 1;
        const dana__node *node = &blocks->nodes[i];

        if (blocks->nodes[first].kind != DANA__KIND_BUTTON || blocks->nodes[first].parent != i ||
            is_foreign(blocks, i) || node->end >= blocks->node_count) {
            continue;
        }
        size_t count = count_buttons(blocks, i);
        size_t panel = count >= PANELS_LEAST ? panels_of(blocks, i, count) : 0;
        size_t taken = 0;

        for (size_t k = 0, at = panel; panel != 0 && k < count; k++, at = blocks->nodes[at].end) {
            taken += is_taken(blocks, at);
        }
        if (taken == 0 || 3 * taken < count) {
            continue;
        }
        take(blocks, node);
        for (size_t k = 0, at = panel; k < count; k++, at = blocks->nodes[at].end) {
            take(blocks, &blocks->nodes[at]);
        }
    }
}

/* Source bytes behind a name at most in which a picture may stand. */
#define SHOWN_MOST 4096

/* Whether something that is no text stands between a block and the next one, or may do so. */
static bool shows(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    static const char *const shown[] = {"<img", "<iframe", "<video", "<audio", "<picture"};
    size_t next = block + 1 < blocks->blocks + blocks->block_count ? block[1].start
                                                                   : page->source.length;
    const char *p = page->source.data + block->end;
    bool found = next - block->end > SHOWN_MOST;

    for (size_t i = 0; i < DANA__COUNT(shown) && !found; i++) {
        found = memmem(p, next - block->end, shown[i], strlen(shown[i])) != NULL;
    }
    return found;
}

/* Elements at most around the button of an item, and in an empty panel. */
#define ITEM_LEVEL  4
#define PANEL_LEVEL 8

/* Whether a button is all that its item has but an empty panel behind it. What follows the item is
 * another one. */
static bool is_alone(const dana__blocks *blocks, size_t button)
{
    const dana__node *nodes = blocks->nodes;
    size_t first = nodes[button].first_block;
    size_t item = button;

    for (int i = 0; i < ITEM_LEVEL && nodes[nodes[item].parent].first_block == first &&
                    nodes[nodes[item].parent].end_block == first + 1;
         i++) {
        item = nodes[item].parent;
    }
    size_t next = nodes[item].end;
    bool is_last = next >= blocks->node_count || nodes[next].parent != nodes[item].parent;

    return nodes[button].end_block == first + 1 && next > nodes[button].end &&
           next <= nodes[button].end + PANEL_LEVEL &&
           (is_last || nodes[next].shape == nodes[item].shape);
}

/* Whether a block is the name of a panel or of details that hold nothing else. */
static bool names_nothing(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    const dana__node *nodes = blocks->nodes;
    uint32_t node = blocks->blocks[i].node;
    const dana__node *around = &nodes[nodes[node].parent];

    if (nodes[node].kind == DANA__KIND_P) {
        return around->kind == DANA__KIND_SECTION && around->first_block == i &&
               around->end_block == i + 1 &&
               dana__begins(dana__start_tag_of(page, &nodes[node]), "<summary");
    }
    if (!dana__is_inside(&nodes[node], DANA__KIND_BIT(BUTTON))) {
        return false;
    }
    while (nodes[node].kind != DANA__KIND_BUTTON) {
        node = nodes[node].parent;
    }
    return is_alone(blocks, node) && unfolds(page, blocks, node);
}

void dana__cut_empty_panels(const dana_page *page, dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(BUTTON) | DANA__KIND_BIT(SECTION))) {
        return;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->text <= NAME_MOST && dana__is_taken(block) && names_nothing(page, blocks, i) &&
            !shows(page, blocks, block)) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}
