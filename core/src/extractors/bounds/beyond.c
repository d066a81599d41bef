#include "extractors/bounds/beyond.h"

#include "extractors/bounds/rows.h"
#include "measure/sentence.h"
#include "page/page.h"

#include <string.h>

/* Parts of ten of the taken text that the element of an article holds at least. */
#define HELD_PARTS 8

/* By how much less sure the learned step is of what follows it, in the mean of characters. */
#define LESS_SURE .15f

/* Kinds of paragraphs of an article that are remembered. */
#define KINDS_MOST 8

/* Code points outside links of a text that may be a paragraph of the article. */
#define TEXT_LEAST 80

/* The kinds of an article's paragraphs: shapes of the element and of the one around it. */
typedef struct {
    uint32_t shapes[KINDS_MOST][2];
    size_t count;
} paragraph_kinds;

static bool has_kind(const paragraph_kinds *kinds, uint32_t own, uint32_t around)
{
    for (size_t i = 0; i < kinds->count; i++) {
        if (kinds->shapes[i][0] == own && kinds->shapes[i][1] == around) {
            return true;
        }
    }
    return false;
}

/* The block in which half of the taken text outside links is reached. */
static size_t middle_of(const dana__blocks *blocks, uint64_t text)
{
    uint64_t sum = 0;
    size_t i = 0;

    for (; i + 1 < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        sum += dana__is_taken(block) ? dana__text_outside_links(block) : 0;
        if (2 * sum >= text && sum > 0) {
            break;
        }
    }
    return i;
}

/* The smallest element that holds most of the taken text: it is around the middle of that. */
static const dana__node *element_of(const dana__blocks *blocks, uint64_t text)
{
    size_t first = middle_of(blocks, text);
    size_t end = first;
    uint32_t index = blocks->blocks[first].node;
    uint64_t held = 0;

    for (;; index = blocks->nodes[index].parent) {
        const dana__node *node = &blocks->nodes[index];

        held += dana__taken_text(blocks, node->first_block, first);
        held += dana__taken_text(blocks, end, node->end_block);
        first = node->first_block;
        end = node->end_block;
        if (index == 0 || 10 * held >= HELD_PARTS * text) {
            return node;
        }
    }
}

static void list_kinds(const dana_page *page, const dana__blocks *blocks, size_t end,
                       paragraph_kinds *kinds)
{
    kinds->count = 0;
    for (size_t i = 0; i < end && kinds->count < KINDS_MOST; i++) {
        const dana__block *block = &blocks->blocks[i];
        const dana__node *node = &blocks->nodes[block->node];
        uint32_t around = blocks->nodes[node->parent].shape;

        if (dana__is_taken(block) && dana__text_outside_links(block) >= TEXT_LEAST &&
            dana__ends_sentence(page, block) && !has_kind(kinds, node->shape, around)) {
            kinds->shapes[kinds->count][0] = node->shape;
            kinds->shapes[kinds->count][1] = around;
            kinds->count++;
        }
    }
}

/* Whether a line begins as notes to a text do: with an asterisk, a dagger, a number in brackets. */
static bool is_note(const dana_page *page, const dana__block *block)
{
    static const char *const marks[] = {"*", "[", "\xE2\x80\xA0", "\xE2\x80\xA1"};
    const char *start = page->source.data + block->start;
    size_t length = block->end - block->start;

    for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
        size_t size = strlen(marks[i]);

        if (length >= size && memcmp(start, marks[i], size) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_taken(const dana__blocks *blocks, const dana__node *node)
{
    size_t i = node->first_block;

    while (i < node->end_block && !dana__is_taken(&blocks->blocks[i])) {
        i++;
    }
    return i < node->end_block;
}

/* Whether an element like the article's own, behind it, has taken text. */
static bool has_sibling(const dana__blocks *blocks, const dana__node *node)
{
    const dana__node *around = &blocks->nodes[node->parent];

    for (size_t i = node->end; i < around->end; i = blocks->nodes[i].end) {
        const dana__node *sibling = &blocks->nodes[i];

        if (sibling->shape == node->shape && has_taken(blocks, sibling)) {
            return true;
        }
    }
    return false;
}

/* Whether what is taken behind the element of an article may belong to it. */
static bool may_belong(const dana_page *page, const dana__blocks *blocks, const dana__node *node)
{
    paragraph_kinds kinds;

    list_kinds(page, blocks, node->end_block, &kinds);
    for (size_t i = node->end_block; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        const dana__node *own = &blocks->nodes[block->node];

        if (dana__is_taken(block) &&
            (is_note(page, block) ||
             (dana__text_outside_links(block) >= TEXT_LEAST &&
              has_kind(&kinds, own->shape, blocks->nodes[own->parent].shape)))) {
            return true;
        }
    }
    return has_sibling(blocks, node);
}

/* Whether the learned step is less sure of what stands behind an article, which is not more. */
static bool is_less_sure(const dana__taken_range *behind, const dana__taken_range *article)
{
    float text = (float)(article->text + article->links);
    float more = (float)(behind->text + behind->links);

    return more > 0 && more <= text &&
           behind->expected <= (article->expected / text - LESS_SURE) * more;
}

void dana__cut_beyond(const dana_page *page, dana__blocks *blocks)
{
    const dana__node *node = element_of(blocks, dana__taken_text(blocks, 0, blocks->block_count));
    float unit = dana__text_unit(blocks);
    dana__taken_range article = {0};
    dana__taken_range behind = {0};

    dana__add_taken(page, blocks, 0, node->end_block, unit, &article);
    dana__add_taken(page, blocks, node->end_block, blocks->block_count, unit, &behind);
    if ((float)article.text * unit >= DANA__ARTICLE_LEAST && is_less_sure(&behind, &article) &&
        !may_belong(page, blocks, node)) {
        dana__cut_taken(blocks, node->end_block, blocks->block_count);
    }
}
