/*
 * Source: MSR-TR-2003-79, 4.3. The paper merges the blocks beside the weakest separators first, and
 * those beside the strongest ones last; a segment is as coherent as its strongest separator is
 * weak. The same tree grows from the top: a region is cut at its strongest separators.
 *
 * deviation: the paper finds separators once a round, across the whole pool. Here each part of a
 * region is looked at again, so that columns below a heading are found; CUTS_MAX times at most,
 * which no page needs that people made.
 */
#include "vips/structure.h"

#include "page/page.h"
#include "vips/blocks.h"

#include <stdlib.h>

#define CUTS_MAX 16

/* Regions of more blocks ask whether to go on. */
#define POLL_BLOCKS 1024

/* A part of a pool that becomes a segment: blocks [low, high). */
typedef struct {
    uint32_t segment;
    uint32_t low;
    uint32_t high;
    unsigned cuts; /* that led to it */
} part;

typedef struct {
    dana__rounds *vips;
    const dana__rules *rules;
    unsigned coherence;     /* that is asked for */
    dana_buffer segments;   /* dana__segment */
    dana_buffer pool;       /* dana__visual_block, of one round */
    dana_buffer parts;      /* part, to be cut */
    dana_buffer separators; /* dana__separator, of one region */
    dana_buffer pieces;     /* part, of one region */
} builder;

static dana__segment *segment_at(const builder *b, size_t index)
{
    return &((dana__segment *)b->segments.data)[index];
}

static unsigned at_least(unsigned value, unsigned least)
{
    return value > least ? value : least;
}

/* Adds a leaf below a segment, or the first one. */
static dana_status add_segment(builder *b, uint32_t parent, uint32_t *index)
{
    dana__segment made = {.parent = parent,
                          .first_child = DANA__NO_NODE,
                          .last_child = DANA__NO_NODE,
                          .next = DANA__NO_NODE};
    dana_status status = dana_buffer_append(b->vips->page->arena, &b->segments, &made, 1,
                                            b->vips->err);

    if (status != DANA_OK) {
        return status;
    }
    *index = (uint32_t)b->segments.length - 1;
    if (*index == parent) {
        return DANA_OK;
    }
    dana__segment *above = segment_at(b, parent);

    if (above->first_child == DANA__NO_NODE) {
        above->first_child = *index;
    } else {
        segment_at(b, above->last_child)->next = *index;
    }
    above->last_child = *index;
    return DANA_OK;
}

static int compare_pieces(const void *a, const void *b)
{
    const part *x = a;
    const part *y = b;

    return x->segment < y->segment ? -1 : x->segment > y->segment;
}

/* The first node of blocks, and their lowest coherence. */
static uint32_t first_of(const dana__visual_block *blocks, size_t count)
{
    uint32_t first = blocks[0].first;

    for (size_t i = 1; i < count; i++) {
        first = blocks[i].first < first ? blocks[i].first : first;
    }
    return first;
}

/* Makes one block of several ones. Returns false where others stand between them in the source. */
static bool join_blocks(const dana__rounds *vips, const dana__visual_block *blocks, size_t count,
                        dana__visual_block *out)
{
    uint32_t first = blocks[0].place;
    uint32_t last = first;

    *out = blocks[0];
    for (size_t i = 1; i < count; i++) {
        const dana__visual_block *block = &blocks[i];

        first = block->place < first ? block->place : first;
        last = block->place > last ? block->place : last;
        out->first = block->first < out->first ? block->first : out->first;
        out->end = block->end > out->end ? block->end : out->end;
        out->longest = dana__longer_text(&vips->tree, out->longest, block->longest);
        dana__rect_add(&out->rect, &block->rect);
    }
    out->is_final = true;
    return last - first + 1 == count;
}

static unsigned lowest_of(const dana__visual_block *blocks, size_t count)
{
    unsigned lowest = blocks[0].coherence;

    for (size_t i = 1; i < count; i++) {
        lowest = blocks[i].coherence < lowest ? blocks[i].coherence : lowest;
    }
    return lowest;
}

/* Finds the separators of a region in a direction, which sorts its blocks; returns the greatest
 * weight, 0: there are none. */
static unsigned separate(builder *b, dana__visual_block *blocks, size_t count,
                         dana__direction direction)
{
    dana__separator *found = b->separators.data;
    unsigned greatest = 0;

    dana__sort_blocks(blocks, count, direction);
    b->separators.length = dana__find_separators(&b->vips->tree, b->rules, blocks, count, direction,
                                                 found);
    for (size_t i = 0; i < b->separators.length; i++) {
        greatest = at_least(found[i].weight, greatest);
    }
    return greatest;
}

/* Cuts a region at its separators of a weight, or into its blocks where it has none, and lists the
 * pieces in the order of the source. */
static void list_pieces(builder *b, const part *region, unsigned weight)
{
    const dana__visual_block *blocks = b->pool.data;
    const dana__separator *separators = b->separators.data;
    part *pieces = b->pieces.data;
    size_t count = 0;
    uint32_t low = region->low;

    for (size_t i = 0; weight > 0 && i < b->separators.length; i++) {
        if (separators[i].weight == weight) {
            pieces[count++] = (part){0, low, region->low + separators[i].after, region->cuts + 1};
            low = region->low + separators[i].after;
        }
    }
    while (weight == 0 && low + 1 < region->high) {
        pieces[count++] = (part){0, low, low + 1, region->cuts + 1};
        low++;
    }
    pieces[count++] = (part){0, low, region->high, region->cuts + 1};
    for (size_t i = 0; i < count; i++) {
        pieces[i].segment = first_of(&blocks[pieces[i].low], pieces[i].high - pieces[i].low);
    }
    qsort(pieces, count, sizeof(*pieces), compare_pieces);
    b->pieces.length = count;
}

