/*
 * Words before names and dates.
 */
#include "unit.h"

#include "common.h"

#include "evidence/words_before.h"
#include "support.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *const texts[] = {
    "by",
    "author's rating",
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
    "MIS À JOUR 3",
    "MIS A JOUR 3",
    "АВТОР: Иван",
    "ΕΝΗΜΕΡΩΘΗΚΕ 3",
    "SON GÜNCELLEME TARİHİ 3",
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

/* Each row is read as it is written, the slow way. */
#define ROW(words, kind)                                                                           \
    {                                                                                              \
        (words), DANA__##kind                                                                      \
    }
#define NAME(words)    ROW(words, BEFORE_NAME)
#define BARE           NAME
#define CHANGE(words)  ROW(words, BEFORE_CHANGE)
#define DATE(words)    ROW(words, BEFORE_DATE)
#define BETWEEN(words) ROW(words, BETWEEN_NAMES)
#define OTHER(words)   ROW(words, BEFORE_OTHERS)
static const struct {
    const char *words;
    dana__before kind;
} rows[] = {
#include "evidence/words_before.def"

#include "evidence/words_before_forms.inc"
};

/* Whether a word goes on, which the marks of East Asia do not: "author's". */
static bool plain_goes_on(const char *p)
{
    bool is_mark = strncmp(p, "\xE3\x80", 2) == 0 ||
                   (p[0] == '\xEF' && (unsigned char)p[1] >= 0xBC);

    bool is_owner = *p == '\'' && isalpha((unsigned char)p[1]) != 0;

    return !is_mark && (isalnum((unsigned char)*p) != 0 || (unsigned char)*p >= 0xC3 || is_owner);
}

static size_t plain_begin(const char *text, dana__before kind)
{
    size_t longest = 0;

    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        size_t length = strlen(rows[i].words);

        if (rows[i].kind == kind && length > longest &&
            strncasecmp(text, rows[i].words, length) == 0 &&
            (!plain_goes_on(text + length) || isalpha((unsigned char)text[length - 1]) == 0)) {
            longest = length;
        }
    }
    bool is_whole = (kind == DANA__BEFORE_DATE && isdigit((unsigned char)text[longest]) != 0) ||
                    (longest > 0 && (unsigned char)text[longest - 1] < 0x80) ||
                    !plain_goes_on(text + longest);
    size_t end = longest + strspn(text + longest, " :-|");

    end += strncmp(text + end, "\xEF\xBC\x9A", 3) == 0 ? 3 : 0;
    return longest > 0 && is_whole ? end + strspn(text + end, " ") : 0;
}

static bool plain_ends_with(const char *text, size_t end, dana__before kind)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        size_t length = strlen(rows[i].words);
        bool is_all = length == end && kind == DANA__BEFORE_OTHERS;

        if (rows[i].kind == kind && (is_all || (length < end && text[end - length - 1] == ' ')) &&
            strncasecmp(text + end - length, rows[i].words, length) == 0) {
            return true;
        }
    }
    return false;
}

static bool plain_end(const char *text, dana__before kind)
{
    size_t end = strlen(text);

    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == ':')) {
        end--;
    }
    return end > 0 && plain_ends_with(text, end, kind) &&
           (kind != DANA__BEFORE_NAME || !plain_ends_with(text, end, DANA__BEFORE_OTHERS));
}

/* Checks that the index leaves no row out, and adds none. Returns the kinds found. */
static unsigned check_text(const char *text)
{
    dana__before_chance chance = dana__chance_of_before(view(text));
    unsigned found = 0;

    for (int kind = DANA__BEFORE_NAME; kind < DANA__BEFORE_KINDS; kind++) {
        size_t length = dana__words_before(view(text), (dana__before)kind);
        bool ends = dana__ends_with_words(view(text), (dana__before)kind);

        assert_int_equal(length, plain_begin(text, (dana__before)kind));
        assert_int_equal(ends, plain_end(text, (dana__before)kind));
        assert_true(kind == DANA__BETWEEN_NAMES || (chance.begins >> kind & 1) != 0 || length == 0);
        assert_true(kind == DANA__BETWEEN_NAMES || (chance.ends >> kind & 1) != 0 || !ends);
        found += length > 0 || ends;
    }
    return found;
}

