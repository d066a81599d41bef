#include "posts/find_items.h"

#include "posts/belongings.h"
#include "posts/opening.h"
#include "posts/siblings.h"
#include "posts/strangers.h"
#include "posts/talk/mails.h"

#include "metadata/language.h"
#include "page/page.h"
#include "text/plain_text.h"

#include <limits.h>
#include <string.h>

static bool has_called(const dana__boxes *boxes)
{
    for (size_t i = 1; i < boxes->count; i++) {
        if (boxes->boxes[i].called != DANA__CALLED_NOTHING) {
            return true;
        }
    }
    return false;
}

/* Lists the boxes that are called items. Where there are any the page's language is found, once: it
 * tells how their dates are read. */
static dana_status find_called(dana__search *search, dana__boxes *boxes,
                               const dana__stated_list *stated, dana__items *out)
{
    dana_status status = DANA_OK;

    *out = (dana__items){NULL, 0};
    if (!has_called(boxes)) {
        return DANA_OK;
    }
    if (!search->has_reading) {
        status = dana__find_language(search);
        search->reading = dana__reading_of(search);
        search->has_reading = true;
    }
    if (status == DANA_OK) {
        status = dana__list_items(search, boxes, out);
    }
    if (status == DANA_OK) {
        status = dana__drop_strangers(search, boxes, out);
    }
    return status == DANA_OK && out->count > 0 ? dana__give_belongings(search, boxes, stated, out)
                                               : status;
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

/* Whether two items were written in one minute, for all they say by one person. */
static bool is_written_at_once(const dana__item *a, const dana__item *b)
{
    return (a->author < 0 || dana__equal_text(a->name, b->name)) && a->date >= 0 && b->date >= 0 &&
           dana__same_day(&a->when, &b->when) && a->when.has_time && b->when.has_time &&
           a->when.hour == b->when.hour && a->when.minute == b->when.minute;
}

/* Drops the element around a whole thread that tells what its first post tells, as NodeBB's
 * microdata do: the post is an item inside it. */
static void drop_around_thread(dana__items *items)
{
    const dana__item *around = items->items;

    if (items->count < 2 || items->items[1].parent != 0 ||
        items->items[items->count - 1].end > around->end || around->called != DANA__CALLED_POST ||
        !is_written_at_once(around, &items->items[1])) {
        return;
    }
    items->count--;
    memmove(items->items, items->items + 1, items->count * sizeof(*items->items));
    for (size_t i = 0; i < items->count; i++) {
        items->items[i].parent -= items->items[i].parent >= 0;
    }
}

/* Source bytes of a head that stands before its item at most, and items that are looked at. */
#define HEAD_MOST  2000
#define HEADS_MOST 100

/* Gives items the dates that stand between them and the ones before. Returns how many have none. */
static dana_status date_by_heads(const dana__search *search, dana__items *items, size_t *undated)
{
    dana_status status = DANA_OK;
    uint32_t before = 0;

    *undated = 0;
    for (size_t i = 0; i < items->count && i < HEADS_MOST && status == DANA_OK; i++) {
        dana__item *item = &items->items[i];
        uint32_t from = item->start > HEAD_MOST ? item->start - HEAD_MOST : 0;
        dana__item head = {.author_worth = INT_MAX, .author = -1, .date = -1};

        if (item->parent >= 0) {
            continue;
        }
        from = from > before ? from : before;
        before = item->end;
        if (item->date < 0) {
            status = dana__take_hints_between(search, from, item->start, &head);
            item->date = head.date;
            item->when = head.when;
            item->date_worth = head.date_worth;
            *undated += head.date < 0;
        }
    }
    return status;
}

/* Where no item but the first, which opens the thread, tells its day the heads may stand before
 * them, as bbPress sets them: of all or of none. */
static dana_status read_heads(const dana__search *search, dana__items *items)
{
    size_t first = items->count > 0 && items->items[0].date >= 0;
    size_t undated = 0;

    for (size_t i = 1; i < items->count; i++) {
        if (items->items[i].date >= 0 && items->items[i].parent < 0) {
            return DANA_OK;
        }
    }
    dana_status status = items->count > 1 ? date_by_heads(search, items, &undated) : DANA_OK;

    for (size_t i = first; i < items->count && undated > 0; i++) {
        dana__item *item = &items->items[i];

        item->date = item->parent < 0 ? -1 : item->date;
        item->date_worth = item->parent < 0 ? 0 : item->date_worth;
    }
    return status;
}

/* Bodies of one class at least, also on a thread, and their text on average, in bytes. */
#define BODIES_LEAST     3
#define BODIES_OF_THREAD 2
#define TEXT_LEAST       30
/* Of ten of them, these many must hold an author or a date where the page is no thread. */
#define KNOWN_OF_TEN 6

/* Bodies of one class. */
typedef struct {
    uint32_t signature; /* 0: the slot is free */
    uint32_t count;
    uint64_t text;
} body_class;

static bool is_body(const dana__box *box)
{
    return (box->roles & DANA__ROLE_BODY) != 0 && !box->in_quote && box->signature != 0;
}

/* The slot of a class; NULL where the table is full. */
static body_class *slot_of(body_class *table, size_t slots, uint32_t signature)
{
    size_t slot = (signature * 2654435761u) & (slots - 1);

    for (size_t i = 0; i < slots; i++, slot = (slot + 1) & (slots - 1)) {
        if (table[slot].signature == 0 || table[slot].signature == signature) {
            table[slot].signature = signature;
            return &table[slot];
        }
    }
    return NULL;
}

/* Classes of bodies that are told apart. */
#define CLASSES 64

/* The class of `least` bodies or more with most text; 0: there is none. */
static uint32_t best_class(const dana__boxes *boxes, uint32_t least)
{
    body_class table[CLASSES] = {{0, 0, 0}};
    const body_class *best = NULL;

    for (size_t i = 1; i < boxes->count; i++) {
        body_class *g = is_body(&boxes->boxes[i])
                            ? slot_of(table, CLASSES, boxes->boxes[i].signature)
                            : NULL;

        if (g != NULL) {
            g->count++;
            g->text += boxes->boxes[i].text;
        }
    }
    for (size_t i = 0; i < CLASSES; i++) {
        if (table[i].count >= least && table[i].text >= (uint64_t)table[i].count * TEXT_LEAST &&
            (best == NULL || table[i].text > best->text)) {
            best = &table[i];
        }
    }
    return best != NULL ? best->signature : 0;
}

/* The largest box around a body that holds no other one. counts: bodies in each box. */
static uint32_t item_around(const dana__boxes *boxes, const uint32_t *counts, uint32_t body)
{
    while (boxes->boxes[body].parent != 0 && counts[boxes->boxes[body].parent] == 1) {
        body = boxes->boxes[body].parent;
    }
    return body;
}

/* Counts the bodies of a class in each box, and those whose item holds an author or a date. */
static bool count_bodies(const dana__boxes *boxes, uint32_t signature, uint32_t *counts)
{
    uint32_t known = 0;

    for (size_t i = boxes->count; i > 1; i--) {
        const dana__box *box = &boxes->boxes[i - 1];

        counts[i - 1] += is_body(box) && box->signature == signature;
        counts[box->parent] += counts[i - 1];
    }
    for (size_t i = 1; i < boxes->count; i++) {
        if (is_body(&boxes->boxes[i]) && boxes->boxes[i].signature == signature) {
            const dana__box *item = &boxes->boxes[item_around(boxes, counts, (uint32_t)i)];

            known += item->has_author || item->has_date;
        }
    }
    return known * 10 >= counts[0] * KNOWN_OF_TEN;
}

/* Calls posts what is around several bodies of one class, each the largest box with one of them: no
 * class word calls them so. is_thread: the page is one; else most of them must hold an author or a
 * date (boxes know that). Returns whether there are any. */
static bool call_bodies(dana_page *page, dana__boxes *boxes, bool is_thread, dana_status *status,
                        dana_error *err)
{
    uint32_t signature = best_class(boxes, is_thread ? BODIES_OF_THREAD : BODIES_LEAST);
    dana_buffer memory;

    if (signature == 0) {
        return false;
    }
    dana_buffer_init(&memory, sizeof(uint32_t));
    *status = dana_buffer_reserve(page->arena, &memory, boxes->count, err);
    if (*status != DANA_OK) {
        return false;
    }
    memset(memory.data, 0, boxes->count * sizeof(uint32_t));
    bool found = count_bodies(boxes, signature, memory.data) || is_thread;

    for (size_t i = 1; found && i < boxes->count; i++) {
        if (is_body(&boxes->boxes[i]) && boxes->boxes[i].signature == signature) {
            dana__box *item = &boxes->boxes[item_around(boxes, memory.data, (uint32_t)i)];

            item->called = DANA__CALLED_POST;
            item->roles |= DANA__ROLE_STATED;
        }
    }
    dana_buffer_release(page->arena, &memory);
    return found;
}

static bool has_comments(const dana__items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        if (items->items[i].called == DANA__CALLED_COMMENT) {
            return true;
        }
    }
    return false;
}

