#include "extractors/bounds/unseen.h"

#include "base/ascii.h"
#include "blocks/marks.h"
#include "extractors/bounds/rows.h"
#include "listing/class_words.h"
#include "measure/spoken_tags.h"
#include "page/page.h"
#include "styles/hiding.h"

#include <string.h>

/* Such texts of a page at most. */
#define UNSEEN_MOST 2

/* The part of what is taken that they are at most. */
#define PART_MOST .5

/* How an element keeps its text from the eye: not at all (or until a reader looks for it in the
 * page), until a script shows it, or for good. */
typedef enum { SHOWN, CLOSED, UNSEEN } visibility;

static visibility visibility_of(const dana_page *page, const dana__node *node,
                                const dana__block *block)
{
    const dana_view tag = dana__start_tag_of(page, node);
    bool is_right_in = dana__tag_before(page->source.data, block->start).data == tag.data;
    unsigned style = 0;
    dana_view value;

    if (dana_tag_attribute(tag, "style", &value)) {
        style = dana__read_style(value, value.data + value.length);
    }
    if ((style & DANA__STYLE_MOVES_OFF) != 0 ||
        (is_right_in && (style & DANA__STYLE_SHRINKS) != 0)) {
        return UNSEEN;
    }
    return (style & DANA__STYLE_CLOSES) != 0 || (dana_tag_attribute(tag, "hidden", &value) &&
                                                 !dana__is_text(value, "until-found"))
               ? CLOSED
               : SHOWN;
}

/* What tags say of elements that come to be seen as a reader scrolls down to them: WOW, AOS. */
static const char *const entrances[] = {"wow", "aos", "anim", "fade", "reveal", "appear"};

/* Whether an element may be shown later: a script or a label knows it by a name, or it comes in
 * with an effect. */
static bool may_be_shown(const dana_page *page, const dana__node *node)
{
    const dana_view tag = dana__start_tag_of(page, node);
    dana_view value;

    for (size_t i = 0; i < DANA__COUNT(entrances); i++) {
        if (memmem(tag.data, tag.length, entrances[i], strlen(entrances[i])) != NULL) {
            return true;
        }
    }
    return dana_tag_attribute(tag, "id", &value) || dana_tag_attribute(tag, "role", &value);
}

static bool is_pressed(const dana__blocks *blocks, const dana__block *block)
{
    return dana__is_inside(&blocks->nodes[block->node], DANA__KIND_BIT(BUTTON)) ||
           (blocks->nodes[block->node].all_marks & DANA__MARK_BIT(BUTTON)) != 0;
}

/* Whether a block is a link alone that leads to no other page: a script may follow it. */
static bool is_switch(const dana_page *page, const dana__block *block)
{
    dana_view href;

    return block->link_text == block->text &&
           (!dana_tag_attribute(dana__tag_before(page->source.data, block->start), "href", &href) ||
            href.length == 0 || href.data[0] == '#' || dana__begins_with(href, "javascript:"));
}

/* Whether what stands beside a block in the element around may open it: a heading before it, a
 * button or a switch before or behind it. */
static bool may_open(const dana_page *page, const dana__blocks *blocks, const dana__node *around,
                     size_t i)
{
    const dana__block *block = &blocks->blocks[i];
    bool has_before = i > around->first_block;
    bool has_after = i + 1 < around->end_block;

    return (has_before && (block[-1].heading > 0 || is_pressed(blocks, block - 1) ||
                           is_switch(page, block - 1))) ||
           (has_after && (is_pressed(blocks, block + 1) || is_switch(page, block + 1)));
}

/* Whether a block of an element is taken and shown. */
static bool is_shown(const dana__blocks *blocks, const dana__node *in, size_t i)
{
    const dana__block *block = &blocks->blocks[i];

    return i >= in->first_block && i < in->end_block && dana__is_taken(block) &&
           (blocks->nodes[block->node].all_marks & DANA__MARK_BIT(HIDDEN)) == 0;
}

/* Whether an element is one text that its own tag keeps from the eye, beside a shown one. */
static bool is_unseen(const dana_page *page, const dana__blocks *blocks, const dana__node *node)
{
    size_t i = node->first_block;
    const dana__node *around = &blocks->nodes[node->parent];

    if (((node->marks & DANA__MARK_BIT(HIDDEN)) == 0 &&
         !dana__may_have_class(page, DANA__CLASS_SHRUNK)) ||
        node->end_block - node->first_block != 1 || !dana__is_taken(&blocks->blocks[i]) ||
        !((i > 0 && is_shown(blocks, around, i - 1)) ||
          (i + 1 < blocks->block_count && is_shown(blocks, around, i + 1)))) {
        return false;
    }
    switch (visibility_of(page, node, &blocks->blocks[i])) {
    case UNSEEN:
        return true;
    case CLOSED:
        return !may_open(page, blocks, around, i) && !may_be_shown(page, node);
    default:
        return false;
    }
}

void dana__cut_unseen(const dana_page *page, dana__blocks *blocks)
{
    size_t found[UNSEEN_MOST];
    size_t count = 0;
    uint64_t text = 0;

    if (!dana__has_mark(blocks, DANA__MARK_BIT(HIDDEN)) &&
        !dana__may_have_class(page, DANA__CLASS_SHRUNK)) {
        return;
    }
    for (size_t i = 1; i < blocks->node_count;) {
        const dana__node *node = &blocks->nodes[i];

        if (!is_unseen(page, blocks, node)) {
            i++;
            continue;
        }
        if (count == UNSEEN_MOST) {
            return;
        }
        found[count++] = node->first_block;
        text += blocks->blocks[node->first_block].text;
        i = node->end;
    }
    if ((double)text > PART_MOST * (double)dana__taken_text(blocks, 0, blocks->block_count)) {
        return;
    }
    for (size_t k = 0; k < count; k++) {
        blocks->blocks[found[k]].decision = DANA__DECISION_CUT;
    }
}
