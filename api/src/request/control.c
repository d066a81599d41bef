#include "request/control.h"

#include "json/values.h"

#include <stdio.h>
#include <string.h>

static void add_list(const api__reading *r, const json_t *value, api__selector_lists *out)
{
    if (!json_is_string(value)) {
        api__refuse_value(r, "a list of selectors must be a string");
    } else if (out->count < API__SELECTOR_LISTS_MAX) {
        out->lists[out->count++] = api__view_of(value);
    }
}

void api__read_selector_lists(const api__reading *r, const json_t *value, api__selector_lists *out)
{
    char pointer[API__POINTER_SIZE];
    size_t index;
    json_t *item;

    if (!json_is_array(value)) {
        add_list(r, value, out);
        return;
    }
    if (json_array_size(value) > API__SELECTOR_LISTS_MAX) {
        api__refuse_value(r, "at most 64 lists of selectors");
        return;
    }
    json_array_foreach((json_t *)(size_t)value, index, item)
    {
        api__make_index_pointer(pointer, r->pointer, index);
        add_list(&(api__reading){NULL, pointer, r->errors}, item, out);
    }
}

dana_selectors api__selectors_of(const api__control *control)
{
    return (dana_selectors){
        .select = control->select.lists,
        .select_count = control->select.count,
        .remove = control->remove.lists,
        .remove_count = control->remove.count,
    };
}

/* Refuses list `index` of a member: the member itself where it is a string. */
static void refuse_list(const json_t *object, const char *parent, const char *member, size_t index,
                        const dana_error *err, api__errors *errors)
{
    char of_member[API__POINTER_SIZE];
    char pointer[API__POINTER_SIZE];

    errors->failed |= err->status == DANA_NO_MEMORY;
    api__make_pointer(of_member, parent, member);
    if (json_is_array(json_object_get(object, member))) {
        api__make_index_pointer(pointer, of_member, index);
        api__refuse(errors, pointer, err->message);
    } else {
        api__refuse(errors, of_member, err->message);
    }
}

/* Checks the lists of a member one by one. Returns whether all are right. */
static bool check_each(const api__selector_lists *lists, const json_t *object, const char *parent,
                       const char *member, api__errors *errors)
{
    bool fine = true;
    dana_error err;
    size_t which;

    for (size_t i = 0; i < lists->count; i++) {
        const dana_selectors one = {.select = &lists->lists[i], .select_count = 1};

        if (dana_selectors_check(&one, &which, &err) != DANA_OK) {
            refuse_list(object, parent, member, i, &err, errors);
            fine = false;
        }
    }
    return fine;
}

void api__check_selectors(const api__control *control, const json_t *object, const char *parent,
                          api__errors *errors)
{
    const dana_selectors all = api__selectors_of(control);
    bool fine = check_each(&control->select, object, parent, "select", errors);
    dana_error err;
    size_t which;

    fine = check_each(&control->remove, object, parent, "remove", errors) && fine;
    if (!fine || all.select_count + all.remove_count < 2 ||
        dana_selectors_check(&all, &which, &err) == DANA_OK) {
        return;
    }
    if (which < all.select_count) {
        refuse_list(object, parent, "select", which, &err, errors);
    } else {
        refuse_list(object, parent, "remove", which - all.select_count, &err, errors);
    }
}

void api__read_shared_param(const api__reading *r, const json_t *value, const char *name,
                            const char *neutral, const dana_algorithm *algorithm,
                            dana_params *params)
{
    const dana_algorithm *owner = dana_algorithm_default(DANA_KIND_CONTENT);
    const char *text = json_string_value(value);
    char detail[100];
    dana_params any;
    dana_error err;

    dana_params_defaults(owner, &any);
    if (strlen(text) < json_string_length(value)) {
        text = "";
    }
    if (dana_params_set_text(owner, &any, name, text, &err) != DANA_OK) {
        api__refuse_value(r, err.message);
    } else if (algorithm != NULL && dana_param_index(algorithm, name) >= 0) {
        if (dana_params_set_text(algorithm, params, name, text, &err) != DANA_OK) {
            api__refuse_value(r, err.message);
        }
    } else if (algorithm != NULL && strcmp(text, neutral) != 0) {
        snprintf(detail, sizeof(detail), "%s goes with the algorithm %s: no other one has it", name,
                 owner->id);
        api__refuse_value(r, detail);
    }
}
