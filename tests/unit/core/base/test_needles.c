/*
 * Several texts looked for at once, against looking for each.
 */
#include "unit.h"

#include "base/needles.h"
#include "common.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(needles_are_found_where_strstr_finds_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
