#include "vips/rules.h"

#include <math.h>

/* The rules as table 1 has them; the first one that holds decides. */
enum {
    NO_VALID_CHILD = 1 << 0,   /* nothing is seen in it: it is cut */
    ONE_CHILD = 1 << 1,        /* that is no text: divide */
    ROUND_ROOT = 1 << 2,       /* the one node of the block whose round it is: divide */
    TEXT_ALONE = 1 << 3,       /* all children are texts or virtual texts: keep, 9 or 10 */
    BREAKS_LINE = 1 << 4,      /* a child breaks the line: divide */
    HAS_RULE = 1 << 5,         /* a child is an hr: divide */
    OVERFLOWS = 1 << 6,        /* its children take more room than it has: divide */
    OTHER_BACKGROUND = 1 << 7, /* a child stands on another one: divide */
    SMALL_WITH_TEXT = 1 << 8,  /* it has a text child and is small: keep, 5 to 8 */
    SMALL_CHILDREN = 1 << 9,   /* its largest child is small: keep */
    AFTER_UNDIVIDED = 1 << 10, /* the sibling before it was kept: keep */
    DIVIDE = 1 << 11,
    KEEP = 1 << 12,
};

#define ALWAYS  (NO_VALID_CHILD | ONE_CHILD | ROUND_ROOT)
#define IN_TEXT (ALWAYS | TEXT_ALONE | BREAKS_LINE | HAS_RULE | OTHER_BACKGROUND | SMALL_WITH_TEXT)

/*
 * Table 2: which rules hold for a node, by its kind; the coherence that its tag gives; and the
 * shares of the round's area under which it, or its largest child, is small. The tables of rules
 * are the paper's; it gives ranges for the degrees, and no thresholds.
 * deviation: pages are laid out with div and section today, which therefore have the rules of
 * backgrounds and of room (a block whose floating children leave it) too.
 */
static const struct {
    unsigned rules;
    uint8_t coherence;
    float small;
} table[DANA__LOOK_COUNT] = {
    [DANA__LOOK_INLINE] = {IN_TEXT | SMALL_CHILDREN | DIVIDE, 8, 0.05f},
    [DANA__LOOK_TABLE] = {ALWAYS | OTHER_BACKGROUND | SMALL_CHILDREN | KEEP, 6, 0.05f},
    [DANA__LOOK_ROW] = {ALWAYS | OTHER_BACKGROUND | SMALL_CHILDREN | KEEP, 6, 0.05f},
    [DANA__LOOK_CELL] = {ALWAYS | TEXT_ALONE | SMALL_WITH_TEXT | SMALL_CHILDREN | AFTER_UNDIVIDED |
                             KEEP,
                         6, 0.05f},
    [DANA__LOOK_P] = {IN_TEXT | SMALL_CHILDREN | DIVIDE, 8, 0.1f},
    [DANA__LOOK_HEADING] = {IN_TEXT | SMALL_CHILDREN | DIVIDE, 8, 0.1f},
    [DANA__LOOK_ITEM] = {ALWAYS | TEXT_ALONE | HAS_RULE | OVERFLOWS | OTHER_BACKGROUND |
                             SMALL_WITH_TEXT | SMALL_CHILDREN | DIVIDE,
                         7, 0.05f},
    [DANA__LOOK_OTHER] = {ALWAYS | TEXT_ALONE | HAS_RULE | OVERFLOWS | OTHER_BACKGROUND |
                              SMALL_WITH_TEXT | SMALL_CHILDREN | DIVIDE,
                          5, 0.05f},
};

/* Shares of the page's area under which a block is one degree more coherent than its tag says. */
#define SMALL_OF_PAGE 0.01

/* Sizes are rounded to whole pixels: children that fill a block do not overflow it. */
#define ROUNDING 1.05

/* What the rules ask of a node's children that are seen. */
typedef struct {
    unsigned count;
    bool one_is_text; /* there is one child, and it is a text */
    bool has_inline;
    bool has_line_break;
    bool has_rule;
    bool other_background;
    double area;
    double largest;
} children;

