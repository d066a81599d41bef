#include "extractors/short/calls.h"

#include "base/ascii.h"
#include "dana/result.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "page/page.h"

#include <string.h>

/* Code points of a call at most, and such links on end: more are a list. */
#define CALL_MOST 40
#define ROW_MOST  3

/* How class values call a button, as a word or the words "ctaPrimary" has. */
static const char *const names[] = {"btn", "button", "cta"};

/* The word that begins at a letter: letters of one case, of which the first may be a capital. */
static dana_view word_at(const char *p, const char *end)
{
    const char *stop = p + 1;

    while (stop < end && dana__is_letter(*stop) && !dana__is_capital(*stop)) {
        stop++;
    }
    return dana__between(p, stop);
}

static bool is_name(dana_view word)
{
    for (size_t i = 0; i < DANA__COUNT(names); i++) {
        if (dana__is_text(word, names[i])) {
            return true;
        }
    }
    return false;
}

/* Whether a class value has the word of a button. "btn-link" is a button that looks like a link. */
static bool calls_button(dana_view value)
{
    const char *end = value.data + value.length;
    bool found = false;
    bool behind = false; /* the word before is a button's, of the same class */

    for (const char *p = value.data; p < end;) {
        if (!dana__is_letter(*p)) {
            behind &= !dana__is_space(*p);
            p++;
            continue;
        }
        dana_view word = word_at(p, end);

        if (behind && dana__is_text(word, "link")) {
            return false;
        }
        behind = is_name(word);
        found |= behind;
        p = word.data + word.length;
    }
    return found;
}

/* Whether a block is nothing but one short link, and says no number. */
static bool may_call(const dana__blocks *blocks, const dana__block *block)
{
    return dana__is_taken(block) && block->text <= CALL_MOST && block->link_text == block->text &&
           block->text > 0 && block->digits == 0 && block->heading == 0 &&
           !dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(CELL));
}

/* Whether the link around a block is called a button. *anchor: the first one that ends behind it.
 */
static bool is_button(const dana_page *page, const dana__block *block, size_t *anchor)
{
    const dana_scan *scan = &page->scan;
    const dana_anchor *link;
    dana_view value;

    while (*anchor < scan->anchor_count && scan->anchors[*anchor].end <= block->start) {
        ++*anchor;
    }
    if (*anchor == scan->anchor_count || scan->anchors[*anchor].start > block->start) {
        return false;
    }
    link = &scan->anchors[*anchor];
    dana_view tag = {page->source.data + link->start, link->start_length};

    return dana_tag_attribute(tag, "class", &value) && calls_button(value);
}

void dana__cut_calls(const dana_page *page, dana__blocks *blocks)
{
    size_t anchor = 0;
    size_t row[ROW_MOST]; /* the calls on end before a block */
    size_t count = 0;

    for (size_t i = 0; i <= blocks->block_count; i++) {
        bool at_end = i == blocks->block_count;

        if (!at_end && !dana__is_taken(&blocks->blocks[i])) {
            continue;
        }
        if (!at_end && may_call(blocks, &blocks->blocks[i]) &&
            is_button(page, &blocks->blocks[i], &anchor)) {
            if (count < ROW_MOST) {
                row[count] = i;
            }
            count++;
            continue;
        }
        for (size_t k = 0; count <= ROW_MOST && k < count; k++) {
            blocks->blocks[row[k]].decision = DANA__DECISION_CUT;
        }
        count = 0;
    }
}
