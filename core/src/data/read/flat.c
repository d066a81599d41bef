#include "data/read/flat.h"

#include "base/ascii.h"
#include "html/attribute.h"

#include <stdlib.h>

/* Reads an index; DANA__NO_VALUE where a text is none. */
static uint32_t read_index(const char *p, size_t length)
{
    uint32_t value = 0;

    if (length == 0 || length > 8) {
        return DANA__NO_VALUE;
    }
    for (size_t i = 0; i < length; i++) {
        if (!dana__is_digit(p[i])) {
            return DANA__NO_VALUE;
        }
        value = value * 10 + (uint32_t)(p[i] - '0');
    }
    return value;
}

static uint32_t index_of(const dana__value *value)
{
    return value->kind == DANA__JSON_OTHER ? read_index(value->text, value->text_length)
                                           : DANA__NO_VALUE;
}

/* Whether the members of an object are indices, one at least. */
static bool has_indices_alone(const dana__tree *tree, uint32_t object)
{
    uint32_t count = 0;

    for (uint32_t i = object + 1; i < dana__value_at(tree, object)->end; i++) {
        const dana__value *value = dana__value_at(tree, i);

        /* "-5" and the like stand for values that are none. */
        if (value->kind != DANA__JSON_OTHER ||
            (index_of(value) == DANA__NO_VALUE && value->text[0] != '-')) {
            return false;
        }
        count++;
    }
    return count > 0;
}

bool dana__is_flat(const dana__tree *tree)
{
    if (tree->values.length < 4 || dana__value_at(tree, 1)->kind != DANA__JSON_OPEN_ARRAY) {
        return false;
    }
    /* A first value like ["Reactive", 1] wraps the next one. */
    for (uint32_t i = 2, seen = 0; i < dana__value_at(tree, 1)->end && seen < 3; seen++) {
        const dana__value *value = dana__value_at(tree, i);

        if (value->kind == DANA__JSON_OPEN_OBJECT) {
            return has_indices_alone(tree, i);
        }
        if (value->kind != DANA__JSON_OPEN_ARRAY) {
            return false;
        }
        i = value->end;
    }
    return false;
}

/* A container of the flat list that is being copied. */
typedef struct {
    uint32_t next; /* its next member */
    uint32_t end;
    uint32_t copy;
} frame;

/* The unfolding at work. */
typedef struct {
    const dana__tree *flat;
    dana__tree *out;
    dana_buffer list;   /* the values of the flat list by their index: uint32_t */
    uint32_t *elements; /* the same */
    uint32_t count;
    dana_buffer frames; /* frame */
    dana_error *err;
} unfolding;

static dana_status list_elements(unfolding *u)
{
    uint32_t end = dana__value_at(u->flat, 1)->end;

    dana_status status = dana_buffer_reserve(u->flat->arena, &u->list, u->flat->values.length,
                                             u->err);

    if (status != DANA_OK) {
        return status;
    }
    u->elements = u->list.data;
    for (uint32_t i = 2; i < end; i = dana__value_at(u->flat, i)->end) {
        u->elements[u->count++] = i;
    }
    return DANA_OK;
}

/* The name of a member: turbo-stream writes the index of its text, "_7". */
static dana_view key_of(const unfolding *u, const dana__value *value)
{
    dana_view key = {value->key, value->key_length};
    uint32_t index = key.length > 1 && key.data[0] == '_' ? read_index(key.data + 1, key.length - 1)
                                                          : DANA__NO_VALUE;

    if (index < u->count && u->elements[index] != DANA__NO_VALUE) {
        const dana__value *name = dana__value_at(u->flat, u->elements[index]);

        if (name->kind == DANA__JSON_STRING) {
            return (dana_view){name->text, name->text_length};
        }
    }
    return key;
}

/* Copies a value of the list under the name of who refers to it. Containers get a frame. */
static dana_status copy(unfolding *u, uint32_t parent, dana_view key, uint32_t from)
{
    const dana__value *value = dana__value_at(u->flat, from);
    const dana__json_event event = {value->kind, key, {value->text, value->text_length}};
    uint32_t index;
    dana_status status = dana__tree_add(u->out, parent, &event, &index, u->err);

    if (status == DANA_OK && index != DANA__NO_VALUE &&
        (value->kind == DANA__JSON_OPEN_OBJECT || value->kind == DANA__JSON_OPEN_ARRAY)) {
        const frame inside = {from + 1, value->end, index};

        status = dana_buffer_append(u->flat->arena, &u->frames, &inside, 1, u->err);
    }
    return status;
}