static dana_status add_pieces(builder *b, uint32_t parent)
{
    part *pieces = b->pieces.data;
    dana_status status = DANA_OK;

    for (size_t i = 0; i < b->pieces.length && status == DANA_OK; i++) {
        status = add_segment(b, parent, &pieces[i].segment);
    }
    return status == DANA_OK ? dana_buffer_append(b->vips->page->arena, &b->parts, pieces,
                                                  b->pieces.length, b->vips->err)
                             : status;
}

/* Makes a segment of a region: a leaf, or the pieces that its strongest separators leave. */
static dana_status cut(builder *b, const part *region)
{
    dana__visual_block *blocks = (dana__visual_block *)b->pool.data + region->low;
    dana__segment *segment = segment_at(b, region->segment);
    size_t count = region->high - region->low;
    unsigned least = segment->parent == region->segment ? segment->coherence
                                                        : segment_at(b, segment->parent)->coherence;
    unsigned lowest = lowest_of(blocks, count);
    unsigned weight = 0;

    if (count == 1) {
        segment->block = blocks[0];
        segment->coherence = at_least(lowest, at_least(least, segment->coherence));
        return DANA_OK;
    }
    if (region->cuts < CUTS_MAX) {
        unsigned across = separate(b, blocks, count, DANA__VERTICAL);

        weight = separate(b, blocks, count, DANA__HORIZONTAL);
        if (across > weight) {
            weight = separate(b, blocks, count, DANA__VERTICAL);
        }
    }
    unsigned coherence = weight > 0 ? DANA__WEIGHT_MAX + 1 - weight : lowest;

    coherence = coherence < lowest ? coherence : lowest;
    segment->coherence = at_least(coherence, at_least(least, segment->coherence));
    if (segment->coherence >= b->coherence &&
        join_blocks(b->vips, blocks, count, &segment->block)) {
        return DANA_OK;
    }
    list_pieces(b, region, weight);
    return add_pieces(b, region->segment);
}

/* Gives a round's buffers room for as many pieces as there are blocks. */
static dana_status make_room(builder *b)
{
    dana_arena *arena = b->vips->page->arena;
    dana_status status = DANA_OK;

    b->separators.length = 0;
    b->pieces.length = 0;
    if (b->separators.capacity < b->pool.length) {
        status = dana_buffer_reserve(arena, &b->separators, b->pool.length, b->vips->err);
    }
    if (status == DANA_OK && b->pieces.capacity < b->pool.length) {
        status = dana_buffer_reserve(arena, &b->pieces, b->pool.length, b->vips->err);
    }
    return status;
}

/* A round: the blocks below a leaf take its place. A leaf with one block in it becomes that. */
static dana_status divide(builder *b, uint32_t index)
{
    b->pool.length = 0;
    dana_status status = dana__divide_block(b->vips, &segment_at(b, index)->block, &b->pool);

    if (status == DANA_OK) {
        status = make_room(b);
    }
    if (status != DANA_OK) {
        return status;
    }
    const part all = {index, 0, (uint32_t)b->pool.length, 0};

    b->parts.length = 0;
    status = cut(b, &all);
    while (status == DANA_OK && b->parts.length > 0) {
        const part next = ((part *)b->parts.data)[--b->parts.length];

        status = next.high - next.low > POLL_BLOCKS ? dana__poll(b->vips->page, b->vips->err)
                                                    : DANA_OK;
        if (status == DANA_OK) {
            status = cut(b, &next);
        }
    }
    return status;
}

static void start(builder *b, dana__rounds *vips, const dana__rules *rules, unsigned coherence)
{
    *b = (builder){.vips = vips, .rules = rules, .coherence = coherence};
    dana_buffer_init(&b->segments, sizeof(dana__segment));
    dana_buffer_init(&b->pool, sizeof(dana__visual_block));
    dana_buffer_init(&b->parts, sizeof(part));
    dana_buffer_init(&b->separators, sizeof(dana__separator));
    dana_buffer_init(&b->pieces, sizeof(part));
}

/* Divides the leaf until it has a structure or is coherent enough. */
static dana_status refine(builder *b, uint32_t index)
{
    dana_status status = DANA_OK;

    while (status == DANA_OK && segment_at(b, index)->first_child == DANA__NO_NODE &&
           segment_at(b, index)->coherence < b->coherence &&
           !segment_at(b, index)->block.is_final) {
        status = divide(b, index);
    }
    return status;
}

dana_status dana__build_structure(dana__rounds *vips, const dana__rules *rules, unsigned coherence,
                                  const dana__segment **out, size_t *count)
{
    const dana__look_node *page = &vips->tree.nodes[0];
    builder b;
    uint32_t first;

    *out = NULL;
    *count = 0;
    if (!page->valid) {
        return DANA_OK;
    }
    start(&b, vips, rules, coherence);
    dana_status status = add_segment(&b, 0, &first);

    if (status != DANA_OK) {
        return status;
    }
    segment_at(&b, 0)->block = (dana__visual_block){
        .end = page->end, .rect = page->rect, .longest = page->longest, .coherence = 1};
    segment_at(&b, 0)->coherence = 1;
    status = divide(&b, 0);
    for (size_t i = 0; i < b.segments.length && status == DANA_OK; i++) {
        status = i % 1024 == 0 ? dana__poll(vips->page, vips->err) : DANA_OK;
        if (status == DANA_OK) {
            status = refine(&b, (uint32_t)i);
        }
    }
    *out = b.segments.data;
    *count = b.segments.length;
    return status;
}
