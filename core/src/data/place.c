#include "data/place.h"

/* How far a block is searched above a string, and an item or quotation above a block. */
#define STEPS_MAX 8
/* Level of a heading that names none. */
#define LEVEL_DEFAULT 2

/* Whether an object that is no block of its own may be a part of one: the runs of a paragraph. */
static bool is_run(const dana__value *object, const dana__value *string)
{
    return object->block == DANA__BLOCK_INLINE ||
           (object->block == DANA__BLOCK_UNKNOWN && string->key != NULL &&
            string->means == DANA__MEANS_BODY && !object->has_title);
}

/* The next object above a value, `chosen` at most; DANA__NO_VALUE where there is none. */
static uint32_t object_above(const dana__tree *tree, uint32_t chosen, uint32_t index)
{
    for (unsigned i = 0; i < STEPS_MAX && index > chosen; i++) {
        index = dana__value_at(tree, index)->parent;
        if (index < chosen) {
            break;
        }
        if (dana__value_at(tree, index)->kind == DANA__JSON_OPEN_OBJECT) {
            return index;
        }
    }
    return DANA__NO_VALUE;
}

/* Finds the block of a string: the first object above it that says what it is. */
static void find_block(const dana__tree *tree, uint32_t chosen, uint32_t index, dana__place *place)
{
    const dana__value *string = dana__value_at(tree, index);
    uint32_t first = object_above(tree, chosen, index);
    uint32_t at = first;

    for (unsigned i = 0; i < STEPS_MAX && at != DANA__NO_VALUE; i++) {
        const dana__value *object = dana__value_at(tree, at);

        if (object->block > DANA__BLOCK_INLINE) {
            place->object = at;
            place->kind = object->block;
            place->level = object->level;
            place->is_inline = at != first;
            return;
        }
        if (!is_run(object, string)) {
            break;
        }
        at = object_above(tree, chosen, at);
    }
    place->object = first != DANA__NO_VALUE ? first : index;
}

/* What lies around a block of text: an item of a list, a quotation. */
static void find_frame(const dana__tree *tree, uint32_t chosen, dana__place *place)
{
    uint32_t at = place->object;

    for (unsigned i = 0; i < 3; i++) {
        at = object_above(tree, chosen, at);
        if (at == DANA__NO_VALUE) {
            return;
        }
        dana__block_kind kind = dana__value_at(tree, at)->block;

        if (kind == DANA__BLOCK_LIST || kind == DANA__BLOCK_ORDERED) {
            place->is_ordered = kind == DANA__BLOCK_ORDERED;
            place->kind = place->kind == DANA__BLOCK_PARAGRAPH ? DANA__BLOCK_ITEM : place->kind;
            return;
        }
        if (place->kind == DANA__BLOCK_PARAGRAPH &&
            (kind == DANA__BLOCK_ITEM || kind == DANA__BLOCK_QUOTE)) {
            place->kind = kind;
        }
    }
}

dana__place dana__place_of(const dana__tree *tree, uint32_t chosen, uint32_t index)
{
    const dana__value *string = dana__value_at(tree, index);
    dana__place place = {.object = index, .kind = DANA__BLOCK_PARAGRAPH};

    if (index == chosen) {
        return place;
    }
    find_block(tree, chosen, index, &place);
    if (string->within == DANA__MEANS_TITLE) {
        place.kind = DANA__BLOCK_HEADING;
        place.is_inline = false;
    } else if (place.kind == DANA__BLOCK_LIST || place.kind == DANA__BLOCK_ORDERED) {
        place.is_ordered = place.kind == DANA__BLOCK_ORDERED;
        place.kind = DANA__BLOCK_ITEM;
        place.is_inline = false;
    } else {
        find_frame(tree, chosen, &place);
    }
    if (place.kind < DANA__BLOCK_PARAGRAPH || place.kind >= DANA__BLOCK_IMAGE) {
        place.kind = DANA__BLOCK_PARAGRAPH;
    }
    place.level = place.level > 0 ? place.level : LEVEL_DEFAULT;
    return place;
}
