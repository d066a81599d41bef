#include "request/members.h"

#include <stdio.h>
#include <string.h>

bool api__is_string(const json_t *value)
{
    return json_is_string(value);
}

bool api__is_array(const json_t *value)
{
    return json_is_array(value);
}

bool api__is_object(const json_t *value)
{
    return json_is_object(value);
}

bool api__is_integer(const json_t *value)
{
    return json_is_integer(value);
}

bool api__is_boolean(const json_t *value)
{
    return json_is_boolean(value);
}

void api__refuse(api__reader *r, const char *pointer, const char *detail)
{
    api__error_add(&r->errors, "invalid-request", pointer, "%s", detail);
}

void api__make_pointer(char out[API__POINTER_SIZE], const char *parent, const char *name)
{
    size_t parent_length = strlen(parent);
    size_t used = (size_t)snprintf(out, API__POINTER_SIZE, "%s/", parent);

    for (; *name != '\0'; name++) {
        if (used + 3 >= API__POINTER_SIZE) {
            out[parent_length] = '\0';
            return;
        }
        if (*name == '~' || *name == '/') {
            out[used++] = '~';
            out[used++] = *name == '~' ? '0' : '1';
        } else {
            out[used++] = *name;
        }
    }
    out[used] = '\0';
}

static const api__member *find_member(const api__member *members, const char *name)
{
    for (; members->name != NULL; members++) {
        if (strcmp(members->name, name) == 0) {
            return members;
        }
    }
    return NULL;
}

void api__read_members(api__reader *r, const json_t *object, const char *parent,
                       const api__member *members)
{
    char pointer[API__POINTER_SIZE];
    const char *name;
    json_t *value;

    for (const api__member *m = members; m->name != NULL; m++) {
        value = json_object_get(object, m->name);
        if (value == NULL || json_is_null(value)) {
            continue;
        }
        api__make_pointer(pointer, parent, m->name);
        if (!m->has_type(value)) {
            api__error_add(&r->errors, "invalid-request", pointer, "%s must be %s", m->name,
                           m->type_name);
        } else {
            m->read(r, value, pointer);
        }
    }
    json_object_foreach((json_t *)(size_t)object, name, value)
    {
        if (find_member(members, name) == NULL) {
            api__make_pointer(pointer, parent, name);
            api__error_add(&r->errors, "unknown-member", pointer, "There is no member \"%.100s\"",
                           name);
        }
    }
}

size_t api__find_name(const char *(*name_at)(size_t index), const json_t *value)
{
    const char *name = json_string_value(value);
    size_t length = json_string_length(value);
    size_t i = 0;

    while (name_at(i) != NULL && (name == NULL || strlen(name_at(i)) != length ||
                                  memcmp(name_at(i), name, length) != 0)) {
        i++;
    }
    return i;
}
