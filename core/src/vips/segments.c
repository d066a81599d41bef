#include "dana/segments.h"

#include "base/error.h"
#include "looks/describe.h"
#include "looks/tree.h"
#include "page/page.h"
#include "vips/structure.h"

#include <stdlib.h>

static int compare_rules(const void *a, const void *b)
{
    const dana__rect *x = a;
    const dana__rect *y = b;

    return x->top < y->top ? -1 : x->top > y->top;
}

/* Lists the rules of a page that are seen, by y. */
static dana_status list_rules(dana_page *page, const dana__look_tree *tree, dana__rules *out,
                              dana_error *err)
{
    dana_buffer rects;
    dana_status status = DANA_OK;

    dana_buffer_init(&rects, sizeof(dana__rect));
    for (size_t i = 0; i < tree->count && status == DANA_OK; i++) {
        if (tree->nodes[i].look == DANA__LOOK_RULE && dana__rect_width(&tree->nodes[i].rect) > 0) {
            status = dana_buffer_append(page->arena, &rects, &tree->nodes[i].rect, 1, err);
        }
    }
    if (rects.length > 1) {
        qsort(rects.data, rects.length, sizeof(dana__rect), compare_rules);
    }
    *out = (dana__rules){rects.data, rects.length};
    return status;
}

/* What a leaf shows: the nodes of its block. */
static void fill_leaf(const dana__look_tree *tree, const dana__visual_block *block,
                      dana_segment *out)
{
    const dana__look_node *nodes = tree->nodes;
    dana_span text = {0};
    dana_span all = nodes[block->first].span;

    for (uint32_t i = block->first; i < block->end; i++) {
        /* Elements that go on behind the block are those around it. */
        if (nodes[i].end <= block->end && nodes[i].span.end > all.end) {
            all.end = nodes[i].span.end;
        }
        if (nodes[i].look != DANA__LOOK_TEXT || !nodes[i].valid) {
            continue;
        }
        text.start = text.end == 0 ? nodes[i].text.start : text.start;
        text.end = nodes[i].text.end;
        out->chars += nodes[i].chars;
        out->link_chars += nodes[i].link_chars;
    }
    out->span = text.end != 0 ? text : all;
    dana__describe_looks(tree, &block->rect, block->longest, &out->looks);
}

/* What is known of segments besides the public members. */
typedef struct {
    dana__rect rect;
    uint32_t longest;
} shown;

/* Adds what a segment shows to the one that holds it. */
static void add_to_parent(const dana__look_tree *tree, dana_segment *items, shown *sums, size_t i)
{
    const dana_segment *child = &items[i];
    dana_segment *parent = &items[child->parent];
    shown *sum = &sums[child->parent];

    parent->end = child->end > parent->end ? child->end : parent->end;
    parent->chars += child->chars;
    parent->link_chars += child->link_chars;
    if (parent->span.end == 0 || child->span.start < parent->span.start) {
        parent->span.start = child->span.start;
    }
    parent->span.end = child->span.end > parent->span.end ? child->span.end : parent->span.end;
    dana__rect_add(&sum->rect, &sums[i].rect);
    sum->longest = dana__longer_text(tree, sums[i].longest, sum->longest);
}

/* The order of a tree's segments: each before its children, without recursion. order[i] is the
 * place of segment i. */
static void order_segments(const dana__segment *grown, size_t count, dana_segment *out,
                           uint32_t *order)
{
    uint32_t at = 0;

    for (size_t i = 0; i < count; i++) {
        const dana__segment *segment = &grown[at];
        uint32_t parent = i > 0 ? order[segment->parent] : 0;

        order[at] = (uint32_t)i;
        out[i] = (dana_segment){.parent = parent,
                                .end = (uint32_t)i + 1,
                                .level = i > 0 ? out[parent].level + 1 : 0,
                                .coherence = segment->coherence};
        if (segment->first_child != DANA__NO_NODE) {
            at = segment->first_child;
            continue;
        }
        while (grown[at].next == DANA__NO_NODE && at != 0) {
            at = grown[at].parent;
        }
        at = grown[at].next;
    }
}

static dana_status finish(dana__rounds *vips, const dana__segment *grown, size_t count,
                          dana_segments *out)
{
    dana_arena *arena = vips->page->arena;
    dana_segment *items = dana_arena_alloc(arena, count * sizeof(*items), vips->err);
    uint32_t *order = items != NULL ? dana_arena_alloc(arena, count * sizeof(*order), vips->err)
                                    : NULL;
    shown *sums = order != NULL ? dana_arena_zeroed(arena, count, sizeof(*sums), vips->err) : NULL;

    if (sums == NULL) {
        return vips->err->status;
    }
    order_segments(grown, count, items, order);
    for (size_t i = 0; i < count; i++) {
        const dana__visual_block *block = &grown[i].block;
        bool leaf = grown[i].first_child == DANA__NO_NODE;

        sums[order[i]] = leaf ? (shown){block->rect, block->longest} : (shown){{0}, DANA__NO_NODE};
        if (leaf) {
            fill_leaf(&vips->tree, block, &items[order[i]]);
        }
    }
    for (size_t i = count; i-- > 0;) {
        if (items[i].end > i + 1) {
            dana__describe_looks(&vips->tree, &sums[i].rect, sums[i].longest, &items[i].looks);
        }
        if (i > 0) {
            add_to_parent(&vips->tree, items, sums, i);
        }
    }
    *out = (dana_segments){items, count};
    return DANA_OK;
}

dana_status dana_find_segments(dana_page *page, unsigned coherence, dana_segments *out,
                               dana_error *err)
{
    dana__rounds vips = {.page = page, .err = DANA__ERROR(err)};
    const dana__segment *grown = NULL;
    dana__rules rules;
    size_t count = 0;

    *out = (dana_segments){NULL, 0};
    dana_status status = dana__build_look_tree(page, &vips.tree, vips.err);

    if (status == DANA_OK) {
        status = list_rules(page, &vips.tree, &rules, vips.err);
    }
    if (status != DANA_OK) {
        return status;
    }
    vips.page_area = dana__rect_area(&vips.tree.nodes[0].rect);
    vips.marks = dana_arena_zeroed(page->arena, vips.tree.count, sizeof(*vips.marks), vips.err);
    if (vips.marks == NULL) {
        return vips.err->status;
    }
    status = dana__build_structure(&vips, &rules, coherence, &grown, &count);
    return status == DANA_OK && count > 0 ? finish(&vips, grown, count, out) : status;
}
