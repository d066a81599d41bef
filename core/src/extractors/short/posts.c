#include "extractors/short/posts.h"

#include "blocks/marks.h"
#include "blocks/open_elements.h"
#include "dana/result.h"
#include "html/elements.h"
#include "measure/sentence.h"

/* The page is taken for a thread from this probability on. */
#define THREAD_LEAST .5f

/* Elements of one kind and class that hold texts at least, and such groups that are looked at. */
#define HOLDERS_LEAST 2
#define GROUPS_MOST   16

/* Of five code points of their texts three have to be taken. */
#define TEXT_PARTS  5
#define TAKEN_PARTS 3

/* Code points of a text at least that tells a group, or that ends as no sentence does; of one that
 * ends so where it tells a group: of a script without spaces they say more. */
#define TEXT_LEAST     40
#define SENTENCE_LEAST 12

/* Blocks between an item of a list and the sentence that it goes on with at most. */
#define RUN_MOST 32

/* Boxes around code at most that a post's text holds. */
#define CODE_BOXES 4

/* Code points of a text beside the posts' at least that comes again: names are shorter. */
#define REPEATED_LEAST 25

/* Elements that are parts of a text, not around it. */
#define TEXT_KINDS                                                                                 \
    (DANA__KIND_BIT(P) | DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(LIST) | DANA__KIND_BIT(HEADING) |   \
     DANA__KIND_BIT(PRE) | DANA__KIND_BIT(SPAN) | DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(ROW) |    \
     DANA__KIND_BIT(ROWS) | DANA__KIND_BIT(CELL) | DANA__KIND_BIT(DEFINITIONS) |                   \
     DANA__KIND_BIT(DEFINITION))

#define QUOTE_KINDS (DANA__KIND_BIT(QUOTE) | DANA__KIND_BIT(ASIDE))

/* Marks of forms that hold no text of a post. */
#define NO_TEXT                                                                                    \
    (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(ASIDE) |                        \
     DANA__MARK_BIT(BUTTON) | DANA__MARK_BIT(HIDDEN) | DANA__MARK_BIT(RELATED))

/* Elements of one kind and class that hold texts. */
typedef struct {
    uint32_t key;
    uint32_t last; /* element that was seen last */
    uint32_t count;
    uint64_t text; /* code points of their texts, without quotations */
    uint64_t taken;
} holder_group;

typedef struct {
    holder_group groups[GROUPS_MOST];
    size_t count;
} holder_groups;

/* The element around a block that holds its text with others. */
static uint32_t holder_of(const dana__blocks *blocks, const dana__block *block)
{
    uint32_t node = block->node;

    while (node != 0 && ((TEXT_KINDS >> blocks->nodes[node].kind) & 1) != 0) {
        node = blocks->nodes[node].parent;
    }
    return node;
}

/* What tells elements of one kind and class; of those without a class also the element around. */
static uint32_t key_of(const dana__blocks *blocks, uint32_t node)
{
    const dana__node *holder = &blocks->nodes[node];
    bool has_class = holder->shape != dana__shape_of(0, (dana__kind)holder->kind);

    return has_class ? holder->shape : holder->shape * 31 + blocks->nodes[holder->parent].shape;
}

/* The group of a key; NULL: there is none. */
static holder_group *find_group(holder_groups *all, uint32_t key)
{
    for (size_t i = 0; i < all->count; i++) {
        if (all->groups[i].key == key) {
            return &all->groups[i];
        }
    }
    return NULL;
}

/* Whether a block is set aside as it stands in a form, and for nothing else. */
static bool is_form(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *form = &blocks->nodes[block->node];

    while (form != blocks->nodes && (form->marks & DANA__MARK_BIT(FORM)) == 0) {
        form = &blocks->nodes[form->parent];
    }
    return form != blocks->nodes && form->pruned == block->rule && (form->marks & NO_TEXT) == 0 &&
           blocks->nodes[form->parent].pruned == 0;
}

/* Whether a block counts as a post's text: no quotation, nothing that a rule prunes, but for the
 * forms in which posts are edited where they stand. */
static bool is_text(const dana__blocks *blocks, const dana__block *block)
{
    return (block->rule == 0 || is_form(blocks, block)) &&
           block->decision != DANA__DECISION_REPEATED &&
           !dana__is_inside(&blocks->nodes[block->node], QUOTE_KINDS);
}

/* The groups in which a text of some length is taken, the first of them. */
static void list_groups(const dana_page *page, const dana__blocks *blocks, holder_groups *out)
{
    out->count = 0;
    for (size_t i = 0; i < blocks->block_count && out->count < GROUPS_MOST; i++) {
        const dana__block *block = &blocks->blocks[i];
        bool tells = dana__is_taken(block) && is_text(blocks, block) &&
                     (block->text >= TEXT_LEAST ||
                      (block->text >= SENTENCE_LEAST && dana__ends_sentence(page, block)));
        uint32_t key = tells ? key_of(blocks, holder_of(blocks, block)) : 0;

        if (tells && find_group(out, key) == NULL) {
            out->groups[out->count++] = (holder_group){.key = key};
        }
    }
}

