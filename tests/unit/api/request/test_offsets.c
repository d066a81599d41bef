/* The cursors against naive references. */
#include "unit.h"

#include "request/offsets.h"

#include <stdbool.h>
#include <stdint.h>

#define TEXT "خبر 😀 عاجل\r\n\r\nname\rß é\n\n👩‍🚀\n\r"

static bool starts_character(const char *text, size_t byte)
{
    return ((unsigned char)text[byte] & 0xC0) != 0x80;
}

/* Units before byte `byte`, counted from the start. */
static size_t naive_offset(const char *text, api__offset_unit unit, size_t byte)
{
    size_t units = 0;

    for (size_t i = 0; i < byte; i++) {
        if (unit == API__UTF8) {
            units++;
        } else if (starts_character(text, i)) {
            units += unit == API__UTF16 && (unsigned char)text[i] >= 0xF0 ? 2 : 1;
        }
    }
    return units;
}

/* The line of byte `byte`, found by skipping one line end at a time. */
static size_t naive_line(const char *text, size_t byte)
{
    size_t line = 1;
    size_t i = 0;

    for (;;) {
        i += strcspn(text + i, "\r\n");
        i += strncmp(text + i, "\r\n", 2) == 0 ? 2 : 1;
        if (i > byte) {
            return line;
        }
        line++;
    }
}

static void offsets_are_those_of_a_naive_count(void **state)
{
    dana_view source = {TEXT, sizeof(TEXT) - 1};

    (void)state;
    for (api__offset_unit unit = API__UTF8; unit <= API__CODEPOINT; unit++) {
        for (size_t step = 1; step < 7; step++) {
            api__offset_cursor cursor = {.source = source, .unit = unit};

            for (size_t byte = 0; byte <= source.length; byte += step) {
                if (byte < source.length && !starts_character(TEXT, byte)) {
                    continue;
                }
                assert_int_equal(api__offset_at(&cursor, byte), naive_offset(TEXT, unit, byte));
            }
        }
    }
}

static void lines_are_those_of_a_naive_count(void **state)
{
    dana_view source = {TEXT, sizeof(TEXT) - 1};

    (void)state;
    for (size_t step = 1; step < 9; step++) {
        api__line_cursor cursor = {.source = source};

        for (size_t byte = 0; byte < source.length; byte += step) {
            assert_int_equal(api__source_line_at(&cursor, byte), naive_line(TEXT, byte));
        }
    }
}

/* Long texts whose line ends are of any kind, of all kinds, and few or many. */
static void lines_of_long_texts_are_those_of_a_naive_count(void **state)
{
    static char text[40000];
    static const char *const alphabets[] = {"a\n", "a\n ", "\n", "abcdefgh\n", "a\r\n", "\r\n"};
    uint32_t random = 11;

    (void)state;
    for (size_t kind = 0; kind < 2 * sizeof(alphabets) / sizeof(alphabets[0]); kind++) {
        const char *alphabet = alphabets[kind / 2];
        dana_view source = {text, sizeof(text) - 1};
        api__line_cursor cursor = {.source = source};
        size_t line = 1;
        size_t asked = 0;

        for (size_t i = 0; i < source.length; i++) {
            random = random * 1664525u + 1013904223u;
            text[i] = alphabet[(random >> 16) % strlen(alphabet)];
        }
        for (size_t i = random % 3000; kind % 2 == 1 && i < source.length; i += 2900) {
            text[i] = '\r';
        }
        for (size_t i = 0; i < source.length; i++) {
            if (i == asked) {
                assert_int_equal(api__source_line_at(&cursor, i), line);
                random = random * 1664525u + 1013904223u;
                asked += 1 + (random >> 16) % (kind % 3 == 0 ? 20 : 9000);
            }
            line += text[i] == '\n' || (text[i] == '\r' && text[i + 1] != '\n');
        }
    }
}

static void cursors_may_go_back(void **state)
{
    dana_view source = {TEXT, sizeof(TEXT) - 1};
    api__offset_cursor offsets = {.source = source, .unit = API__UTF16};
    api__line_cursor lines = {.source = source};

    (void)state;
    for (size_t byte = source.length; byte-- > 0;) {
        if (starts_character(TEXT, byte)) {
            assert_int_equal(api__offset_at(&offsets, byte), naive_offset(TEXT, API__UTF16, byte));
        }
        assert_int_equal(api__source_line_at(&lines, byte), naive_line(TEXT, byte));
    }
}

static void an_empty_source_has_one_line(void **state)
{
    api__line_cursor cursor = {.source = {"", 0}};

    (void)state;
    assert_int_equal(api__source_line_at(&cursor, 0), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offsets_are_those_of_a_naive_count),
        cmocka_unit_test(lines_are_those_of_a_naive_count),
        cmocka_unit_test(lines_of_long_texts_are_those_of_a_naive_count),
        cmocka_unit_test(cursors_may_go_back),
        cmocka_unit_test(an_empty_source_has_one_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
