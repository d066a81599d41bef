/* Objects read by tables of members. */
#include "unit.h"

#include "request/members.h"

#include <stdlib.h>

typedef struct {
    const char *text;
    size_t name;
    size_t read;
} thing;

static const char *name_at(size_t index)
{
    static const char *const names[] = {"one", "two"};

    return index < 2 ? names[index] : NULL;
}

static void read_text(const api__reading *r, const json_t *value)
{
    thing *t = r->target;

    t->text = json_string_value(value);
    t->read++;
}

static void read_any(const api__reading *r, const json_t *value)
{
    thing *t = r->target;

    (void)value;
    t->read++;
}

static void read_name(const api__reading *r, const json_t *value)
{
    thing *t = r->target;

    api__read_name(r, value, name_at, "name must be one of", &t->name);
}

static const api__member members[] = {
    {"text", API__STRING, read_text},  {"name", API__STRING, read_name},
    {"list", API__ARRAY, read_any},    {"number", API__INTEGER, read_any},
    {"truth", API__BOOLEAN, read_any}, {"object", API__OBJECT, read_any},
    {NULL, API__STRING, NULL},
};

/* Reads a body; returns its errors as text, owned. */
static char *errors_of(const char *body, thing *t)
{
    json_t *root = json_loads(body, JSON_DECODE_ANY, NULL);
    api__errors errors = {0};

    api__read_root(t, root, members, &errors);
    char *text = json_dumps(errors.list != NULL ? errors.list : json_null(),
                            JSON_COMPACT | JSON_ENCODE_ANY);

    json_decref(root);
    api__errors_clear(&errors);
    return text;
}

static void members_are_read_by_their_types(void **state)
{
    static const struct {
        const char *body;
        const char *errors;
        size_t read;
    } rows[] = {
        {"{}", "null", 0},
        {"{\"text\":null,\"list\":[],\"number\":3,\"truth\":false,\"object\":{}}", "null", 4},
        {"{\"number\":3.5}",
         "[{\"pointer\":\"#/number\",\"detail\":\"number must be an integer\"}]", 0},
        {"{\"truth\":1}", "[{\"pointer\":\"#/truth\",\"detail\":\"truth must be true or false\"}]",
         0},
        {"{\"name\":\"two\"}", "null", 0},
        {"{\"name\":\"three\"}",
         "[{\"pointer\":\"#/name\",\"detail\":\"name must be one of one, two\"}]", 0},
        {"{\"a/b~\":1}",
         "[{\"pointer\":\"#/a~1b~0\",\"detail\":\"There is no member \\\"a/b~\\\"\"}]", 0},
        {"[]", "[{\"pointer\":\"#\",\"detail\":\"the body must be a JSON object\"}]", 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        thing t = {.name = 0};
        char *errors = errors_of(rows[i].body, &t);

        assert_string_equal(errors, rows[i].errors);
        assert_int_equal(t.read, rows[i].read);
        free(errors);
    }
}

static void pointers_have_no_half_names(void **state)
{
    char name[2 * API__POINTER_SIZE];
    char pointer[API__POINTER_SIZE];

    (void)state;
    api__make_index_pointer(pointer, "#/list", 12);
    assert_string_equal(pointer, "#/list/12");
    memset(name, 'x', sizeof(name) - 1);
    name[sizeof(name) - 1] = '\0';
    api__make_pointer(pointer, "#/list", name);
    assert_string_equal(pointer, "#/list");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_read_by_their_types),
        cmocka_unit_test(pointers_have_no_half_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
