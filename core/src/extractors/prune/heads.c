#include "extractors/prune/heads.h"

#include "blocks/page_hints.h"
#include "dana/result.h"
#include "extractors/keep/cards.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"

/* How likely a page is one that lists or offers things at least, and a thread at most. */
#define LIST_LEAST  .5f
#define THREAD_MOST .3f

/* How sure the learned step has to be of a text in a head. */
#define SURE_LEAST .1f

/* Code points of a statement at least, and blocks behind the h1 that are looked at. */
#define STATEMENT_LEAST 40
#define STATEMENT_REACH 4

/* Cards of one shape at least whose texts are taken, so that their headings are, and shapes that
 * are looked at; how sure the learned step has to be of one. */
#define CARDS_LEAST 6
#define TAKEN_LEAST 2
#define TAKEN_SHARE 2
#define SHAPES_MOST 16
#define NAME_LEAST  .05f

/* Elements around a heading at most that are its card, and blocks between it and the card's text.
 */
#define CARD_LEVEL 5
#define CARD_REACH 12

/* Posts at least that a page shows whole, so that their headings are content; text of one that is
 * taken, how sure the learned step has to be of a heading, elements around one that it begins, and
 * blocks below it that are looked at. */
#define POSTS_LEAST 3
#define OWN_LEAST   .02f
#define POST_TEXT   240
#define POST_LEVEL  6
#define POST_REACH  64

/* Blocks with the text of a card's heading at most: that of a thread stands above each post. */
#define SAME_MOST 2

static bool may_offer(const dana__blocks *blocks, const float *types)
{
    float list = types[DANA_PAGE_LISTING] + types[DANA_PAGE_COLLECTION] + types[DANA_PAGE_SERVICE];

    return list >= LIST_LEAST && types[DANA_PAGE_FORUM] < THREAD_MOST &&
           (blocks->hints & (DANA__HINT_THREAD | DANA__HINT_ARTICLE)) == 0 &&
           !dana__is_product(blocks->hints, types[DANA_PAGE_PRODUCT]);
}

/* Whether a block was left out for what an element around it is called, a header and nothing else
 * that holds no text. */
static bool is_called_head(const dana__blocks *blocks, const dana__block *block)
{
    if (block->decision != DANA__DECISION_PRUNED) {
        return false;
    }
    uint32_t marks = dana__pruned_marks(blocks, block->node);

    return (marks & DANA__MARK_BIT(HEADER)) != 0 && (marks & DANA__BESIDE_MARKS) == 0;
}

/* Whether a block that is no link was left out so. */
static bool is_of_head(const dana__blocks *blocks, const dana__block *block)
{
    return 2 * (uint64_t)block->link_text <= block->text && is_called_head(blocks, block);
}

/* The first h1; the end of the page: there is none. */
static size_t find_title(const dana__blocks *blocks)
{
    size_t i = 0;

    while (i < blocks->block_count &&
           (blocks->blocks[i].heading != 1 ||
            (blocks->nodes[blocks->blocks[i].node].all_marks & DANA__MARK_BIT(DIALOG)) != 0)) {
        i++;
    }
    return i;
}

/* The element called a header that holds a block, the outermost one. */
static uint32_t find_head(const dana__blocks *blocks, const dana__block *block)
{
    uint32_t head = 0;

    for (uint32_t i = block->node; i != 0 && blocks->nodes[i].pruned != 0;
         i = blocks->nodes[i].parent) {
        head = (blocks->nodes[i].marks & DANA__MARK_BIT(HEADER)) != 0 ? i : head;
    }
    return head;
}

/* Takes the h1 and the statement behind it, where one element called a header holds both. */
static void take_statement(dana__blocks *blocks, size_t title)
{
    dana__block *first = &blocks->blocks[title];
    size_t end = blocks->nodes[find_head(blocks, first)].end_block;
    bool has_text = false;

    if (!is_of_head(blocks, first)) {
        return;
    }
    end = end < title + STATEMENT_REACH ? end : title + STATEMENT_REACH;
    for (size_t i = title + 1; i < end; i++) {
        dana__block *block = &blocks->blocks[i];

        if (is_of_head(blocks, block) &&
            (block->score >= SURE_LEAST || dana__text_outside_links(block) >= STATEMENT_LEAST)) {
            block->decision = DANA__DECISION_LEARNED;
        }
        has_text |= dana__is_taken(block);
    }
    if (has_text) {
        first->decision = DANA__DECISION_LEARNED;
    }
}

