#include "extractors/keep/cards.h"

#include "blocks/page_hints.h"
#include "dana/result.h"
#include "extractors/keep/foreign.h"
#include "html/tokenizer.h"
#include "listing/class_words.h"
#include "measure/sentence.h"
#include "page/page.h"

/* A page may be a list of things below these probabilities of an article, of a thread. */
#define ARTICLE_MOST .5f
#define THREAD_MOST  .3f

/* How likely a page is one that lists things at least that calls itself an article. */
#define LIST_LEAST .5f

/* Cards of a group, lines of a card in the mean and code points of all of them at least. */
#define CARDS_LEAST 5
#define LINES_LEAST 2
#define TEXT_LEAST  200

/* Cards of a shop's goods at least, and one part of how many of them has no price at most; how
 * likely the page is a shop's at least, where any number is a price. */
#define GOODS_LEAST     8
#define UNPRICED_PARTS  4
#define COLLECTION_SURE .5f

/* Entries of a list of posts at least. */
#define ENTRIES_LEAST 3

/* Lines of a card at most; shapes of siblings that are looked at. */
#define LINES_MOST  32
#define SHAPES_MOST 4

/* One part of how many of a group's text is links at least, and is taken already at most. */
#define LINK_PARTS  10
#define TAKEN_PARTS 4

/* What a list of the page's own may be called, and what may not stand around it. */
#define OWN_MARKS   (DANA__MARK_BIT(RELATED) | DANA__MARK_BIT(ADVERT))
#define OTHER_MARKS (DANA__BESIDE_MARKS & ~OWN_MARKS)

/* Rows of a list of jobs at least, and code points of the name of a group of them at most. */
#define JOBS_LEAST     3
#define JOB_GROUP_MOST 60

/* Siblings of one kind and class. */
typedef struct {
    uint32_t parent;
    uint32_t shape;
    uint8_t kind;   /* dana__kind */
    uint32_t cards; /* those with text that is taken or may be */
    uint64_t lines; /* their blocks */
    uint64_t text;  /* code points of those that may be taken, */
    uint64_t links; /* and of them inside links */
    uint64_t taken; /* code points of those that are taken */
} card_group;

uint32_t dana__pruned_marks(const dana__blocks *blocks, uint32_t node)
{
    uint32_t marks = 0;

    for (; node != 0 && blocks->nodes[node].pruned != 0; node = blocks->nodes[node].parent) {
        marks |= blocks->nodes[node].marks;
    }
    return marks;
}

/* Whether a block that is not taken may be a part of a card: no rule pruned it, or one for what
 * its list is called. */
static bool may_be_taken(const dana__blocks *blocks, const dana__block *block)
{
    if (block->decision == DANA__DECISION_PRUNED) {
        uint32_t marks = dana__pruned_marks(blocks, block->node);

        return (marks & OWN_MARKS) != 0 && (marks & OTHER_MARKS) == 0;
    }
    return (block->decision == DANA__DECISION_OUTSIDE ||
            block->decision == DANA__DECISION_REFUSED) &&
           block->rule == 0;
}

static bool is_card(const dana__node *node, uint32_t shape)
{
    return node->shape == shape && node->text > 0 &&
           node->end_block - node->first_block <= LINES_MOST;
}

static void add_card(const dana__blocks *blocks, const dana__node *card, card_group *group)
{
    uint64_t before = group->text + group->taken;

    for (size_t i = card->first_block; i < card->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block)) {
            group->lines++;
            group->taken += block->text;
        } else if (may_be_taken(blocks, block)) {
            group->lines++;
            group->text += block->text;
            group->links += block->link_text;
        }
    }
    group->cards += group->text + group->taken > before;
}

/* The cards of one shape below an element. */
static card_group measure(const dana__blocks *blocks, uint32_t parent, uint32_t shape)
{
    card_group out = {.parent = parent, .shape = shape};

    for (size_t i = parent + 1; i < blocks->nodes[parent].end; i = blocks->nodes[i].end) {
        if (is_card(&blocks->nodes[i], shape)) {
            out.kind = blocks->nodes[i].kind;
            add_card(blocks, &blocks->nodes[i], &out);
        }
    }
    return out;
}

/* The shapes of an element's children, the first SHAPES_MOST of them. Returns their number. */
static size_t list_shapes(const dana__blocks *blocks, uint32_t parent, uint32_t shapes[SHAPES_MOST])
{
    size_t count = 0;

    for (size_t i = parent + 1; i < blocks->nodes[parent].end && count < SHAPES_MOST;
         i = blocks->nodes[i].end) {
        size_t k = 0;

        while (k < count && shapes[k] != blocks->nodes[i].shape) {
            k++;
        }
        shapes[k] = blocks->nodes[i].shape;
        count += k == count;
    }
    return count;
}

