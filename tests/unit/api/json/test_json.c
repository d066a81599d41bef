/* JSON text: values found and written, surrogates, base64; the buffer below. */
#include "unit.h"

#include "common.h"
#include "support.h"
#include "json/base64.h"
#include "json/locate.h"
#include "json/surrogates.h"
#include "json/values.h"
#include "json/writer.h"

#include <math.h>
#include <stdlib.h>

static void values_are_found(void **state)
{
    static const struct {
        const char *text;
        const char *value; /* NULL: broken */
    } cases[] = {
        {" 12 ", "12"},
        {"true,", "true"},
        {"-1.5e3]", "-1.5e3"},
        {"\"a\"x", "\"a\""},
        {"\"\\\"\"", "\"\\\"\""},
        {"\"\\\\\"x", "\"\\\\\""},
        {"\"\\\\\\\"\" ", "\"\\\\\\\"\""},
        {"\"]}{[\"", "\"]}{[\""},
        {"[1,[2],{}] 3", "[1,[2],{}]"},
        {"{\"a\":\"}\"}", "{\"a\":\"}\"}"},
        {"[{]}", "[{]}"}, /* whoever parses it finds out */
        {"", NULL},
        {"  ", NULL},
        {"\"a", NULL},
        {"\"a\\\"", NULL},
        {"[1", NULL},
        {"{\"a\":\"", NULL},
        {"{\"]}", NULL},
        {",", NULL},
        {"]", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana_view text = copy_of(cases[i].text);
        api__locator locator = api__locate_begin(text);
        dana_view value;
        api__locate_step step = api__locate_value(&locator, &value);

        assert_int_equal(step, cases[i].value != NULL ? API__LOCATE_FOUND : API__LOCATE_BROKEN);
        if (cases[i].value != NULL) {
            assert_view(value, cases[i].value);
        }
        free_view(text);
    }
}

/* Steps through an array. Returns how it ended; *count elements were found. */
static api__locate_step walk(dana_view text, size_t *count)
{
    api__locator locator = api__locate_begin(text);
    dana_view value;
    api__locate_step step = API__LOCATE_FOUND;

    assert_true(api__locate_open(&locator, '['));
    for (*count = 0; step == API__LOCATE_FOUND; *count += step == API__LOCATE_FOUND) {
        step = api__locate_element(&locator, &value);
    }
    return step;
}

static void elements_are_separated(void **state)
{
    static const struct {
        const char *text;
        size_t count;
        api__locate_step end;
    } cases[] = {
        {"[]", 0, API__LOCATE_CLOSED},    {" [ ] ", 0, API__LOCATE_CLOSED},
        {"[1]", 1, API__LOCATE_CLOSED},   {"[1 , \"a,]\" , [2,3]\n]", 3, API__LOCATE_CLOSED},
        {"[1,]", 1, API__LOCATE_BROKEN},  {"[,1]", 0, API__LOCATE_BROKEN},
        {"[1 2]", 1, API__LOCATE_BROKEN}, {"[1", 1, API__LOCATE_BROKEN},
        {"[1}", 1, API__LOCATE_BROKEN},   {"[", 0, API__LOCATE_BROKEN},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana_view text = copy_of(cases[i].text);
        size_t count;

        assert_int_equal(walk(text, &count), cases[i].end);
        assert_int_equal(count, cases[i].count);
        free_view(text);
    }
}

static void members_have_names(void **state)
{
    static const char *const broken[] = {"{a:1}",    "{\"a\"}",    "{\"a\" 1}",
                                         "{\"a\":}", "{\"a\":1,}", "{\"a\":1",
                                         "{1:2}",    "{\"a\"",     "{\"a\":1]"};
    dana_view text = copy_of("{ \"a\" : 1 , \"b:}\":{\"c\":[]} } x");
    api__locator locator = api__locate_begin(text);
    dana_view name;
    dana_view value;

    (void)state;
    assert_false(api__locate_open(&locator, '['));
    assert_true(api__locate_open(&locator, '{'));
    assert_int_equal(api__locate_member(&locator, &name, &value), API__LOCATE_FOUND);
    assert_view(name, "\"a\"");
    assert_view(value, "1");
    assert_int_equal(api__locate_member(&locator, &name, &value), API__LOCATE_FOUND);
    assert_view(name, "\"b:}\"");
    assert_view(value, "{\"c\":[]}");
    assert_int_equal(api__locate_member(&locator, &name, &value), API__LOCATE_CLOSED);
    assert_false(api__locate_at_end(&locator));
    free_view(text);
    for (size_t i = 0; i < sizeof(broken) / sizeof(broken[0]); i++) {
        api__locate_step step = API__LOCATE_FOUND;
        text = copy_of(broken[i]);
        locator = api__locate_begin(text);
        assert_true(api__locate_open(&locator, '{'));
        while (step == API__LOCATE_FOUND) {
            step = api__locate_member(&locator, &name, &value);
        }
        assert_int_equal(step, API__LOCATE_BROKEN);
        free_view(text);
    }
}

static const struct {
    const char *text;
    const char *replaced; /* NULL: nothing to replace */
} surrogates[] = {
    {"", NULL},
    {"no escape \\n \\\" \\u0041", NULL},
    {"\\ud83d\\ude00", NULL},
    {"\\\\ud800", NULL},
    {"\\ud80", NULL},
    {"\\ud8zz", NULL},
    {"\\", NULL},
    {"\\ud800", "\\ufffd"},
    {"\\uDFFF", "\\ufffd"},
    {"a\\ud83db", "a\\ufffdb"},
    {"\\ude00\\ud83d", "\\ufffd\\ufffd"},
    {"\\ud83d\\ud83d\\ude00", "\\ufffd\\ud83d\\ude00"},
    {"\\ud83d\\ude00\\ude00", "\\ud83d\\ude00\\ufffd"},
    {"\\\\\\ud800", "\\\\\\ufffd"},
    {"\\ud800\\\\udc00", "\\ufffd\\\\udc00"},
};

static void lone_surrogates_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(surrogates) / sizeof(surrogates[0]); i++) {
        const char *expected = surrogates[i].replaced;
        size_t length = strlen(surrogates[i].text);
        char *given = malloc(length + 1); /* of its own, so that ASan sees a read beyond it */
        char *copy = NULL;

        memcpy(given, surrogates[i].text, length);
        given = realloc(given, length > 0 ? length : 1);
        assert_int_equal(api__replace_surrogates(given, length, &copy), expected != NULL);
        if (expected != NULL) {
            assert_memory_equal(copy, expected, length);
        } else {
            assert_null(copy);
        }
        free(copy);
        free(given);
    }
}

