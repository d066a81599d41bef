#include "data/read/tree.h"

dana_status dana__tree_start(dana__tree *tree, dana_arena *arena, dana_error *err)
{
    const dana__json_event list = {.kind = DANA__JSON_OPEN_ARRAY};
    uint32_t index;

    *tree = (dana__tree){.arena = arena};
    dana_buffer_init(&tree->values, sizeof(dana__value));
    return dana__tree_add(tree, 0, &list, &index, err);
}

void dana__tree_clear(dana__tree *tree)
{
    dana_buffer_release(tree->arena, &tree->values);
}

static dana__meaning means_by(const dana__tree *tree, dana_view key)
{
    if (key.data == NULL) {
        return DANA__MEANS_NOTHING;
    }
    return tree->known != NULL ? dana__meaning_known(tree->known, key) : dana__meaning_of(key);
}

dana_status dana__tree_add(dana__tree *tree, uint32_t parent, const dana__json_event *event,
                           uint32_t *index, dana_error *err)
{
    *index = DANA__NO_VALUE;
    if (tree->values.length >= DANA__VALUES_MAX || parent == DANA__NO_VALUE) {
        return DANA_OK;
    }
    dana_status status = tree->values.length < tree->values.capacity
                             ? DANA_OK
                             : dana_buffer_reserve(tree->arena, &tree->values, 1, err);

    if (status != DANA_OK) {
        /* A tree that fills the page's memory is full; its list of all others is needed. */
        return status == DANA_TOO_COMPLEX && tree->values.length > 0 ? DANA_OK : status;
    }
    *index = (uint32_t)tree->values.length++;
    *dana__value_at(tree, *index) = (dana__value){.key = event->key.data,
                                                  .text = event->text.data,
                                                  .key_length = (uint32_t)event->key.length,
                                                  .text_length = (uint32_t)event->text.length,
                                                  .parent = parent,
                                                  .kind = event->kind,
                                                  .means = means_by(tree, event->key)};
    return DANA_OK;
}

/* Where a reader stands: the container that is open, and how many lie in it that are not kept. */
typedef struct {
    uint32_t container;
    size_t passed;
} place;

static dana_status take(dana__tree *tree, place *at, const dana__json_event *event, dana_error *err)
{
    bool opens = event->kind == DANA__JSON_OPEN_OBJECT || event->kind == DANA__JSON_OPEN_ARRAY;
    uint32_t index;

    if (event->kind == DANA__JSON_CLOSE) {
        if (at->passed > 0) {
            at->passed--;
        } else {
            at->container = dana__value_at(tree, at->container)->parent;
        }
        return DANA_OK;
    }
    if (at->passed > 0) {
        at->passed += opens;
        return DANA_OK;
    }
    dana_status status = dana__tree_add(tree, at->container, event, &index, err);

    if (status == DANA_OK && opens) {
        at->passed += index == DANA__NO_VALUE;
        at->container = index == DANA__NO_VALUE ? at->container : index;
    }
    return status;
}

dana_status dana__tree_read(dana__tree *tree, dana__values *values, dana_error *err)
{
    dana__known_names known = {0};
    place at = {0, 0};
    dana__json_event event;
    dana_status status = DANA_OK;

    tree->known = &known;
    for (dana__values_next(values, &event); status == DANA_OK && event.kind != DANA__JSON_END;
         dana__values_next(values, &event)) {
        status = take(tree, &at, &event, err);
    }
    tree->known = NULL;
    return status;
}

dana_status dana__tree_read_json(dana__tree *tree, dana_view text, dana_error *err)
{
    place at = {0, 0};
    dana__json json;
    dana__json_event event;
    dana_status status = DANA_OK;

    dana__json_start(&json, text);
    for (dana__json_next(&json, &event); status == DANA_OK && event.kind != DANA__JSON_END;
         dana__json_next(&json, &event)) {
        status = take(tree, &at, &event, err);
    }
    return status;
}

void dana__tree_finish(dana__tree *tree)
{
    for (uint32_t i = (uint32_t)tree->values.length; i-- > 0;) {
        dana__value *value = dana__value_at(tree, i);

        value->end = value->end > i ? value->end : i + 1;
        if (i > 0) {
            dana__value *parent = dana__value_at(tree, value->parent);

            parent->end = parent->end > value->end ? parent->end : value->end;
        }
    }
}