/* The group with most text that may be taken. */
static card_group find_group(const dana__blocks *blocks)
{
    card_group best = {.cards = 0};
    uint32_t shapes[SHAPES_MOST];

    for (uint32_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];
        bool may_hold = node->children >= CARDS_LEAST &&
                        (dana__pruned_marks(blocks, i) & OTHER_MARKS) == 0;
        size_t count = may_hold ? list_shapes(blocks, i, shapes) : 0;

        for (size_t k = 0; k < count; k++) {
            card_group group = measure(blocks, i, shapes[k]);

            if (group.cards >= CARDS_LEAST && group.text > best.text) {
                best = group;
            }
        }
    }
    return best;
}

/* Whether a group is what its page is about. */
static bool is_main(const card_group *group)
{
    return group->text >= TEXT_LEAST && group->lines >= LINES_LEAST * (uint64_t)group->cards &&
           LINK_PARTS * group->links >= group->text && TAKEN_PARTS * group->taken <= group->text;
}

/* Whether a card has a price: what is called so, with a number; any number. */
static bool has_price(const dana__blocks *blocks, const dana__node *card, bool any)
{
    for (size_t i = card->first_block; i < card->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (block->digits > 0 &&
            (any || (blocks->nodes[block->node].all_marks & DANA__MARK_BIT(PRICE)) != 0)) {
            return true;
        }
    }
    return false;
}

/* Whether the page's title stands before a block, and no more text than behind another. */
static bool stands_first(const dana__blocks *blocks, size_t first, size_t end)
{
    size_t i = 0;

    while (i < first && blocks->blocks[i].heading != 1) {
        i++;
    }
    return i < first &&
           dana__taken_text(blocks, 0, first) <= dana__taken_text(blocks, end, blocks->block_count);
}

/* Whether a group is the goods of a shop, with their prices, below its title: such a page has them,
 * however much a shop writes behind. */
static bool is_goods(const dana__blocks *blocks, const card_group *group, const float *types)
{
    const dana__node *parent = &blocks->nodes[group->parent];
    bool sure = types[DANA_PAGE_COLLECTION] >= COLLECTION_SURE;
    uint32_t cards = 0;
    uint32_t priced = 0;

    for (size_t i = group->parent + 1; i < parent->end; i = blocks->nodes[i].end) {
        if (is_card(&blocks->nodes[i], group->shape)) {
            cards++;
            priced += has_price(blocks, &blocks->nodes[i], sure);
        }
    }
    return cards >= GOODS_LEAST && UNPRICED_PARTS * (cards - priced) <= cards &&
           (sure || stands_first(blocks, parent->first_block, parent->end_block));
}

/* Code points of blocks [first, end) that are taken, inside links as well. */
static uint64_t count_taken(const dana__blocks *blocks, size_t first, size_t end)
{
    uint64_t taken = 0;

    for (size_t i = first; i < end; i++) {
        taken += dana__is_taken(&blocks->blocks[i]) ? blocks->blocks[i].text : 0;
    }
    return taken;
}

static void take(dana__blocks *blocks, const card_group *group)
{
    for (size_t i = group->parent + 1; i < blocks->nodes[group->parent].end;
         i = blocks->nodes[i].end) {
        const dana__node *node = &blocks->nodes[i];

        for (size_t k = node->first_block; is_card(node, group->shape) && k < node->end_block;
             k++) {
            if (may_be_taken(blocks, &blocks->blocks[k])) {
                blocks->blocks[k].decision = DANA__DECISION_LEARNED;
            }
        }
    }
}

/* Whether a page may list things: it is no article, thread or product. Systems that call every
 * page an article do so with lists, too, which have to look like one then. */
static bool may_list(const dana__blocks *blocks, const float *types)
{
    bool is_called_article = (blocks->hints & (DANA__HINT_ARTICLE | DANA__HINT_LISTING)) ==
                             DANA__HINT_ARTICLE;
    float list = types[DANA_PAGE_LISTING] + types[DANA_PAGE_COLLECTION] + types[DANA_PAGE_SERVICE];

    return types[DANA_PAGE_ARTICLE] < ARTICLE_MOST && types[DANA_PAGE_FORUM] < THREAD_MOST &&
           (!is_called_article || list >= LIST_LEAST) && (blocks->hints & DANA__HINT_THREAD) == 0 &&
           !dana__is_product(blocks->hints, types[DANA_PAGE_PRODUCT]);
}

