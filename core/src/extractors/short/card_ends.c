#include "extractors/short/card_ends.h"

#include "extractors/keep/cards.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"

/* Elements of one kind and class with such a text at least, and kinds that are looked at. */
#define ENDS_LEAST  3
#define SHAPES_MOST 16

/* How likely a text is content at least. */
#define SURE_LEAST .1f

/* What cards call their parts, what may not stand around a text besides, and elements that are the
 * page's own. */
#define END_MARKS   (DANA__MARK_BIT(HEADER) | DANA__MARK_BIT(FOOTER))
#define OTHER_MARKS (DANA__BESIDE_MARKS & ~END_MARKS)
#define PAGE_KINDS  (DANA__KIND_BIT(HEADER) | DANA__KIND_BIT(FOOTER) | DANA__KIND_BIT(NAV))

/* Elements of one kind and class that have such a text. */
typedef struct {
    uint32_t shape;
    uint32_t last; /* element that was seen last */
    uint32_t count;
} end_shape;

typedef struct {
    end_shape shapes[SHAPES_MOST];
    size_t count;
} end_shapes;

/* The pruned element around a block, where it is called a header or footer and nothing else around
 * the block prunes it; 0: there is none. */
static uint32_t end_of(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *nodes = blocks->nodes;
    uint32_t node = block->node;
    uint32_t marks = 0;
    uint32_t end = 0;

    if (block->decision != DANA__DECISION_PRUNED || block->score < SURE_LEAST ||
        dana__is_inside(&nodes[node], PAGE_KINDS)) {
        return 0;
    }
    for (; node != 0 && nodes[node].pruned != 0; node = nodes[node].parent) {
        marks |= nodes[node].marks;
        end = node;
    }
    return (marks & OTHER_MARKS) == 0 && (nodes[end].marks & END_MARKS) != 0 ? end : 0;
}

static end_shape *find_shape(end_shapes *all, uint32_t shape)
{
    for (size_t i = 0; i < all->count; i++) {
        if (all->shapes[i].shape == shape) {
            return &all->shapes[i];
        }
    }
    return NULL;
}

static void list_shapes(const dana__blocks *blocks, end_shapes *out)
{
    out->count = 0;
    for (size_t i = 0; i < blocks->block_count; i++) {
        uint32_t end = end_of(blocks, &blocks->blocks[i]);
        end_shape *found = end != 0 ? find_shape(out, blocks->nodes[end].shape) : NULL;

        if (end != 0 && found == NULL && out->count < SHAPES_MOST) {
            found = &out->shapes[out->count++];
            *found = (end_shape){blocks->nodes[end].shape, 0, 0};
        }
        if (found != NULL && found->last != end) {
            found->last = end;
            found->count++;
        }
    }
}

void dana__keep_card_ends(dana__blocks *blocks, const float *types)
{
    end_shapes all;

    if (!dana__lists_things(types) || !dana__may_list(blocks, types)) {
        return;
    }
    list_shapes(blocks, &all);
    for (size_t i = 0; all.count > 0 && i < blocks->block_count; i++) {
        uint32_t end = end_of(blocks, &blocks->blocks[i]);
        const end_shape *found = end != 0 ? find_shape(&all, blocks->nodes[end].shape) : NULL;

        if (found != NULL && found->count >= ENDS_LEAST) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
}
