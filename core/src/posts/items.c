#include "posts/items.h"

#include "metadata/hint_names.h"
#include "metadata/when.h"
#include "page/page.h"

#include <string.h>

/* Author hints of an item that are tried. */
#define TRIES 8

/* What a date with a time is worth more than one without: posts tell their minutes. */
#define TIME_BONUS 10

/* An item with less of the text inside it than one part in this many is a wrapper. */
#define WRAPPER_PART 10

/* The same of one around a whole thread, which has the lines above and below the posts. */
#define AROUND_PART 3

static size_t count_called(const dana__boxes *boxes)
{
    size_t count = 0;

    for (size_t i = 1; i < boxes->count; i++) {
        count += boxes->boxes[i].called != DANA__CALLED_NOTHING;
    }
    return count < DANA_POSTS_MAX ? count : DANA_POSTS_MAX;
}

/* Lists the boxes that are called items; parents by nesting. */
static dana_status list_items(const dana__search *search, const dana__boxes *boxes,
                              dana__items *out)
{
    size_t most = count_called(boxes);
    int32_t around = -1;

    *out = (dana__items){NULL, 0};
    if (most == 0) {
        return DANA_OK;
    }
    out->items = dana_arena_alloc(search->arena, most * sizeof(*out->items), search->err);
    if (out->items == NULL) {
        return search->err->status;
    }
    for (size_t i = 1; i < boxes->count && out->count < most; i++) {
        const dana__box *box = &boxes->boxes[i];

        if (box->called == DANA__CALLED_NOTHING) {
            continue;
        }
        while (around >= 0 && out->items[around].end <= box->start) {
            around = out->items[around].parent;
        }
        if (around >= 0 && box->called == DANA__CALLED_POST &&
            out->items[around].called == DANA__CALLED_COMMENT) {
            continue; /* a comment's own part: no post stands in a comment */
        }
        out->items[out->count] = (dana__item){
            .start = box->start,
            .inner = box->inner,
            .end = box->end,
            .box = (uint32_t)i,
            .parent = around,
            .text = box->text,
            .called = box->called,
            .is_aside = dana__is_aside_at(search->evidence, box->start, false),
            .in_comments = boxes->boxes[box->parent].in_comments,
            .roles = box->roles,
            .level = box->level,
            .stated = -1,
            .author = -1,
            .date = -1};
        if (around >= 0) {
            out->items[around].children++;
            out->items[around].text -= box->text;
        }
        around = (int32_t)out->count++;
    }
    return DANA_OK;
}

/* Whether a hint may say of which zone an item's time is: an attribute, for a time without one. */
static bool may_tell_zone(const dana__item *item, const dana__hint *hint)
{
    return item->date >= 0 && item->when.has_time && !item->when.has_zone && hint->extra.length > 0;
}

/* Whether a date is that of an item with its zone. */
static bool tells_zone(const dana__item *item, const dana__date *date)
{
    return date->has_zone && item->when.has_time && dana__same_day(date, &item->when) &&
           date->hour == item->when.hour && date->minute == item->when.minute;
}

/* Lets an item know of a date inside it. */
static dana_status offer_date(const dana__search *search, dana__item *item, size_t index)
{
    const dana__hint *hint = &search->evidence->hints[index];
    dana__date date;
    bool found;
    bool changed;
    dana_status status = dana__hint_date(search, hint, &found, &changed, &date);
    int worth = hint->worth + (found && date.has_time ? TIME_BONUS : 0);

    if (status != DANA_OK || !found || changed) {
        return status;
    }
    if (worth > item->date_worth || (may_tell_zone(item, hint) && tells_zone(item, &date))) {
        item->date = (int32_t)index;
        item->date_worth = worth > item->date_worth ? worth : item->date_worth;
        item->when = date;
    }
    return DANA_OK;
}

/* Lets an item know of a hint inside it. */
static dana_status offer_hint(const dana__search *search, dana__item *item, size_t index,
                              uint16_t *tries)
{
    const dana__hint *hint = &search->evidence->hints[index];
    dana_status status = DANA_OK;

    if (hint->about == DANA__ABOUT_AUTHOR && hint->worth > item->author_worth && *tries < TRIES) {
        dana_view name;

        ++*tries;
        status = dana__hint_name(search, hint, &name);
        if (status == DANA_OK && name.length > 0) {
            item->author = (int32_t)index;
            item->author_worth = hint->worth;
            item->name = name;
        }
    } else if (hint->about == DANA__ABOUT_PUBLISHED &&
               (hint->worth + TIME_BONUS > item->date_worth || may_tell_zone(item, hint))) {
        status = offer_date(search, item, index);
    }
    return status;
}