static void add_child(const dana__look_node *node, const dana__look_node *child, children *c)
{
    double area = dana__rect_area(&child->rect);

    c->has_rule = c->has_rule || child->look == DANA__LOOK_RULE;
    if (!child->valid) {
        return;
    }
    c->count++;
    c->one_is_text = c->count == 1 && child->look == DANA__LOOK_TEXT;
    c->has_inline = c->has_inline || child->is_inline;
    c->has_line_break = c->has_line_break || !child->is_inline;
    c->other_background = c->other_background || (node->box != NULL && !child->is_inline &&
                                                  child->box->background != node->box->background);
    c->area += area;
    c->largest = fmax(c->largest, area);
}

static children look_at_children(const dana__look_tree *tree, uint32_t index)
{
    const dana__look_node *node = &tree->nodes[index];
    children c = {0};

    for (uint32_t i = index + 1; i < node->end; i = tree->nodes[i].end) {
        add_child(node, &tree->nodes[i], &c);
    }
    return c;
}

static bool same_font(const dana_box *a, const dana_box *b)
{
    return fabsf(a->font_size - b->font_size) < 0.5f && a->font_weight == b->font_weight;
}

bool dana__has_one_font(const dana__look_tree *tree, uint32_t first, uint32_t end)
{
    const dana_box *font = NULL;

    for (uint32_t i = first; i < end; i = tree->nodes[i].end) {
        const dana__look_node *node = &tree->nodes[i];

        if (!node->valid || node->longest == DANA__NO_NODE) {
            continue;
        }
        const dana_box *own = tree->nodes[node->longest].box;

        if (font != NULL && !same_font(font, own)) {
            return false;
        }
        font = own;
    }
    return true;
}

/* The degree that tag and size give. */
static unsigned size_coherence(const dana__rounds *vips, const dana__look_node *node)
{
    bool small = dana__rect_area(&node->rect) < SMALL_OF_PAGE * vips->page_area;

    return table[node->look].coherence + (small ? 1u : 0u);
}

unsigned dana__background_coherence(const dana__rounds *vips, uint32_t index)
{
    unsigned coherence = size_coherence(vips, &vips->tree.nodes[index]);

    return coherence < 6 ? 6 : coherence > 8 ? 8 : coherence;
}

static bool must_divide(const dana__look_node *node, const children *c, unsigned rules)
{
    if ((rules & BREAKS_LINE) != 0 && c->has_line_break) {
        return true;
    }
    if ((rules & HAS_RULE) != 0 && c->has_rule) {
        return true;
    }
    if ((rules & OVERFLOWS) != 0 && node->box != NULL &&
        c->area > ROUNDING * (double)node->box->width * (double)node->box->height) {
        return true;
    }
    return (rules & OTHER_BACKGROUND) != 0 && c->other_background;
}

/* Whether the sibling before a node is seen and was kept whole. */
static bool follows_undivided(const dana__rounds *vips, uint32_t index)
{
    uint32_t previous = vips->marks[index].previous;

    return previous != DANA__NO_NODE && !vips->marks[previous].is_divided;
}

/* The rules that keep a node whole, and its degree where one holds; 0: it is divided. */
static unsigned keep_whole(const dana__rounds *vips, uint32_t index, const children *c, double area)
{
    const dana__look_node *node = &vips->tree.nodes[index];
    unsigned rules = table[node->look].rules;
    double small = (double)table[node->look].small * area;
    unsigned coherence = size_coherence(vips, node);

    if ((rules & SMALL_WITH_TEXT) != 0 && c->has_inline && dana__rect_area(&node->rect) < small) {
        return coherence > 8 ? 8 : coherence;
    }
    bool kept = ((rules & SMALL_CHILDREN) != 0 && c->largest < small) ||
                ((rules & AFTER_UNDIVIDED) != 0 && follows_undivided(vips, index)) ||
                (rules & KEEP) != 0;

    return kept ? coherence : 0;
}

unsigned dana__judge_node(const dana__rounds *vips, uint32_t index, double area)
{
    const dana__look_node *node = &vips->tree.nodes[index];
    unsigned rules = table[node->look].rules;
    children c = look_at_children(&vips->tree, index);

    if ((rules & ONE_CHILD) != 0 && c.count == 1 && !c.one_is_text) {
        return 0;
    }
    if ((rules & TEXT_ALONE) != 0 && !c.has_line_break) {
        return dana__has_one_font(&vips->tree, index + 1, node->end) ? 10 : 9;
    }
    if (must_divide(node, &c, rules)) {
        return 0;
    }
    return keep_whole(vips, index, &c, area);
}