/* Whether comments are found by where they stand, on a page that is no thread and names none. */
static bool call_in_comments(const dana__search *search, dana__boxes *boxes, bool is_thread,
                             const dana__items *known, dana_status *status)
{
    return !is_thread && !has_comments(known) && dana__call_in_comments(search, boxes, status);
}

/* Gives the items what stands before them. */
static dana_status settle(const dana__search *search, const dana__boxes *boxes, dana__items *items)
{
    dana_status status = DANA_OK;

    dana__join_opening(search, items);
    if (boxes->opening.end > 0) {
        status = name_opening(search, boxes, items);
    }
    drop_around_thread(items);
    return status == DANA_OK ? read_heads(search, items) : status;
}

/* Lists the comments of a talk page, or the mails of a thread, as posts. */
static dana_status list_talk(const dana__search *search, dana__items *out)
{
    dana__talk_comment *comments;
    size_t count;
    dana_status status = dana__find_talk(search->page, &comments, &count, search->err);

    if (status == DANA_OK && count == 0) {
        status = dana__find_mails(search->page, &comments, &count, search->err);
    }
    *out = (dana__items){NULL, 0};
    if (status != DANA_OK || count == 0) {
        return status;
    }
    out->items = dana_arena_alloc(search->arena, count * sizeof(*out->items), search->err);
    if (out->items == NULL) {
        return search->err->status;
    }
    for (size_t i = 0; i < count; i++) {
        dana__talk_comment *comment = &comments[i];

        out->items[i] = (dana__item){.start = comment->whole.start,
                                     .inner = comment->whole.start,
                                     .end = comment->whole.end,
                                     .parent = comment->parent,
                                     .called = DANA__CALLED_POST,
                                     .level = -1,
                                     .body = comment->text,
                                     .head = comment->head,
                                     .body_text = comment->text.end - comment->text.start,
                                     .stated = -1,
                                     .author = -1,
                                     .date = -1,
                                     .is_dated = true,
                                     .name = comment->name,
                                     .when = comment->when};
    }
    out->count = count;
    return DANA_OK;
}

dana_status dana__find_items(dana__search *search, dana__boxes *boxes,
                             const dana__stated_list *stated, bool is_thread, dana__items *out)
{
    dana_status status = list_talk(search, out);

    if (status != DANA_OK || out->count > 0) {
        return status;
    }
    dana__join_definitions(boxes);
    dana__join_numbered(boxes);
    status = find_called(search, boxes, stated, out);

    /* On a thread the names of bodies are surer than what siblings have in common. */
    for (int k = 0; k < 2; k++) {
        bool by_bodies = (k == 0) == is_thread;

        if (status == DANA_OK && out->count == 0 &&
            (by_bodies ? call_bodies(search->page, boxes, is_thread, &status, search->err)
                       : dana__call_siblings(search, boxes, is_thread, &status))) {
            status = find_called(search, boxes, stated, out);
        }
    }
    if (status == DANA_OK && call_in_comments(search, boxes, is_thread, out, &status)) {
        status = find_called(search, boxes, stated, out);
    }
    if (status == DANA_OK && is_thread && dana__call_opening(search, out, boxes)) {
        status = find_called(search, boxes, stated, out);
    }
    return status == DANA_OK ? settle(search, boxes, out) : status;
}