/* Whether a hint inside an item tells of others: in a quotation, a menu, a list of teasers, which
 * no comment has: a comment's foot is its own, and the day in the foot of a thread's post. */
static bool is_of_others(const dana__search *search, const dana__item *item, const dana__hint *hint)
{
    const dana__evidence *e = search->evidence;
    bool is_own = item->is_aside || item->called == DANA__CALLED_COMMENT ||
                  (hint->about == DANA__ABOUT_PUBLISHED && hint->part >= 0 &&
                   search->input->result->page_type == DANA_PAGE_FORUM &&
                   e->parts[hint->part].start >= item->start);

    return dana__is_quoted(e, hint) || (!is_own && dana__is_aside(e, hint, false));
}

/* Gives each hint to the innermost item around it. Hints of the head have none. */
static dana_status give_hints(const dana__search *search, dana__items *list)
{
    const dana__evidence *e = search->evidence;
    uint16_t tries = 0;
    int32_t current = -1;
    int32_t before = -1;
    size_t next = 0;
    dana_status status = DANA_OK;

    for (size_t i = 0; i < e->hint_count && status == DANA_OK; i++) {
        const dana__hint *hint = &e->hints[i];
        uint32_t at = dana__hint_at(search->page, hint);

        if (hint->form == DANA__FORM_VALUE && hint->source != DANA_METADATA_MICRODATA) {
            continue;
        }
        while (next < list->count && list->items[next].start <= at) {
            current = (int32_t)next++;
        }
        while (current >= 0 && list->items[current].end <= at) {
            current = list->items[current].parent;
        }
        tries = current == before ? tries : 0;
        before = current;
        if (current >= 0 && !is_of_others(search, &list->items[current], hint)) {
            status = offer_hint(search, &list->items[current], i, &tries);
        }
    }
    return status;
}

/* The item around another that is not dropped, NULL for none. */
static dana__item *around_of(dana__items *list, const dana__item *item)
{
    int32_t at = item->parent;

    while (at >= 0 && list->items[at].dropped) {
        at = list->items[at].parent;
    }
    return at >= 0 ? &list->items[at] : NULL;
}

void dana__drop_item(dana__items *list, dana__item *item)
{
    dana__item *around = around_of(list, item);

    item->dropped = true;
    if (around != NULL) {
        around->text += item->text;
        around->children = (uint16_t)(around->children - 1 + item->children);
    }
}

/* Whether two items were written in the same second. */
static bool same_time(const dana__item *a, const dana__item *b)
{
    return a->date >= 0 && b->date >= 0 && a->when.has_seconds && b->when.has_seconds &&
           dana__same_day(&a->when, &b->when) && a->when.hour == b->when.hour &&
           a->when.minute == b->when.minute && a->when.second == b->when.second;
}

/* Whether a box inside another one is the body of the same item: no one else wrote it, or both
 * were written at once. */
static bool is_body(const dana__item *item, const dana__item *around)
{
    bool alone = around->children == 1 || around->called == item->called;

    if (around->author >= 0 && around->author_worth >= item->author_worth &&
        same_time(item, around)) {
        return true;
    }
    return alone && item->author < 0 && (item->date < 0 || around->author >= 0);
}

/* Whether a box is the only one in another that names no one: both are one item, and
 * what stands beside the inner one (votes) is the item's too. */
static bool is_same(const dana__boxes *boxes, const dana__item *item, const dana__item *around)
{
    return around->children == 1 && around->called == item->called && around->author < 0 &&
           boxes->boxes[item->box].parent == around->box;
}

/* Lets an item have what is known of one inside it. */
static void take_hints(dana__item *around, const dana__item *item)
{
    around->author = item->author;
    around->name = item->name;
    around->author_worth = item->author_worth;
    if (item->date_worth > around->date_worth) {
        around->date = item->date;
        around->when = item->when;
        around->date_worth = item->date_worth;
    }
    around->roles |= item->roles;
}

