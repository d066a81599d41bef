#include "extractors/bounds/article_text.h"

#include "extractors/bounds/rows.h"
#include "html/elements.h"
#include "measure/sentence.h"

/* Characters outside links of a text at least that goes on as the first paragraph does: the last
 * one may be short, or end without a full stop. */
#define TEXT_LEAST 40

/* The first paragraph that is taken behind the headline. */
static size_t first_paragraph(const dana_page *page, const dana__blocks *blocks, size_t headline,
                              float unit)
{
    size_t i = headline + 1;

    while (i < blocks->block_count && !(dana__is_taken(&blocks->blocks[i]) &&
                                        dana__is_full_paragraph(page, &blocks->blocks[i], unit))) {
        i++;
    }
    return i;
}

/* The element of a block; the paragraph around it, where the block is a part of one: verses. */
static uint32_t element_of(const dana__blocks *blocks, size_t block)
{
    uint32_t index = blocks->blocks[block].node;

    if (blocks->nodes[index].kind == DANA__KIND_SPAN &&
        blocks->nodes[blocks->nodes[index].parent].kind == DANA__KIND_P) {
        return blocks->nodes[index].parent;
    }
    return index;
}

/* Whether a block is a text like the first paragraph: a line of the same element, or in an element
 * of the same kind and class beside it. */
static bool goes_on(const dana__blocks *blocks, const dana__article_text *text,
                    const dana__node *own, size_t i)
{
    const dana__block *block = &blocks->blocks[i];
    uint32_t index = element_of(blocks, i);
    const dana__node *node = &blocks->nodes[index];
    bool like = own == NULL ? index == text->around
                            : node->shape == own->shape && node->parent == text->around;

    return like && dana__is_taken(block) &&
           (float)dana__text_outside_links(block) * text->unit >= TEXT_LEAST &&
           2 * (uint64_t)block->link_text <= block->text;
}

dana__article_text dana__find_article_text(const dana_page *page, const dana__blocks *blocks,
                                           size_t headline)
{
    float unit = dana__text_unit(blocks);
    size_t first = first_paragraph(page, blocks, headline, unit);

    if (first == blocks->block_count) {
        return (dana__article_text){.first = first};
    }
    uint32_t index = element_of(blocks, first);
    const dana__node *node = &blocks->nodes[index];
    bool is_alone = dana__is_inside(node, DANA__KIND_BIT(P)) || node->end_block == first + 1;
    const dana__node *own = is_alone ? node : NULL;
    dana__article_text text = {
        .first = first,
        .end = first + 1,
        .element = index,
        .around = is_alone ? node->parent : index,
        .unit = unit,
    };

    for (size_t i = first; i < blocks->nodes[text.around].end_block; i++) {
        text.end = goes_on(blocks, &text, own, i) ? i + 1 : text.end;
    }
    return text;
}
