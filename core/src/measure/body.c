#include "measure/body.h"

#include "measure/sentence.h"

/* A paragraph has so many units, and no more than this share of them in links. */
#define PARAGRAPH_LEAST 80.0f
#define LINKS_MOST      .3f
/* Distances beyond tell nothing more. */
#define FAR_BLOCKS 300.0f

static bool is_text(const dana__blocks *blocks, size_t index, float unit)
{
    const dana__block *block = &blocks->blocks[index];
    float text = (float)(block->text - block->link_text);

    return block->heading == 0 && text * unit >= PARAGRAPH_LEAST &&
           (float)block->link_text < LINKS_MOST * (float)block->text;
}

/* The first paragraph from a block on, one that ends a sentence where `page` is not NULL. */
static size_t find_text(const dana_page *page, const dana__blocks *blocks, size_t from, float unit)
{
    size_t i = from;

    while (i < blocks->block_count &&
           !(is_text(blocks, i, unit) &&
             (page == NULL || dana__ends_sentence(page, &blocks->blocks[i])))) {
        i++;
    }
    return i;
}

void dana__find_first_paragraph(const dana_page *page, const dana__blocks *blocks, size_t headline,
                                const uint32_t *shapes, dana__body *out)
{
    size_t count = blocks->block_count;
    size_t from = headline < count ? headline + 1 : 0;
    float unit = dana__text_unit(blocks);

    *out = (dana__body){.blocks = blocks, .shapes = shapes, .unit = unit};
    out->first = find_text(page, blocks, from, unit);
    if (out->first == count) {
        out->first = find_text(NULL, blocks, from, unit);
    }
    if (out->first == count) {
        out->first = find_text(NULL, blocks, 0, unit);
    }
    if (out->first < count) {
        out->gap = (float)out->first - (headline < count ? (float)headline : -1.0f);
        out->last_same = out->first;
        dana__chain_around(blocks, out->first, &out->around);
    }
}

static bool is_same(const dana__body *body, size_t index)
{
    return body->shapes[index] == body->shapes[body->first];
}

/* Takes what a block from the paragraph on tells by itself, before it is measured. */
static void reach(dana__body *body, size_t index)
{
    if (is_same(body, index) || is_text(body->blocks, index, body->unit)) {
        body->most_links = body->links_before > body->most_links ? body->links_before
                                                                 : body->most_links;
    }
    if (is_same(body, index)) {
        body->last_same = index;
        body->links_since = 0;
    }
    body->headings += index > body->first && body->blocks->blocks[index].heading != 0;
}

/* Adds a block to the sums of those behind it. */
static void pass(dana__body *body, size_t index)
{
    const dana__block *block = &body->blocks->blocks[index];

    body->links_before = body->links_since;
    body->text += block->text - block->link_text;
    body->links += block->link_text;
    body->links_since += index > body->last_same ? block->link_text : 0;
}

/* Moves on to a block. */
static void advance(dana__body *body, size_t index)
{
    if (body->next == 0) {
        body->next = body->first;
        reach(body, body->first);
    }
    while (body->next < index) {
        pass(body, body->next++);
        reach(body, body->next);
    }
}

static float bound(float blocks)
{
    return blocks < -FAR_BLOCKS ? -FAR_BLOCKS : blocks > FAR_BLOCKS ? FAR_BLOCKS : blocks;
}

dana__from_body dana__measure_body(dana__body *body, size_t index)
{
    const dana__blocks *blocks = body->blocks;

    if (body->first == blocks->block_count) {
        return (dana__from_body){-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};
    }
    bool behind = index >= body->first;

    if (behind) {
        advance(body, index);
    }
    const dana__node *own = &blocks->nodes[blocks->blocks[index].node];
    const dana__node *around = &blocks->nodes[blocks->nodes[body->around.nodes[0]].parent];
    const dana__node *common = dana__chain_move(&body->around, index);

    return (dana__from_body){
        .up = (float)(own->depth - common->depth),
        .height = (float)body->around.common,
        .same_shape = is_same(body, index) ? 1.0f : 0.0f,
        .from_end = bound((float)index - (float)around->end_block + 1.0f),
        .from_blocks = bound((float)index - (float)body->first),
        .from_text = behind ? (float)body->text : -1.0f,
        .from_links = behind ? (float)body->links : -1.0f,
        .parent_share = (float)around->non_link_text /
                        (blocks->non_link_text > 1 ? (float)blocks->non_link_text : 1.0f),
        .since_same = behind ? bound((float)(index - body->last_same)) : -1.0f,
        .links_since = behind ? (float)body->links_since : -1.0f,
        .most_links = (float)body->most_links,
        .headings = (float)body->headings,
        .gap = body->gap,
    };
}
