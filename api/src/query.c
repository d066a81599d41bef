#include "query.h"

#include "dana/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Longest name of a member that is looked at; no member's is longer. */
#define NAME_SIZE 64

/* Parameters that are members of the request itself. */
static const char *const top_members[] = {"url", "base_url", "include"};

static bool is_top_member(const char *name)
{
    for (size_t i = 0; i < sizeof(top_members) / sizeof(top_members[0]); i++) {
        if (strcmp(top_members[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/* "text,ranges" as an array; nothing at all is an empty one. */
static json_t *list_value(const char *value, size_t length)
{
    json_t *list = json_array();
    const char *end = value + length;

    while (value < end) {
        const char *comma = memchr(value, ',', (size_t)(end - value));
        const char *stop = comma != NULL ? comma : end;

        if (json_array_append_new(list, json_stringn(value, (size_t)(stop - value))) != 0) {
            json_decref(list);
            return NULL;
        }
        value = stop + 1;
    }
    return list;
}

static bool is_integer(const char *value)
{
    size_t sign = value[0] == '-';
    size_t digits = strspn(value + sign, "0123456789");

    return digits > 0 && digits < 19 && value[sign + digits] == '\0';
}

static json_t *scalar_value(const char *value, size_t length)
{
    if (strlen(value) == length && is_integer(value)) {
        return json_integer(strtoll(value, NULL, 10));
    }
    if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0) {
        return json_boolean(value[0] == 't');
    }
    return json_stringn(value, length);
}

/* Returns the object called `name` in `parent`, made where it is missing; borrowed. */
static json_t *object_in(json_t *parent, const char *name)
{
    json_t *object = json_object_get(parent, name);

    if (object == NULL && json_object_set_new(parent, name, json_object()) == 0) {
        object = json_object_get(parent, name);
    }
    return object;
}

static void refuse(api__errors *errors, const char *name, const char *detail)
{
    api__error_add(errors, "invalid-request", "#", "the query's %.100s %s", name, detail);
}

/* Puts a value where its name leads. Returns false where memory ran out. */
static bool place(json_t *root, const api_parameter *p, api__errors *errors)
{
    char name[NAME_SIZE];
    json_t *object = root;
    const char *member = p->name;
    const char *dot = strchr(member, '.');

    if (!is_top_member(member)) {
        object = object_in(root, "options");
    }
    if (dot != NULL && (size_t)(dot - member) < sizeof(name)) {
        memcpy(name, member, (size_t)(dot - member));
        name[dot - member] = '\0';
        object = object_in(object, name);
        member = dot + 1;
    }
    if (object == NULL) {
        return false;
    }
    if (!json_is_object(object) || json_object_get(object, member) != NULL) {
        refuse(errors, p->name, "stands there twice");
        return true;
    }
    json_t *value = strcmp(member, "include") == 0 && object == root
                        ? list_value(p->value, p->value_length)
                        : scalar_value(p->value, p->value_length);

    return json_object_set_new(object, member, value) == 0;
}

json_t *api__query_json(const api_parameter *parameters, size_t count, api__errors *errors)
{
    json_t *root = json_object();
    bool fine = root != NULL;

    for (size_t i = 0; i < count && fine; i++) {
        const api_parameter *p = &parameters[i];
        size_t name_length = strlen(p->name);

        if (dana_utf8_valid_length(p->name, name_length) < name_length) {
            refuse(errors, "name", "is not UTF-8");
        } else if (dana_utf8_valid_length(p->value, p->value_length) < p->value_length) {
            refuse(errors, p->name, "is not UTF-8");
        } else {
            fine = place(root, p, errors);
        }
    }
    if (!fine) {
        json_decref(root);
        return NULL;
    }
    return root;
}
