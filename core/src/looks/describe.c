#include "looks/describe.h"

#include "base/error.h"
#include "looks/tree.h"
#include "page/page.h"

void dana__describe_looks(const dana__look_tree *tree, const dana__rect *rect, uint32_t longest,
                          dana_looks *out)
{
    *out = (dana_looks){.x = rect->left,
                        .y = rect->top,
                        .width = dana__rect_width(rect),
                        .height = dana__rect_height(rect)};
    if (longest != DANA__NO_NODE) {
        const dana_box *box = tree->nodes[longest].box;

        out->font_size = box->font_size;
        out->font_weight = box->font_weight;
        out->color = box->color;
        out->background = box->background;
    }
}

/* A block of text that grows. */
typedef struct {
    dana_span span;
    dana__rect rect;
    uint32_t longest; /* DANA__NO_NODE: there is no block */
} growing;

static void add_text(const dana__look_tree *tree, uint32_t index, growing *block)
{
    const dana__look_node *node = &tree->nodes[index];

    if (block->longest == DANA__NO_NODE) {
        *block = (growing){node->text, node->rect, index};
        return;
    }
    block->span.end = node->text.end;
    dana__rect_add(&block->rect, &node->rect);
    if (node->chars > tree->nodes[block->longest].chars) {
        block->longest = index;
    }
}

static dana_status end_block(dana_page *page, const dana__look_tree *tree, growing *block,
                             dana_buffer *blocks, dana_error *err)
{
    if (block->longest == DANA__NO_NODE) {
        return DANA_OK;
    }
    dana_text_block made = {.span = block->span};

    dana__describe_looks(tree, &block->rect, block->longest, &made.looks);
    block->longest = DANA__NO_NODE;
    return dana_buffer_append(page->arena, blocks, &made, 1, err);
}

static bool breaks_line(const dana__look_node *node)
{
    return node->look > DANA__LOOK_REPLACED;
}

/* The element that breaks lines and holds the node `index`, or is it, from that of the node before
 * it. Elements nest in a bounded depth. */
static uint32_t owner_of(const dana__look_tree *tree, uint32_t owner, uint32_t index)
{
    if (breaks_line(&tree->nodes[index])) {
        return index;
    }
    while (owner != 0 && (tree->nodes[owner].end <= index || !breaks_line(&tree->nodes[owner]))) {
        owner = tree->nodes[owner].parent;
    }
    return owner;
}

static dana_status list_text_blocks(dana_page *page, const dana__look_tree *tree,
                                    const dana_text_block **out, size_t *count, dana_error *err)
{
    growing block = {.longest = DANA__NO_NODE};
    dana_buffer blocks;
    uint32_t owner = 0; /* the innermost element around that breaks lines, or the page */
    dana_status status = DANA_OK;

    dana_buffer_init(&blocks, sizeof(dana_text_block));
    for (uint32_t i = 0; i < tree->count && status == DANA_OK; i++) {
        const dana__look_node *node = &tree->nodes[i];
        uint32_t own = owner_of(tree, owner, i);

        if (own != owner) {
            status = end_block(page, tree, &block, &blocks, err);
            owner = own;
        }
        if (node->look == DANA__LOOK_TEXT && node->valid) {
            add_text(tree, i, &block);
        }
    }
    if (status == DANA_OK) {
        status = end_block(page, tree, &block, &blocks, err);
    }
    *out = blocks.data;
    *count = blocks.length;
    return status;
}

dana_status dana_find_text_blocks(dana_page *page, const dana_text_block **out, size_t *count,
                                  dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana__look_tree tree;

    *out = NULL;
    *count = 0;
    dana_status status = dana__build_look_tree(page, &tree, why);

    return status == DANA_OK ? list_text_blocks(page, &tree, out, count, why) : status;
}
