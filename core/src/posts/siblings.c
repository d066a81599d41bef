#include "posts/siblings.h"

#include "page/page.h"

#include <string.h>

/* A group counts from this many siblings on, with this much text each, in bytes on average. */
#define GROUP_LEAST 3
#define TEXT_LEAST  40

/* Of ten siblings, these many must hold a date, and an author. */
#define DATES_OF_TEN   6
#define AUTHORS_OF_TEN 5

/* Siblings in the readers' comments: so many at least, with so much text each, in bytes on average,
 * and so many of ten parts of the text of the element around them. */
#define COMMENTS_LEAST     2
#define COMMENT_TEXT_LEAST 30
#define OF_TEN_AROUND      5

/* Siblings of one signature. */
typedef struct {
    uint32_t parent;
    uint32_t signature; /* 0: the slot is free */
    uint32_t count;
    uint32_t dates;
    uint32_t authors;
    uint32_t first;
    uint64_t text;
} group;

void dana__join_definitions(dana__boxes *out)
{
    for (size_t i = 1; i < out->count; i++) {
        const dana__box *box = &out->boxes[i];
        dana__box *list = &out->boxes[box->parent];
        dana__box *term = &out->boxes[list->term];

        if (box->in_list == DANA__IN_LIST_TERM) {
            list->term = (uint32_t)i;
        } else if (box->in_list == DANA__IN_LIST_DEFINITION && list->term != 0 &&
                   term->called != DANA__CALLED_NOTHING && term->end < box->end) {
            term->end = box->end;
            term->text += box->text;
        }
    }
}

/* So much markup and text may follow a numbered comment before the next box or heading begins, in
 * bytes: who wrote it, and when. */
#define NUMBERED_TAIL ((uint32_t)600)

/* Where what follows a numbered box ends. last: no box after it is numbered. */
static uint32_t tail_of(const dana__boxes *out, size_t index, bool last)
{
    const dana__box *box = &out->boxes[index];
    uint32_t end = out->boxes[box->parent].end;
    size_t next = index + 1;
    size_t most = out->count;

    while (next < most) {
        size_t middle = next + (most - next) / 2;

        if (out->boxes[middle].start < box->end) {
            next = middle + 1;
        } else {
            most = middle;
        }
    }
    if (next < out->count && out->boxes[next].start < end) {
        end = out->boxes[next].start;
    }
    if (last && out->tail_end >= box->end && out->tail_end < end) {
        end = out->tail_end;
    }
    return end - box->end < NUMBERED_TAIL ? end : box->end;
}

void dana__join_numbered(dana__boxes *out)
{
    bool last = true;

    for (size_t i = out->count; i > 1; i--) {
        dana__box *box = &out->boxes[i - 1];
        bool headed = out->comments_at > 0 && box->parent == out->comments_in &&
                      box->start > out->comments_at;

        if (box->is_numbered && (headed || box->in_comments) &&
            box->called == DANA__CALLED_NOTHING && box->in_list == DANA__IN_NO_LIST) {
            box->called = DANA__CALLED_COMMENT;
            out->boxes[box->parent].comments++;
            box->end = tail_of(out, i - 1, last);
        }
        last &= !box->is_numbered;
    }
}

/* A definition has the hints of its term: who said it, and when. */
static void mark_definitions(dana__boxes *boxes)
{
    dana__box *term = &boxes->boxes[0];

    for (size_t i = 1; i < boxes->count; i++) {
        dana__box *box = &boxes->boxes[i];

        if (box->in_list == DANA__IN_LIST_TERM) {
            term = box;
        } else if (box->in_list == DANA__IN_LIST_DEFINITION && term->parent == box->parent) {
            box->has_author |= term->has_author;
            box->has_date |= term->has_date;
        }
    }
}

/* Marks the boxes around each hint: the innermost, then all around that. */
static void mark_hints(const dana__search *search, dana__boxes *boxes)
{
    const dana__evidence *e = search->evidence;
    uint32_t current = 0;
    uint32_t next = 1;

    for (size_t i = 0; i < e->hint_count; i++) {
        const dana__hint *hint = &e->hints[i];
        uint32_t at = dana__hint_at(search->page, hint);

        while (next < boxes->count && boxes->boxes[next].start <= at) {
            current = next++;
        }
        while (current > 0 && boxes->boxes[current].end <= at) {
            current = boxes->boxes[current].parent;
        }
        boxes->boxes[current].has_author |= hint->about == DANA__ABOUT_AUTHOR;
        boxes->boxes[current].has_date |= hint->about == DANA__ABOUT_PUBLISHED ||
                                          hint->about == DANA__ABOUT_MODIFIED;
    }
    for (size_t i = boxes->count; i > 1; i--) {
        const dana__box *box = &boxes->boxes[i - 1];

        boxes->boxes[box->parent].has_author |= box->has_author;
        boxes->boxes[box->parent].has_date |= box->has_date;
    }
    mark_definitions(boxes);
}

/* What tells siblings apart: their class, or their name where they have none. */
static uint32_t signature_of(const dana__box *box)
{
    return box->signature != 0 ? box->signature : box->name;
}

static group *find_group(group *table, size_t slots, const dana__box *box)
{
    uint32_t signature = signature_of(box);
    size_t slot = (signature * 2654435761u ^ box->parent * 40503u) & (slots - 1);

    while (table[slot].signature != 0 &&
           (table[slot].signature != signature || table[slot].parent != box->parent)) {
        slot = (slot + 1) & (slots - 1);
    }
    return &table[slot];
}

