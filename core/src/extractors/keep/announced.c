#include "extractors/keep/announced.h"

#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "measure/sentence.h"
#include "page/page.h"

/* How sure the learned step has to be that an item is none of the text, and items at most. */
#define SURE_BELOW .15f
#define ITEMS_MOST 60
/* Characters of a label at most, and how sure the learned step has to be of it. */
#define LABEL_MOST  40
#define LABEL_LEAST .3f

/* Whether a block of text, no heading, ends with a colon. */
static bool announces(const dana_page *page, const dana__block *block)
{
    return block->heading == 0 && dana__ends_with_colon(page, block);
}

/* The list around a block whose element is beside the one of another block; 0: there is none. */
static uint32_t list_beside(const dana__blocks *blocks, size_t item, size_t text)
{
    uint32_t parent = blocks->nodes[blocks->blocks[text].node].parent;
    uint32_t node = blocks->blocks[item].node;

    while (node != 0 && blocks->nodes[node].parent != parent) {
        node = blocks->nodes[node].parent;
    }
    return blocks->nodes[node].kind == DANA__KIND_LIST ? node : 0;
}

/* Whether a block was refused for little, and is in no box of the page. */
static bool is_doubtful(const dana__blocks *blocks, const dana__block *block)
{
    return block->decision == DANA__DECISION_REFUSED && block->rule == 0 &&
           block->score >= SURE_BELOW &&
           (blocks->nodes[block->node].all_marks & DANA__BESIDE_MARKS) == 0;
}

/* Takes the list that begins with a block behind a text, or nothing of it. */
static void take_list(dana__blocks *blocks, size_t first, size_t text)
{
    uint32_t list = list_beside(blocks, first, text);
    size_t end = list != 0 ? blocks->nodes[list].end_block : first;

    if (end - first > ITEMS_MOST) {
        return;
    }
    for (size_t i = first; i < end; i++) {
        if (!is_doubtful(blocks, &blocks->blocks[i])) {
            return;
        }
    }
    for (size_t i = first; i < end; i++) {
        blocks->blocks[i].decision = DANA__DECISION_LEARNED;
    }
}

/* Takes a label where what stands before it and what it announces are taken: "Dates:". */
static void take_label(const dana_page *page, dana__blocks *blocks, size_t i)
{
    dana__block *label = &blocks->blocks[i];
    const dana__node *node = &blocks->nodes[label->node];

    if (is_doubtful(blocks, label) && label->score >= LABEL_LEAST && label->text <= LABEL_MOST &&
        announces(page, label) && dana__is_taken(label - 1) && dana__is_taken(label + 1) &&
        i + 1 < blocks->nodes[node->parent].end_block) {
        label->decision = DANA__DECISION_LEARNED;
    }
}

static bool is_refused_link(const dana__blocks *blocks, const dana__block *block)
{
    return 2 * (uint64_t)block->link_text > block->text ||
           (blocks->nodes[block->node].all_marks & DANA__BESIDE_MARKS) != 0;
}

/* Whether a picture stands between two blocks: the text may announce it. */
static bool has_picture_between(const dana_page *page, const dana__block *first,
                                const dana__block *second)
{
    return memmem(page->source.data + first->end, second->start - first->end, "<img", 4) != NULL;
}

/* Whether a block stands in the element around another's, or around that one. */
static bool is_near(const dana__blocks *blocks, size_t i, size_t other)
{
    uint32_t node = blocks->nodes[blocks->nodes[blocks->blocks[i].node].parent].parent;

    return other < blocks->nodes[node].end_block;
}