/* Whether a page may be a shop's list of goods: it has prices, and says of itself no other thing.
 */
static bool may_sell(const dana__blocks *blocks, const float *types)
{
    return dana__has_mark(blocks, DANA__MARK_BIT(PRICE)) && types[DANA_PAGE_FORUM] < THREAD_MOST &&
           (blocks->hints & (DANA__HINT_ARTICLE | DANA__HINT_THREAD)) == 0 &&
           !dana__is_product(blocks->hints, types[DANA_PAGE_PRODUCT]);
}

/* Takes the article elements of a list of posts: each is an entry. */
static void take_entries(dana__blocks *blocks)
{
    uint32_t shapes[SHAPES_MOST];

    for (uint32_t i = 1; i < blocks->node_count; i++) {
        bool may_hold = blocks->nodes[i].children >= ENTRIES_LEAST &&
                        (dana__pruned_marks(blocks, i) & OTHER_MARKS) == 0;
        size_t count = may_hold ? list_shapes(blocks, i, shapes) : 0;

        for (size_t k = 0; k < count; k++) {
            card_group group = measure(blocks, i, shapes[k]);

            if (group.cards >= ENTRIES_LEAST && group.kind == DANA__KIND_ARTICLE) {
                take(blocks, &group);
            }
        }
    }
}

/* The row of a list of jobs that an element is, by its class; its end, or 0. */
static size_t job_end(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    dana_view class = dana__class_value(dana__start_tag_of(page, &blocks->nodes[i]));
    bool is_job = class.length > 0 && (dana__class_sets(class) & DANA__CLASS_JOB) != 0 &&
                  is_card(&blocks->nodes[i], blocks->nodes[i].shape) &&
                  blocks->nodes[i].non_link_text < blocks->nodes[i].text &&
                  (blocks->nodes[i].all_marks & OTHER_MARKS) == 0;

    return is_job ? blocks->nodes[i].end : 0;
}

/* Takes a row of a list of jobs, without the button that it begins with as all rows do, and
 * the name of a group of rows right above it. */
static void take_job(const dana_page *page, dana__blocks *blocks, const dana__node *row,
                     uint32_t rows)
{
    for (size_t i = row->first_block; i < row->end_block; i++) {
        dana__block *block = &blocks->blocks[i];

        if (i == row->first_block && block->repeats >= rows) {
            block->decision = dana__is_taken(block) ? DANA__DECISION_CUT : block->decision;
        } else if (may_be_taken(blocks, block)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
    dana__block *name = row->first_block > 0 ? &blocks->blocks[row->first_block - 1] : NULL;

    if (name != NULL && may_be_taken(blocks, name) && name->text <= JOB_GROUP_MOST &&
        name->link_text == 0 && !dana__ends_sentence(page, name)) {
        name->decision = DANA__DECISION_LEARNED;
    }
}

/* Takes the rows of a list of jobs, where they have more text than what is taken besides. */
static void take_jobs(const dana_page *page, dana__blocks *blocks)
{
    uint32_t rows = 0;
    uint64_t text = 0;
    uint64_t taken = 0;

    for (size_t i = 1, end; i < blocks->node_count; i = end != 0 ? end : i + 1) {
        const dana__node *row = &blocks->nodes[i];

        end = job_end(page, blocks, i);
        if (end != 0) {
            rows++;
            text += row->text;
            taken += count_taken(blocks, row->first_block, row->end_block);
        }
    }
    if (rows < JOBS_LEAST || text + taken < count_taken(blocks, 0, blocks->block_count)) {
        return;
    }
    for (size_t i = 1, end; i < blocks->node_count; i = end != 0 ? end : i + 1) {
        end = job_end(page, blocks, i);
        if (end != 0) {
            take_job(page, blocks, &blocks->nodes[i], rows);
        }
    }
}

void dana__keep_cards(const dana_page *page, dana__blocks *blocks, const float *types)
{
    if ((page->class_sets & DANA__CLASS_JOB) != 0 && types[DANA_PAGE_FORUM] < THREAD_MOST) {
        take_jobs(page, blocks);
    }
    if ((blocks->hints & DANA__HINT_ARCHIVE) != 0) {
        take_entries(blocks);
    }
    bool lists = may_list(blocks, types);

    if (!lists && !may_sell(blocks, types)) {
        return;
    }
    card_group group = find_group(blocks);

    if (is_main(&group) && ((lists && group.text >= count_taken(blocks, 0, blocks->block_count)) ||
                            is_goods(blocks, &group, types))) {
        take(blocks, &group);
    }
}