void dana__keep_heads(dana__blocks *blocks, const float *types)
{
    if (!dana__has_mark(blocks, DANA__MARK_BIT(HEADER)) || !may_offer(blocks, types)) {
        return;
    }
    size_t title = find_title(blocks);

    if (title == blocks->block_count) {
        return;
    }
    take_statement(blocks, title);
    for (size_t i = title + 1; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->score >= SURE_LEAST && is_of_head(blocks, block)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* Headings of one shape with a text that is taken right below. */
typedef struct {
    uint32_t shape;
    uint32_t around;
    unsigned level;
    size_t count;
    size_t taken; /* of these */
    size_t posts; /* of these, headings of posts */
} card_shape;

/* Whether the heading at i is the first text of an element with a text of some length that is
 * taken: a post that the page shows whole, and no teaser. */
static bool heads_post(const dana__blocks *blocks, size_t i)
{
    uint32_t node = blocks->blocks[i].node;
    uint64_t text = 0;
    size_t at = i + 1;

    for (int k = 0; k < POST_LEVEL && blocks->nodes[node].first_block == i && node != 0; k++) {
        for (; at < blocks->nodes[node].end_block && at <= i + POST_REACH; at++) {
            text += dana__is_taken(&blocks->blocks[at]) ? blocks->blocks[at].text : 0;
        }
        if (text >= POST_TEXT) {
            return true;
        }
        node = blocks->nodes[node].parent;
    }
    return false;
}

/* Whether a heading is that of a post, and no rule is against it but one for headers. */
static bool is_post(const dana__blocks *blocks, size_t i)
{
    const dana__block *block = &blocks->blocks[i];

    return (block->rule == 0 || is_called_head(blocks, block)) && heads_post(blocks, i);
}

/* Whether a block is a heading, not the page's, and a text that is taken stands below it in its
 * card, before the next heading as high. */
static bool is_card(const dana__blocks *blocks, size_t i)
{
    uint32_t node = blocks->blocks[i].node;

    if (blocks->blocks[i].heading < 2) {
        return false;
    }
    for (int k = 0; k < CARD_LEVEL && blocks->nodes[node].end_block <= i + 1; k++) {
        node = blocks->nodes[node].parent;
    }
    for (size_t k = i + 1; k < blocks->nodes[node].end_block && k <= i + CARD_REACH; k++) {
        const dana__block *below = &blocks->blocks[k];

        if (below->heading != 0 && below->heading <= blocks->blocks[i].heading) {
            return false;
        }
        if (dana__is_taken(below)) {
            return blocks->blocks[i].rule == 0 || blocks->blocks[i].rule == below->rule;
        }
    }
    return false;
}

/* The shape of a heading among those found so far, a new one of count 0; NULL: there are too many.
 */
static card_shape *find_shape(const dana__blocks *blocks, size_t i, card_shape *shapes,
                              size_t *count)
{
    const dana__node *node = &blocks->nodes[blocks->blocks[i].node];
    card_shape own = {
        node->shape, blocks->nodes[node->parent].shape, blocks->blocks[i].heading, 0, 0, 0};

    for (size_t k = 0; k < *count; k++) {
        if (shapes[k].shape == own.shape && shapes[k].around == own.around &&
            shapes[k].level == own.level) {
            return &shapes[k];
        }
    }
    if (*count == SHAPES_MOST) {
        return NULL;
    }
    shapes[*count] = own;
    return &shapes[(*count)++];
}

/* Whether headings of a shape are content: there are many, some head posts, or most of a few are
 * taken. */
static bool is_known(const card_shape *shape)
{
    return (shape->count >= CARDS_LEAST && shape->level > 1) || shape->posts >= POSTS_LEAST ||
           (shape->taken >= TAKEN_LEAST &&
            TAKEN_SHARE * (shape->count - shape->taken) <= shape->taken);
}

/* How sure the learned step has to be of a heading of a shape that is known. */
static float least_of_name(const card_shape *shape)
{
    return shape->posts >= POSTS_LEAST ? OWN_LEAST : NAME_LEAST;
}

/* Counts a heading with those of its shape, if it is one of a card or of a post. */
static void count_name(const dana__blocks *blocks, size_t i, card_shape *shapes, size_t *count)
{
    bool heads = is_post(blocks, i);
    card_shape *shape = heads || is_card(blocks, i) ? find_shape(blocks, i, shapes, count) : NULL;

    if (shape != NULL) {
        shape->count++;
        shape->taken += dana__is_taken(&blocks->blocks[i]);
        shape->posts += heads;
    }
}

/* Whether a heading is left out, and may be a name. */
static bool may_be_name(const dana__block *block)
{
    return block->heading > 0 && block->score >= OWN_LEAST && block->repeats <= SAME_MOST &&
           (block->decision == DANA__DECISION_REFUSED ||
            block->decision == DANA__DECISION_OUTSIDE ||
            (block->decision == DANA__DECISION_PRUNED && block->rule != 0));
}

void dana__take_card_names(dana__blocks *blocks)
{
    card_shape shapes[SHAPES_MOST];
    size_t count = 0;

    for (size_t i = 0; i + 1 < blocks->block_count; i++) {
        if (blocks->blocks[i].heading > 0) {
            count_name(blocks, i, shapes, &count);
        }
    }
    for (size_t i = 0; count > 0 && i + 1 < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (!may_be_name(block) || (!is_post(blocks, i) && !is_card(blocks, i))) {
            continue;
        }
        const card_shape *shape = find_shape(blocks, i, shapes, &count);

        if (shape != NULL && is_known(shape) && block->score >= least_of_name(shape)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}
