#include "boxes/check_segments.h"

#include <string.h>

/* Whether a box shows characters: those of the page's left edge and top, and beyond its right, are
 * not seen. */
static bool is_seen(const dana_page *page, const dana_boxes *boxes, const dana_box *box)
{
    char first = dana_page_source(page).data[box->offset];

    return box->flags == (DANA_BOX_TEXT | DANA_BOX_VISIBLE) && box->width > 0 &&
           box->x + box->width > 0 && box->y + box->height > 0 && box->x < boxes->page_width &&
           strchr("\n <", first) == NULL;
}

/* How many leaves a box lies in. */
static size_t count_leaves(const dana_box *box, const dana_segments *segments)
{
    size_t leaves = 0;

    for (size_t i = 0; i < segments->count; i++) {
        const dana_segment *s = &segments->items[i];

        leaves += s->end == i + 1 && box->offset >= s->span.start && box->offset < s->span.end;
    }
    return leaves;
}

static const char *check_tree(const dana_segments *segments)
{
    uint32_t chars = 0;

    for (size_t i = 0; i < segments->count; i++) {
        const dana_segment *s = &segments->items[i];

        if ((s->parent >= i && i > 0) || (i == 0 && s->parent != 0)) {
            return "a segment before its parent";
        }
        const dana_segment *parent = &segments->items[s->parent];

        if (s->end <= i || s->end > parent->end || s->end > segments->count) {
            return "the end of a segment";
        }
        if (s->coherence < parent->coherence || s->coherence > DANA_COHERENCE_MAX) {
            return "the coherence of a segment";
        }
        if (s->level != (i == 0 ? 0 : parent->level + 1)) {
            return "the level of a segment";
        }
        if (s->span.start < parent->span.start || s->span.end > parent->span.end ||
            s->span.start > s->span.end) {
            return "the span of a segment";
        }
        chars += s->end == i + 1 ? s->chars : 0;
    }
    return segments->count > 0 && chars != segments->items[0].chars ? "characters of the leaves"
                                                                    : NULL;
}

const char *check_segments(const dana_page *page, const dana_segments *segments)
{
    const char *wrong = check_tree(segments);

    if (wrong == NULL && segments->count > 0 &&
        segments->items[0].span.end > dana_page_source(page).length) {
        wrong = "a segment beyond the page";
    }
    return wrong;
}

const char *check_texts(const dana_page *page, const dana_boxes *boxes,
                        const dana_segments *segments, bool all_are_seen)
{
    for (size_t b = 0; b < boxes->count; b++) {
        size_t leaves = count_leaves(&boxes->items[b], segments);

        if (leaves > 1) {
            return "a text in two leaves";
        }
        if (all_are_seen && leaves == 0 && is_seen(page, boxes, &boxes->items[b])) {
            return "a text that is seen, in no leaf";
        }
    }
    return NULL;
}

const char *check_text_blocks(const dana_page *page, const dana_text_block *blocks, size_t count)
{
    size_t behind = 0;

    for (size_t i = 0; i < count; i++) {
        if (blocks[i].span.start < behind || blocks[i].span.end <= blocks[i].span.start ||
            blocks[i].span.end > dana_page_source(page).length) {
            return "a block of text";
        }
        behind = blocks[i].span.end;
    }
    return NULL;
}
