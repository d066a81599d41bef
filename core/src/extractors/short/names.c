#include "extractors/short/names.h"

#include "blocks/marks.h"
#include "extractors/short/spoken.h"
#include "html/tokenizer.h"
#include "page/page.h"

#include <string.h>

/* Code points of a name at most, blocks between one and its text, and names of a page at least. */
#define NAME_MOST   40
#define REACH       12
#define NAMES_LEAST 2

/* Whether the element that holds a block's text right away states a name: of an author, not of a
 * page above in the breadcrumbs. */
static bool states_name(const dana_page *page, const dana__block *block)
{
    static const char name[] = "name";
    dana_view tag = dana__tag_before(page->source.data, block->start);
    dana_view value;

    return tag.data != NULL && tag.data[1] != '/' && dana_tag_attribute(tag, "itemprop", &value) &&
           value.length == sizeof(name) - 1 && memcmp(value.data, name, sizeof(name) - 1) == 0;
}

/* Whether a block stands above a text that is taken, in an element of their own. */
static bool is_above_text(const dana__blocks *blocks, size_t i)
{
    uint32_t node = blocks->blocks[i].node;
    size_t before = dana__last_taken(blocks, i);
    size_t text = i + 1;

    while (text < blocks->block_count && text < i + REACH &&
           !dana__is_taken(&blocks->blocks[text])) {
        text++;
    }
    if (text >= blocks->block_count || !dana__is_taken(&blocks->blocks[text])) {
        return false;
    }
    while (blocks->nodes[node].end_block <= text) {
        node = blocks->nodes[node].parent;
    }
    return before == 0 || blocks->nodes[node].first_block >= before;
}

static bool is_name(const dana_page *page, const dana__blocks *blocks, size_t i)
{
    const dana__block *block = &blocks->blocks[i];
    uint32_t marks = blocks->nodes[block->node].all_marks;

    return (marks & (DANA__MARK_BIT(AUTHOR) | DANA__MARK_BIT(NAV))) == DANA__MARK_BIT(AUTHOR) &&
           (block->decision == DANA__DECISION_PRUNED || block->decision == DANA__DECISION_REFUSED ||
            block->decision == DANA__DECISION_OUTSIDE) &&
           block->text <= NAME_MOST && block->heading != 1 && states_name(page, block) &&
           is_above_text(blocks, i);
}

void dana__keep_names(const dana_page *page, dana__blocks *blocks)
{
    size_t count = 0;

    for (size_t i = 0; i < blocks->block_count && count < NAMES_LEAST; i++) {
        count += is_name(page, blocks, i);
    }
    for (size_t i = blocks->block_count; count >= NAMES_LEAST && i > 0; i--) {
        if (is_name(page, blocks, i - 1)) {
            blocks->blocks[i - 1].decision = DANA__DECISION_LEARNED;
        }
    }
}
