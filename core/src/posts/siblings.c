#include "posts/siblings.h"

#include "page/page.h"

#include <string.h>

/* A group counts from this many siblings on, with this much text each, in bytes on average. */
#define GROUP_LEAST 3
#define TEXT_LEAST  40

/* Of ten siblings, these many must hold a date, and an author. */
#define DATES_OF_TEN   6
#define AUTHORS_OF_TEN 5

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

/* Marks the boxes around each hint: the innermost, then all around that. */
static void mark_hints(const dana__search *search, dana__boxes *boxes)
{
    const dana__evidence *e = search->evidence;
    const char *source = search->page->source.data;
    uint32_t current = 0;
    uint32_t next = 1;

    for (size_t i = 0; i < e->hint_count; i++) {
        const dana__hint *hint = &e->hints[i];
        uint32_t at = (uint32_t)(hint->text.data - source);

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
}

static group *find_group(group *table, size_t slots, const dana__box *box)
{
    size_t slot = (box->signature * 2654435761u ^ box->parent * 40503u) & (slots - 1);

    while (table[slot].signature != 0 &&
           (table[slot].signature != box->signature || table[slot].parent != box->parent)) {
        slot = (slot + 1) & (slots - 1);
    }
    return &table[slot];
}

/* Whether a group is a list of posts. Where the page is a thread, dates are enough: hashes of class
 * words name no author. */
static bool is_good(const dana__search *search, const dana__boxes *boxes, const group *g,
                    bool is_thread)
{
    return g->count >= GROUP_LEAST && g->text >= (uint64_t)g->count * TEXT_LEAST &&
           g->dates * 10 >= g->count * DATES_OF_TEN &&
           (is_thread || g->authors * 10 >= g->count * AUTHORS_OF_TEN) &&
           !dana__is_aside_at(search->evidence, boxes->boxes[g->first].start, true);
}

/* Fills the table with all groups; returns the good one of most text. */
static const group *best_group(const dana__search *search, const dana__boxes *boxes, group *table,
                               size_t slots, bool is_thread)
{
    const group *best = NULL;

    for (size_t i = 1; i < boxes->count; i++) {
        const dana__box *box = &boxes->boxes[i];

        if (box->signature == 0) {
            continue;
        }
        group *g = find_group(table, slots, box);

        if (g->signature == 0) {
            *g = (group){.parent = box->parent, .signature = box->signature, .first = (uint32_t)i};
        }
        g->count++;
        g->dates += box->has_date;
        g->authors += box->has_author;
        g->text += box->text;
    }
    for (size_t i = 0; i < slots; i++) {
        if (table[i].signature != 0 && (best == NULL || table[i].text > best->text) &&
            is_good(search, boxes, &table[i], is_thread)) {
            best = &table[i];
        }
    }
    return best;
}

bool dana__call_siblings(const dana__search *search, dana__boxes *boxes, bool is_thread,
                         dana_status *status)
{
    dana_buffer memory;
    size_t slots = 64;

    while (slots < boxes->count * 2) {
        slots *= 2;
    }
    dana_buffer_init(&memory, sizeof(group));
    *status = dana_buffer_reserve(search->arena, &memory, slots, search->err);
    if (*status != DANA_OK) {
        return false;
    }
    memset(memory.data, 0, slots * sizeof(group));
    mark_hints(search, boxes);
    const group *best = best_group(search, boxes, memory.data, slots, is_thread);
    bool found = best != NULL;

    for (size_t i = 1; found && i < boxes->count; i++) {
        dana__box *box = &boxes->boxes[i];

        if (box->signature == best->signature && box->parent == best->parent) {
            box->called = DANA__CALLED_POST;
        }
    }
    dana_buffer_release(search->arena, &memory);
    return found;
}
