#include "request/query.h"

#include "dana/algorithm.h"
#include "dana/text.h"
#include "request/members.h"
#include "json/values.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Longest name of an object that is read; no member has a longer one. */
#define NAME_SIZE 64

/* Objects that hold parameters, and the members that name the algorithm these are of. */
static const struct {
    const char *params;
    const char *algorithm;
    dana_kind kind;
} param_objects[] = {
    {"params", "algorithm", DANA_KIND_CONTENT},
    {"headline_params", "headline_algorithm", DANA_KIND_HEADLINE},
};

#define PARAM_OBJECTS (sizeof(param_objects) / sizeof(param_objects[0]))

/* A query that is being read. */
typedef struct {
    const api_parameter *parameters;
    size_t count;
    api__errors *errors;
    const dana_algorithm *algorithms[PARAM_OBJECTS]; /* that it names, else the defaults; NULL for
                                                        one that there is not */
} query;

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

        api__push(&list, json_stringn(value, (size_t)(stop - value)));
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
    if (strlen(value) < length) {
        return json_stringn(value, length);
    }
    if (is_integer(value)) {
        return json_integer(strtoll(value, NULL, 10));
    }
    if (strcmp(value, "true") == 0 || strcmp(value, "false") == 0) {
        return json_boolean(value[0] == 't');
    }
    return json_stringn(value, length);
}

static void find_algorithms(query *q)
{
    for (size_t k = 0; k < PARAM_OBJECTS; k++) {
        q->algorithms[k] = dana_algorithm_default(param_objects[k].kind);
        for (size_t i = 0; i < q->count; i++) {
            const api_parameter *p = &q->parameters[i];

            if (strcmp(p->name, param_objects[k].algorithm) == 0) {
                q->algorithms[k] = dana_algorithm_find(param_objects[k].kind, p->value,
                                                       p->value_length);
            }
        }
    }
}

/* Whether a parameter of an algorithm is a string however it looks: smoothing=3, blocks=2005. */
static bool is_text_param(const query *q, const char *object, const char *member)
{
    for (size_t k = 0; k < PARAM_OBJECTS; k++) {
        const dana_algorithm *algorithm = q->algorithms[k];

        if (algorithm == NULL || strcmp(param_objects[k].params, object) != 0) {
            continue;
        }
        int index = dana_param_index(algorithm, member);

        return index >= 0 && (algorithm->params[index].type == DANA_PARAM_CHOICE ||
                              algorithm->params[index].type == DANA_PARAM_TEXT);
    }
    return false;
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

static void refuse(const query *q, const char *pointer, const char *name, const char *detail)
{
    api__error_add(q->errors, "invalid-request", pointer, "the query's %.100s %s", name, detail);
}

/* Where a parameter's name leads: to a member of the request, of its options, or of an object. */
typedef struct {
    const char *member;
    bool in_options;
    bool in_object;         /* in an object of these */
    char object[NAME_SIZE]; /* its name */
} destination;

static destination destination_of(const char *name)
{
    destination to = {.member = name, .in_options = !is_top_member(name)};
    const char *dot = strchr(name, '.');

    if (dot != NULL && (size_t)(dot - name) < sizeof(to.object)) {
        memcpy(to.object, name, (size_t)(dot - name));
        to.in_object = true;
        to.member = dot + 1;
    }
    return to;
}

static void refuse_member(const query *q, const char *name, const destination *to,
                          const char *detail)
{
    char object[API__POINTER_SIZE];
    char pointer[API__POINTER_SIZE];
    const char *parent = to->in_options ? "#/options" : "#";

    if (to->in_object) {
        api__make_pointer(object, parent, to->object);
        parent = object;
    }
    api__make_pointer(pointer, parent, to->member);
    refuse(q, pointer, name, detail);
}

static json_t *make_value(const query *q, const api_parameter *p, const destination *to)
{
    if (!to->in_options && strcmp(to->member, "include") == 0) {
        return list_value(p->value, p->value_length);
    }
    if (to->in_object && is_text_param(q, to->object, to->member)) {
        return json_stringn(p->value, p->value_length);
    }
    return scalar_value(p->value, p->value_length);
}

/* Puts a value where its name leads. Returns false where memory ran out. */
static bool put(const query *q, json_t *root, const api_parameter *p)
{
    destination to = destination_of(p->name);

    if (dana_utf8_valid_length(p->value, p->value_length) < p->value_length) {
        refuse_member(q, p->name, &to, "is not UTF-8");
        return true;
    }
    json_t *object = to.in_options ? object_in(root, "options") : root;

    if (object != NULL && to.in_object) {
        object = object_in(object, to.object);
    }
    if (object == NULL) {
        return false;
    }
    if (!json_is_object(object) || json_object_get(object, to.member) != NULL) {
        refuse_member(q, p->name, &to, "stands there twice");
        return true;
    }
    return json_object_set_new(object, to.member, make_value(q, p, &to)) == 0;
}

json_t *api__query_json(const api_parameter *parameters, size_t count, api__errors *errors)
{
    query q = {.parameters = parameters, .count = count, .errors = errors};
    json_t *root = json_object();

    errors->failed |= root == NULL;
    find_algorithms(&q);
    for (size_t i = 0; i < count && !errors->failed; i++) {
        const api_parameter *p = &parameters[i];
        size_t name_length = strlen(p->name);

        if (dana_utf8_valid_length(p->name, name_length) < name_length) {
            refuse(&q, "#", "name", "is not UTF-8");
        } else {
            errors->failed |= !put(&q, root, p);
        }
    }
    return root;
}
