#include "extractors/prune/gutters.h"

#include "base/ascii.h"
#include "html/elements.h"
#include "page/page.h"

#include <string.h>

/* Whether a text is nothing but numbers, each greater than the one before: lines are counted so,
 * dates and results are not. One number alone may be either: a cell beside code tells. */
static bool counts_up(dana_view text, bool in_cell)
{
    const char *end = text.data + text.length;
    uint64_t last = 0;
    size_t count = 0;

    for (const char *p = text.data; p < end;) {
        uint64_t number = 0;

        if (*p == '<') {
            const char *close = memchr(p, '>', (size_t)(end - p));

            p = close != NULL ? close + 1 : end;
        } else if (dana__is_space(*p)) {
            p++;
        } else if (dana__is_digit(*p)) {
            for (; p < end && dana__is_digit(*p) && number < UINT32_MAX; p++) {
                number = 10 * number + (uint64_t)(*p - '0');
            }
            if (count > 0 && number <= last) {
                return false;
            }
            last = number;
            count++;
        } else {
            return false;
        }
    }
    return count > 1 || in_cell;
}

/* Line numbers beside a listing: a preformatted block of nothing but digits and white space. */
static bool is_gutter(const dana_page *page, const dana__block *block, const dana__node *node)
{
    dana_view text = {page->source.data + block->start, block->end - block->start};

    return dana__is_inside(node, DANA__KIND_BIT(PRE)) && block->punctuation == 0 &&
           block->text < 2u * block->digits &&
           counts_up(text, dana__is_inside(node, DANA__KIND_BIT(CELL)));
}

/* What a video or a sound shows where it cannot be played. */
static bool is_fallback(const dana__node *node)
{
    return dana__is_inside(node, DANA__KIND_BIT(MEDIA));
}

void dana__drop_gutters(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        const dana__node *node = &blocks->nodes[block->node];

        if (is_fallback(node) ||
            (block->decision != DANA__DECISION_PRUNED && is_gutter(page, block, node))) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}
