#include "data/place.h"

#include <string.h>

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

/* Members of an inline object that are searched for its address. */
#define MEMBERS_MAX 16

/* The address of an inline object, or of the values that one holds for its node. */
static uint32_t address_of(const dana__tree *tree, uint32_t object)
{
    uint32_t end = dana__value_at(tree, object)->end;
    unsigned seen = 0;

    for (uint32_t i = object + 1; i < end && seen < MEMBERS_MAX; i++, seen++) {
        const dana__value *value = dana__value_at(tree, i);

        if (value->means == DANA__MEANS_URL && value->kind == DANA__JSON_STRING) {
            return i;
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
        if (object->block == DANA__BLOCK_INLINE && place->link == DANA__NO_VALUE) {
            place->link = address_of(tree, at);
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

/* The list that a text is an element of by the list's name, itself or as a member of one; 0: none.
 */
static uint32_t list_of(const dana__tree *tree, uint32_t chosen, uint32_t index)
{
    uint32_t at = dana__value_at(tree, index)->parent;

    if (dana__value_at(tree, at)->kind == DANA__JSON_OPEN_OBJECT) {
        at = dana__value_at(tree, at)->parent;
    }
    const dana__value *list = dana__value_at(tree, at);

    return index > chosen && list->kind == DANA__JSON_OPEN_ARRAY && list->means == DANA__MEANS_ITEMS
               ? at
               : 0;
}

/* Whether the items of a list are steps: "recipeInstructions". */
static bool is_of_steps(const dana__value *list)
{
    static const char *const names[] = {"nstructions", "irections", "teps"};

    for (size_t i = 0; list->key != NULL && i < sizeof names / sizeof *names; i++) {
        size_t length = strlen(names[i]);

        if (list->key_length > length &&
            memcmp(list->key + list->key_length - length, names[i], length) == 0) {
            return true;
        }
    }
    return false;
}

dana__place dana__place_of(const dana__tree *tree, uint32_t chosen, uint32_t index)
{
    const dana__value *string = dana__value_at(tree, index);
    dana__place place = {.object = index, .kind = DANA__BLOCK_PARAGRAPH, .link = DANA__NO_VALUE};

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
    place.list = list_of(tree, chosen, index);
    if (place.kind == DANA__BLOCK_PARAGRAPH && !string->is_markup && place.list > 0) {
        place.kind = DANA__BLOCK_ITEM;
        place.is_inline = false;
        place.is_ordered = is_of_steps(dana__value_at(tree, place.list));
    }
    place.level = place.level > 0 ? place.level : LEVEL_DEFAULT;
    return place;
}

const char *dana__block_tag(const dana__place *place)
{
    static const char *const headings[] = {"h1", "h2", "h3", "h4", "h5", "h6"};

    switch (place->kind) {
    case DANA__BLOCK_HEADING:
        return headings[(place->level - 1) % 6];
    case DANA__BLOCK_ITEM:
        return "li";
    case DANA__BLOCK_QUOTE:
        return "blockquote";
    case DANA__BLOCK_CODE:
        return "pre";
    default:
        return "p";
    }
}

unsigned dana__markdown_level(const char *p, const char *end)
{
    unsigned level = 0;

    while (p + level < end && p[level] == '#') {
        level++;
    }
    return level > 0 && level <= 6 && p + level < end && p[level] == ' ' ? level : 0;
}
