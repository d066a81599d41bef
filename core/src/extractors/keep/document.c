#include "extractors/keep/document.h"

#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "measure/calls.h"
#include "page/page.h"

#include <string.h>

/* The page is taken for documentation from this probability on. */
#define DOCUMENT_LEAST .5f

/* Parts of 16 of the taken text that an element holds which is the document's. */
#define HOME_PARTS 15

/* How sure the learned step has to be that a block is none. */
#define SURE_BELOW .2f

/* Code points of a sign that leads from a note back to its mark: "^", "a b". */
#define BACK_MOST 8

/* Kinds that a document's texts stand in. */
#define TEXT_KINDS                                                                                 \
    (DANA__KIND_BIT(P) | DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(PRE) | DANA__KIND_BIT(QUOTE) |      \
     DANA__KIND_BIT(CELL) | DANA__KIND_BIT(HEADING))

/* Kinds that hold one text. */
#define LEAF_KINDS                                                                                 \
    (DANA__KIND_BIT(P) | DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(PRE) | DANA__KIND_BIT(HEADING))

static uint64_t taken_text(const dana__blocks *blocks, const dana__node *node)
{
    uint64_t text = 0;

    for (size_t i = node->first_block; i < node->end_block; i++) {
        text += dana__is_taken(&blocks->blocks[i]) ? blocks->blocks[i].text : 0;
    }
    return text;
}

/* The smallest element that holds nearly all that is taken. Each step halves what is counted. */
static const dana__node *find_home(const dana__blocks *blocks)
{
    size_t at = 0;
    uint64_t all = taken_text(blocks, &blocks->nodes[0]);
    bool descends = true;

    while (descends) {
        size_t end = blocks->nodes[at].end;

        descends = false;
        for (size_t i = at + 1; i < end && !descends; i = blocks->nodes[i].end) {
            if ((UINT64_C(1) << blocks->nodes[i].kind & LEAF_KINDS) == 0 &&
                2 * (uint64_t)blocks->nodes[i].text > all &&
                16 * taken_text(blocks, &blocks->nodes[i]) >= HOME_PARTS * all) {
                at = i;
                descends = true;
            }
        }
    }
    return &blocks->nodes[at];
}

/* Whether a block that the trees refused may be the document's. */
static bool may_belong(const dana__block *block, const dana__node *node)
{
    return block->decision == DANA__DECISION_REFUSED && block->score >= SURE_BELOW &&
           2 * (uint64_t)block->link_text <= block->text && dana__is_inside(node, TEXT_KINDS);
}

/* Whether a block parts no heading from its text: what a rule prunes, a sign that leads back. */
static bool is_passed(const dana__block *block)
{
    return block->rule != 0 ||
           (block->text <= BACK_MOST && 2 * (uint64_t)block->link_text > block->text);
}

void dana__keep_document(dana__blocks *blocks, float documentation)
{
    if (documentation < DOCUMENT_LEAST) {
        return;
    }
    const dana__node *home = find_home(blocks);
    bool is_followed = false;

    for (size_t i = home->end_block; i > home->first_block; i--) {
        dana__block *block = &blocks->blocks[i - 1];
        const dana__node *node = &blocks->nodes[block->node];
        uint32_t marks = node->all_marks & ~home->all_marks;

        if (block->rule == 0 && (marks & DANA__BESIDE_MARKS) == 0 &&
            (block->heading == 0 || is_followed) && may_belong(block, node)) {
            block->decision = DANA__DECISION_LEARNED;
        }
        is_followed = dana__is_taken(block) || (is_followed && is_passed(block));
    }
}

/* Items of a list of notes at most: longer ones are a bibliography. */
#define NOTES_MOST 40

/* Code points of a sign that leads back: "^", "a b", "Jonah 1:2". */
#define SIGN_MOST 24

/* Code points of a note's number: "(12)". */
#define NUMBER_MOST 5

/* Whether an address leads to the place that refers to a note: "#fnref1", "163.html#_ftnref1", as
 * Word and old systems set the page's name before it. */
static bool refers(dana_view address)
{
    const char *place = address.length > 0 ? memchr(address.data, '#', address.length) : NULL;

    return place != NULL &&
           memmem(place, address.length - (size_t)(place - address.data), "ref", 3) != NULL;
}

static bool is_place(dana_view address)
{
    return (address.length > 0 && *address.data == '#') || refers(address);
}

/* Whether a block has a link to a place of its page. */
static bool leads_back(const dana_page *page, const dana__block *block)
{
    const char *p = dana__start_with_tags(page, block);
    dana_view address;

    while (block->link_text > 0 && dana__next_link(&p, page->source.data + block->end, &address)) {
        if (is_place(address)) {
            return true;
        }
    }
    return false;
}

/* Blocks of a note at block i, which were refused: its text leads back to where its mark stands,
 * or follows a sign that does. 0: it is none. */
static size_t note_at(const dana_page *page, const dana__blocks *blocks, size_t i, size_t end)
{
    const dana__block *block = &blocks->blocks[i];

    if (block->decision != DANA__DECISION_REFUSED || !leads_back(page, block)) {
        return 0;
    }
    if (2 * (uint64_t)block->link_text <= block->text) {
        return 1;
    }
    return block->text <= SIGN_MOST && i + 1 < end && block[1].decision == DANA__DECISION_REFUSED &&
                   2 * (uint64_t)block[1].link_text <= block[1].text
               ? 2
               : 0;
}

/* Whether a link to a place of the page, whose start tag ends a text, is a place itself: the mark
 * of a note leads to its sign, as in acts of the European Union. */
static bool is_named_place(dana_view tags, dana_view address)
{
    const char *tag = memrchr(tags.data, '<', tags.length);
    dana_view id;

    return tag != NULL && address.length > 1 && *address.data == '#' &&
           dana_tag_attribute(dana__between(tag, tags.data + tags.length), "id", &id);
}

/* Whether a refused paragraph begins with a link to the place that refers to it: "[1]", as Word and
 * Markdown set notes. */
static bool is_note(const dana_page *page, const dana__block *block)
{
    const char *text = page->source.data + block->start;
    dana_view address;

    if (block->decision != DANA__DECISION_REFUSED || block->link_text == 0 ||
        block->link_text > SIGN_MOST || 2 * (uint64_t)block->link_text > block->text) {
        return false;
    }
    const char *start = dana__start_with_tags(page, block);
    const char *p = start;

    return p < text && dana__next_link(&p, text, &address) &&
           (refers(address) ||
            (block->link_text <= NUMBER_MOST && is_named_place(dana__between(start, p), address)));
}

/* Takes the lists of notes behind the first content. */
static void keep_lists_of_notes(const dana_page *page, dana__blocks *blocks, size_t content)
{
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];
        size_t at = node->first_block;

        if (node->kind != DANA__KIND_LIST || node->end_block - at > NOTES_MOST || at <= content) {
            continue;
        }
        for (size_t n = 1; n > 0 && at < node->end_block; at += n) {
            n = note_at(page, blocks, at, node->end_block);
        }
        for (size_t k = node->first_block; at == node->end_block && k < at; k++) {
            blocks->blocks[k].decision = DANA__DECISION_LEARNED;
        }
    }
}

void dana__keep_notes(const dana_page *page, dana__blocks *blocks)
{
    size_t content = 0;

    while (content < blocks->block_count && !dana__is_taken(&blocks->blocks[content])) {
        content++;
    }
    if (dana__has_kind(blocks, DANA__KIND_BIT(LIST))) {
        keep_lists_of_notes(page, blocks, content);
    }
    for (size_t i = content; i < blocks->block_count; i++) {
        if (is_note(page, &blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}
