#include "extractors/bounds/behind.h"

#include "blocks/open_elements.h"
#include "extractors/bounds/article_text.h"
#include "extractors/bounds/rows.h"
#include "html/elements.h"
#include "measure/sentence.h"

/* How sure the learned step is of a text at least, and by how much less of what stands behind it,
 * in the mean of characters; that is not more than so many times the text. */
#define SURE_LEAST   .5f
#define LESS_SURE    .2f
#define BEHIND_TIMES 3

/* By how much less where a day stands beside the headline: the page is a text. */
#define DATED_LESS_SURE .08f

/* By how much less of a paragraph that goes on in a box of its own. */
#define BOX_LESS_SURE .1f

/* How sure it is at least of what goes on with the text: as much as an article has, which begins
 * right behind it with a sentence. */
#define GOES_ON_LEAST .65f

static bool is_judged(const dana__node *around, const dana__taken_range *article, float unit)
{
    return (float)article->text * unit >= DANA__ARTICLE_LEAST &&
           !dana__is_inside(around, DANA__KIND_BIT(ARTICLE));
}

/* What is taken of the blocks [first, end), in an element around an article's paragraphs. */
typedef struct {
    size_t first;
    size_t end;
    uint32_t around;
    size_t paragraph; /* the article's first one */
} range_behind;

/* Leaves out what is taken of a range, or leaves it as it is. */
typedef void judge(const dana_page *page, dana__blocks *blocks, const range_behind *behind,
                   const dana__taken_range *article);

/* Judges what stands in the elements around the paragraphs' own, from the smallest one out: of that
 * one links may be what one paragraph introduces. */
static void cut_around(const dana_page *page, dana__blocks *blocks, const dana__article_text *text,
                       judge *judge_range)
{
    uint32_t index = text->element;
    size_t end = blocks->nodes[index].end_block;
    dana__taken_range article = {0};

    dana__add_taken(page, blocks, text->first, end, text->unit, &article);
    while (index != 0) {
        index = blocks->nodes[index].parent;
        const dana__node *around = &blocks->nodes[index];

        if (around->end_block == end) {
            continue;
        }
        if (index != text->around && is_judged(around, &article, text->unit)) {
            range_behind behind = {end, around->end_block, index, text->first};

            judge_range(page, blocks, &behind, &article);
        }
        dana__add_taken(page, blocks, end, around->end_block, text->unit, &article);
        end = around->end_block;
    }
}

/* Lists beside the paragraphs, behind the last of them. */
static void cut_lists(const dana_page *page, dana__blocks *blocks, const dana__article_text *text)
{
    const dana__node *around = &blocks->nodes[text->around];
    dana__taken_range article = {0};

    dana__add_taken(page, blocks, text->first, text->end, text->unit, &article);
    if (text->around == 0 || !is_judged(around, &article, text->unit)) {
        return;
    }
    for (size_t i = text->around + 1; i < around->end; i = blocks->nodes[i].end) {
        const dana__node *node = &blocks->nodes[i];

        if (node->first_block >= text->end && node->kind != DANA__KIND_P) {
            dana__cut_link_rows(page, blocks, node->first_block, node->end_block, &article);
        }
    }
}

static void cut_rows(const dana_page *page, dana__blocks *blocks, const range_behind *behind,
                     const dana__taken_range *article)
{
    dana__cut_rows(page, blocks, behind->first, behind->end, article);
}

void dana__cut_behind(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    dana__article_text text = dana__find_article_text(page, blocks, headline);

    if (text.first < blocks->block_count) {
        cut_around(page, blocks, &text, cut_rows);
        cut_lists(page, blocks, &text);
    }
}

/* Whether what is taken from a block on goes on with what is taken before it: nothing stands
 * between them, and it begins with a sentence. */
