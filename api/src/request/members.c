#include "request/members.h"

#include "json/buffer.h"
#include "json/values.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned kinds; /* bits by json_type */
} types[] = {
    [API__STRING] = {"a string", 1u << JSON_STRING},
    [API__ARRAY] = {"an array", 1u << JSON_ARRAY},
    [API__OBJECT] = {"an object", 1u << JSON_OBJECT},
    [API__INTEGER] = {"an integer", 1u << JSON_INTEGER},
    [API__STRING_OR_ARRAY] = {"a string or an array of strings",
                              1u << JSON_STRING | 1u << JSON_ARRAY},
    [API__BOOLEAN] = {"true or false", 1u << JSON_TRUE | 1u << JSON_FALSE},
};

void api__refuse(api__errors *errors, const char *pointer, const char *detail)
{
    api__error_add(errors, "invalid-request", pointer, "%s", detail);
}

void api__refuse_value(const api__reading *r, const char *detail)
{
    api__refuse(r->errors, r->pointer, detail);
}

void api__refuse_unknown(api__errors *errors, const char *parent, const char *name)
{
    char pointer[API__POINTER_SIZE];

    api__make_pointer(pointer, parent, name);
    api__error_add(errors, "unknown-member", pointer, "There is no member \"%.100s\"", name);
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

void api__make_index_pointer(char out[API__POINTER_SIZE], const char *parent, size_t index)
{
    char name[24];

    snprintf(name, sizeof(name), "%zu", index);
    api__make_pointer(out, parent, name);
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

void api__read_members(void *target, const json_t *object, const char *parent,
                       const api__member *members, api__errors *errors)
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
        if ((types[m->type].kinds & 1u << json_typeof(value)) == 0) {
            api__error_add(errors, "invalid-request", pointer, "%s must be %s", m->name,
                           types[m->type].name);
        } else {
            m->read(&(api__reading){target, pointer, errors}, value);
        }
    }
    json_object_foreach((json_t *)(size_t)object, name, value)
    {
        if (find_member(members, name) == NULL) {
            api__refuse_unknown(errors, parent, name);
        }
    }
}

void api__read_root(void *target, const json_t *root, const api__member *members,
                    api__errors *errors)
{
    if (json_is_object(root)) {
        api__read_members(target, root, "#", members, errors);
    } else {
        api__refuse(errors, "#", API__NO_OBJECT);
    }
}

/* The error of a name that is none of those there are. */
static void refuse_name(const api__reading *r, const char *(*name_at)(size_t index),
                        const char *rule)
{
    api__buffer detail = {0};

    api__append_string(&detail, rule);
    for (size_t i = 0; name_at(i) != NULL; i++) {
        api__append_string(&detail, i > 0 ? ", " : " ");
        api__append_string(&detail, name_at(i));
    }
    api__append(&detail, "", 1);
    api__refuse_value(r, detail.failed ? rule : detail.data);
    api__buffer_clear(&detail);
}

bool api__read_name(const api__reading *r, const json_t *value,
                    const char *(*name_at)(size_t index), const char *rule, size_t *index)
{
    dana_view name = api__view_of(value);

    for (size_t i = 0; name.data != NULL && name_at(i) != NULL; i++) {
        if (strlen(name_at(i)) == name.length && memcmp(name_at(i), name.data, name.length) == 0) {
            *index = i;
            return true;
        }
    }
    refuse_name(r, name_at, rule);
    return false;
}