static void base64_is_decoded_strictly(void **state)
{
    static const struct {
        const char *text;
        const char *bytes; /* NULL: wrong */
        size_t position;
    } rows[] = {
        {"", "", 0},           {"TQ==", "M", 0},        {"TWE=", "Ma", 0},  {"TWFu", "Man", 0},
        {"T W\nFu", "Man", 0}, {"TWFuTQ==", "ManM", 0}, {"TQ", NULL, 2},    {"T", NULL, 1},
        {"TQ=", NULL, 3},      {"TQ===", NULL, 4},      {"TWFu=", NULL, 4}, {"TW-u", NULL, 2},
        {"TQ==TQ==", NULL, 4}, {"=", NULL, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char *bytes;
        size_t length;
        size_t position;
        bool fine = api__base64_decode(rows[i].text, strlen(rows[i].text), &bytes, &length,
                                       &position);

        assert_int_equal(fine, rows[i].bytes != NULL);
        if (fine) {
            assert_int_equal(length, strlen(rows[i].bytes));
            assert_memory_equal(bytes, rows[i].bytes, length);
        } else {
            assert_int_equal(position, rows[i].position);
        }
        free(bytes);
    }
}

static void a_buffer_grows(void **state)
{
    api__buffer buffer = {0};

    (void)state;
    for (int i = 0; i < 3000; i++) {
        api__append_format(&buffer, "%d,", i % 10);
        api__append_view(&buffer, (dana_view){"xyz", 2});
    }
    assert_false(buffer.failed);
    assert_int_equal(buffer.length, 12000);
    assert_memory_equal(buffer.data + 11996, "9,xy", 4);
    assert_true(buffer.capacity > buffer.length);
    api__buffer_clear(&buffer);
    assert_null(buffer.data);
}

static void a_buffer_that_failed_stays_empty(void **state)
{
    api__buffer buffer = {0};

    (void)state;
    api__append_string(&buffer, "text");
    api__buffer_fail(&buffer);
    api__append_string(&buffer, "more");
    assert_true(buffer.failed);
    assert_null(buffer.data);
    assert_false(api__reserve(&buffer, 0));
}

static void a_writer_escapes_and_separates(void **state)
{
    static const char expected[] = "{\"a\":\"\\u0001\\\"\\\\\\n\xc3\xa4\",\"b\":[0,-1,"
                                   "-9223372036854775808,{}],\"c\":null}";
    api__writer writer = {0};

    (void)state;
    api__write_begin(&writer, NULL);
    api__write_text(&writer, "a", (dana_view){"\x01\"\\\n\xc3\xa4", 6});
    api__write_begin_array(&writer, "b");
    api__write_integer(&writer, 0);
    api__write_integer(&writer, -1);
    api__write_integer(&writer, INT64_MIN);
    api__write_begin(&writer, NULL);
    api__write_end(&writer);
    api__write_end_array(&writer);
    api__write_value(&writer, "c", json_null());
    api__write_end(&writer);
    assert_int_equal(writer.buffer.length, sizeof(expected) - 1);
    assert_memory_equal(writer.buffer.data, expected, sizeof(expected) - 1);
    api__write_value(&writer, "d", NULL);
    assert_true(writer.buffer.failed);
}

/* Numbers about each power of ten, of both signs, as printf(3) writes them. */
static void integers_are_written_as_printf_does(void **state)
{
    int64_t power = 1;

    (void)state;
    for (int digits = 0; digits < 19; digits++, power *= digits < 19 ? 10 : 1) {
        for (int64_t near = -12; near <= 12; near++) {
            for (int64_t sign = -1; sign <= 1; sign += 2) {
                int64_t number = sign * (power + near);
                api__writer writer = {.separate = true};
                char expected[32];

                snprintf(expected, sizeof(expected), ",%lld", (long long)number);
                api__write_integer(&writer, number);
                assert_int_equal(writer.buffer.length, strlen(expected));
                assert_memory_equal(writer.buffer.data, expected, strlen(expected));
                api__buffer_clear(&writer.buffer);
            }
        }
    }
}

/* Adds a number as printf writes it, and a comma. */
static void append_printed(api__buffer *out, int32_t number)
{
    api__append_format(out, "%ld,", (long)number);
}

/* A row with a number in it. */
typedef struct {
    int32_t before;
    int32_t number;
    char after[3];
} row;

static void check_column(const row *rows, size_t count)
{
    api__writer writer = {0};
    api__buffer expected = {0};

    api__append(&expected, "[", 1);
    for (size_t i = 0; i < count; i++) {
        append_printed(&expected, rows[i].number);
    }
    expected.length -= count > 0;
    api__append(&expected, "]", 1);
    api__write_column(&writer, NULL, &rows->number, sizeof(*rows), count);
    assert_int_equal(writer.buffer.length, expected.length);
    assert_memory_equal(writer.buffer.data, expected.data, expected.length);
    api__buffer_clear(&writer.buffer);
    api__buffer_clear(&expected);
}

/* Columns of structs against printf(3): all numbers of up to five digits, others, any count. */
static void columns_are_written_as_printf_does(void **state)
{
    static row rows[220000] = {{.number = INT32_MIN}, {.number = INT32_MAX}};
    uint32_t random = 7;
    size_t count = 2;

    (void)state;
    for (int32_t number = -100000; number <= 100000; number++) {
        rows[count++].number = number;
    }
    while (count < COUNT_OF(rows)) {
        random = random * 1664525u + 1013904223u;
        rows[count++].number = (int32_t)random >> (random >> 8) % 31;
    }
    check_column(rows, COUNT_OF(rows));
    for (count = 0; count < 200; count++) {
        check_column(rows, count);
    }
}

/* A number of any size around those that are written without jansson, mostly within. */
static double random_real(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    uint64_t bits = *state;
    double size = ldexp((double)(bits >> 11), (int)((bits >> 3) % 36) - 66);

    return bits % 8 == 0 ? -size : size;
}

/* Reals with three places, of any and others, as jansson writes them with ten digits. */
static void reals_are_written_as_jansson_does(void **state)
{
    static const double others[] = {
        0.0, -0.0, .0005, .001, .0015, 1.0 / 3, 1e6, 999999, 999999.999, 1e15, 1e16, 1e-9, -1.5,
        2.5e-4, 1e300, 123456.7891, .1 + .2, 0.99820789, 1234.5678,
        /* ties, what is rounded to a power of ten, and neighbours of powers */
        100000.03125, 100000.09375, -524288.15625, 9.99999999995, 9.99999999994, 999999.99999999,
        -.99999999999, .0099999999999, 1e5, 1e-2, 0.1, 1.0, 10.0, 100.0, 1000.0, 10000.0,
        0.0009999999999999999, 0.009999999999999998, 0.09999999999999999, 0.9999999999999999,
        99999.99999999999, 999999.9999999999};
    uint64_t random = 3;

    (void)state;
    for (size_t i = 0; i < 40000; i++) {
        double number = random_real(&random);
        api__writer writer = {0};

        number = i % 2 == 0 ? round(number * 1e3) / 1e3 : number;

        number = i < COUNT_OF(others) ? others[i] : number;
        json_t *value = json_real(number);
        char *expected = json_dumps(value, JSON_ENCODE_ANY | JSON_REAL_PRECISION(10));

        api__write_real(&writer, NULL, number);
        assert_int_equal(writer.buffer.length, strlen(expected));
        assert_memory_equal(writer.buffer.data, expected, strlen(expected));
        api__buffer_clear(&writer.buffer);
        free(expected);
        json_decref(value);
    }
}

static void lists_without_a_value_are_none(void **state)
{
    json_t *list = json_array();
    json_t *object = json_object();

    (void)state;
    api__push(&list, json_integer(1));
    assert_int_equal(json_array_size(list), 1);
    api__push(&list, NULL);
    assert_null(list);
    api__push(&list, json_integer(2));
    assert_null(list);
    api__set(&object, "a", json_true());
    assert_int_equal(json_object_size(object), 1);
    api__set(&object, "b", NULL);
    assert_null(object);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_found),
        cmocka_unit_test(elements_are_separated),
        cmocka_unit_test(members_have_names),
        cmocka_unit_test(lone_surrogates_are_found),
        cmocka_unit_test(base64_is_decoded_strictly),
        cmocka_unit_test(a_buffer_grows),
        cmocka_unit_test(a_buffer_that_failed_stays_empty),
        cmocka_unit_test(a_writer_escapes_and_separates),
        cmocka_unit_test(integers_are_written_as_printf_does),
        cmocka_unit_test(columns_are_written_as_printf_does),
        cmocka_unit_test(reals_are_written_as_jansson_does),
        cmocka_unit_test(lists_without_a_value_are_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
