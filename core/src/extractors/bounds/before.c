#include "extractors/bounds/before.h"

#include "measure/word_set.h"
#include "page/page.h"

/* Code points outside links: of the text beside the headline in the element that is the article's,
 * and of what is taken behind it. */
#define BESIDE_LEAST 80
#define BEHIND_LEAST 80

/* What is taken behind the headline is at least this part of what would be cut. */
#define BEHIND_SHARE .3

/* The first block of the smallest element that holds the headline and text. */
static size_t start_of_article(const dana__blocks *blocks, size_t headline)
{
    const dana__block *block = &blocks->blocks[headline];
    uint32_t least = dana__text_outside_links(block) + BESIDE_LEAST;
    uint32_t node = block->node;

    while (node != 0 && blocks->nodes[node].non_link_text < least) {
        node = blocks->nodes[node].parent;
    }
    return blocks->nodes[node].first_block;
}

/* Whether the page's own heading, or one of equals, stands before a block, whatever its title says:
 * one of level 1, or of the headline's, that is taken; above a headline of a lower level also one
 * of level 1 that is not, if no rule is against it. The name of a site is a link. */
static bool has_own_heading(const dana__blocks *blocks, size_t end, unsigned level)
{
    for (size_t i = 0; i < end; i++) {
        const dana__block *block = &blocks->blocks[i];
        bool is_taken = dana__is_taken(block) && (block->heading == 1 || block->heading == level);
        bool is_above = level > 1 && block->heading == 1 && block->rule == 0;

        if ((is_taken || is_above) && 2 * (uint64_t)block->link_text <= block->text) {
            return true;
        }
    }
    return false;
}

/* Whether a heading as high as the headline stands before a block and has all of its words, and no
 * rule is against it: the name of a post whose recipe has it, too, though it may be a link, and may
 * say more. */
static bool is_said_before(const dana_page *page, const dana__blocks *blocks, size_t end,
                           size_t headline)
{
    const dana__block *name = &blocks->blocks[headline];
    const char *source = page->source.data;
    dana__word_set words;

    dana__make_word_set(source + name->start, source + name->end, &words);
    for (size_t i = 0; i < end; i++) {
        const dana__block *block = &blocks->blocks[i];
        uint64_t matched = 0;

        if (block->heading == 0 || block->heading > name->heading || block->rule != 0) {
            continue;
        }
        dana__match_words(&words, source + block->start, source + block->end,
                          source + page->source.length, &matched);
        if ((size_t)__builtin_popcountll(matched) == words.count && words.count > 0) {
            return true;
        }
    }
    return false;
}

void dana__cut_before(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    size_t start = start_of_article(blocks, headline);
    uint64_t before = dana__taken_text(blocks, 0, start);
    uint64_t behind = dana__taken_text(blocks, headline + 1, blocks->block_count);

    if (behind < BEHIND_LEAST || (double)behind < BEHIND_SHARE * (double)before ||
        has_own_heading(blocks, start, blocks->blocks[headline].heading) ||
        is_said_before(page, blocks, start, headline)) {
        return;
    }
    for (size_t i = 0; i < start; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}
