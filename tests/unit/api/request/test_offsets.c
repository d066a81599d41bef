/* The cursors against naive references. */
#include "unit.h"

#include "request/offsets.h"

#include <stdbool.h>

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
        cmocka_unit_test(cursors_may_go_back),
        cmocka_unit_test(an_empty_source_has_one_line),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
