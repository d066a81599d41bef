#include "data/read/refs.h"

#include <stdlib.h>
#include <string.h>

/* An object that has a name, and whether it stands in the new tree already. */
typedef struct {
    dana_view name;
    uint32_t index;
    bool is_named; /* by a reference */
    bool is_used;
} named_object;

/* A container that is being copied. */
typedef struct {
    uint32_t next; /* its next member */
    uint32_t end;
    uint32_t copy;
    bool is_query; /* of what was asked: its references are kept as they are */
} frame;

/* The joining at work. */
typedef struct {
    const dana__tree *tree;
    dana__tree *out;
    dana_buffer names;  /* named_object, by name */
    dana_buffer frames; /* frame */
    dana_error *err;
} joining;

static dana_view key_of(const dana__value *value)
{
    return (dana_view){value->key, value->key_length};
}

static bool is_called(const dana__value *value, const char *name)
{
    size_t length = strlen(name);

    return value->key_length == length && memcmp(value->key, name, length) == 0;
}

/* The name that an object refers to: {"__ref": "Block:1"}. Empty: it is no reference. */
static dana_view reference_of(const dana__tree *tree, uint32_t index)
{
    const dana__value *object = dana__value_at(tree, index);

    if (object->kind != DANA__JSON_OPEN_OBJECT || object->end != index + 2) {
        return (dana_view){NULL, 0};
    }
    const dana__value *member = dana__value_at(tree, index + 1);

    return member->kind == DANA__JSON_STRING && is_called(member, "__ref")
               ? dana__value_text(member)
               : (dana_view){NULL, 0};
}

bool dana__has_references(const dana__tree *tree)
{
    for (uint32_t i = 1; i < tree->values.length; i++) {
        const dana__value *value = dana__value_at(tree, i);

        if (value->kind == DANA__JSON_STRING && is_called(value, "__ref")) {
            return true;
        }
    }
    return false;
}

static int compare_names(const void *a, const void *b)
{
    const named_object *x = a;
    const named_object *y = b;
    size_t least = x->name.length < y->name.length ? x->name.length : y->name.length;
    int order = memcmp(x->name.data, y->name.data, least);

    return order != 0 ? order
                      : (x->name.length > y->name.length) - (x->name.length < y->name.length);
}

static named_object *find_name(const joining *j, dana_view name)
{
    const named_object wanted = {.name = name};

    return name.length > 0 && j->names.length > 0
               ? bsearch(&wanted, j->names.data, j->names.length, sizeof(wanted), compare_names)
               : NULL;
}

/* What a cache calls the answers to the questions themselves. */
static const char query[] = "ROOT_QUERY";

/* Lists the objects with names as caches give them, "Block:1", and notes which others refer to. */
static dana_status list_names(joining *j)
{
    for (uint32_t i = 1; i < j->tree->values.length; i++) {
        const dana__value *value = dana__value_at(j->tree, i);
        const named_object next = {.name = key_of(value), .index = i};

        if (value->kind != DANA__JSON_OPEN_OBJECT || next.name.length == 0 ||
            memchr(next.name.data, ':', next.name.length) == NULL) {
            continue;
        }
        dana_status status = dana_buffer_append(j->tree->arena, &j->names, &next, 1, j->err);

        if (status != DANA_OK) {
            return status;
        }
    }
    if (j->names.length > 0) {
        qsort(j->names.data, j->names.length, sizeof(named_object), compare_names);
    }
    for (uint32_t i = 1; i < j->tree->values.length; i++) {
        const dana__value *value = dana__value_at(j->tree, i);

        if (is_called(value, query)) {
            i = value->end - 1;
            continue;
        }
        named_object *found = find_name(j, reference_of(j->tree, i));

        if (found != NULL) {
            found->is_named = true;
        }
    }
    return DANA_OK;
}

/* Copies a value under a name. Containers get a frame. */
static dana_status copy(joining *j, const frame *inside, dana_view key, uint32_t from)
{
    const dana__value *value = dana__value_at(j->tree, from);
    const dana__json_event event = {value->kind, key, dana__value_text(value)};
    uint32_t index;
    bool is_query = inside->is_query || is_called(value, query);
    dana_status status = dana__tree_add(j->out, inside->copy, &event, &index, j->err);

    if (status == DANA_OK && index != DANA__NO_VALUE &&
        (value->kind == DANA__JSON_OPEN_OBJECT || value->kind == DANA__JSON_OPEN_ARRAY)) {
        const frame next = {from + 1, value->end, index, is_query};

        status = dana_buffer_append(j->tree->arena, &j->frames, &next, 1, j->err);
    }
    return status;
}

/* Copies the next member of the innermost container: in place of a reference what it names, once;
 * what is named elsewhere does not stand in its own place. */
static dana_status step(joining *j)
{
    frame *top = (frame *)j->frames.data + j->frames.length - 1;
    uint32_t at = top->next;
    const frame inside = *top; /* what follows may move it */

    if (at >= top->end) {
        j->frames.length--;
        return DANA_OK;
    }
    const dana__value *member = dana__value_at(j->tree, at);
    named_object *named = find_name(j, reference_of(j->tree, at));
    const named_object *own = member->kind == DANA__JSON_OPEN_OBJECT ? find_name(j, key_of(member))
                                                                     : NULL;

    top->next = member->end;
    if (named != NULL && !inside.is_query) {
        bool is_first = !named->is_used;

        named->is_used = true;
        return is_first ? copy(j, &inside, key_of(member), named->index) : DANA_OK;
    }
    if (own != NULL && own->is_named && own->index == at) {
        return DANA_OK;
    }
    return copy(j, &inside, key_of(member), at);
}

/* Copies what is open, and all in it. */
static dana_status copy_all(joining *j)
{
    dana_status status = DANA_OK;

    while (status == DANA_OK && j->frames.length > 0) {
        status = step(j);
    }
    return status;
}

/* Objects that only refer to one another are named, and stand nowhere yet. */
static dana_status copy_rest(joining *j)
{
    dana_status status = DANA_OK;

    for (size_t i = 0; status == DANA_OK && i < j->names.length; i++) {
        named_object *object = (named_object *)j->names.data + i;

        if (object->is_named && !object->is_used) {
            const frame all = {0, 0, 0, false};

            object->is_used = true;
            status = copy(j, &all, object->name, object->index);
            status = status == DANA_OK ? copy_all(j) : status;
        }
    }
    return status;
}

dana_status dana__join_references(const dana__tree *tree, dana__tree *out, dana_error *err)
{
    joining j = {.tree = tree, .out = out, .err = err};
    const frame all = {1, dana__value_at(tree, 0)->end, 0, false};
    dana_status status = dana__tree_start(out, tree->arena, err);

    dana_buffer_init(&j.names, sizeof(named_object));
    dana_buffer_init(&j.frames, sizeof(frame));
    if (status == DANA_OK) {
        status = list_names(&j);
    }
    if (status == DANA_OK) {
        status = dana_buffer_append(tree->arena, &j.frames, &all, 1, err);
    }
    if (status == DANA_OK) {
        status = copy_all(&j);
    }
    if (status == DANA_OK) {
        status = copy_rest(&j);
    }
    dana_buffer_release(tree->arena, &j.frames);
    dana_buffer_release(tree->arena, &j.names);
    return status;
}