static void measure(const dana__blocks *blocks, holder_groups *all)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        uint32_t holder = holder_of(blocks, block);
        holder_group *group = find_group(all, key_of(blocks, holder));

        if (group != NULL && is_text(blocks, block)) {
            group->count += group->last != holder;
            group->last = holder;
            group->text += block->text;
            group->taken += dana__is_taken(block) ? block->text : 0;
        }
    }
}

/* Whether a block goes on with a text or a sentence that is taken of the same post, without a gap.
 */
static bool goes_on(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    uint32_t holder = holder_of(blocks, block);
    const dana__block *before = block;

    for (int i = 0; i < RUN_MOST && before > blocks->blocks; i++) {
        before--;
        if (!dana__is_taken(before) || holder_of(blocks, before) != holder) {
            return false;
        }
        bool is_item = blocks->nodes[before->node].kind == DANA__KIND_ITEM;

        if (before->heading == 0 &&
            ((!is_item && before->text >= TEXT_LEAST) || dana__ends_sentence(page, before))) {
            return true;
        }
    }
    return false;
}

/* Whether a block is an item of a list that goes on with a sentence, or code right behind what is
 * taken, or behind a label: it needs no sentence. */
static bool is_listed(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *node = &blocks->nodes[block->node];
    size_t before = (size_t)(block - blocks->blocks);

    if (dana__is_inside(node, DANA__KIND_BIT(PRE))) {
        return (before > 0 && dana__is_taken(block - 1)) ||
               (before > 1 && dana__is_taken(block - 2));
    }
    return node->kind == DANA__KIND_ITEM && goes_on(page, blocks, block);
}

/* Whether a block may be a part of a post's text that the learned step has left out. A date or a
 * name ends as no sentence does. */
static bool may_be_taken(const dana_page *page, const dana__blocks *blocks,
                         const dana__block *block)
{
    bool is_pruned = block->decision == DANA__DECISION_PRUNED;

    return (block->decision == DANA__DECISION_REFUSED ||
            block->decision == DANA__DECISION_OUTSIDE || (is_pruned && is_form(blocks, block))) &&
           is_text(blocks, block) && 2 * (uint64_t)block->link_text <= block->text &&
           ((block->text >= TEXT_LEAST && !is_pruned) || is_listed(page, blocks, block) ||
            dana__ends_sentence(page, block));
}

/* The group of the element around a block that holds its text; of code, which programs set into
 * boxes of its own, that of one near around it. */
static const holder_group *group_around(const dana__blocks *blocks, const dana__block *block,
                                        holder_groups *all)
{
    uint32_t node = holder_of(blocks, block);
    bool is_code = dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(PRE));
    const holder_group *group = find_group(all, key_of(blocks, node));

    for (int i = 0; is_code && i < CODE_BOXES && group == NULL && node != 0; i++) {
        node = blocks->nodes[node].parent;
        group = find_group(all, key_of(blocks, node));
    }
    return group;
}

static void take_texts(const dana_page *page, dana__blocks *blocks, holder_groups *all)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        const holder_group *group = may_be_taken(page, blocks, block)
                                        ? group_around(blocks, block, all)
                                        : NULL;

        if (group != NULL && group->count >= HOLDERS_LEAST &&
            TEXT_PARTS * group->taken >= TAKEN_PARTS * group->text) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

/* The group of which most text is taken: the posts'. NULL: there is none. */
static const holder_group *find_posts(const holder_groups *all)
{
    const holder_group *most = NULL;

    for (size_t i = 0; i < all->count; i++) {
        const holder_group *group = &all->groups[i];

        if (group->count >= HOLDERS_LEAST && (most == NULL || group->taken > most->taken)) {
            most = group;
        }
    }
    return most;
}

/* The element of a group that is around a block; 0: there is none. */
static uint32_t post_of(const dana__blocks *blocks, const dana__block *block, uint32_t key)
{
    uint32_t node = block->node;

    while (node != 0 && key_of(blocks, node) != key) {
        node = blocks->nodes[node].parent;
    }
    return node;
}

/* Cuts what comes again between the posts' texts, from the first of these to the last. */
static void cut_repeated(dana__blocks *blocks, uint32_t key)
{
    size_t last = blocks->block_count;
    bool begun = false;

    while (last > 0 && post_of(blocks, &blocks->blocks[last - 1], key) == 0) {
        last--;
    }
    for (size_t i = 0; i < last; i++) {
        dana__block *block = &blocks->blocks[i];
        bool is_post = post_of(blocks, block, key) != 0;

        if (begun && !is_post && dana__is_taken(block) && block->repeats > 1 &&
            block->text >= REPEATED_LEAST) {
            block->decision = DANA__DECISION_CUT;
        }
        begun |= is_post;
    }
}

void dana__keep_posts(const dana_page *page, dana__blocks *blocks, const float *types)
{
    holder_groups all;
    const holder_group *posts;

    if ((blocks->hints & (DANA__HINT_FORUM | DANA__HINT_THREAD)) == 0 &&
        types[DANA_PAGE_FORUM] < THREAD_LEAST) {
        return;
    }
    list_groups(page, blocks, &all);
    measure(blocks, &all);
    take_texts(page, blocks, &all);
    posts = find_posts(&all);
    if (posts != NULL) {
        cut_repeated(blocks, posts->key);
    }
}