/* Dates are enough where the page is a thread: hashes of class words name no author. */
static bool is_good_in_thread(const dana__search *search, const dana__boxes *boxes, const group *g)
{
    return g->count >= GROUP_LEAST && g->text >= (uint64_t)g->count * TEXT_LEAST &&
           g->dates * 10 >= g->count * DATES_OF_TEN &&
           !dana__is_aside_at(search->evidence, boxes->boxes[g->first].start, true);
}

static bool is_good(const dana__search *search, const dana__boxes *boxes, const group *g)
{
    return g->authors * 10 >= g->count * AUTHORS_OF_TEN && is_good_in_thread(search, boxes, g);
}

static bool is_good_in_comments(const dana__search *search, const dana__boxes *boxes,
                                const group *g)
{
    (void)search;
    return g->count >= COMMENTS_LEAST && g->text >= (uint64_t)g->count * COMMENT_TEXT_LEAST &&
           g->text * 10 >= (uint64_t)boxes->boxes[g->parent].text * OF_TEN_AROUND &&
           (g->dates * 10 >= g->count * DATES_OF_TEN ||
            g->authors * 10 >= g->count * AUTHORS_OF_TEN);
}

static bool has_class(const dana__box *box)
{
    return box->signature != 0;
}

/* Whether a box stands in the readers' comments, and not in a list of the latest of the site. */
static bool is_in_comments(const dana__box *box)
{
    return box->in_comments && !box->in_widget && box->in_list != DANA__IN_LIST_TERM;
}

/* Which siblings are items. */
typedef struct {
    bool (*is_asked)(const dana__box *);
    bool (*is_good)(const dana__search *, const dana__boxes *, const group *);
    size_t least; /* siblings of a group */
    size_t known; /* of the fewest, those that must hold a date; with_authors: or an author */
    bool with_authors;
} sibling_rule;

static const sibling_rule of_page = {has_class, is_good, GROUP_LEAST, 2, false};
static const sibling_rule of_thread = {has_class, is_good_in_thread, GROUP_LEAST, 2, false};
static const sibling_rule of_comments = {is_in_comments, is_good_in_comments, COMMENTS_LEAST, 1,
                                         true};

/* Whether there are boxes enough for one good group: pages without dates or comments have none. */
static bool may_have_group(const dana__boxes *boxes, const sibling_rule *rule)
{
    size_t asked = 0;
    size_t known = 0;

    for (size_t i = 1; i < boxes->count && (asked < rule->least || known < rule->known); i++) {
        const dana__box *box = &boxes->boxes[i];

        if (rule->is_asked(box)) {
            asked++;
            known += box->has_date || (rule->with_authors && box->has_author);
        }
    }
    return asked >= rule->least && known >= rule->known;
}

/* Fills the table with all groups; returns the good one of most text. */
static const group *best_group(const dana__search *search, const dana__boxes *boxes,
                               const sibling_rule *rule, group *table, size_t slots)
{
    const group *best = NULL;

    for (size_t i = 1; i < boxes->count; i++) {
        const dana__box *box = &boxes->boxes[i];

        if (!rule->is_asked(box)) {
            continue;
        }
        group *g = find_group(table, slots, box);

        if (g->signature == 0) {
            *g = (group){
                .parent = box->parent, .signature = signature_of(box), .first = (uint32_t)i};
        }
        g->count++;
        g->dates += box->has_date;
        g->authors += box->has_author;
        g->text += box->text;
    }
    for (size_t i = 0; i < slots; i++) {
        if (table[i].signature != 0 && (best == NULL || table[i].text > best->text) &&
            rule->is_good(search, boxes, &table[i])) {
            best = &table[i];
        }
    }
    return best;
}

/* Calls a box a comment or a post; of a definition its term, which has its text. */
static void call_box(dana__boxes *boxes, size_t index, size_t term)
{
    const dana__box *box = &boxes->boxes[index];
    bool has_term = box->in_list == DANA__IN_LIST_DEFINITION && term != 0;

    boxes->boxes[box->parent].comments += is_in_comments(box);
    boxes->boxes[has_term ? term : index].called = is_in_comments(box) ? DANA__CALLED_COMMENT
                                                                       : DANA__CALLED_POST;
}

static void call_group(const group *of, dana__boxes *boxes)
{
    size_t term = 0;

    for (size_t i = 1; i < boxes->count; i++) {
        const dana__box *box = &boxes->boxes[i];

        if (box->parent == of->parent && box->in_list == DANA__IN_LIST_TERM) {
            term = i;
        } else if (signature_of(box) == of->signature && box->parent == of->parent) {
            call_box(boxes, i, term);
        }
    }
    dana__join_definitions(boxes);
}

static bool call_siblings(const dana__search *search, const sibling_rule *rule, dana__boxes *boxes,
                          dana_status *status)
{
    dana_buffer memory;
    size_t slots = 64;

    mark_hints(search, boxes);
    if (!may_have_group(boxes, rule)) {
        return false;
    }
    while (slots < boxes->count * 2) {
        slots *= 2;
    }
    dana_buffer_init(&memory, sizeof(group));
    *status = dana_buffer_reserve(search->arena, &memory, slots, search->err);
    if (*status != DANA_OK) {
        return false;
    }
    memset(memory.data, 0, slots * sizeof(group));
    const group *best = best_group(search, boxes, rule, memory.data, slots);
    bool found = best != NULL;

    if (found) {
        call_group(best, boxes);
    }
    dana_buffer_release(search->arena, &memory);
    return found;
}

bool dana__call_siblings(const dana__search *search, dana__boxes *boxes, bool is_thread,
                         dana_status *status)
{
    return call_siblings(search, is_thread ? &of_thread : &of_page, boxes, status);
}

bool dana__call_in_comments(const dana__search *search, dana__boxes *boxes, dana_status *status)
{
    return call_siblings(search, &of_comments, boxes, status);
}
