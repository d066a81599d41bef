#include "extractors/keep/panels.h"

#include "blocks/marks.h"
#include "extractors/keep/foreign.h"
#include "extractors/keep/lists.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "measure/calls.h"
#include "page/page.h"

#include <string.h>
#include <strings.h>

/* Names of tabs at most, and their characters. */
#define TABS_MOST 12
#define TAB_TEXT  40

/* Whether a list of tabs has a few short names. */
static bool has_names(const dana__blocks *blocks, const dana__node *tabs)
{
    if (tabs->end_block - tabs->first_block > TABS_MOST) {
        return false;
    }
    for (size_t i = tabs->first_block; i < tabs->end_block; i++) {
        if (blocks->blocks[i].text > TAB_TEXT) {
            return false;
        }
    }
    return true;
}

/* The outermost element that holds a list of tabs and nothing else. */
static size_t box_of(const dana__blocks *blocks, size_t i)
{
    const dana__node *nodes = blocks->nodes;

    while (nodes[i].parent != 0 && nodes[nodes[i].parent].first_block == nodes[i].first_block &&
           nodes[nodes[i].parent].end_block == nodes[i].end_block) {
        i = nodes[i].parent;
    }
    return i;
}

/* Whether content stands before a list of tabs, and after it in the element around it: its panels.
 */
static bool is_in_content(const dana__blocks *blocks, const dana__node *tabs)
{
    size_t end = blocks->nodes[tabs->parent].end_block;
    size_t before = dana__last_taken(blocks, tabs->first_block);

    return before > 0 && dana__last_taken(blocks, end) > tabs->end_block;
}

/* Whether an element holds a block that is taken. */
static bool holds_taken(const dana__blocks *blocks, const dana__node *node)
{
    for (size_t i = node->end_block; i > node->first_block; i--) {
        if (dana__is_taken(&blocks->blocks[i - 1])) {
            return true;
        }
    }
    return false;
}

/* The elements from the one at `first` on, siblings, that are panels: each holds content, and from
 * the second on all are of one shape (the first one is shown). */
static size_t count_panels(const dana__blocks *blocks, size_t first, size_t end)
{
    const dana__node *nodes = blocks->nodes;
    size_t second = first < end ? nodes[first].end : end;
    size_t count = 0;

    for (size_t i = first; i < end && count <= TABS_MOST; i = nodes[i].end) {
        if ((count > 0 && nodes[i].shape != nodes[second].shape) ||
            !holds_taken(blocks, &nodes[i])) {
            break;
        }
        count++;
    }
    return count;
}

/* Elements around the panels of a list of tabs at most. */
#define PANELS_LEVEL 3

/* The first of as many panels as an element has short names: the next siblings of this element, or
 * the children of the next one, or of the first element in that. 0: there are none. Lists of tabs
 * without the role are told so. */
static size_t panels_of(const dana__blocks *blocks, size_t tabs)
{
    const dana__node *node = &blocks->nodes[tabs];
    size_t first = node->end;
    size_t end = blocks->nodes[node->parent].end;
    size_t names = node->end_block - node->first_block;

    if (names < 2 || first >= blocks->node_count || blocks->nodes[first].parent != node->parent) {
        return 0;
    }
    for (int i = 0; i < PANELS_LEVEL && first < end; i++) {
        if (count_panels(blocks, first, end) == names) {
            return first;
        }
        end = blocks->nodes[first++].end;
    }
    return 0;
}

/* Whether the link of a name leads to an element. */
static bool leads_to(const dana_page *page, const dana__block *name, const dana__node *panel)
{
    const char *p = dana__start_with_tags(page, name);
    dana_view address, id;

    return dana__next_link(&p, page->source.data + name->end, &address) && address.length > 1 &&
           *address.data == '#' && dana_tag_attribute(dana__start_tag_of(page, panel), "id", &id) &&
           id.length == address.length - 1 && memcmp(id.data, address.data + 1, id.length) == 0;
}

/* Whether the links of a list lead to the panels below it, each to its own. */
static bool lead_to_panels(const dana_page *page, const dana__blocks *blocks, size_t list)
{
    const dana__node *node = &blocks->nodes[list];
    size_t panel = panels_of(blocks, list);

    for (size_t i = node->first_block; panel != 0 && i < node->end_block; i++) {
        if (!leads_to(page, &blocks->blocks[i], &blocks->nodes[panel])) {
            return false;
        }
        panel = blocks->nodes[panel].end;
    }
    return panel != 0;
}

/* Whether an element lists the names of tabs: by its role, by a class word and its panels, or as
 * links to these. */
static bool is_tabs(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    const dana__node *node = &blocks->nodes[i];
    uint32_t marks = node->marks;

    return (marks & DANA__MARK_BIT(TABS)) != 0 ||
           ((marks & DANA__MARK_BIT(REVIEW)) != 0 && has_names(blocks, node) &&
            panels_of(blocks, box_of(blocks, i)) != 0) ||
           (dana__is_of_links(node) && has_names(blocks, node) && lead_to_panels(page, blocks, i));
}

/* Whether names of tabs are links to other pages: a menu, whose panels stand there. */
static bool lead_elsewhere(const dana_page *page, const dana__blocks *blocks,
                           const dana__node *tabs)
{
    const dana__block *first = &blocks->blocks[tabs->first_block];

    return tabs->first_block < tabs->end_block && first->text > 0 &&
           first->link_text == first->text && dana__first_link(page, first) == DANA__LINK_ELSEWHERE;
}

