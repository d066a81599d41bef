#include "blocks/blocks.h"

#include "html/references.h"
#include "page/page.h"

/* Records are bounded: one per this many source bytes, and some for small pages. */
#define BYTES_PER_RECORD ((size_t)160)
#define RECORDS_FREE     ((size_t)1024)

dana_status dana__reserve_blocks(dana_page *page, size_t max_records, dana__blocks *out,
                                 size_t *limit, dana_error *err)
{
    size_t most = page->source.length / BYTES_PER_RECORD + RECORDS_FREE;

    *limit = max_records > 0 && max_records < most ? max_records : most;
    *out = (dana__blocks){.node_count = 1};
    dana_buffer_init(&out->memory[0], sizeof(*out->blocks));
    dana_buffer_init(&out->memory[1], sizeof(*out->nodes));
    dana_status status = dana_buffer_reserve(page->arena, &out->memory[0], *limit, err);

    if (status == DANA_OK) {
        status = dana_buffer_reserve(page->arena, &out->memory[1], *limit, err);
    }
    if (status == DANA_OK) {
        out->blocks = out->memory[0].data;
        out->nodes = out->memory[1].data;
        out->nodes[0] = (dana__node){.parent = 0};
    }
    return status;
}

/* Whether a block begins with an ideograph, kana or Hangul: U+3000 to U+DFFF. */
static bool is_wide(const char *source, const dana__block *block)
{
    const char *p = source + block->start;
    unsigned char lead = (unsigned char)*p;
    size_t length;

    if (lead == '&') {
        uint32_t c = dana__character_at(p, source + block->end, &length);

        return c >= 0x3000 && c <= 0xDFFF;
    }
    return lead >= 0xE3 && lead <= 0xED;
}

void dana__sum_nodes(dana__blocks *out, const char *source)
{
    for (size_t i = 0; i < out->block_count; i++) {
        const dana__block *block = &out->blocks[i];
        dana__node *node = &out->nodes[block->node];

        node->text += block->text;
        node->non_link_text += block->text - block->link_text;
        out->wide_text += is_wide(source, block) ? block->text : 0;
    }
    for (size_t i = out->node_count; i > 1; i--) {
        const dana__node *node = &out->nodes[i - 1];
        dana__node *parent = &out->nodes[node->parent];

        parent->text += node->text;
        parent->non_link_text += node->non_link_text;
        out->kinds |= UINT64_C(1) << node->kind;
        out->marks |= node->marks;
    }
    out->text = out->nodes[0].text;
    out->non_link_text = out->nodes[0].non_link_text;
}

void dana__trim_blocks(dana_page *page, dana__blocks *blocks)
{
    blocks->memory[0].length = blocks->block_count;
    blocks->memory[1].length = blocks->node_count;
    dana_buffer_trim(page->arena, &blocks->memory[0]);
    dana_buffer_trim(page->arena, &blocks->memory[1]);
    blocks->blocks = blocks->memory[0].data;
    blocks->nodes = blocks->memory[1].data;
}

void dana__release_blocks(dana_page *page, dana__blocks *blocks)
{
    dana_buffer_release(page->arena, &blocks->memory[0]);
    dana_buffer_release(page->arena, &blocks->memory[1]);
}

uint64_t dana__taken_text(const dana__blocks *blocks, size_t first, size_t end)
{
    uint64_t text = 0;

    for (size_t i = first; i < end; i++) {
        text += dana__is_taken(&blocks->blocks[i]) ? dana__text_outside_links(&blocks->blocks[i])
                                                   : 0;
    }
    return text;
}

size_t dana__last_taken(const dana__blocks *blocks, size_t end)
{
    while (end > 0 && !dana__is_taken(&blocks->blocks[end - 1])) {
        end--;
    }
    return end;
}

void dana__spread_marks(dana__blocks *blocks)
{
    for (size_t i = 1; i < blocks->node_count; i++) {
        dana__node *node = &blocks->nodes[i];

        node->all_marks = blocks->nodes[node->parent].all_marks | node->marks;
    }
}

dana_view dana__start_tag_of(const dana_page *page, const dana__node *node)
{
    const char *source = page->source.data;
    dana__markup tag;

    dana__read_markup(source + node->start, source + page->source.length, &tag);
    return (dana_view){tag.start, (size_t)(tag.end - tag.start)};
}
