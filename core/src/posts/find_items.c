#include "posts/find_items.h"

#include "posts/belongings.h"
#include "posts/bodies.h"
#include "posts/opening.h"
#include "posts/siblings.h"

static dana_status find_called(const dana__search *search, const dana__boxes *boxes,
                               const dana__stated_list *stated, dana__items *out)
{
    dana_status status = dana__list_items(search, boxes, out);

    if (status == DANA_OK && out->count > 0) {
        dana__give_belongings(boxes, stated, out);
    }
    return status;
}

/* Whoever is named between the headline and the text wrote the post that opens the thread. */
static dana_status name_opening(const dana__search *search, const dana__boxes *boxes,
                                dana__items *items)
{
    dana__item *first = items->count > 0 ? &items->items[0] : NULL;

    if (first == NULL || first->author >= 0 || first->start > boxes->opening.start ||
        first->end <= boxes->opening.start) {
        return DANA_OK;
    }
    return dana__take_hints_between(search, search->evidence->heading_at, boxes->opening.start,
                                    first);
}

dana_status dana__find_items(const dana__search *search, dana__boxes *boxes,
                             const dana__stated_list *stated, bool is_thread, dana__items *out)
{
    dana_status status = find_called(search, boxes, stated, out);

    if (status == DANA_OK && out->count == 0 && dana__call_siblings(search, boxes, &status)) {
        status = find_called(search, boxes, stated, out);
    }
    if (status == DANA_OK && out->count == 0 &&
        dana__call_bodies(search->page, boxes, is_thread, &status, search->err)) {
        status = find_called(search, boxes, stated, out);
    }
    if (status == DANA_OK && is_thread && dana__call_opening(search, out, boxes)) {
        status = find_called(search, boxes, stated, out);
    }
    if (status == DANA_OK && boxes->opening.end > 0) {
        status = name_opening(search, boxes, out);
    }
    return status;
}
