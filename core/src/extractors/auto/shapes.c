#include "extractors/auto/shapes.h"

#include "extractors/auto/page_type.h"
#include "page/page.h"

#include <string.h>

/* Distances beyond tell nothing more; that of a block without one. */
#define FAR  300.0f
#define NONE 400.0f

/* Knuth: 2^32 by the golden ratio. */
#define KEY_PRIME 2654435769u

static uint32_t key_of(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *node = &blocks->nodes[block->node];
    uint32_t above = blocks->nodes[node->parent].shape;

    return ((above ^ above >> 15) * KEY_PRIME ^ node->shape) * KEY_PRIME + (block->heading != 0);
}

static size_t find_slot(const dana__shapes *shapes, uint32_t key)
{
    size_t i = (key ^ key >> 16) & (shapes->slot_count - 1);

    while (shapes->slots[i].blocks != 0 && shapes->slots[i].key != key) {
        i = (i + 1) & (shapes->slot_count - 1);
    }
    return i;
}

static void add_block(dana__shapes *shapes, size_t index)
{
    const dana__block *block = &shapes->blocks->blocks[index];
    uint32_t key = key_of(shapes->blocks, block);
    size_t slot = find_slot(shapes, key);
    dana__shape *shape = &shapes->slots[slot];

    shape->key = key;
    shape->blocks++;
    shape->text += block->text;
    shape->non_link_text += block->text - block->link_text;
    shape->longest = block->text > shape->longest ? block->text : shape->longest;
    shapes->of_block[index] = (uint32_t)slot;
}

static bool is_main(const dana__shapes *shapes, size_t index)
{
    return shapes->of_block[index] == shapes->main;
}

static size_t next_main(const dana__shapes *shapes, size_t index)
{
    while (index < shapes->blocks->block_count && !is_main(shapes, index)) {
        index++;
    }
    return index;
}

/* The shape with most text outside links; the one that begins first of equals. */
static void choose_main(dana__shapes *shapes)
{
    uint32_t most = 0;

    for (size_t i = 0; i < shapes->blocks->block_count; i++) {
        const dana__shape *shape = &shapes->slots[shapes->of_block[i]];

        if (i == 0 || shape->non_link_text > most) {
            most = shape->non_link_text;
            shapes->main = shapes->of_block[i];
        }
    }
}

dana_status dana__find_shapes(dana_page *page, const dana__blocks *blocks, dana__shapes *out,
                              dana_error *err)
{
    size_t count = blocks->block_count;

    *out = (dana__shapes){.blocks = blocks, .slot_count = 2, .last = count};
    while (out->slot_count < 2 * count) {
        out->slot_count *= 2;
    }
    dana_buffer_init(&out->memory[0], sizeof(dana__shape));
    dana_buffer_init(&out->memory[1], sizeof(uint32_t));
    dana_status status = dana_buffer_reserve(page->arena, &out->memory[0], out->slot_count, err);

    if (status == DANA_OK) {
        status = dana_buffer_reserve(page->arena, &out->memory[1], count + 1, err);
    }
    if (status != DANA_OK) {
        return status;
    }
    out->slots = out->memory[0].data;
    out->of_block = out->memory[1].data;
    memset(out->slots, 0, out->slot_count * sizeof(*out->slots));
    for (size_t i = 0; i < count; i++) {
        add_block(out, i);
    }
    choose_main(out);
    out->next = next_main(out, 0);
    return DANA_OK;
}

void dana__release_shapes(dana_page *page, dana__shapes *shapes)
{
    dana_buffer_release(page->arena, &shapes->memory[1]);
    dana_buffer_release(page->arena, &shapes->memory[0]);
}

/* Blocks between two places; `known`: there is one. */
static float distance(bool known, size_t from, size_t to)
{
    float blocks = (float)(to - from);

    if (!known) {
        return NONE;
    }
    return blocks < FAR ? blocks : FAR;
}

/* Moves on to a block: those before it have been passed. */
static void advance(dana__shapes *shapes, size_t index)
{
    while (shapes->next < index) {
        const dana__block *block = &shapes->blocks->blocks[shapes->next];

        shapes->before += block->text - block->link_text;
        shapes->last = shapes->next;
        shapes->next = next_main(shapes, shapes->next + 1);
    }
}

dana__shape_group dana__measure_shape(dana__shapes *shapes, size_t index)
{
    const dana__shape *shape = &shapes->slots[shapes->of_block[index]];
    size_t count = shapes->blocks->block_count;

    advance(shapes, index);
    size_t last = shapes->next == index ? index : shapes->last;

    return (dana__shape_group){
        .blocks = (float)shape->blocks,
        .of_page = dana__share((float)(shape->non_link_text),
                               (float)(shapes->blocks->non_link_text)),
        .mean_text = dana__share((float)(shape->text), (float)(shape->blocks)),
        .link_share = dana__share((float)(shape->text - shape->non_link_text),
                                  (float)(shape->text)),
        .longest = (float)shape->longest,
        .is_main = is_main(shapes, index) ? 1.0f : 0.0f,
        .from_main = distance(last < count, last < count ? last : index, index),
        .to_main = distance(shapes->next < count, index, shapes->next),
        .main_before = dana__share((float)(shapes->before),
                                   (float)(shapes->slots[shapes->main].non_link_text)),
    };
}
