#include "extractors/bounds/hidden.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "extractors/bounds/rows.h"
#include "page/page.h"

#include <string.h>

/* Bytes of a tag that are looked at for the word before its attributes are read. */
#define TAG_MOST 512

/* What is hidden is at most this part of what is taken. */
#define HIDDEN_MOST .3

/* A copy that programs are to read: blocks at most, code points of a text at least, and blocks
 * behind it in which the text is looked for. */
#define COPIED_BLOCKS 32
#define COPIED_LEAST  40
#define AGAIN_MOST    128

static const char word[] = "hidden";
/* Where its "dd" stands in it. */
#define PAIR_AT 2

/* Whether a class value has the word as one of its names, and none that depends on the screen
 * ("md:block"; "brush:" is no such name). */
static bool is_hidden_class(dana_view value)
{
    const size_t length = sizeof(word) - 1;
    bool is_hidden = false;

    for (size_t at = 0, end; at < value.length; at = end + 1) {
        end = at;
        while (end < value.length && !dana__is_space(value.data[end])) {
            end++;
        }
        const char *colon = memchr(value.data + at, ':', end - at);

        if (colon != NULL && colon + 1 < value.data + end) {
            return false;
        }
        is_hidden |= end - at == length && memcmp(value.data + at, word, length) == 0;
    }
    return is_hidden;
}

/* Whether the word stands in [p, end): its letters "dd" are looked for, which few others have.
 * Bytes up to `readable` may be read. */
static bool has_word(const char *p, const char *end, const char *readable)
{
    const size_t length = sizeof(word) - 1;

    if (readable - end < 2 * DANA__STEP) {
        return memmem(p, (size_t)(end - p), word, length) != NULL;
    }
    for (; end - p >= (ptrdiff_t)length; p += DANA__STEP) {
        dana__bytes16 pairs = dana__equal16(dana__load16(p + PAIR_AT), word[PAIR_AT]) &
                              dana__equal16(dana__load16(p + PAIR_AT + 1), word[PAIR_AT + 1]);

        for (unsigned bits = dana__bits16(pairs); bits != 0; bits &= bits - 1) {
            const char *at = p + dana__first16(bits);

            if (end - at >= (ptrdiff_t)length && memcmp(at, word, length) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Whether an element's class hides it. */
static bool is_hidden(const dana_page *page, const dana__node *node)
{
    const char *start = page->source.data + node->start;
    const char *end = page->source.data + page->source.length;
    size_t reach = (size_t)(end - start) < TAG_MOST ? (size_t)(end - start) : TAG_MOST;
    const char *close = memchr(start, '>', reach);
    dana_view value;

    return has_word(start, close != NULL ? close : start + reach, end) &&
           dana_tag_attribute(dana__start_tag_of(page, node), "class", &value) &&
           is_hidden_class(value);
}

/* The first hidden element with text from an element on, among blocks [first, end). */
static size_t find_hidden(const dana_page *page, const dana__blocks *blocks, size_t i, size_t first,
                          size_t end)
{
    for (; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (node->text > 0 && node->end_block > first && node->first_block < end &&
            is_hidden(page, node)) {
            break;
        }
    }
    return i;
}

void dana__cut_hidden(const dana_page *page, dana__blocks *blocks)
{
    size_t end = dana__last_taken(blocks, blocks->block_count);
    size_t first = 0;
    uint64_t hidden = 0;

    while (first < end && !dana__is_taken(&blocks->blocks[first])) {
        first++;
    }
    size_t found = find_hidden(page, blocks, 1, first, end);

    for (size_t i = found; i < blocks->node_count;) {
        const dana__node *node = &blocks->nodes[i];

        hidden += dana__taken_text(blocks, node->first_block, node->end_block);
        i = find_hidden(page, blocks, node->end, first, end);
    }
    if ((double)hidden > HIDDEN_MOST * (double)dana__taken_text(blocks, first, end)) {
        return;
    }
    for (size_t i = found; i < blocks->node_count;) {
        const dana__node *node = &blocks->nodes[i];

        dana__cut_taken(blocks, node->first_block, node->end_block);
        i = find_hidden(page, blocks, node->end, first, end);
    }
}

/* Whether a text of an element is taken once more in the blocks behind it. */
static bool is_taken_again(const dana__blocks *blocks, const dana__node *node, uint32_t hash)
{
    size_t end = node->end_block + AGAIN_MOST;

    end = end < blocks->block_count ? end : blocks->block_count;
    for (size_t i = node->end_block; i < end; i++) {
        if (blocks->blocks[i].hash == hash && dana__is_taken(&blocks->blocks[i])) {
            return true;
        }
    }
    return false;
}

/* Whether all texts that are taken of an element stand once more behind it; lines do not count. */
static bool is_copied(const dana__blocks *blocks, const dana__node *node)
{
    size_t texts = 0;

    for (size_t i = node->first_block; i < node->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (!dana__is_taken(block) || block->text < COPIED_LEAST) {
            continue;
        }
        if (block->repeats < 2 || !is_taken_again(blocks, node, block->hash)) {
            return false;
        }
        texts++;
    }
    return texts > 0;
}

void dana__cut_hidden_copies(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (node->text >= COPIED_LEAST && node->end_block - node->first_block <= COPIED_BLOCKS &&
            is_hidden(page, node) && is_copied(blocks, node)) {
            dana__cut_taken(blocks, node->first_block, node->end_block);
            i = node->end - 1;
        }
    }
}

void dana__cut_hidden_code(const dana_page *page, dana__blocks *blocks)
{
    if (!dana__has_kind(blocks, DANA__KIND_BIT(PRE))) {
        return;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        const dana__node *node = &blocks->nodes[i];

        if (node->kind == DANA__KIND_PRE && node->text > 0 && is_hidden(page, node)) {
            dana__cut_taken(blocks, node->first_block, node->end_block);
        }
    }
}
