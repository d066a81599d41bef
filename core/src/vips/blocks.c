#include "vips/blocks.h"

#include "page/page.h"
#include "vips/rules.h"

/* Fills what the nodes [block->first, block->end), siblings of one parent, show together. */
static void measure_block(const dana__rounds *vips, dana__visual_block *block)
{
    const dana__look_node *nodes = vips->tree.nodes;

    block->rect = (dana__rect){0};
    block->longest = DANA__NO_NODE;
    for (uint32_t i = block->first; i < block->end; i = nodes[i].end) {
        if (!nodes[i].valid) {
            continue;
        }
        dana__rect_add(&block->rect, &nodes[i].rect);
        block->longest = dana__longer_text(&vips->tree, block->longest, nodes[i].longest);
    }
}

/* deviation: the paper makes each text child of a divided node a block. Texts, links and bold words
 * of one line flow share their lines, and no line parts them: they are one block. */
static void add_run(dana__rounds *vips, uint32_t first, uint32_t end)
{
    vips->marks[first].run_end = end;
}

/* Notes what the children of a divided node are in this round. */
static void mark_children(dana__rounds *vips, uint32_t index)
{
    const dana__look_node *nodes = vips->tree.nodes;
    const dana_box *own = nodes[index].box;
    uint32_t run = DANA__NO_NODE;
    uint32_t run_end = 0;
    uint32_t previous = DANA__NO_NODE;

    vips->marks[index].is_divided = true;
    for (uint32_t i = index + 1; i < nodes[index].end; i = nodes[i].end) {
        if (!nodes[i].valid && nodes[i].look != DANA__LOOK_RULE) {
            continue;
        }
        vips->marks[i] = (dana__round_mark){.previous = previous};
        if (nodes[i].valid && nodes[i].is_inline) {
            run = run == DANA__NO_NODE ? i : run;
            run_end = nodes[i].end;
        } else if (run != DANA__NO_NODE) {
            add_run(vips, run, run_end);
            run = DANA__NO_NODE;
        }
        if (own != NULL && nodes[i].valid && nodes[i].box->background != own->background) {
            vips->marks[i].fixed = (uint8_t)dana__background_coherence(vips, i);
        }
        previous = nodes[i].valid ? i : previous;
    }
    if (run != DANA__NO_NODE) {
        add_run(vips, run, run_end);
    }
}

/* The block that begins at a child of a divided node, or none: the node is divided too. */
static bool make_block(dana__rounds *vips, uint32_t index, double area, uint32_t place,
                       dana__visual_block *block)
{
    const dana__look_node *node = &vips->tree.nodes[index];
    const dana__round_mark *mark = &vips->marks[index];
    bool is_run = mark->run_end != 0;
    unsigned coherence = mark->fixed;

    if (is_run) {
        coherence = dana__has_one_font(&vips->tree, index, mark->run_end) ? 10 : 9;
    } else if (coherence == 0) {
        coherence = dana__judge_node(vips, index, area);
    }
    if (coherence == 0) {
        return false;
    }
    *block = (dana__visual_block){.first = index,
                                  .end = is_run ? mark->run_end : node->end,
                                  .background = node->box->background,
                                  .place = place,
                                  .coherence = (uint8_t)coherence,
                                  .is_final = is_run};
    measure_block(vips, block);
    block->is_text = block->longest != DANA__NO_NODE && (is_run || coherence >= 9);
    return true;
}

dana_status dana__divide_block(dana__rounds *vips, const dana__visual_block *block,
                               dana_buffer *pool)
{
    const dana__look_node *nodes = vips->tree.nodes;
    double area = dana__rect_area(&block->rect);
    dana_status status = DANA_OK;
    uint32_t i = block->first + 1;

    mark_children(vips, block->first);
    while (i < block->end && status == DANA_OK) {
        dana__visual_block made;

        if (!nodes[i].valid) {
            i = nodes[i].end; /* nothing is seen of it: it is cut */
        } else if (make_block(vips, i, area, (uint32_t)pool->length, &made)) {
            status = dana_buffer_append(vips->page->arena, pool, &made, 1, vips->err);
            i = made.end;
        } else {
            mark_children(vips, i);
            i++;
        }
    }
    return status;
}