/* Cuts the last text that is taken where it is a label of links or a box that is not: "Share:". */
static void cut_last_label(const dana_page *page, dana__blocks *blocks)
{
    size_t end = blocks->block_count;

    while (end > 0 && !dana__is_taken(&blocks->blocks[end - 1])) {
        end--;
    }
    if (end > 1 && end < blocks->block_count && blocks->blocks[end - 1].text <= LABEL_MOST &&
        announces(page, &blocks->blocks[end - 1]) && is_near(blocks, end - 1, end) &&
        is_refused_link(blocks, &blocks->blocks[end]) &&
        !has_picture_between(page, &blocks->blocks[end - 1], &blocks->blocks[end])) {
        blocks->blocks[end - 1].decision = DANA__DECISION_CUT;
    }
}

void dana__keep_announced(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 1; i + 1 < blocks->block_count; i++) {
        take_label(page, blocks, i);
    }
    for (size_t i = 0; i + 1 < blocks->block_count; i++) {
        if (dana__is_taken(&blocks->blocks[i]) && announces(page, &blocks->blocks[i])) {
            take_list(blocks, i + 1, i);
        }
    }
    cut_last_label(page, blocks);
}

/* Characters of a term at most, descriptions that are taken at least, and how sure the learned
 * step may be that a term is none of the text. */
#define TERM_MOST          80
#define DESCRIPTIONS_LEAST 2
#define TERM_SCORE_LEAST   .2f

/* Whether an element is a dt. */
static bool is_term(const dana_page *page, const dana__node *node)
{
    dana_view tag = dana__start_tag_of(page, node);

    return node->kind == DANA__KIND_DEFINITION && tag.length > 2 && (tag.data[2] | 0x20) == 't';
}

/* Whether what stands right behind a term in its list is a description that is taken. */
static bool is_described(const dana_page *page, const dana__blocks *blocks, const dana__node *term)
{
    const dana__node *next = &blocks->nodes[term->end];

    return term->end < blocks->node_count && next->parent == term->parent &&
           next->kind == DANA__KIND_DEFINITION && !is_term(page, next) &&
           next->first_block < next->end_block &&
           dana__is_taken(&blocks->blocks[next->first_block]);
}

/* Whether a term is no link to another page: it names what it describes, and leads to itself at
 * most. Lists of other articles have their titles as terms. */
static bool leads_nowhere(const dana_page *page, const dana__node *term, const dana__block *block)
{
    static const char fragment[] = "href=\"#";

    return block->link_text == 0 ||
           memmem(page->source.data + term->start, block->end - term->start, fragment,
                  sizeof fragment - 1) != NULL;
}

/* Whether a term may be taken: it is one short text, and the learned step was not sure of it. */
static bool may_be_taken(const dana_page *page, const dana__blocks *blocks, const dana__node *term)
{
    const dana__block *block = &blocks->blocks[term->first_block];

    return term->end_block == term->first_block + 1 && block->text <= TERM_MOST &&
           is_doubtful(blocks, block) && block->score >= TERM_SCORE_LEAST &&
           leads_nowhere(page, term, block);
}

/* How many descriptions of a list are taken. */
static size_t count_described(const dana_page *page, const dana__blocks *blocks, size_t list)
{
    size_t count = 0;

    for (size_t i = list + 1; i < blocks->nodes[list].end; i = blocks->nodes[i].end) {
        count += is_term(page, &blocks->nodes[i]) && is_described(page, blocks, &blocks->nodes[i]);
    }
    return count;
}

static void take_terms(const dana_page *page, dana__blocks *blocks, size_t list)
{
    for (size_t i = list + 1; i < blocks->nodes[list].end; i = blocks->nodes[i].end) {
        const dana__node *node = &blocks->nodes[i];

        if (is_term(page, node) && may_be_taken(page, blocks, node) &&
            is_described(page, blocks, node)) {
            blocks->blocks[node->first_block].decision = DANA__DECISION_LEARNED;
        }
    }
}

void dana__keep_terms(const dana_page *page, dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(DEFINITIONS))) {
        return;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        if (blocks->nodes[i].kind == DANA__KIND_DEFINITIONS &&
            count_described(page, blocks, i) >= DESCRIPTIONS_LEAST) {
            take_terms(page, blocks, i);
        }
    }
}
