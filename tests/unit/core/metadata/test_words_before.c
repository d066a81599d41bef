/*
 * Words before names and dates.
 */
#include "unit.h"

#include "common.h"

#include "evidence/words_before.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

static const char *const texts[] = {
    "by",
    "By Ann",
    "BY: Ann",
    "posted by Ann",
    "bye",
    "Autor: X",
    "op x",
    "and",
    "&",
    ",",
    "e",
    "\u0648",
    "\u05DE\u05D0\u05EA x",
    "\u6587 x",
    "Napsala Jana",
    "x написа:",
    "Piše: Ivan",
    "\u4F5C\u8005 x",
    "updated 3",
    "Mis à jour 3",
    "Posted on 3",
    "postings",
    "Ver\u00F6ffentlicht am: 3",
    "\u53D1\u5E03\u4E8E2020",
    "\u53D1\u5E03\u4E8E\u5317\u4EAC",
    "\u66F4\u65B0 3",
    "x by",
    "x von:",
    "x update",
    "x modifié",
    "x \u4F5C\u8005",
    "",
    " ",
    "x &",
    "y",
    "et",
};

/* The index of words before names leaves no row out, and adds none. */
static void words_before_are_found_by_index(void **state)
{
    static dana__before_index index;
    unsigned found = 0;

    (void)state;
    dana__index_words_before(&index);
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        for (int kind = DANA__BEFORE_NAME; kind < DANA__BEFORE_KINDS; kind++) {
            size_t length = dana__words_before(NULL, view(texts[i]), (dana__before)kind);
            bool ends = dana__ends_with_words(NULL, view(texts[i]), (dana__before)kind);

            assert_int_equal(dana__words_before(&index, view(texts[i]), (dana__before)kind),
                             length);
            assert_int_equal(dana__ends_with_words(&index, view(texts[i]), (dana__before)kind),
                             ends);
            found += length > 0 || ends;
            if (kind != DANA__BETWEEN_NAMES) {
                dana__before_chance chance = dana__chance_of_before(&index, view(texts[i]));

                assert_true(chance.begins || length == 0);
                assert_true(chance.ends || !ends);
            }
        }
    }
    assert_true(found > 24);
}

/* Each row's words are found where they begin or end a text, by the index and without it. */
static void words_of_each_row_are_found(void **state)
{
#define NAME(words)                                                                                \
    {                                                                                              \
        words, DANA__BEFORE_NAME                                                                   \
    }
#define CHANGE(words)                                                                              \
    {                                                                                              \
        words, DANA__BEFORE_CHANGE                                                                 \
    }
#define DATE(words)                                                                                \
    {                                                                                              \
        words, DANA__BEFORE_DATE                                                                   \
    }
#define BETWEEN(words)                                                                             \
    {                                                                                              \
        words, DANA__BETWEEN_NAMES                                                                 \
    }
#define OTHER(words)                                                                               \
    {                                                                                              \
        words, DANA__BEFORE_OTHERS                                                                 \
    }
    static const struct {
        const char *words;
        dana__before kind;
    } rows[] = {
#include "evidence/words_before.def"
    };
    static dana__before_index index;

    (void)state;
    dana__index_words_before(&index);
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        dana__before kind = rows[i].kind;
        char text[100];

        (void)snprintf(text, sizeof(text), "%s 7", rows[i].words);
        size_t length = dana__words_before(NULL, view(text), kind);

        assert_true(length >= strlen(rows[i].words));
        assert_int_equal(dana__words_before(&index, view(text), kind), length);
        (void)snprintf(text, sizeof(text), "Qzq %s", rows[i].words);
        bool ends = dana__ends_with_words(NULL, view(text), kind);

        assert_true(ends || kind == DANA__BEFORE_NAME || text[strlen(text) - 1] == ':');
        assert_int_equal(dana__ends_with_words(&index, view(text), kind), ends);
    }
}

/* Texts that no words begin or end are known by two bytes at either end. */
static void most_texts_have_no_chance(void **state)
{
    static dana__before_index index;
    dana__before_chance chance;

    (void)state;
    dana__index_words_before(&index);
    chance = dana__chance_of_before(&index, view("xylophones of qzq"));
    assert_false(chance.begins || chance.ends);
    chance = dana__chance_of_before(&index, view(""));
    assert_false(chance.begins || chance.ends);
    chance = dana__chance_of_before(&index, view(" : "));
    assert_false(chance.ends);
    chance = dana__chance_of_before(&index, view("POSTED BY : "));
    assert_true(chance.begins && chance.ends);
}

static void words_before_a_date_end_where_it_begins(void **state)
{
    (void)state;
    assert_int_equal(dana__words_before(NULL, view("postings"), DANA__BEFORE_DATE), 0);
    assert_int_equal(dana__words_before(NULL, view("Posted on: 3"), DANA__BEFORE_DATE), 11);
    /* Chinese sets no space before a number. */
    assert_int_equal(dana__words_before(NULL, view("\u53D1\u5E03\u4E8E2020"), DANA__BEFORE_DATE),
                     9);
    assert_int_equal(
        dana__words_before(NULL, view("\u53D1\u5E03\u4E8E\u5317\u4EAC"), DANA__BEFORE_DATE), 0);
}

static void what_is_powered_by_somebody_has_no_author(void **state)
{
    static dana__before_index index;

    (void)state;
    dana__index_words_before(&index);
    assert_true(dana__ends_with_words(&index, view("Posted on Monday by"), DANA__BEFORE_NAME));
    assert_false(dana__ends_with_words(&index, view("Powered by"), DANA__BEFORE_NAME));
    assert_false(dana__ends_with_words(NULL, view("This page is powered by:"), DANA__BEFORE_NAME));
    assert_true(dana__ends_with_words(&index, view("Powered by"), DANA__BEFORE_OTHERS));
    assert_true(dana__ends_with_words(&index, view("empowered by"), DANA__BEFORE_NAME));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_before_are_found_by_index),
        cmocka_unit_test(words_of_each_row_are_found),
        cmocka_unit_test(most_texts_have_no_chance),
        cmocka_unit_test(words_before_a_date_end_where_it_begins),
        cmocka_unit_test(what_is_powered_by_somebody_has_no_author),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
