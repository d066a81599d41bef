#include "posts/opening.h"

#include "page/page.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

#include <string.h>

/* Bytes of selected text that make a post. */
#define TEXT_LEAST 60

/* The opening's own box holds all but one of so many parts of the text before the first item: who
 * opened the thread may stand beside it. */
#define MOST_PARTS 4

/* The selected text outside headings between two places: from its first unit to its last one. */
static dana_span find_text(const dana__search *search, uint32_t from, uint32_t to, size_t *bytes)
{
    const dana_result *result = search->input->result;
    const dana_scan *scan = result->scan;
    dana_span out = {0, 0};
    size_t span = dana__first_span(&result->selection, from);

    *bytes = 0;
    for (size_t i = dana__first_unit(scan, from); i < scan->unit_count && scan->units[i].start < to;
         i++) {
        const dana_unit *unit = &scan->units[i];
        uint32_t end = unit->start + unit->length;

        if (unit->heading == 0 && !unit->in_anchor &&
            dana__touches(&result->selection, &span, unit->start, end)) {
            out.start = out.end == 0 ? unit->start : out.start;
            out.end = end;
            *bytes += unit->length;
        }
    }
    return out;
}

/* The largest box around a place that ends before the first item begins. */
static uint32_t box_around(const dana__boxes *boxes, uint32_t at, uint32_t item)
{
    uint32_t best = 0;

    for (uint32_t i = 1; i < boxes->count && boxes->boxes[i].start <= at; i++) {
        if (boxes->boxes[i].end > at && boxes->boxes[i].end <= item) {
            best = i; /* boxes come in order: the first one is the largest */
            break;
        }
    }
    return best;
}

/* Of the largest boxes that end between two places, the one that holds most of the selected text
 * there, of `all` bytes; *text is what it holds. 0: none does. Linear, as they do not overlap. */
static uint32_t box_of_most(const dana__search *search, const dana__boxes *boxes, uint32_t from,
                            uint32_t to, size_t all, dana_span *text)
{
    uint32_t seen = from; /* the end of the last one of them */

    for (uint32_t i = 1; i < boxes->count && boxes->boxes[i].start < to; i++) {
        const dana__box *box = &boxes->boxes[i];
        uint32_t start = box->start > from ? box->start : from;
        size_t bytes;

        if (box->end <= seen || box->end > to || start < seen) {
            continue;
        }
        dana_span held = find_text(search, start, box->end, &bytes);

        seen = box->end;
        if (MOST_PARTS * bytes > (MOST_PARTS - 1) * all) {
            *text = held;
            return i;
        }
    }
    return 0;
}

bool dana__call_opening(const dana__search *search, const dana__items *items, dana__boxes *boxes)
{
    uint32_t heading = search->evidence->heading_at;
    uint32_t item = items->count > 0 ? items->items[0].start : 0;
    size_t bytes = 0;

    if (heading == 0 || item <= heading) {
        return false;
    }
    dana_span text = find_text(search, heading, item, &bytes);

    if (bytes < TEXT_LEAST) {
        return false;
    }
    uint32_t box = box_of_most(search, boxes, heading, item, bytes, &text);

    box = box > 0 ? box : box_around(boxes, text.start, item);
    if (box == 0) {
        return false;
    }
    boxes->boxes[box].called = DANA__CALLED_POST;
    boxes->boxes[box].roles |= DANA__ROLE_STATED;
    boxes->opening = text;
    return true;
}

/* Whether the first item is what is around a thread and names who opened it: no text of its own
 * stands before the post that did, by the same author. */
static bool is_around_opening(const dana__search *search, const dana__items *list)
{
    size_t bytes = 0;

    if (list->count < 3) {
        return false;
    }
    const dana__item *item = list->items;
    const dana__item *first = item + 1;

    if (first->parent != 0 || item->called != DANA__CALLED_POST ||
        first->called != DANA__CALLED_POST || item->author < 0 || first->author < 0 ||
        !dana__equal_text(item->name, first->name)) {
        return false;
    }
    find_text(search, item->start, first->start, &bytes);
    return bytes == 0;
}

void dana__join_opening(const dana__search *search, dana__items *list)
{
    if (!is_around_opening(search, list)) {
        return;
    }
    const dana__item around = list->items[0];

    list->count--;
    memmove(list->items, list->items + 1, list->count * sizeof(*list->items));
    for (size_t i = 0; i < list->count; i++) {
        list->items[i].parent -= list->items[i].parent >= 0;
    }
    if (around.date_worth >= list->items[0].date_worth) {
        list->items[0].date = around.date;
        list->items[0].when = around.when;
        list->items[0].date_worth = around.date_worth;
    }
}