/* Lets an item have the date of the body inside it. */
static void take_date(dana__item *around, const dana__item *item)
{
    if (around->date < 0 && item->date >= 0) {
        around->date = item->date;
        around->when = item->when;
        around->date_worth = item->date_worth;
    }
}

/* Whether an item names its own author: before the first item inside it. What a wrapper of a
 * question and its answers names behind them ("log in") is no author. */
static bool names_author(const dana__search *search, const dana__items *list, size_t index)
{
    const dana__item *item = &list->items[index];

    if (item->author < 0 || item->children == 0) {
        return item->author >= 0;
    }
    const dana__hint *name = &search->evidence->hints[item->author];

    return dana__hint_at(search->page, name) < list->items[index + 1].start;
}

/* Whether an item is nothing but what is around a question and its answers: the question itself is
 * an item inside it. */
static bool is_around_question(const dana__items *list, size_t index)
{
    const dana__item *item = &list->items[index];
    const dana__item *next = item + 1;

    return (item->roles & DANA__ROLE_QUESTION) != 0 && index + 1 < list->count &&
           next->start < item->end && (next->roles & DANA__ROLE_QUESTION) != 0 && !next->dropped;
}

/* The post that opens a thread, of an item that is nothing but what is around that and the replies
 * beside it, as bbPress lies in a theme; NULL: it is something. Whom it names may have written
 * last. */
static dana__item *opening_in(dana__items *list, size_t index, bool has_replies)
{
    const dana__item *item = &list->items[index];
    dana__item *end = list->items + list->count;
    dana__item *next = &list->items[index + 1];

    while (next < end && next->dropped) {
        next++;
    }
    return has_replies && item->called == DANA__CALLED_POST && next < end &&
                   next->start < item->end && next->called == DANA__CALLED_POST
               ? next
               : NULL;
}

/* Drops an item that is nothing but a wrapper of the items inside it. */
static void drop_around(const dana__search *search, dana__items *list, size_t index)
{
    dana__item *item = &list->items[index];
    uint32_t whole = item->text;
    bool has_replies = false;

    for (size_t k = index + 1; k < list->count && list->items[k].start < item->end; k++) {
        const dana__item *inside = &list->items[k];

        whole += inside->dropped ? 0 : inside->text;
        has_replies |= !inside->dropped && inside->parent == (int32_t)index &&
                       inside->called == DANA__CALLED_COMMENT;
    }
    if (item->dropped || item->children == 0) {
        return;
    }
    if (!names_author(search, list, index)) {
        if (item->text < whole / WRAPPER_PART || is_around_question(list, index)) {
            dana__drop_item(list, item);
        }
        return;
    }
    dana__item *opening = opening_in(list, index, has_replies);

    if (opening != NULL && item->text < whole / AROUND_PART) {
        take_date(opening, item);
        dana__drop_item(list, item);
    }
}

/* Of two boxes for one item the one with an author stays, else the outer. */
static void drop_wrappers(const dana__search *search, const dana__boxes *boxes, dana__items *list)
{
    for (size_t i = 0; i < list->count; i++) {
        dana__item *item = &list->items[i];
        dana__item *around = around_of(list, item);

        if (around != NULL && is_same(boxes, item, around)) {
            take_hints(around, item);
            dana__drop_item(list, item);
        } else if (around != NULL && is_body(item, around)) {
            take_date(around, item);
            dana__drop_item(list, item);
        }
    }
    for (size_t i = list->count; i > 0; i--) {
        drop_around(search, list, i - 1);
    }
}

dana_status dana__list_items(const dana__search *search, const dana__boxes *boxes, dana__items *out)
{
    dana_status status = list_items(search, boxes, out);

    if (status == DANA_OK) {
        status = give_hints(search, out);
    }
    if (status != DANA_OK || out->count == 0) {
        return status;
    }
    drop_wrappers(search, boxes, out);
    return DANA_OK;
}

dana_status dana__take_hints_between(const dana__search *search, uint32_t from, uint32_t to,
                                     dana__item *item)
{
    const dana__evidence *e = search->evidence;
    uint16_t tries = 0;
    dana_status status = DANA_OK;

    for (size_t i = 0; i < e->hint_count && status == DANA_OK; i++) {
        uint32_t at = dana__hint_at(search->page, &e->hints[i]);

        if (e->hints[i].form != DANA__FORM_VALUE && at >= from && at < to) {
            status = offer_hint(search, item, i, &tries);
        }
    }
    return status;
}
