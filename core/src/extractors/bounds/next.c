#include "extractors/bounds/next.h"

#include "extractors/bounds/article_text.h"
#include "extractors/bounds/rows.h"
#include "html/elements.h"
#include "measure/calls.h"

static bool is_in_article(const dana__blocks *blocks, uint32_t node)
{
    return dana__is_inside(&blocks->nodes[node], DANA__KIND_BIT(ARTICLE));
}

/* A pass over the elements, and the first heading of a level at or behind the place where the
 * element begins: both only go on. */
typedef struct {
    const dana__blocks *blocks;
    size_t behind; /* the block behind which other articles begin */
    unsigned level;
    size_t node;
    size_t heading;
} pass;

/* Moves to the next article element with a heading of the level, from the element of the pass on.
 * false: there is none. */
static bool find_next(pass *at)
{
    const dana__blocks *blocks = at->blocks;

    for (; at->node < blocks->node_count; at->node++) {
        const dana__node *node = &blocks->nodes[at->node];

        if (node->kind != DANA__KIND_ARTICLE || node->first_block <= at->behind) {
            continue;
        }
        at->heading = at->heading > node->first_block ? at->heading : node->first_block;
        while (at->heading < blocks->block_count &&
               blocks->blocks[at->heading].heading != at->level) {
            at->heading++;
        }
        if (at->heading < node->end_block) {
            return true;
        }
    }
    return false;
}

/* The level of the highest heading between where the article element around the headline begins and
 * the text; the headline may be the one below. 0: none. */
static unsigned level_of(const dana__blocks *blocks, size_t headline, size_t text)
{
    unsigned level = blocks->blocks[headline].heading;
    uint32_t node = blocks->blocks[headline].node;

    while (node != 0 && blocks->nodes[node].kind != DANA__KIND_ARTICLE) {
        node = blocks->nodes[node].parent;
    }
    for (size_t i = blocks->nodes[node].first_block; level > 1 && i < text; i++) {
        unsigned other = blocks->blocks[i].heading;

        level = other > 0 && other < level ? other : level;
    }
    return level;
}

/* Code points outside links of a teaser at most, and blocks. */
#define TEASER_MOST   400
#define TEASER_BLOCKS 8

/* Whether an article element is a teaser: its first heading is nothing but a link to another page.
 */
static bool is_teaser(const dana_page *page, const dana__blocks *blocks, const dana__node *node)
{
    if (node->non_link_text > TEASER_MOST || node->end_block - node->first_block > TEASER_BLOCKS) {
        return false;
    }
    for (size_t i = node->first_block; i < node->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (block->heading > 0) {
            return block->heading > 1 && block->link_text > 0 && block->link_text == block->text &&
                   dana__first_link(page, block) == DANA__LINK_ELSEWHERE;
        }
    }
    return false;
}

/* Cuts the teasers behind an article, and in it. */
static void cut_teasers(const dana_page *page, dana__blocks *blocks, size_t behind)
{
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (node->kind == DANA__KIND_ARTICLE && node->first_block > behind &&
            is_teaser(page, blocks, node)) {
            dana__cut_taken(blocks, node->first_block, node->end_block);
            i = node->end - 1;
        }
    }
}

void dana__cut_next_articles(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    dana__article_text text = dana__find_article_text(page, blocks, headline);
    pass at = {blocks, text.first, level_of(blocks, headline, text.first), 1, 0};

    if (at.level == 0 || text.first == blocks->block_count ||
        !is_in_article(blocks, blocks->blocks[headline].node) ||
        !is_in_article(blocks, text.around)) {
        return;
    }
    cut_teasers(page, blocks, text.first);
    if (!find_next(&at)) {
        return;
    }
    dana__taken_range article = {0};

    dana__add_taken(page, blocks, headline, blocks->nodes[at.node].first_block, text.unit,
                    &article);
    if ((float)article.text * text.unit < DANA__ARTICLE_LEAST) {
        return;
    }
    do {
        const dana__node *node = &blocks->nodes[at.node];

        dana__cut_taken(blocks, node->first_block, node->end_block);
        at.node = node->end;
    } while (find_next(&at));
}
