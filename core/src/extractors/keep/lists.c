#include "extractors/keep/lists.h"

#include "extractors/keep/cards.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "measure/calls.h"
#include "measure/sentence.h"
#include "page/page.h"

#include <string.h>

/* Lists of items, and of terms, of which less is enough: terms are shorter than any text. */
#define LIST_KINDS  (DANA__KIND_BIT(LIST) | DANA__KIND_BIT(DEFINITIONS))
#define TERMS_SHARE 3

/* What the trees expect of an item in the mean, and its code points, where one alone is enough. */
#define ITEM_SCORE .3f
#define ITEM_TEXT  16

/* Places of the page that a list of contents leads to, at least. */
#define CONTENTS_LEAST 4

/* What a list has of a kind of blocks. */
typedef struct {
    size_t blocks;
    size_t links;
    uint64_t text;
    float expected;
} list_part;

static void add_item(list_part *part, const dana__block *block, bool is_list)
{
    part->blocks++;
    part->links += is_list && 2 * (uint64_t)block->link_text > block->text;
    part->text += block->text;
    part->expected += block->score;
}

/* Whether what is refused of a list belongs to what is taken: no links, unless those are terms. */
static bool is_whole_list(const dana__blocks *blocks, const dana__node *list)
{
    bool is_list = list->kind == DANA__KIND_LIST;
    list_part parts[2] = {{0}, {0}}; /* refused, taken */

    for (size_t i = list->first_block; i < list->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];
        bool is_taken = dana__is_taken(block);

        if (!is_taken && !dana__is_out(block)) {
            return false;
        }
        add_item(&parts[is_taken], block, is_list);
    }
    const list_part *refused = &parts[0], *taken = &parts[1];
    size_t all = refused->blocks + taken->blocks;
    bool most = is_list ? taken->blocks >= refused->blocks
                        : TERMS_SHARE * taken->blocks >= refused->blocks;

    most |= is_list && refused->links + taken->links == 0 &&
            refused->expected + taken->expected >= ITEM_SCORE * (float)all &&
            refused->text + taken->text >= ITEM_TEXT * all;
    return refused->blocks > 0 && taken->blocks > 0 && most &&
           !(taken->links < taken->blocks && refused->links > 0);
}

