/*
 * Source: MSR-TR-2003-79, 4.2.1 and 4.2.2. The paper begins with one separator over the pool and
 * puts in block after block: what holds the block is split, what crosses it shrinks, what it covers
 * goes; those at the border go last. What is left is where no block is, which sorted blocks show in
 * one pass (the unit test compares both).
 *
 * deviation: the paper tells for what a weight grows, and no numbers: those here are ours. Blocks
 * that touch have a separator without width: pages part them by colours alone.
 */
#include "vips/separators.h"

#include <math.h>
#include <stdlib.h>

/* Edges of texts overlap where lines are set closer than their letters are high. */
#define TOLERANCE 1.0f

/* Distances are compared with the size of letters. */
#define DEFAULT_FONT      16.0f
#define DISTANCE_MAX      4
#define RULE_WEIGHT       3
#define BACKGROUND_WEIGHT 2
#define SIMILAR_WEIGHT    2
#define LARGER_FONT       1.2f
#define MUCH_LARGER_FONT  1.6f
#define BOLDER            200

/* Where a block begins and ends across separators of a direction. */
static float begin_of(const dana__visual_block *block, dana__direction direction)
{
    return direction == DANA__HORIZONTAL ? block->rect.top : block->rect.left;
}

static float end_of(const dana__visual_block *block, dana__direction direction)
{
    return direction == DANA__HORIZONTAL ? block->rect.bottom : block->rect.right;
}

static int compare(const dana__visual_block *a, const dana__visual_block *b,
                   dana__direction direction)
{
    float x = begin_of(a, direction);
    float y = begin_of(b, direction);

    if (x != y) {
        return x < y ? -1 : 1;
    }
    return a->first < b->first ? -1 : a->first > b->first;
}

static int compare_tops(const void *a, const void *b)
{
    return compare(a, b, DANA__HORIZONTAL);
}

static int compare_lefts(const void *a, const void *b)
{
    return compare(a, b, DANA__VERTICAL);
}

void dana__sort_blocks(dana__visual_block *blocks, size_t count, dana__direction direction)
{
    qsort(blocks, count, sizeof(*blocks),
          direction == DANA__HORIZONTAL ? compare_tops : compare_lefts);
}

static const dana_box *font_of(const dana__look_tree *tree, const dana__visual_block *block)
{
    return block->longest != DANA__NO_NODE ? tree->nodes[block->longest].box : NULL;
}

/* Rule 1: the distance, in letters. */
static int weigh_distance(const dana__separator *separator, const dana_box *a, const dana_box *b)
{
    float font = fmaxf(a != NULL ? a->font_size : 0.0f, b != NULL ? b->font_size : 0.0f);
    float letters = (separator->end - separator->start) / (font >= 1.0f ? font : DEFAULT_FONT);

    return letters >= (float)DISTANCE_MAX ? DISTANCE_MAX : letters > 0.0f ? (int)letters : 0;
}

/* The first rule of the page that ends below `y`. */
static size_t first_rule(const dana__rules *rules, float y)
{
    size_t low = 0;
    size_t high = rules->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (rules->rects[middle].top < y) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Rule 2: a rule lies on it. Of many rules side by side the first few are looked at. */
static int weigh_rules(const dana__rules *rules, const dana__separator *separator,
                       const dana__visual_block *above)
{
    const size_t looked_at = 8;
    size_t first = first_rule(rules, separator->start - TOLERANCE);

    for (size_t i = first; i < rules->count && i < first + looked_at; i++) {
        const dana__rect *rule = &rules->rects[i];

        if (rule->bottom > separator->end + TOLERANCE) {
            break;
        }
        if (rule->left < above->rect.right && rule->right > above->rect.left) {
            return RULE_WEIGHT;
        }
    }
    return 0;
}

/* Rule 4: fonts that differ, more so where the larger one stands below: a heading of what follows.
 */
static int weigh_fonts(const dana_box *above, const dana_box *below)
{
    if (above == NULL || below == NULL) {
        return 0;
    }
    float smaller = fminf(above->font_size, below->font_size);
    float larger = fmaxf(above->font_size, below->font_size);
    int bolder = abs((int)above->font_weight - (int)below->font_weight);
    int weight = bolder >= BOLDER ? 1 : 0;

    weight += larger >= LARGER_FONT * smaller ? 1 : 0;
    weight += larger >= MUCH_LARGER_FONT * smaller ? 1 : 0;
    return weight + (below->font_size >= LARGER_FONT * above->font_size ? 1 : 0);
}

/* Rule 5: blocks of one build, such as two texts or two items of a list. */
static bool are_similar(const dana__look_tree *tree, const dana__visual_block *a,
                        const dana__visual_block *b)
{
    const dana__look_node *x = &tree->nodes[a->first];
    const dana__look_node *y = &tree->nodes[b->first];

    if (a->is_text && b->is_text) {
        return weigh_fonts(font_of(tree, a), font_of(tree, b)) == 0;
    }
    return a->is_text == b->is_text && x->look == y->look && x->row == y->row;
}

static unsigned weigh(const dana__look_tree *tree, const dana__rules *rules,
                      const dana__visual_block *a, const dana__visual_block *b,
                      dana__direction direction, const dana__separator *separator)
{
    const dana_box *above = font_of(tree, a);
    const dana_box *below = font_of(tree, b);
    int weight = 1 + weigh_distance(separator, above, below);

    weight += a->background != b->background ? BACKGROUND_WEIGHT : 0; /* rule 3 */
    if (direction == DANA__HORIZONTAL) {
        weight += weigh_rules(rules, separator, a) + weigh_fonts(above, below);
        weight -= are_similar(tree, a, b) ? SIMILAR_WEIGHT : 0;
    }
    return weight < 1 ? 1 : weight > DANA__WEIGHT_MAX ? DANA__WEIGHT_MAX : (unsigned)weight;
}

size_t dana__find_separators(const dana__look_tree *tree, const dana__rules *rules,
                             const dana__visual_block *blocks, size_t count,
                             dana__direction direction, dana__separator *out)
{
    size_t found = 0;
    size_t last = 0; /* of the blocks so far, the one that ends last */

    for (size_t i = 1; i < count; i++) {
        float start = end_of(&blocks[last], direction);
        float end = begin_of(&blocks[i], direction);

        if (end >= start - TOLERANCE) {
            dana__separator *s = &out[found++];

            *s = (dana__separator){start, fmaxf(start, end), (uint32_t)i, 0};
            s->weight = weigh(tree, rules, &blocks[last], &blocks[i], direction, s);
        }
        if (end_of(&blocks[i], direction) > start) {
            last = i;
        }
    }
    return found;
}