/* Copies the next member of the innermost container: what its index names, once. */
static dana_status step(unfolding *u)
{
    frame *top = (frame *)u->frames.data + u->frames.length - 1;
    uint32_t at = top->next;

    if (at >= top->end) {
        u->frames.length--;
        return DANA_OK;
    }
    const dana__value *member = dana__value_at(u->flat, at);
    uint32_t parent = top->copy;
    uint32_t index = index_of(member);
    dana_view key = key_of(u, member);

    top->next = member->end;
    if (index < u->count && u->elements[index] != DANA__NO_VALUE) {
        uint32_t from = u->elements[index];

        /* Names of members may be used again, and so may words. */
        if (dana__value_at(u->flat, from)->kind == DANA__JSON_OPEN_OBJECT ||
            dana__value_at(u->flat, from)->kind == DANA__JSON_OPEN_ARRAY ||
            dana__value_at(u->flat, from)->text_length > 64) {
            u->elements[index] = DANA__NO_VALUE;
        }
        return copy(u, parent, key, from);
    }
    return member->kind == DANA__JSON_STRING ? copy(u, parent, key, at) : DANA_OK;
}

dana_status dana__unfold(const dana__tree *flat, dana__tree *out, dana_error *err)
{
    unfolding u = {.flat = flat, .out = out, .err = err};
    dana_status status = dana__tree_start(out, flat->arena, err);

    dana_buffer_init(&u.frames, sizeof(frame));
    dana_buffer_init(&u.list, sizeof(*u.elements));
    if (status == DANA_OK) {
        status = list_elements(&u);
    }
    if (status == DANA_OK && u.count > 0) {
        uint32_t first = u.elements[0];

        u.elements[0] = DANA__NO_VALUE;
        status = copy(&u, 0, (dana_view){NULL, 0}, first);
    }
    while (status == DANA_OK && u.frames.length > 0) {
        status = step(&u);
    }
    dana_buffer_release(flat->arena, &u.frames);
    dana_buffer_release(flat->arena, &u.list);
    return status;
}

/* A parameter and its argument. */
typedef struct {
    dana_view name;
    uint32_t argument;
} parameter;

static int compare_names(const void *a, const void *b)
{
    const dana_view *x = &((const parameter *)a)->name;
    const dana_view *y = &((const parameter *)b)->name;
    int order = memcmp(x->data, y->data, x->length < y->length ? x->length : y->length);

    return order != 0 ? order : (x->length > y->length) - (x->length < y->length);
}

/* Lists the parameters that have an argument, by name. */
static dana_status list_parameters(dana_view names, const dana__tree *arguments, dana_buffer *out,
                                   dana_error *err)
{
    const char *end = names.data + names.length;
    uint32_t argument = 1;

    for (const char *p = names.data; p < end && argument < arguments->values.length;) {
        const char *comma = memchr(p, ',', (size_t)(end - p));
        const char *stop = comma != NULL ? comma : end;
        const parameter next = {dana__trim((dana_view){p, (size_t)(stop - p)}), argument};
        dana_status status = dana_buffer_append(arguments->arena, out, &next, 1, err);

        if (status != DANA_OK) {
            return status;
        }
        argument = dana__value_at(arguments, argument)->end;
        p = stop + 1;
    }
    if (out->length > 0) {
        qsort(out->data, out->length, sizeof(parameter), compare_names);
    }
    return DANA_OK;
}

dana_status dana__fill_parameters(dana__tree *tree, dana_view parameters,
                                  const dana__tree *arguments, dana_error *err)
{
    dana_buffer list;

    dana_buffer_init(&list, sizeof(parameter));
    dana_status status = list_parameters(parameters, arguments, &list, err);

    for (uint32_t i = 1; status == DANA_OK && list.length > 0 && i < tree->values.length; i++) {
        dana__value *value = dana__value_at(tree, i);
        const parameter wanted = {{value->text, value->text_length}, 0};
        const parameter *found = value->kind == DANA__JSON_OTHER
                                     ? bsearch(&wanted, list.data, list.length, sizeof(wanted),
                                               compare_names)
                                     : NULL;

        if (found != NULL &&
            dana__value_at(arguments, found->argument)->end == found->argument + 1) {
            const dana__value *argument = dana__value_at(arguments, found->argument);

            value->kind = argument->kind;
            value->text = argument->text;
            value->text_length = argument->text_length;
        }
    }
    dana_buffer_release(tree->arena, &list);
    return status;
}