/* Cuts a list of such links that calls itself one of tabs by its role. */
static void cut_menu(dana__blocks *blocks, const dana__node *tabs)
{
    for (size_t k = tabs->first_block; k < tabs->end_block; k++) {
        dana__block *block = &blocks->blocks[k];

        if ((tabs->marks & DANA__MARK_BIT(TABS)) != 0 && dana__is_taken(block) &&
            block->link_text == block->text) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}

/* Blocks behind the names of tabs that may be the same names again. */
#define AGAIN_REACH 512

/* Finds the names of tabs that come again behind them, in their order, each above a text that is
 * taken, and takes these if `take`. Returns how many there are: a page sets them again for small
 * screens, or as headings of its panels. */
static size_t find_again(dana__blocks *blocks, const dana__node *tabs, size_t end, bool take)
{
    size_t name = tabs->first_block;

    for (size_t i = tabs->end_block;
         i + 1 < end && i < tabs->end_block + AGAIN_REACH && name < tabs->end_block; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->hash == blocks->blocks[name].hash && block->text == blocks->blocks[name].text &&
            dana__is_taken(block + 1)) {
            name++;
            block->decision = take ? (uint8_t)DANA__DECISION_LEARNED : block->decision;
        }
    }
    return name - tabs->first_block;
}

/* Takes the names of tabs: above their panels where they come again there, else where they stand.
 */
static void take_names(dana__blocks *blocks, const dana__node *tabs, size_t end)
{
    size_t names = tabs->end_block - tabs->first_block;
    bool again = names > 1 && find_again(blocks, tabs, end, false) == names;

    for (size_t k = tabs->first_block; k < tabs->end_block; k++) {
        blocks->blocks[k].decision = again ? DANA__DECISION_CUT : DANA__DECISION_LEARNED;
    }
    if (again) {
        find_again(blocks, tabs, end, true);
    }
}

void dana__keep_tabs(const dana_page *page, dana__blocks *blocks, bool has_links)
{
    if (!has_links && !dana__has_mark(blocks, DANA__MARK_BIT(TABS) | DANA__MARK_BIT(REVIEW))) {
        return;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (!is_tabs(page, blocks, i) || !has_names(blocks, node)) {
            continue;
        }
        size_t box = box_of(blocks, i);

        if (lead_elsewhere(page, blocks, node)) {
            cut_menu(blocks, node);
        } else if (is_in_content(blocks, &blocks->nodes[box]) || panels_of(blocks, box) != 0) {
            take_names(blocks, node, blocks->nodes[blocks->nodes[box].parent].end_block);
        }
    }
}

static bool is_tab_panel(const dana_page *page, const dana__node *node)
{
    static const char role[] = "tabpanel";
    dana_view value;

    return dana_tag_attribute(dana__start_tag_of(page, node), "role", &value) &&
           value.length == strlen(role) && strncasecmp(value.data, role, value.length) == 0;
}

/* Whether an element is a panel that its script hides, and nothing else hides or names. */
static bool is_hidden_panel(const dana_page *page, const dana__blocks *blocks,
                            const dana__node *node)
{
    return (node->marks & DANA__MARK_BIT(HIDDEN)) != 0 &&
           (node->marks & DANA__FOREIGN_MARKS) == 0 && blocks->nodes[node->parent].pruned == 0 &&
           is_tab_panel(page, node);
}

/* Notes which elements hold hidden panels. Returns whether there are any. */
static bool find_hidden_panels(const dana_page *page, dana__blocks *blocks)
{
    bool found = false;

    for (size_t i = 1; i < blocks->node_count; i++) {
        if (is_hidden_panel(page, blocks, &blocks->nodes[i])) {
            blocks->nodes[blocks->nodes[i].parent].panels = DANA__PANELS_HIDDEN;
            found = true;
        }
    }
    return found;
}

/* Notes which of these hold a panel, too, that is content. Elements come in the order of their
 * first blocks, so that the next block that is taken is looked for once. */
static void find_taken_panels(const dana_page *page, dana__blocks *blocks)
{
    size_t next = 0;

    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];
        dana__node *around = &blocks->nodes[node->parent];

        while (next < blocks->block_count &&
               (next < node->first_block || !dana__is_taken(&blocks->blocks[next]))) {
            next++;
        }
        if (around->panels == DANA__PANELS_HIDDEN && next < node->end_block &&
            is_tab_panel(page, node)) {
            around->panels = DANA__PANELS_TAKEN;
        }
    }
}

/* Takes what a hidden panel holds that is not set aside for another reason. */
static void take_panel(dana__blocks *blocks, const dana__node *panel)
{
    const dana__node *around = &blocks->nodes[panel->parent];

    for (size_t k = panel->first_block; k < panel->end_block; k++) {
        dana__block *block = &blocks->blocks[k];
        uint32_t marks = blocks->nodes[block->node].all_marks & ~around->all_marks;

        if (block->decision == DANA__DECISION_PRUNED && (marks & DANA__FOREIGN_MARKS) == 0) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

void dana__keep_hidden_panels(const dana_page *page, dana__blocks *blocks)
{
    if (!dana__has_mark(blocks, DANA__MARK_BIT(HIDDEN)) || !find_hidden_panels(page, blocks)) {
        return;
    }
    find_taken_panels(page, blocks);
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (blocks->nodes[node->parent].panels == DANA__PANELS_TAKEN &&
            is_hidden_panel(page, blocks, node)) {
            take_panel(blocks, node);
        }
    }
}
