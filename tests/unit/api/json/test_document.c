/* JSON with long strings: what stands in the tree, and what beside it. fuzz_json compares with
 * jansson. */
#include "unit.h"

#include "support.h"
#include "json/document.h"

#include <stdio.h>

#define TEN "0123456789"
/* As many bytes as a long string has. */
#define LONG TEN TEN TEN TEN TEN TEN "0123"

static const char *const names[] = {"html", NULL};

/* Reads text that must be fine. */
static api__json read(dana_view text)
{
    api__json json;
    json_error_t error;

    if (!api__json_read(text, names, &json, &error)) {
        fail_msg("%s", error.text);
    }
    return json;
}

static dana_view html_of(const api__json *json)
{
    return api__json_text(json, json_object_get(json->root, "html"));
}

static void a_text_without_escapes_is_not_copied(void **state)
{
    dana_view text = copy_of("{\"html\": \"" LONG "\"}");
    api__json json = read(text);

    (void)state;
    assert_ptr_equal(html_of(&json).data, text.data + 10);
    assert_int_equal(html_of(&json).length, strlen(LONG));
    assert_null(json.strings.texts.data);
    api__json_clear(&json);
    free_view(text);
}

static void a_text_is_unescaped(void **state)
{
    static const struct {
        const char *json;
        const char *text;
    } rows[] = {
        {"\"" TEN "\"", TEN},
        {"\"" LONG "\"", LONG},
        {"\"" LONG "\\\"\\\\\\/\\b\\f\\n\\r\\t\"", LONG "\"\\/\b\f\n\r\t"},
        {"\"\\u0041\\u06a9\\u20AC\\ud83d\\ude00" LONG "\"", "A\u06a9\u20ac\U0001F600" LONG},
        {"\"\\ud83d" LONG "\\udE00\"", "\uFFFD" LONG "\uFFFD"},
        {"\"\u0633\\n\u0644\\\\n" LONG "\\\\\"", "\u0633\n\u0644\\n" LONG "\\"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char buffer[512];

        snprintf(buffer, sizeof(buffer), "{\"a\":[{\"b\":%s}],\"html\":%s}", rows[i].json,
                 rows[i].json);
        dana_view text = copy_of(buffer);
        api__json json = read(text);
        const json_t *inner = json_object_get(json_array_get(json_object_get(json.root, "a"), 0),
                                              "b");
        assert_view(html_of(&json), rows[i].text);
        assert_string_equal(json_string_value(inner), rows[i].text); /* this one is in the tree */
        assert_int_equal(json.surrogates_replaced, strstr(rows[i].text, "\uFFFD") != NULL);
        api__json_clear(&json);
        free_view(text);
    }
}

static void nobody_forges_a_placeholder(void **state)
{
    static const char forged[] = "------------------------------------------------0000000000000000";
    char buffer[512];

    (void)state;
    snprintf(buffer, sizeof(buffer), "[\"" LONG "\",\"%s\",\"%.63s\"]", forged, forged);
    dana_view text = copy_of(buffer);
    api__json json = read(text);
    assert_string_equal(json_string_value(json_array_get(json.root, 0)), LONG);
    assert_string_equal(json_string_value(json_array_get(json.root, 1)), forged);
    assert_memory_equal(json_string_value(json_array_get(json.root, 2)), forged, 64 - 1);
    api__json_clear(&json);
    free_view(text);
}

static void errors_are_where_they_are(void **state)
{
    static const struct {
        const char *json;
        const char *reason;
        int line;
        int column;
        int position;
    } rows[] = {
        {"[\"" LONG "\\n\u20ac\" x", "']' expected near 'x'", 1, 72, 74},
        {"[\"" LONG "\u20ac\",\n \"" LONG "\" x", "']' expected near 'x'", 2, 69, 141},
        {"[\"" LONG LONG "\n\"]", "unexpected newline", 1, 130, 130},
        {"[\"" LONG LONG "\\x\"]", "invalid escape", 1, 132, 132},
        {"[\"" LONG LONG "\xFF\"]", "unable to decode byte 0xff", 1, 130, 130},
        {"[\"" LONG LONG, "premature end of input", 1, 130, 130},
        {"{\"a\":\"" LONG "\",\"a\":\"" LONG "\"}", "duplicate object key near '\"a\"'", 1, 75, 75},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        dana_view text = copy_of(rows[i].json);
        api__json json;
        json_error_t error;
        assert_false(api__json_read(text, names, &json, &error));
        assert_string_equal(error.text, rows[i].reason);
        assert_int_equal(error.line, rows[i].line);
        assert_int_equal(error.column, rows[i].column);
        assert_int_equal(error.position, rows[i].position);
        free_view(text);
    }
}

/* jansson itself takes a NUL that stands behind a number. */
static void a_nul_is_no_json(void **state)
{
    static const struct {
        dana_view json;
        const char *reason;
        int line;
        int column;
    } rows[] = {
        {BYTES("{\"a\": 1\0}"), "a NUL byte is no JSON", 1, 8},
        {BYTES("[1,\n 2\0]"), "a NUL byte is no JSON", 2, 3},
        {BYTES("1\0"), "a NUL byte is no JSON", 1, 2},
        {BYTES("\0"), "a NUL byte is no JSON", 1, 1},
        {BYTES("[\"\u20ac\0\"]"), "a NUL byte is no JSON", 1, 4},
        {BYTES("[\"" LONG "\\n\0\"]"), "a NUL byte is no JSON", 1, 69},
        {BYTES("[\"" LONG "\", 1\0]"), "a NUL byte is no JSON", 1, 71},
        {BYTES("[1}\0"), "']' expected near '}'", 1, 3},
        {BYTES("1\0\"\\udddd" LONG "\x9B\""), "a NUL byte is no JSON", 1, 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        api__json json;
        json_error_t error;
        assert_false(api__json_read(rows[i].json, names, &json, &error));
        assert_string_equal(error.text, rows[i].reason);
        assert_int_equal(error.line, rows[i].line);
        assert_int_equal(error.column, rows[i].column);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_without_escapes_is_not_copied),
        cmocka_unit_test(a_text_is_unescaped),
        cmocka_unit_test(nobody_forges_a_placeholder),
        cmocka_unit_test(errors_are_where_they_are),
        cmocka_unit_test(a_nul_is_no_json),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
