/* Bounded text and JSON escapes. */
#include "../unit.h"

#include "text.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes),
        cmocka_unit_test(keeps_within_its_storage),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
