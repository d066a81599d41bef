#include "extractors/short/spoken.h"

#include "base/ascii.h"
#include "extractors/keep/small.h"
#include "html/elements.h"
#include "measure/spoken_tags.h"
#include "page/page.h"

#include <string.h>

static bool is_blank(const char *p, const char *end)
{
    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return p == end;
}

/* Passes what begins at a '<'; *inside: whether text behind it is one for screen readers, as
 * behind a start tag that says so. A comment parts no text. */
static const char *pass_markup(const char *p, const char *end, bool *inside)
{
    bool is_comment = end - p >= 4 && memcmp(p, "<!--", 4) == 0;
    const char *close = is_comment ? memmem(p, (size_t)(end - p), "-->", 3)
                                   : memchr(p, '>', (size_t)(end - p));

    if (close == NULL) {
        return end;
    }
    if (is_comment) {
        return close + 3;
    }
    *inside = p[1] != '/' && dana__calls_spoken((dana_view){p, (size_t)(close + 1 - p)});
    return close + 1;
}

/* Bytes of a block's texts that stand right in elements for screen readers, and others; of a block
 * that does not begin with one of the former it is only said that there are others. */
typedef struct {
    size_t spoken;
    size_t shown;
} text_shares;

static text_shares measure(dana_view source, const dana__block *block)
{
    const char *p = source.data + block->start;
    const char *end = source.data + block->end;
    bool inside = dana__calls_spoken(dana__tag_before(source.data, block->start));
    text_shares out = {0, inside ? 0 : 1};

    while (p < end && (out.shown == 0 || out.spoken > 0)) {
        const char *text = p;

        p = memchr(p, '<', (size_t)(end - p));
        p = p != NULL ? p : end;
        if (!is_blank(text, p)) {
            *(inside ? &out.spoken : &out.shown) += (size_t)(p - text);
        }
        p = p < end ? pass_markup(p, end, &inside) : end;
    }
    return out;
}

bool dana__is_spoken(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    dana_view source = {page->source.data, page->source.length};
    const char *next = source.data + block->end;
    text_shares shares = measure(source, block);

    if (shares.spoken > shares.shown &&
        dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(BUTTON))) {
        return true;
    }
    while (next < source.data + source.length && dana__is_space(*next)) {
        next++;
    }
    return shares.spoken > 0 && shares.shown == 0 && source.data + source.length - next > 1 &&
           next[0] == '<' && next[1] == '/';
}

/* Whether a block goes on with a taken number in its line, as its unit, which is none itself. */
static bool is_unit(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    const dana__block *block = &blocks->blocks[i];

    return i > 0 && dana__is_taken(block - 1) && block->digits == 0 &&
           dana__is_digit(page->source.data[block[-1].end - 1]) &&
           dana__line_of(blocks, block - 1) == dana__line_of(blocks, block);
}

/* Whether a block says what a reader of the page sees: the unit of a number, or the value of a
 * table's cell, which shows a sign. */
static bool is_shown(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    return dana__is_inside(&blocks->nodes[blocks->blocks[i].node], DANA__KIND_BIT(CELL)) ||
           is_unit(page, blocks, i);
}

/* Code points of a unit at most. */
#define UNIT_MOST 12

/* Whether a block was refused that may be a unit. */
static bool may_be_unit(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    const dana__block *block = &blocks->blocks[i];

    return block->decision == DANA__DECISION_REFUSED && block->rule == 0 && block->heading == 0 &&
           block->text <= UNIT_MOST && is_unit(page, blocks, i);
}

void dana__cut_spoken(const dana_page *page, dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block) && block->heading == 0 && !is_shown(page, blocks, i) &&
            dana__is_spoken(page, blocks, block)) {
            block->decision = DANA__DECISION_CUT;
        } else if (may_be_unit(page, blocks, i) && dana__is_spoken(page, blocks, block)) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}
