/* Bounded text and JSON escapes. */
#include "unit.h"

#include "base/text.h"

#include <limits.h>
#include <stdio.h>

static void escapes(void **state)
{
    static const char *const cases[][2] = {
        {"", "\"\""},
        {"a/b", "\"a/b\""},
        {"\"\\\b\f\n\r\t", "\"\\\"\\\\\\b\\f\\n\\r\\t\""},
        {"\x01\x1f\x7f", "\"\\u0001\\u001f\\u007f\""},
        {"\xd8\xb9\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xd8\xb9\xe2\x82\xac\xf0\x9f\x98\x80\""},
        {"a\xff"
         "b\xc3",
         "\"a\xef\xbf\xbd"
         "b\xef\xbf\xbd\""},
        {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
        {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},
    };
    char storage[128];
    svc_text text;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        svc_text_init(&text, storage, sizeof storage);
        svc_text_add_json(&text, cases[i][0]);
        assert_string_equal(storage, cases[i][1]);
        assert_false(text.overflow);
    }
}

static void keeps_within_its_storage(void **state)
{
    char storage[8];
    svc_text text;

    (void)state;
    svc_text_init(&text, storage, sizeof storage);
    svc_text_add_json(&text, "abcdefghij");
    assert_string_equal(storage, "\"abcde\"");
    assert_true(text.overflow);
    svc_text_init(&text, storage, sizeof storage);
    svc_text_add_json(&text, "abcd\n");
    assert_string_equal(storage, "\"abcd\"");
    svc_text_init(&text, storage, sizeof storage);
    svc_text_add(&text, "1234567");
    assert_false(text.overflow);
    svc_text_add(&text, "8");
    assert_true(text.overflow);
    assert_string_equal(storage, "1234567");
}

static void expect_number(svc_text *text, const char *storage, const char *wanted)
{
    assert_string_equal(storage, wanted);
    text->length = 0;
}

static void writes_numbers(void **state)
{
    static const long long integers[] = {0, 7, -1, 10, LLONG_MAX, LLONG_MIN};
    static const double decimals[] = {0.0,  -0.0, 0.0004,   0.0006, 0.9996, 1.23456,    12.3,
                                      -1.5, 1e6,  219.9994, 0.0625, 9e12,   1234567.891};
    char storage[64];
    char wanted[64];
    svc_text text;

    (void)state;
    svc_text_init(&text, storage, sizeof storage);
    for (size_t i = 0; i < sizeof integers / sizeof integers[0]; i++) {
        snprintf(wanted, sizeof wanted, "%lld", integers[i]);
        svc_text_add_integer(&text, integers[i]);
        expect_number(&text, storage, wanted);
    }
    for (size_t i = 0; i < sizeof decimals / sizeof decimals[0]; i++) {
        double value = decimals[i] == 0.0625 ? 0.063 : decimals[i]; /* halves are rounded up */
        snprintf(wanted, sizeof wanted, "%.3f", value == 0.0 ? 0.0 : value);
        svc_text_add_decimal(&text, decimals[i]);
        expect_number(&text, storage, wanted);
    }
    svc_text_init(&text, storage, 5);
    svc_text_add_decimal(&text, 1.5);
    assert_string_equal(storage, "");
    assert_true(text.overflow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes),
        cmocka_unit_test(keeps_within_its_storage),
        cmocka_unit_test(writes_numbers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
