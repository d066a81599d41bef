#include "posts/strangers.h"

#include "text/span_sets.h"

/* So many boxes of comments in one element are comments, whatever else is known of them. */
#define COMMENTS_LEAST 2

static bool has_hints(const dana__item *item)
{
    return item->author >= 0 || item->date >= 0;
}

static bool touches(const dana_selection *selection, const dana__item *item)
{
    size_t first = dana__first_span(selection, item->start);

    return first < selection->count && selection->spans[first].start < item->end;
}

/* Whether the markup says that an item is an answer, and someone is named: it is one, whether the
 * content has its text or not. */
static bool is_stated_answer(const dana__item *item)
{
    return (item->roles & (DANA__ROLE_ANSWER | DANA__ROLE_ACCEPTED)) != 0 && item->author >= 0;
}

/* Whether an item is one of several comments in one element: these need not tell author and date.
 */
static bool is_one_of_comments(const dana__boxes *boxes, const dana__item *item)
{
    return item->called == DANA__CALLED_COMMENT &&
           boxes->boxes[boxes->boxes[item->box].parent].comments >= COMMENTS_LEAST;
}

/* Counts the comments that are left in each element around one: what is around others is none. */
static void count_comments(dana__boxes *boxes, const dana__items *list)
{
    for (size_t i = 0; i < list->count; i++) {
        boxes->boxes[boxes->boxes[list->items[i].box].parent].comments = 0;
    }
    for (size_t i = 0; i < list->count; i++) {
        const dana__item *item = &list->items[i];

        boxes->boxes[boxes->boxes[item->box].parent].comments += !item->dropped &&
                                                                 item->called ==
                                                                     DANA__CALLED_COMMENT;
    }
}

/* Whether what stands in menus and teasers is no item. The posts of a thread may all stand in what
 * is called so ("widget" of a template, of a program), if they are of one kind and class. */
static bool are_asides_strange(const dana__search *search, const dana__boxes *boxes,
                               const dana__items *list)
{
    uint32_t signature = 0;
    bool strange = search->input->result->page_type != DANA_PAGE_FORUM;

    for (size_t i = 0; i < list->count && signature == 0; i++) {
        signature = list->items[i].is_aside ? boxes->boxes[list->items[i].box].signature : 0;
    }
    for (size_t i = 0; i < list->count && !strange; i++) {
        const dana__item *item = &list->items[i];

        strange = !item->dropped && !item->is_aside &&
                  boxes->boxes[item->box].signature != signature;
    }
    return strange;
}

/* Drops what tells neither author nor date, what stands in menus and teasers, and posts of lists
 * none of which is content. */
static void drop_strangers(const dana__search *search, const dana__boxes *boxes, dana__items *list)
{
    const dana_selection *selection = &search->input->result->selection;
    bool strange_asides = are_asides_strange(search, boxes, list);

    for (size_t i = 0; i < list->count; i++) {
        dana__item *item = &list->items[i];
        bool known = has_hints(item) || (item->roles & DANA__ROLE_STATED) != 0 ||
                     is_one_of_comments(boxes, item);
        bool strange = !known || (item->is_aside && strange_asides);

        if (!strange && item->called == DANA__CALLED_POST && !is_stated_answer(item) &&
            selection->count > 0) {
            uint32_t parent = boxes->boxes[item->box].parent;

            strange = !touches(selection, item) &&
                      !(i > 0 && !list->items[i - 1].dropped &&
                        boxes->boxes[list->items[i - 1].box].parent == parent);
        }
        if (strange && !item->dropped) {
            dana__drop_item(list, item);
        }
    }
}

/* Takes the dropped items out; parents become the nearest that stay. */
static dana_status compact(const dana__search *search, dana__items *list)
{
    int32_t *places = dana_arena_alloc(search->arena, (list->count + 1) * sizeof(*places),
                                       search->err);
    size_t kept = 0;

    if (places == NULL) {
        return search->err->status;
    }
    for (size_t i = 0; i < list->count; i++) {
        dana__item item = list->items[i];
        int32_t parent = item.parent >= 0 ? places[item.parent] : -1;

        if (item.dropped) {
            places[i] = parent;
            continue;
        }
        item.parent = parent;
        places[i] = (int32_t)kept;
        list->items[kept++] = item;
    }
    list->count = kept;
    return DANA_OK;
}

dana_status dana__drop_strangers(const dana__search *search, dana__boxes *boxes, dana__items *list)
{
    if (list->count == 0) {
        return DANA_OK;
    }
    count_comments(boxes, list);
    drop_strangers(search, boxes, list);
    return compact(search, list);
}