static bool goes_on(const dana_page *page, const dana__blocks *blocks, size_t first,
                    const dana__taken_range *range)
{
    const dana__block *block = &blocks->blocks[first];
    float length = (float)(range->text + range->links);

    return range->expected >= GOES_ON_LEAST * length &&
           (float)range->text * dana__text_unit(blocks) >= DANA__ARTICLE_LEAST && first > 0 &&
           dana__is_taken(&blocks->blocks[first - 1]) && dana__is_taken(block) &&
           block->heading == 0 && 2 * (uint64_t)block->link_text <= block->text &&
           dana__ends_sentence(page, block);
}

/* Whether an element stands in the element around both below elements of the same kinds as another
 * does, the lowest of them of the same class. */
static bool is_placed_alike(const dana__blocks *blocks, uint32_t a, uint32_t b, uint32_t around)
{
    const dana__node *nodes = blocks->nodes;
    const dana__node *box = &nodes[nodes[a].parent];

    if (nodes[a].depth != nodes[b].depth || box->shape != nodes[nodes[b].parent].shape ||
        box->shape == dana__shape_of(0, (dana__kind)box->kind)) {
        return false;
    }
    while (a > around && b > around && nodes[a].kind == nodes[b].kind) {
        a = nodes[a].parent;
        b = nodes[b].parent;
    }
    return a == around && b == around;
}

/* Builders of pages put each part of a text into a box of its own. Returns where the last box ends
 * that holds a paragraph as sure as this, which stands in it as the article's first one does in its
 * own; the first block of the range: there is none. */
static size_t end_of_boxes(const dana_page *page, const dana__blocks *blocks,
                           const range_behind *behind, float sure)
{
    uint32_t own = blocks->blocks[behind->paragraph].node;
    float unit = dana__text_unit(blocks);

    for (size_t i = behind->end; i > behind->first; i--) {
        const dana__block *block = &blocks->blocks[i - 1];
        uint32_t box = block->node;

        if (dana__is_taken(block) && block->score >= sure &&
            dana__is_full_paragraph(page, block, unit) &&
            is_placed_alike(blocks, box, own, behind->around)) {
            while (blocks->nodes[box].parent != behind->around) {
                box = blocks->nodes[box].parent;
            }
            return blocks->nodes[box].end_block;
        }
    }
    return behind->first;
}

/* Leaves out the blocks of a range of which the learned step is less sure than of an article, but
 * for the boxes that it goes on with. */
static void cut_unsure(const dana_page *page, dana__blocks *blocks, const range_behind *behind,
                       const dana__taken_range *article)
{
    float text = (float)(article->text + article->links);
    float less = blocks->is_dated ? DATED_LESS_SURE : LESS_SURE;
    dana__taken_range range = {0};

    dana__add_taken(page, blocks, behind->first, behind->end, 1.0f, &range);
    float length = (float)(range.text + range.links);

    if (article->paragraphs > 0 && article->expected >= SURE_LEAST * text &&
        length <= BEHIND_TIMES * text &&
        range.expected < (article->expected / text - less) * length &&
        !goes_on(page, blocks, behind->first, &range)) {
        float sure = article->expected / text - BOX_LESS_SURE;

        dana__cut_taken(blocks, end_of_boxes(page, blocks, behind, sure), behind->end);
    }
}

/* Whether the page sets the first paragraph twice, whether the copy was left out or not: what
 * stands beside the copy belongs to the text. */
static bool is_set_twice(const dana__blocks *blocks, size_t first)
{
    const dana__block *paragraph = &blocks->blocks[first];

    for (size_t i = 0; paragraph->repeats > 1 && i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (i != first && block->hash == paragraph->hash && block->text == paragraph->text &&
            (dana__is_taken(block) || block->decision == DANA__DECISION_REPEATED)) {
            return true;
        }
    }
    return false;
}

void dana__cut_doubtful(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    dana__article_text text = dana__find_article_text(page, blocks, headline);

    if (text.first < blocks->block_count && !is_set_twice(blocks, text.first)) {
        cut_around(page, blocks, &text, cut_unsure);
    }
}
