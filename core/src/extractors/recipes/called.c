#include "extractors/recipes/called.h"

#include "base/ascii.h"
#include "extractors/recipes/list.h"
#include "page/page.h"

#include <string.h>

/* What lists of ingredients are called. */
static const char *const names[] = {
#include "extractors/recipes/names.def"
};

/* Code points of a name at most, its colon included, and of an ingredient. */
#define NAME_MOST 24
#define PART_MOST 80

/* Blocks below a name that are asked for amounts, and how many have one at least. */
#define ASKED        6
#define ASKED_LEAST  3
#define AMOUNT_LEAST 2

/* Blocks of a list at most. */
#define LIST_MOST 96

/* Whether a block may be an ingredient or a part of one. */
static bool may_be_part(const dana__blocks *blocks, const dana__block *block)
{
    return block->text <= PART_MOST && block->heading == 0 &&
           2 * (uint64_t)block->link_text <= block->text && dana__may_show_part(blocks, block);
}

/* Whether amounts stand right below a block that may be a name, and are not taken. */
static bool has_amounts(const dana__blocks *blocks, size_t name)
{
    size_t end = name + 1 + ASKED;
    size_t parts = 0;
    size_t amounts = 0;

    end = end < blocks->block_count ? end : blocks->block_count;
    for (size_t i = name + 1; i < end; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (!may_be_part(blocks, block)) {
            break;
        }
        parts += !dana__is_taken(block);
        amounts += block->digits > 0;
    }
    return parts >= ASKED_LEAST && amounts >= AMOUNT_LEAST;
}

static bool is_name(const dana_page *page, const dana__block *block)
{
    dana_view text = {page->source.data + block->start, block->end - block->start};

    while (text.length > 0 &&
           (text.data[text.length - 1] == ':' || dana__is_space(text.data[text.length - 1]))) {
        text.length--;
    }
    for (size_t i = 0; i < DANA__COUNT(names) && text.length > 0; i++) {
        if (dana__to_lower(names[i][0]) == dana__to_lower(text.data[0]) &&
            dana__is_text(text, names[i])) {
            return true;
        }
    }
    return false;
}

size_t dana__find_ingredients(const dana_page *page, const dana__blocks *blocks)
{
    for (size_t i = 0; i + ASKED_LEAST < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (block->heading > 0 && block->text <= NAME_MOST && block->link_text == 0 &&
            block[1].digits + block[2].digits > 0 && block[1].text <= PART_MOST &&
            block[2].text <= PART_MOST && block[3].text <= PART_MOST && is_name(page, block) &&
            dana__may_show_part(blocks, block) && has_amounts(blocks, i)) {
            return i;
        }
    }
    return blocks->block_count;
}

/* The end of the smallest element that holds a name and what stands below it. */
static size_t end_of_list(const dana__blocks *blocks, size_t name)
{
    uint32_t node = blocks->blocks[name].node;

    while (node != 0 && blocks->nodes[node].end_block < name + 1 + ASKED_LEAST) {
        node = blocks->nodes[node].parent;
    }
    size_t end = blocks->nodes[node].end_block;

    return end < name + LIST_MOST ? end : name + LIST_MOST;
}

void dana__take_called(dana__blocks *blocks, size_t name, bool *parts)
{
    size_t end = end_of_list(blocks, name);
    size_t last = name;

    memset(parts, 0, blocks->block_count * sizeof(*parts));
    for (size_t i = name + 1; i < end && may_be_part(blocks, &blocks->blocks[i]); i++) {
        parts[i] = blocks->blocks[i].text > 1 || blocks->blocks[i].digits > 0;
        last = i;
    }
    blocks->blocks[name].decision = DANA__DECISION_LEARNED;
    dana__take_recipe_list(blocks, name + 1, last, parts);
}
