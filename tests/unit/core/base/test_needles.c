/*
 * Several texts looked for at once, against looking for each; what is remembered of class values,
 * against what is read.
 */
#include "unit.h"

#include "base/needles.h"
#include "common.h"
#include "listing/class_words.h"

static uint64_t seed = 42;

static unsigned next_random(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

/* Fills a text with few letters, so that needles are met. */
static dana_view make_text(char *out, size_t most, const char *letters)
{
    size_t length = next_random((unsigned)most + 1);

    for (size_t i = 0; i < length; i++) {
        out[i] = letters[next_random((unsigned)strlen(letters))];
    }
    out[length] = '\0';
    return (dana_view){out, length};
}

static void needles_are_found_where_strstr_finds_them(void **state)
{
    static const char *const texts[] = {"ab", "abca", "cc", "bcb", "a.b.c.a.b", "\xC3\xA9"};
    dana__needles needles;
    unsigned found = 0;

    (void)state;
    dana__needles_index(&needles, texts, COUNT_OF(texts));
    for (int round = 0; round < 20000; round++) {
        char text[13];
        dana_view haystack = make_text(text, 12, "abc.\xC3\xA9");
        bool expected = false;

        for (size_t i = 0; i < COUNT_OF(texts); i++) {
            expected |= strstr(text, texts[i]) != NULL;
        }
        assert_int_equal(dana__needles_in(&needles, haystack), expected);
        found += expected;
    }
    assert_in_range(found, 1000, 19000);
    assert_false(dana__needles_in(&needles, (dana_view){NULL, 0}));
}

static void classes_say_the_same_when_asked_again(void **state)
{
    static const char *const words[] = {"ab", "b", NULL};
    static const char *const parts[] = {"ba", NULL};
    static dana__class_answers answers;
    static char values[2000][9];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(values); i++) {
        dana_view value = make_text(values[i], 8, "aB- ");

        for (int again = 0; again < 2; again++) {
            dana__class_answers fresh = {0};

            assert_int_equal(dana__class_says(&answers, value, DANA__ASK_TOOL, words, false),
                             dana__has_class_word(value, words));
            assert_int_equal(dana__class_says(&answers, value, DANA__ASK_TOOL_PART, parts, true),
                             dana__class_says(&fresh, value, DANA__ASK_TOOL_PART, parts, true));
        }
    }
    assert_true(dana__class_says(&answers, (dana_view){"x A-b", 5}, DANA__ASK_TOOL, words, false));
    assert_true(dana__class_says(&answers, (dana_view){"xBay", 4}, DANA__ASK_NUMBER, parts, true));
    assert_false(dana__class_says(&answers, (dana_view){"xBy", 3}, DANA__ASK_NUMBER, parts, true));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(needles_are_found_where_strstr_finds_them),
        cmocka_unit_test(classes_say_the_same_when_asked_again),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