/* Takes what is refused of a list, but for numbers alone. */
static void take_list(dana__blocks *blocks, const dana__node *list)
{
    for (size_t k = list->first_block; k < list->end_block; k++) {
        dana__block *block = &blocks->blocks[k];
        bool is_number = block->digits >= block->text;

        if (!dana__is_taken(block) && !is_number) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Whether a list leads to places of the page, its contents, and less than half of it is taken. */
static bool is_torn_contents(const dana_page *page, const dana__blocks *blocks,
                             const dana__node *list)
{
    size_t all = list->end_block - list->first_block;
    size_t taken = 0;

    if (list->kind != DANA__KIND_LIST || all < CONTENTS_LEAST || !dana__is_of_links(list)) {
        return false;
    }
    for (size_t i = list->first_block; i < list->end_block; i++) {
        taken += dana__is_taken(&blocks->blocks[i]);
    }
    return taken > 0 && 2 * taken < all &&
           dana__first_link(page, &blocks->blocks[list->first_block]) == DANA__LINK_PLACE &&
           dana__first_link(page, &blocks->blocks[list->end_block - 1]) == DANA__LINK_PLACE;
}

/* Cuts what is taken of a list. */
static void cut_list(dana__blocks *blocks, const dana__node *list)
{
    for (size_t k = list->first_block; k < list->end_block; k++) {
        if (dana__is_taken(&blocks->blocks[k])) {
            blocks->blocks[k].decision = DANA__DECISION_CUT;
        }
    }
}

bool dana__keep_lists(const dana_page *page, dana__blocks *blocks, bool is_thread)
{
    uint64_t kinds = is_thread ? DANA__KIND_BIT(LIST) : LIST_KINDS;
    bool has_links = false;

    if (!dana__has_kind(blocks, kinds)) {
        return false;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if ((UINT64_C(1) << node->kind & kinds) == 0) {
            continue;
        }
        has_links |= dana__is_of_links(node);
        if (is_whole_list(blocks, node)) {
            take_list(blocks, node);
        } else if (is_torn_contents(page, blocks, node)) {
            cut_list(blocks, node);
        }
    }
    return has_links;
}

/* Items with heads at least, code points of a head (less is a sign), and of a text below one. */
#define ITEMS_LEAST 2
#define HEAD_LEAST  2
#define HEAD_MOST   200
#define PANEL_LEAST 40

/* Marks of the head of an item that keep it out, and do not where its text is taken. */
#define HEAD_MARKS (DANA__MARK_BIT(BUTTON) | DANA__MARK_BIT(HEADER))

/* Whether a head is left out for its score, or as a button or header and nothing else. */
static bool is_left_out(const dana__blocks *blocks, const dana__block *head)
{
    return head->heading != 1 &&
           (dana__is_out(head) || (head->decision == DANA__DECISION_PRUNED &&
                                   (dana__pruned_marks(blocks, head->node) & ~HEAD_MARKS) == 0));
}

/* Whether a block was left out for being hidden and nothing else, and ends as a sentence does. */
static bool is_closed(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    return dana__ends_sentence(page, block) && block->decision == DANA__DECISION_PRUNED &&
           (dana__pruned_marks(blocks, block->node) & DANA__BESIDE_MARKS) == DANA__MARK_BIT(HIDDEN);
}

/* Whether an item is a short head, which leads nowhere, and right below a text that is taken, or
 * closed. */
static bool is_headed(const dana_page *page, const dana__blocks *blocks, const dana__node *item)
{
    const dana__block *head = &blocks->blocks[item->first_block];

    return item->end_block >= item->first_block + 2 && item->kind != DANA__KIND_ROW &&
           head->text >= HEAD_LEAST && head->text <= HEAD_MOST && head->digits < head->text &&
           head[1].heading == 0 &&
           (dana__is_taken(head + 1) || is_closed(page, blocks, head + 1)) &&
           dana__text_outside_links(head + 1) >= PANEL_LEAST &&
           (dana__is_taken(head) || is_left_out(blocks, head)) &&
           (head->link_text == 0 || dana__first_link(page, head) != DANA__LINK_ELSEWHERE);
}

/* Takes what an item hides: its panel. */
static void take_closed(const dana_page *page, dana__blocks *blocks, const dana__node *item)
{
    size_t first = item->first_block + 1;

    for (size_t i = first;
         i < item->end_block && (i > first || is_closed(page, blocks, &blocks->blocks[i])); i++) {
        if (is_closed(page, blocks, &blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Whether a head ends with the question mark of any script. */
static bool is_asked(const dana_page *page, const dana__block *head)
{
    static const char *const marks[] = {"?", "\xD8\x9F", "\xEF\xBC\x9F", "\xCD\xBE"};
    const char *end = page->source.data + head->end;
    size_t length = head->end - head->start;

    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        size_t bytes = strlen(marks[i]);

        if (length > bytes && memcmp(end - bytes, marks[i], bytes) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a head is one whatever the trees say: a question, or all link that shows what stands
 * below it. */
static bool is_sure(const dana_page *page, const dana__block *head)
{
    dana__link_kind kind = head->link_text == head->text ? dana__first_link(page, head)
                                                         : DANA__LINK_NONE;

    return is_asked(page, head) || (kind == DANA__LINK_PLACE && head->heading > 0) ||
           (kind == DANA__LINK_PRESSED && (head->heading > 0 || head->repeats <= 1));
}

/* Takes the heads of items of one shape, siblings from `first` on (which is shown, and so may be of
 * another class), where half of them are taken, or sure to be heads. Returns the element behind
 * them. */
static size_t take_heads(const dana_page *page, dana__blocks *blocks, size_t first, size_t end)
{
    const dana__node *nodes = blocks->nodes;
    size_t second = nodes[first].end < end ? nodes[first].end : first;
    uint32_t shape = nodes[second].kind == nodes[first].kind ? nodes[second].shape
                                                             : nodes[first].shape;
    size_t heads = 0, taken = 0, sure = 0, texts = 0, next = first;

    for (; next < end && (next == first || nodes[next].shape == shape); next = nodes[next].end) {
        if (is_headed(page, blocks, &nodes[next])) {
            const dana__block *head = &blocks->blocks[nodes[next].first_block];

            heads++;
            taken += dana__is_taken(head);
            sure += is_sure(page, head);
            texts += dana__is_taken(head + 1);
        }
    }
    bool is_whole = texts >= ITEMS_LEAST && 2 * texts >= heads &&
                    (2 * taken >= heads || (sure >= ITEMS_LEAST && 2 * sure >= heads));

    for (size_t i = first; is_whole && i < next; i = nodes[i].end) {
        if (is_headed(page, blocks, &nodes[i])) {
            blocks->blocks[nodes[i].first_block].decision = DANA__DECISION_LEARNED;
            take_closed(page, blocks, &nodes[i]);
        }
    }
    return next;
}

/* Elements around a head at most that may be its item. */
#define ITEM_LEVEL 4

/* Notes which elements hold the item of a head that is left out above a taken text. Returns whether
 * there is one. */
static bool note_item(dana__blocks *blocks, size_t i)
{
    const dana__block *head = &blocks->blocks[i];
    const dana__node *item = &blocks->nodes[head->node];

    if (head->text > HEAD_MOST || dana__text_outside_links(head + 1) < PANEL_LEAST ||
        item->first_block != i || !is_left_out(blocks, head)) {
        return false;
    }
    for (int k = 0; k < ITEM_LEVEL && item->first_block == i && item != blocks->nodes; k++) {
        blocks->nodes[item->parent].holds_heads = true;
        item = &blocks->nodes[item->parent];
    }
    return true;
}

static bool find_items(dana__blocks *blocks)
{
    bool found = false;
    bool was_taken = true;

    for (size_t i = 0; i < blocks->block_count; i++) {
        bool is_taken = dana__is_taken(&blocks->blocks[i]);

        if (is_taken && !was_taken) {
            found |= note_item(blocks, i - 1);
        }
        was_taken = is_taken;
    }
    return found;
}

void dana__keep_items(const dana_page *page, dana__blocks *blocks)
{
    const dana__node *nodes = blocks->nodes;

    if (!find_items(blocks)) {
        return;
    }
    for (size_t i = 0; i < blocks->node_count; i++) {
        size_t at = i + 1;

        while (nodes[i].holds_heads && nodes[i].children > 1 && at < nodes[i].end) {
            at = take_heads(page, blocks, at, nodes[i].end);
        }
    }
}
