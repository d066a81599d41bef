#include "extractors/bounds/behind.h"

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

/* How sure it is at least of what goes on with the text: as much as an article has, which begins
 * right behind it with a sentence. */
#define GOES_ON_LEAST .65f

static bool is_judged(const dana__node *around, const dana__taken_range *article, float unit)
{
    return (float)article->text * unit >= DANA__ARTICLE_LEAST &&
           !dana__is_inside(around, DANA__KIND_BIT(ARTICLE));
}

/* Leaves out what is taken of the blocks [first, end), or leaves them as they are. */
typedef void judge(const dana_page *page, dana__blocks *blocks, size_t first, size_t end,
                   const dana__taken_range *article);

/* Judges what stands in the elements around the paragraphs' own, from the smallest one out: of that
 * one links may be what one paragraph introduces. */
static void cut_around(const dana_page *page, dana__blocks *blocks, const dana__article_text *text,
                       judge *judge_range)
{
    uint32_t index = blocks->blocks[text->first].node;
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
            judge_range(page, blocks, end, around->end_block, &article);
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

void dana__cut_behind(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    dana__article_text text = dana__find_article_text(page, blocks, headline);

    if (text.first < blocks->block_count) {
        cut_around(page, blocks, &text, dana__cut_rows);
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

/* Leaves out the blocks of a range of which the learned step is less sure than of an article. */
static void cut_unsure(const dana_page *page, dana__blocks *blocks, size_t first, size_t end,
                       const dana__taken_range *article)
{
    float text = (float)(article->text + article->links);
    float less = blocks->is_dated ? DATED_LESS_SURE : LESS_SURE;
    dana__taken_range range = {0};

    dana__add_taken(page, blocks, first, end, 1.0f, &range);
    float behind = (float)(range.text + range.links);

    if (article->paragraphs > 0 && article->expected >= SURE_LEAST * text &&
        behind <= BEHIND_TIMES * text &&
        range.expected < (article->expected / text - less) * behind &&
        !goes_on(page, blocks, first, &range)) {
        dana__cut_taken(blocks, first, end);
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
