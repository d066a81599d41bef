#include "extractors/manual/contents.h"

#include "base/ascii.h"
#include "html/attribute.h"
#include "html/content.h"
#include "page/page.h"
#include "text/lower.h"

/* Code points of a name at most, with the sign that leads to it. */
#define NAME_MOST 32

static const char *const names[] = {
#include "extractors/manual/contents_table.inc"
};

/* The one text of a block without a colon behind it; empty where there is another, but signs. */
static dana_view text_of(const dana_page *page, const dana__block *block)
{
    const char *p = page->source.data + block->start;
    const char *end = page->source.data + block->end;
    dana_view text, found = {NULL, 0};

    while (dana__next_text(&p, end, false, &text)) {
        text = dana__trim(text);
        if (text.length > 2 && found.length > 0) {
            return (dana_view){NULL, 0};
        }
        found = text.length > 2 ? text : found;
    }
    if (found.length > 0 && found.data[found.length - 1] == ':') {
        found.length--;
    }
    return found;
}

void dana__cut_contents_names(const dana_page *page, dana__blocks *blocks)
{
    dana__block *block = blocks->blocks;
    const dana__block *last = block + (blocks->block_count > 0 ? blocks->block_count - 1 : 0);

    for (; block < last; block++) {
        const dana__block *next = block + 1;

        if (block->text <= NAME_MOST && dana__is_taken(block) && !dana__is_taken(next) &&
            2 * (uint64_t)next->link_text > next->text &&
            dana__is_phrase(text_of(page, block), names, DANA__COUNT(names))) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}