static void words_before_are_found_by_index(void **state)
{
    unsigned found = 0;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(texts); i++) {
        found += check_text(texts[i]);
    }
    assert_true(found > 29);
}

/* Each row's words are found where they begin or end a text, alone or beside those of another. */
static void words_of_each_row_are_found(void **state)
{
    static const char *const between[] = {"", " ", ": ", "7", "\u53D1", "\uFF1A ", "s", "'"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        const char *other = rows[i * 31 % COUNT_OF(rows)].words;
        char text[200];

        (void)snprintf(text, sizeof(text), "%s 7", rows[i].words);
        assert_true(dana__words_before(view(text), rows[i].kind) >= strlen(rows[i].words));
        (void)snprintf(text, sizeof(text), "Qzq %s", rows[i].words);
        if (check_text(text) == 0 && text[strlen(text) - 1] != ':') {
            fail_msg("%s is not found", text);
        }
        for (size_t k = 0; k < COUNT_OF(between); k++) {
            (void)snprintf(text, sizeof(text), "%s%s%s", rows[i].words, between[k], other);
            (void)check_text(text);
            text[0] = (char)toupper((unsigned char)text[0]);
            (void)check_text(text);
        }
    }
}

/* Texts that no words begin or end are known by two bytes at either end. */
static void most_texts_have_no_chance(void **state)
{
    dana__before_chance chance = dana__chance_of_before(view("xylophones of qzq"));

    (void)state;
    assert_int_equal(chance.begins | chance.ends, 0);
    chance = dana__chance_of_before(view(""));
    assert_int_equal(chance.begins | chance.ends, 0);
    chance = dana__chance_of_before(view(" : "));
    assert_int_equal(chance.ends, 0);
    chance = dana__chance_of_before(view("POSTED BY : "));
    assert_true(chance.begins != 0 && chance.ends != 0);
}

static void words_before_a_date_end_where_it_begins(void **state)
{
    (void)state;
    assert_int_equal(dana__words_before(view("postings"), DANA__BEFORE_DATE), 0);
    assert_int_equal(dana__words_before(view("Posted on: 3"), DANA__BEFORE_DATE), 11);
    /* Chinese sets no space before a number. */
    assert_int_equal(dana__words_before(view("\u53D1\u5E03\u4E8E2020"), DANA__BEFORE_DATE), 9);
    assert_int_equal(dana__words_before(view("\u53D1\u5E03\u4E8E\u5317\u4EAC"), DANA__BEFORE_DATE),
                     0);
}

static void what_is_powered_by_somebody_has_no_author(void **state)
{
    (void)state;
    assert_true(dana__ends_with_words(view("Posted on Monday by"), DANA__BEFORE_NAME));
    assert_false(dana__ends_with_words(view("Powered by"), DANA__BEFORE_NAME));
    assert_false(dana__ends_with_words(view("This page is powered by:"), DANA__BEFORE_NAME));
    assert_true(dana__ends_with_words(view("Powered by"), DANA__BEFORE_OTHERS));
    assert_true(dana__ends_with_words(view("empowered by"), DANA__BEFORE_NAME));
}

static void a_preposition_ends_a_byline_behind_no_participle(void **state)
{
    (void)state;
    assert_false(dana__ends_as_byline(view("Founded by:")));
    assert_false(dana__ends_as_byline(view("Gegründet von")));
    assert_false(dana__ends_as_byline(view("by")));
    assert_false(dana__ends_as_byline(view(":")));
    assert_true(dana__ends_as_byline(view("Article written by")));
    assert_true(dana__ends_as_byline(view("Posted in News by:")));
    assert_true(dana__ends_as_byline(view("12 May by")));
    assert_true(dana__ends_as_byline(view("News | by")));
    assert_true(dana__ends_as_byline(view("News \u00B7 by")));
    assert_true(dana__ends_as_byline(view("News \u2014 von")));
    assert_false(dana__ends_as_byline(view("3 photos by")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_before_are_found_by_index),
        cmocka_unit_test(words_of_each_row_are_found),
        cmocka_unit_test(most_texts_have_no_chance),
        cmocka_unit_test(words_before_a_date_end_where_it_begins),
        cmocka_unit_test(what_is_powered_by_somebody_has_no_author),
        cmocka_unit_test(a_preposition_ends_a_byline_behind_no_participle),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
