#include "posts/belongings.h"

#include "page/pass.h"

#include <string.h>

/* Of ten parts of a body's text, these many must stand in a body inside it that takes its place. In
 * a short one, names and dates may be the most. */
#define INNER_OF_TEN 3
#define SHORT_TEXT   300

/* Tallies are bounded: one per this many source bytes, and some for small pages. */
#define BYTES_PER_TALLY ((size_t)160)
#define TALLIES_FREE    ((size_t)32)

/* Reads the tallies of a page into room for `limit`. */
static dana_status fill_tallies(const dana__search *search, dana__tally_walk *walk, size_t limit,
                                dana__tallies *out)
{
    const dana_page *page = search->page;
    const char *base = page->source.data;
    dana__pass pass;
    dana__markup tag;

    memset(walk, 0, sizeof(*walk));
    dana__pass_start(&pass, page, search->input->result->scan->options.keep_noscript, search->err);
    while (out->count < limit && dana__pass_next_tag(&pass, &tag)) {
        if (tag.kind == DANA__START_TAG && !pass.dropped) {
            dana__tally tally = dana__read_tally(walk, &tag, base, pass.end);

            out->tallies[out->count] = tally;
            out->count += tally.worth > 0;
        }
    }
    return pass.status;
}

/* Reads the tallies of a page, once. */
static dana_status read_tallies(const dana__search *search, dana__boxes *boxes)
{
    size_t limit = search->page->source.length / BYTES_PER_TALLY + TALLIES_FREE;
    dana__tallies *out = &boxes->tallies;
    dana_buffer room;

    if (out->tallies != NULL) {
        return DANA_OK;
    }
    out->tallies = dana_arena_alloc(search->arena, limit * sizeof(*out->tallies), search->err);
    if (out->tallies == NULL) {
        return search->err->status;
    }
    dana_buffer_init(&room, sizeof(dana__tally_walk));
    dana_status status = dana_buffer_reserve(search->arena, &room, 1, search->err);

    if (status == DANA_OK) {
        status = fill_tallies(search, room.data, limit, out);
    }
    dana_buffer_release(search->arena, &room);
    return status;
}

/* A walk over the items of a page: the innermost around a place. */
typedef struct {
    dana__items *items;
    size_t next;
    int32_t current;
} item_walk;

/* Returns the innermost item around a source byte, NULL for none. Bytes come in order. */
static dana__item *item_at(item_walk *w, uint32_t at)
{
    while (w->next < w->items->count && w->items->items[w->next].start <= at) {
        w->current = (int32_t)w->next++;
    }
    while (w->current >= 0 && w->items->items[w->current].end <= at) {
        w->current = w->items->items[w->current].parent;
    }
    return w->current >= 0 ? &w->items->items[w->current] : NULL;
}

/* Takes a box as the body of an item, or as a better one than that known. */
static void offer_body(dana__item *item, const dana__box *box)
{
    bool is_inside = box->start < item->body.end;
    bool is_most = item->body_text < SHORT_TEXT ||
                   (uint64_t)box->text * 10 >= (uint64_t)item->body_text * INNER_OF_TEN;

    if (item->body.end == 0 || (is_inside ? is_most : box->text > item->body_text)) {
        item->body = (dana_span){box->inner, box->end};
        item->body_text = box->text;
    }
}

/* Whether a box is called the text of the item around it: no quotation, and no signature, which
 * stands in an aside of the item. */
static bool may_be_body(const dana__boxes *boxes, const dana__item *item, const dana__box *box)
{
    bool is_inner = (box->roles & DANA__ROLE_INNER) != 0 && box->start < item->body.end;

    return (is_inner || (box->roles & DANA__ROLE_BODY) != 0) && box->text > 0 && !box->in_quote &&
           boxes->boxes[box->aside].start <= item->start;
}

static void give_boxes(const dana__boxes *boxes, dana__items *items)
{
    item_walk walk = {.items = items, .current = -1};

    for (size_t i = 1; i < boxes->count; i++) {
        const dana__box *box = &boxes->boxes[i];
        dana__item *item = item_at(&walk, box->start);

        if (item == NULL || item->box == i) {
            continue;
        }
        if (item->level < 0) {
            item->level = box->level;
        }
        if (may_be_body(boxes, item, box)) {
            offer_body(item, box);
        }
    }
}

static void give_tallies(const dana__boxes *boxes, dana__items *items)
{
    item_walk walk = {.items = items, .current = -1};

    for (size_t i = 0; i < boxes->tallies.count; i++) {
        const dana__tally *tally = &boxes->tallies.tallies[i];
        dana__item *item = item_at(&walk, tally->start);

        if (item != NULL && tally->worth > item->votes_worth) {
            item->votes = tally->votes;
            item->votes_worth = tally->worth;
        }
    }
}

static void give_stated(const dana__stated_list *stated, dana__items *items)
{
    item_walk walk = {.items = items, .current = -1};

    for (size_t i = 0; i < stated->count; i++) {
        const dana__stated *s = &stated->list[i];
        dana__item *item = item_at(&walk, s->at);

        if (item != NULL && item->stated < 0) {
            item->stated = (int32_t)i;
            item->roles |= s->roles;
            if (item->body.end == 0 && s->end > s->at) {
                item->body = (dana_span){s->at, s->end};
            }
        }
    }
}

/* A reply that no item is around belongs to the nearest one before it of a lower level. */
static void settle_levels(dana__items *items)
{
    for (size_t i = 1; i < items->count; i++) {
        dana__item *item = &items->items[i];
        int32_t at = (int32_t)i - 1;

        if (item->parent >= 0 || item->level <= 0) {
            continue;
        }
        while (at >= 0 && (items->items[at].level < 0 || items->items[at].level >= item->level)) {
            at = items->items[at].parent;
        }
        item->parent = at;
    }
}

static void give_opening(const dana__boxes *boxes, dana__items *items)
{
    item_walk walk = {.items = items, .current = -1};
    dana__item *item = boxes->opening.end > 0 ? item_at(&walk, boxes->opening.start) : NULL;

    if (item != NULL && item->body.end == 0) {
        item->body = boxes->opening;
    }
}

dana_status dana__give_belongings(const dana__search *search, dana__boxes *boxes,
                                  const dana__stated_list *stated, dana__items *items)
{
    dana_status status = read_tallies(search, boxes);

    if (status != DANA_OK) {
        return status;
    }
    give_boxes(boxes, items);
    give_tallies(boxes, items);
    give_stated(stated, items);
    give_opening(boxes, items);
    settle_levels(items);
    return DANA_OK;
}
