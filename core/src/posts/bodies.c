#include "posts/bodies.h"

#include "page/page.h"

#include <string.h>

/* Bodies of one class at least, and their text on average, in bytes. */
#define BODIES_LEAST 3
#define TEXT_LEAST   30
/* Of ten of them, these many must hold an author or a date where the page is no thread. */
#define KNOWN_OF_TEN 6

/* Bodies of one class. */
typedef struct {
    uint32_t signature; /* 0: the slot is free */
    uint32_t count;
    uint64_t text;
} group;

static bool is_body(const dana__box *box)
{
    return (box->roles & DANA__ROLE_BODY) != 0 && !box->in_quote && box->signature != 0;
}

/* The slot of a class; NULL where the table is full. */
static group *slot_of(group *table, size_t slots, uint32_t signature)
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

/* The class of bodies with most text; 0: there is none. */
static uint32_t best_class(const dana__boxes *boxes)
{
    group table[CLASSES] = {{0, 0, 0}};
    const group *best = NULL;

    for (size_t i = 1; i < boxes->count; i++) {
        group *g = is_body(&boxes->boxes[i]) ? slot_of(table, CLASSES, boxes->boxes[i].signature)
                                             : NULL;

        if (g != NULL) {
            g->count++;
            g->text += boxes->boxes[i].text;
        }
    }
    for (size_t i = 0; i < CLASSES; i++) {
        if (table[i].count >= BODIES_LEAST &&
            table[i].text >= (uint64_t)table[i].count * TEXT_LEAST &&
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

bool dana__call_bodies(dana_page *page, dana__boxes *boxes, bool is_thread, dana_status *status,
                       dana_error *err)
{
    uint32_t signature = best_class(boxes);
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
