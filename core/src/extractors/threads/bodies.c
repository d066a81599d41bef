#include "extractors/threads/bodies.h"

#include "blocks/marks.h"
#include "blocks/open_elements.h"
#include "evidence/item_words.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "listing/class_words.h"
#include "page/page.h"

#include <string.h>

/* Bodies of one kind and class at least; classes that are told apart. */
#define BODIES_LEAST 2
#define GROUPS_MOST  16

#define THREAD_HINTS (DANA__HINT_THREAD | DANA__HINT_FORUM)

/* Elements that are no text as a whole. */
#define PART_KINDS                                                                                 \
    (DANA__KIND_BIT(SPAN) | DANA__KIND_BIT(HEADING) | DANA__KIND_BIT(BODY) | DANA__KIND_BIT(FORM))

#define QUOTE_KINDS (DANA__KIND_BIT(QUOTE) | DANA__KIND_BIT(ASIDE))

/* Bodies of one kind and class that do not hold each other. */
typedef struct {
    uint32_t shape;
    uint32_t end; /* the element behind the last one */
    uint32_t count;
    uint64_t text; /* code points outside links */
} body_group;

/* Marks of boxes that no post is, and of what stands beside its text. */
#define BOX_MARKS                                                                                  \
    (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(HEADER) |                       \
     DANA__MARK_BIT(ASIDE) | DANA__MARK_BIT(FORM) | DANA__MARK_BIT(BUTTON) |                       \
     DANA__MARK_BIT(HIDDEN) | DANA__MARK_BIT(RELATED) | DANA__MARK_BIT(ADVERT) |                   \
     DANA__MARK_BIT(SHARE) | DANA__MARK_BIT(AUTHOR) | DANA__MARK_BIT(META) |                       \
     DANA__MARK_BIT(CAPTION) | DANA__MARK_BIT(NEWSLETTER))

/* Whether a rule prunes something as nothing but comments: those of a thread are its posts. */
static bool is_comment(const dana__node *node)
{
    return (node->all_marks & DANA__MARK_BIT(COMMENTS)) != 0 && (node->all_marks & BOX_MARKS) == 0;
}

/* Shapes that are remembered at a time; a power of two. */
#define SHAPES 64

/* What the class words of elements say, by shape: pages repeat few classes on many elements. */
typedef struct {
    uint32_t shapes[SHAPES];
    bool are_bodies[SHAPES];
} shape_memo;

/* Whether class words call an element the text of a post. */
static bool is_called_body(const dana_page *page, const dana__node *node, shape_memo *memo)
{
    size_t slot = node->shape & (SHAPES - 1);

    if (memo->shapes[slot] != node->shape) {
        dana_view class = dana__class_value(dana__start_tag_of(page, node));

        memo->shapes[slot] = node->shape;
        memo->are_bodies[slot] = (dana__read_item_class(class).roles & DANA__ROLE_BODY) != 0;
    }
    return memo->are_bodies[slot];
}

/* Whether an element is called the text of a post, and holds no more. What is called comments in
 * posts is remarks. */
static bool is_body(const dana_page *page, const dana__node *node, shape_memo *memo)
{
    bool has_class = node->shape != dana__shape_of(0, (dana__kind)node->kind);
    bool is_remark = node->in_post && (node->marks & DANA__MARK_BIT(COMMENTS)) != 0;

    return has_class && node->non_link_text > 0 && !node->holds_main && !is_remark &&
           (node->pruned == 0 || is_comment(node)) && ((PART_KINDS >> node->kind) & 1) == 0 &&
           is_called_body(page, node, memo);
}

/* The group of a shape, a new one where there is room; NULL: there is none. */
static body_group *group_of(body_group groups[GROUPS_MOST], uint32_t shape)
{
    for (size_t i = 0; i < GROUPS_MOST; i++) {
        if (groups[i].count == 0 || groups[i].shape == shape) {
            groups[i].shape = shape;
            return &groups[i];
        }
    }
    return NULL;
}

/* The group of most text; of those with as much the one that stands inside. */
static const body_group *best_group(const dana_page *page, const dana__blocks *blocks,
                                    shape_memo *memo, body_group groups[GROUPS_MOST])
{
    const body_group *best = NULL;

    for (uint32_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];
        body_group *group = is_body(page, node, memo) ? group_of(groups, node->shape) : NULL;

        if (group != NULL && i >= group->end) {
            group->end = node->end;
            group->count++;
            group->text += node->non_link_text;
        }
    }
    for (size_t i = 0; i < GROUPS_MOST; i++) {
        if (groups[i].count >= BODIES_LEAST && (best == NULL || groups[i].text >= best->text)) {
            best = &groups[i];
        }
    }
    return best;
}

/* Whether the learned step has left out a post as a whole: of one that it knows it leaves out what
 * stands beside the text. */
static bool is_left_out(const dana__blocks *blocks, const dana__node *body)
{
    return dana__taken_text(blocks, body->first_block, body->end_block) == 0;
}

/* Takes the text of a body, without what it quotes. */
static void take_body(dana__blocks *blocks, const dana__node *body)
{
    for (size_t i = body->first_block; i < body->end_block; i++) {
        dana__block *block = &blocks->blocks[i];
        const dana__node *node = &blocks->nodes[block->node];
        bool may_be_taken = dana__is_out(block) ||
                            (block->rule != 0 && block->decision == DANA__DECISION_PRUNED &&
                             is_comment(node));

        if (may_be_taken && !dana__is_inside(node, QUOTE_KINDS)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}

void dana__take_bodies(const dana_page *page, dana__blocks *blocks)
{
    body_group groups[GROUPS_MOST];
    shape_memo memo;

    if ((blocks->hints & THREAD_HINTS) == 0 || (blocks->hints & DANA__HINT_ARTICLE) != 0) {
        return;
    }
    memset(groups, 0, sizeof(groups));
    memset(&memo, 0, sizeof(memo));
    const body_group *best = best_group(page, blocks, &memo, groups);
    uint32_t next = 1; /* behind the last body */

    for (uint32_t i = 1; best != NULL && i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (i >= next && node->shape == best->shape && is_body(page, node, &memo)) {
            next = node->end;
            if (is_left_out(blocks, node)) {
                take_body(blocks, node);
            }
        }
    }
}
