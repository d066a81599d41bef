/* Dates, names and rules of metadata; whole pages are in tests/spec/metadata.spec. */
#include "dana/extract.h"
#include "unit.h"

#include "common.h"

#include "dana/limits.h"
#include "dana/metadata.h"
#include "dana/posts.h"
#include "dana/text.h"
#include "dates/date.h"
#include "dates/url.h"
#include "dates/words.h"
#include "evidence/item_words.h"
#include "evidence/people.h"
#include "evidence/rules.h"
#include "metadata/names.h"
#include "support.h"
#include "text/plain_text.h"

#include <stdio.h>

static void assert_text(const char *what, dana_view actual, const char *expected)
{
    if (actual.length != strlen(expected) ||
        (actual.length > 0 && memcmp(actual.data, expected, actual.length) != 0)) {
        fail_msg("%s: \"%.*s\", not \"%s\"", what, (int)actual.length,
                 actual.data != NULL ? actual.data : "", expected);
    }
}

/* A text and the date in it; "" where there is none. m: a machine wrote it, a: the month comes
 * first (America), s: years may be solar Hijri, y: years have two digits. */
typedef struct {
    const char *text;
    const char *expected;
    const char *reading;
} date_case;

static const date_case dates[] = {
    {"2020-08-24", "2020-08-24", ""},
    {"2020-08-24T09:23:13Z", "2020-08-24T09:23:13Z", ""},
    {"2020-08-24T09:23:13.123+03:00", "2020-08-24T09:23:13+03:00", ""},
    {"2020-08-24T09:23+0330", "2020-08-24T09:23+03:30", ""},
    {"2020-08-24 09:23", "2020-08-24T09:23", ""},
    {"2025-01-17T13:39:16-0500", "2025-01-17T13:39:16-05:00", ""},
    {"Thu, 17 Nov 2022 22:57:59 +0500", "2022-11-17T22:57:59+05:00", ""},
    {"Mon Aug 24 09:23:13 2020", "2020-08-24", ""},
    {"posted on August 24, 2020 at 9:23 pm by Anna", "2020-08-24T21:23", ""},
    {"Sept. 3rd, 2019", "2019-09-03", ""},
    {"3rd of March 2020", "2020-03-03", ""},
    {"12:15 a.m., 5 May 2021", "2021-05-05T00:15", ""},
    {"5 May 2021, 12:15 a.m.", "2021-05-05T00:15", ""},
    {"24. August 2020, 9:23 Uhr", "2020-08-24T09:23", ""},
    {"24.08.2020", "2020-08-24", ""},
    {"24/08/2020", "2020-08-24", "a"},
    {"08/24/2020", "2020-08-24", ""},
    {"03/04/2020", "2020-04-03", ""},
    {"03/04/2020", "2020-03-04", "a"},
    {"03.04.2020", "2020-04-03", "a"},
    {"1er janvier 2021", "2021-01-01", ""},
    {"le 14 f\u00e9vrier 2021 \u00e0 08:05", "2021-02-14T08:05", ""},
    {"3 de marzo de 2021", "2021-03-03", ""},
    {"3 de mar\u00e7o de 2021", "2021-03-03", ""},
    {"15 dicembre 2020", "2020-12-15", ""},
    {"24 \u0430\u0432\u0433\u0443\u0441\u0442\u0430 2020 \u0433.", "2020-08-24", ""},
    {"24 A\u011fustos 2020", "2020-08-24", ""},
    {"7 \u015eubat 2021", "2021-02-07", ""},
    {"24 \u0623\u063a\u0633\u0637\u0633 2020 09:56 \u0635", "2020-08-24T09:56", ""},
    {"\u0627\u0644\u062c\u0645\u0639\u0629 24 \u0646\u064a\u0633\u0627\u0646 / "
     "\u0623\u0628\u0631\u064a\u0644 2020",
     "2020-04-24", ""},
    {"5 \u0643\u0627\u0646\u0648\u0646 \u0627\u0644\u0623\u0648\u0644 2019", "2019-12-05", ""},
    {"5 \u0643\u0627\u0646\u0648\u0646 \u0627\u0644\u062b\u0627\u0646\u064a 2019", "2019-01-05",
     ""},
    {"\u0662\u0664 \u0623\u063a\u0633\u0637\u0633 \u0662\u0660\u0662\u0660", "2020-08-24", ""},
    {"\u0698\u0627\u0646\u0648\u06cc\u0647\u0654 14, 2022", "2022-01-14", ""},
    {"\u06f1 \u0641\u0631\u0648\u0631\u062f\u06cc\u0646 \u06f1\u06f4\u06f0\u06f0", "2021-03-21",
     ""},
    {"30 \u0627\u0633\u0641\u0646\u062f 1399", "2021-03-20", ""},
    {"1 \u0645\u0647\u0631 1402", "2023-09-23", ""},
    {"\u06f1\u06f4\u06f0\u06f3/\u06f0\u06f1/\u06f0\u06f1", "2024-03-20", ""},
    {"1403/01/01", "2024-03-20", "s"},
    {"1403/01/01", "", ""},
    {"5 \u05d1\u05d9\u05e0\u05d5\u05d0\u05e8 2021", "2021-01-05", ""},
    {"24 \u0627\u06af\u0633\u062a 2020", "2020-08-24", ""},
    {"2020\u5e748\u670824\u65e5", "2020-08-24", ""},
    {"2020\ub144 8\uc6d4 24\uc77c", "2020-08-24", ""},
    {"2020\u5e748\u670824\u65e5 \u4e0b\u53483:05", "2020-08-24T15:05", ""},
    {"2020\ub144 8\uc6d4 24\uc77c \uc624\uc804 9:23", "2020-08-24T09:23", ""},
    {"20200824", "2020-08-24", "m"},
    {"20200824", "", ""},
    {"1394744400", "2014-03-13T21:00:00Z", "m"},
    {"1394744400000", "2014-03-13T21:00:00Z", "m"},
    {"1394744400", "", ""},
    {"24/08/20", "2020-08-24", "m"},
    {"24/08/20", "", ""},
    {"24/08/49", "2049-08-24", "m"},
    {"24/08/99", "1999-08-24", "m"},
    {"4102444799", "2099-12-31T23:59:59Z", "m"},
    {"03.09.99", "1999-09-03", "y"},
    {"24.08.20", "2020-08-24", "y"},
    {"am 24.08.20, 13:39 Uhr", "2020-08-24T13:39", "y"},
    {"24/08/20", "2020-08-24", "y"},
    {"08/24/20", "2020-08-24", "ya"},
    {"08/09/20", "2020-08-09", "ya"},
    {"24.08.20", "", ""},
    {"24-08-20", "", "y"},
    {"4.08.20", "", "y"},
    {"24.8.20", "", "y"},
    {"24. 08.20", "", "y"},
    {"24.08. 20", "", "y"},
    {"v24.08.20", "", "y"},
    {"24.08.20.1", "", "y"},
    {"24.08.20:1", "", "y"},
    {"24.08.20. 1 Boot", "2020-08-24", "y"},
    {"31.04.20", "", "y"},
    {"29 February 2020", "2020-02-29", ""},
    {"1399/12/30", "2021-03-20", "s"},
    /* no dates */
    {"", "", ""},
    {"24 , - / August 2020", "2020-08-24", ""},
    {"24 , - / . August 2020", "", ""},
    {"29 February 2019", "", ""},
    {"1400/12/30", "", "s"},
    {"1399/07/31", "", "s"},
    {"May 5, 1399", "", "s"},
    {"5 May 1399", "", "s"},
    {"9999999999", "", "m"},
    {"9999999999999", "", "m"},
    {"31.04.2020", "", ""},
    {"2020-13-01", "", ""},
    {"0000-00-00", "", "m"},
    {"1.2.2020.3", "2020-02-01", ""},
    {"12345678901234567890", "", "m"},
    {"\u00a9 2020 Harbour News", "", ""},
    {"may 2020", "", ""},
    {"version 10.15.7", "", ""},
    {"call 020-1234-5678", "", ""},
};

static void dates_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(dates) / sizeof(dates[0]); i++) {
        const date_case *c = &dates[i];
        dana__date_reading reading = {.machine = strchr(c->reading, 'm') != NULL,
                                      .month_first = strchr(c->reading, 'a') != NULL,
                                      .short_years = strchr(c->reading, 'y') != NULL,
                                      .solar = strchr(c->reading, 's') != NULL};
        dana__date date;
        dana_span span = {0, 0};
        char written[DANA__DATE_MAX] = "";

        if (dana__find_date(view(c->text), reading, &date, &span)) {
            dana__write_date(&date, written);
            assert_true(span.start < span.end && span.end <= strlen(c->text));
        }
        if (strcmp(written, c->expected) != 0) {
            fail_msg("\"%s\": \"%s\", not \"%s\"", c->text, written, c->expected);
        }
    }
}

/* Of a long text only the first bytes are read, in whole characters, and a limited number of
 * tokens. */
static void long_texts_are_cut(void **state)
{
    static const char date[] = "3 May 2020";
    char text[2000];
    dana__date found;
    dana_span span;

    (void)state;
    for (size_t before = 0; before < 700; before++) {
        size_t length = 0;

        for (; length < before; length += 2) {
            memcpy(text + length, "\u00e9", 2);
        }
        memcpy(text + length, " ", 1);
        memcpy(text + length + 1, date, sizeof(date));
        bool whole = length + sizeof(date) <= 600;
        bool is_found = dana__find_date(view(text), (dana__date_reading){0}, &found, &span);

        assert_int_equal(is_found, whole);
    }
    for (size_t i = 0; i < 100; i++) {
        memcpy(text + 2 * i, "x ", 2);
    }
    memcpy(text + 200, date, sizeof(date));
    assert_false(dana__find_date(view(text), (dana__date_reading){0}, &found, &span));
    assert_true(dana__find_date(view(text + 180), (dana__date_reading){0}, &found, &span));
}

/* Every day of two centuries, written and read again, and its solar Hijri month by month. */
static void written_dates_are_read_again(void **state)
{
    (void)state;
    for (int year = 1900; year <= 2100; year++) {
        for (int month = 1; month <= 12; month++) {
            dana__date date = {.year = year, .month = month, .day = 28};
            dana__date again;
            dana_span span;
            char text[DANA__DATE_MAX];

            dana__write_date(&date, text);
            assert_true(dana__find_date(view(text), (dana__date_reading){0}, &again, &span));
            assert_true(dana__same_day(&date, &again));
        }
    }
}

/* Nowruz of some years according to almanacs: 1 Farvardin. */
static void solar_years_begin_in_march(void **state)
{
    static const struct {
        int solar;
        const char *gregorian;
    } years[] = {{1357, "1978-03-21"}, {1375, "1996-03-20"}, {1376, "1997-03-21"},
                 {1380, "2001-03-21"}, {1388, "2009-03-21"}, {1391, "2012-03-20"},
                 {1396, "2017-03-21"}, {1399, "2020-03-20"}, {1400, "2021-03-21"},
                 {1401, "2022-03-21"}, {1404, "2025-03-21"}, {1405, "2026-03-21"}};

    (void)state;
    for (size_t i = 0; i < sizeof(years) / sizeof(years[0]); i++) {
        char text[64];
        char written[DANA__DATE_MAX];
        dana__date date;
        dana_span span;

        snprintf(text, sizeof(text), "%d/1/1", years[i].solar);
        assert_true(dana__find_date(view(text), (dana__date_reading){.solar = true}, &date, &span));
        dana__write_date(&date, written);
        assert_string_equal(written, years[i].gregorian);
    }
}

static void dates_of_urls(void **state)
{
    static const struct {
        const char *url;
        const char *expected;
    } cases[] = {
        {"https://a.example/2020/8/1/storm", "2020-08-01"},
        {"https://a.example/2020/008/24/", ""},
        {"https://a.example/2020/08/24/", "2020-08-24"},
        {"https://a.example/n/2020-08-24-storm.html", "2020-08-24"},
        {"https://a.example/n/storm-20200824.html", "2020-08-24"},
        {"https://a.example/2020/aug/24/storm", "2020-08-24"},
        {"https://a.example/2020/August/24/storm", "2020-08-24"},
        {"https://a.example/2020/storm/24/storm", ""},
        {"https://a.example/2020/au/24/", ""},
        {"https://a.example/2020/aug/42/", ""},
        {"https://a.example/2020/08/storm", ""},
        {"https://a.example/2020/13/24/", ""},
        {"https://a.example/?d=2020-08-24", ""},
        {"https://a.example/12020-08-24", ""},
        {"https://a.example/202008241", ""},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana__date date;
        char written[DANA__DATE_MAX] = "";

        if (dana__find_url_date(view(cases[i].url), &date)) {
            dana__write_date(&date, written);
        }
        assert_string_equal(written, cases[i].expected);
    }
}

/* The table is searched for folded words: each row must be one, and a month has its number, a zone
 * its distance. */
static void words_of_dates_are_folded(void **state)
{
    static const dana__date_word words[] = {
#include "dates/words.def"
    };

    (void)state;
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        const dana__date_word *word = &words[i];
        const dana__date_word *found = dana__find_date_word(view(word->text));
        char folded[DANA__FOLD_MAX];
        size_t length = dana__fold_word(view(word->text), folded);

        assert_text("folded", (dana_view){folded, length}, word->text);
        assert_non_null(found);
        assert_string_equal(found->text, word->text);
        assert_int_equal(found->kind, word->kind);
        assert_int_equal(found->value, word->value);
        bool month = word->kind == DANA__WORD_MONTH || word->kind == DANA__WORD_SOLAR_MONTH;

        bool zone = word->kind == DANA__WORD_ZONE;
        bool era = word->kind == DANA__WORD_ERA;
        bool day = word->kind == DANA__WORD_DAY || word->kind == DANA__WORD_DAY_TENS;

        assert_true(month  ? word->value >= 1 && word->value <= 12
                    : zone ? word->value % 30 == 0 && abs(word->value) <= 14 * 60
                    : era  ? word->value >= DANA__YEAR_FIRST && word->value < DANA__YEAR_LAST
                    : day  ? word->value >= 0 && word->value <= 30
                           : word->value == 0);
    }
    assert_null(dana__find_date_word(view("harbour")));
}

static void json_texts_are_decoded(void **state)
{
    static const struct {
        const char *raw;
        const char *text;
    } cases[] = {
        {"plain", "plain"},
        {"a\\nb\\tc", "a b c"},
        {"\\u0628\\u0642\\u0644\\u0645", "\u0628\u0642\u0644\u0645"},
        {"\\ud83d\\ude00", "\U0001F600"},
        {"\\ud83d x", "\uFFFD x"},
        {"\\u00", "u00"},
        {"a\\", "a"},
        {"Anna &amp; Lee", "Anna & Lee"},
        {"Anna &amp;amp; Lee", "Anna & Lee"},
        {"<p>one</p><p>two <b>three</b></p>", "one two three"},
        {"a < b", "a < b"},
        {"a <b", "a <b"},
        {"  x  ", "x"},
        {"\\u0000", "\uFFFD"},
    };
    dana_arena *arena = dana_arena_new((size_t)1 << 20, NULL);

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana_view text;
        dana_error err;

        assert_int_equal(dana__json_text(arena, view(cases[i].raw), 1000, &text, &err), DANA_OK);
        assert_text(cases[i].raw, text, cases[i].text);
    }
    dana_arena_free(arena);
}

static void names_are_cut_out(void **state)
{
    static const struct {
        const char *text;
        const char *name;
        bool strict;
    } cases[] = {
        {"By Anna Lee", "Anna Lee", false},
        {"by: Anna Lee,", "Anna Lee", false},
        {"Written by Anna Lee | Harbour News", "Anna Lee", false},
        {"Anna Lee \u2022 3 May 2020", "Anna Lee", false},
        {"Anna Lee, 3 May 2020", "Anna Lee", false},
        {"Anna Lee on Thursday", "Anna Lee", false},
        {"Anna Lee on 10.29.12", "Anna Lee", false},
        {"Anna Lee on", "Anna Lee", false},
        {"Anna on the Harbour", "Anna on the Harbour", false},
        {"Anna Onslow", "Anna Onslow", false},
        {"Anna Lee @annalee", "Anna Lee", false},
        {"Save story", "", false},
        {"Источник", "", false},
        {"關鍵字", "", false},
        {"Sat, 20 Dec, 2025", "", false},
        {"Mercoledì 3 maggio 2020", "", false},
        {"Byron Lee", "Byron Lee", false},
        {"\u0628\u0642\u0644\u0645: \u0644\u064a\u0644\u0649 \u0639\u0644\u064a",
         "\u0644\u064a\u0644\u0649 \u0639\u0644\u064a", true},
        {"\u4f5c\u8005\uff1a\u738b\u5c0f\u660e", "\u738b\u5c0f\u660e", false},
        {"@anna_lee", "anna_lee", false},
        {"Ann (CNXSoft)", "Ann (CNXSoft)", false},
        {"a sudden storm", "", true},
        {"Anna Lee said that the harbour was closed", "", true},
        {"https://example.com/anna", "", false},
        {"12 minutes", "", false},
        {"3i Global", "3i Global", false},
        {"?", "", false},
        {"", "", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_text(cases[i].text, dana__clean_name(view(cases[i].text), cases[i].strict),
                    cases[i].name);
    }
}

static void class_words_are_whole_words(void **state)
{
    static dana__points_memo memo;
    dana__points points = {0};

    (void)state;
    dana__add_points(&memo, view("post-author authority coauthored"), &points);
    assert_int_equal(points.author, 4);
    points = (dana__points){0};
    dana__add_points(&memo, view("entryDate updatedTime"), &points);
    assert_true(points.published >= 3 && points.modified >= 3);
    points = (dana__points){0};
    dana__add_points(&memo, view("user-profile-panel notifications"), &points);
    assert_true(points.author < 3);
    points = (dana__points){0};
    dana__add_points(&memo, view("averyveryveryverylongclassword"), &points);
    assert_int_equal(points.author + points.published + points.avoided, 0);
    const void *rule;
    const char *before = NULL;

    /* Class words are found by binary search: each must be found, so the table is sorted. */
    for (size_t i = 0; dana__rule_at(i, &rule) != NULL; i++) {
        const char *name = dana__rule_at(i, &rule);

        before = before == NULL && strcmp(name, "about") == 0 ? name : before;
        if (before != NULL && before != name) {
            assert_true(strcmp(before, name) < 0);
            before = name;
        }
    }
    assert_non_null(before);
    assert_int_equal(dana__leads_to_person(view("/forum/memberlist.php?mode=viewprofile&u=3")),
                     DANA__PERSON_USER);
    assert_int_equal(dana__leads_to_person(view("https://medium.example/@ann")), DANA__PERSON_USER);
    assert_int_equal(dana__leads_to_person(view("/user/writers/7")), DANA__PERSON_AUTHOR);
    assert_int_equal(dana__leads_to_person(view("/authority/")), DANA__PERSON_NONE);
    assert_int_equal(dana__leads_to_person(view("/user-profile/ann")), DANA__PERSON_USER);
    assert_int_equal(dana__leads_to_person(view("/user-123")), DANA__PERSON_USER);
    assert_int_equal(dana__leads_to_person(view("/end-user-fees")), DANA__PERSON_NEAR);
    assert_int_equal(dana__leads_to_person(view("/member-thanks")), DANA__PERSON_NEAR);
    assert_int_equal(dana__leads_to_person(view("/country_profiles/")), DANA__PERSON_NEAR);
    assert_int_equal(dana__leads_to_person(view("#UserGuide")), DANA__PERSON_NONE);
    assert_int_equal(dana__leads_to_person(view("https://www.youtube.com/user/gulls")),
                     DANA__PERSON_NONE);
    assert_non_null(dana__meta_rule(view("Article:Published_Time")));
    assert_null(dana__meta_rule(view("viewport")));
    assert_non_null(dana__member_rule(view("datePublished")));
}

static void elements_are_called_items(void **state)
{
    static const struct {
        const char *value;
        dana__called called;
    } classes[] = {
        {"post", DANA__CALLED_POST},
        {"a message message--post js-post", DANA__CALLED_POST},
        {"post-123 type-post hentry", DANA__CALLED_POST},
        {"comment even depth-1", DANA__CALLED_COMMENT},
        {"commentItem", DANA__CALLED_COMMENT},
        {"comment-list", DANA__CALLED_NOTHING},
        {"comment-body comments", DANA__CALLED_NOTHING},
        {"postscript", DANA__CALLED_NOTHING},
        {"no-comment", DANA__CALLED_NOTHING},
        {"", DANA__CALLED_NOTHING},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++) {
        if (dana__read_item_class(view(classes[i].value)).called != classes[i].called) {
            fail_msg("%s", classes[i].value);
        }
    }
    assert_int_equal(dana__called_by_id(view("post_12")), DANA__CALLED_POST);
    assert_int_equal(dana__called_by_id(view("p12")), DANA__CALLED_POST);
    assert_int_equal(dana__called_by_id(view("comment-12")), DANA__CALLED_COMMENT);
    assert_int_equal(dana__called_by_id(view("post")), DANA__CALLED_NOTHING);
    assert_int_equal(dana__called_by_id(view("footer-12")), DANA__CALLED_NOTHING);
    assert_int_equal(dana__called_by_type(view("https://schema.org/Comment")),
                     DANA__CALLED_COMMENT);
    assert_int_equal(dana__called_by_type(view("https://schema.org/Person")), DANA__CALLED_NOTHING);
    assert_int_equal(dana__called_by_name(view("x-forum-comment")), DANA__CALLED_COMMENT);
    assert_int_equal(dana__called_by_name(view("comment")), DANA__CALLED_NOTHING);
}

static void points_of_known_values_are_those_read(void **state)
{
    static const char *const values[] = {"post-author", "comment-list", "byline date", "row",
                                         "related quote breadcrumbs"};
    static dana__points_memo memo;

    (void)state;
    for (size_t i = 0; i < 3 * COUNT_OF(values); i++) {
        dana_view value = view(values[i % COUNT_OF(values)]);
        dana__points read = {0};
        dana__points known = {0};

        dana__add_points(&memo, value, &read);
        dana__add_known_points(&memo, value, &known);
        assert_memory_equal(&read, &known, sizeof(read));
    }
}

static void texts_are_cut_between_words(void **state)
{
    bool cut;

    (void)state;
    assert_text("cut", dana__cut_text(view("one two three"), 9, &cut), "one two");
    assert_true(cut);
    assert_text("all", dana__cut_text(view("one two"), 7, &cut), "one two");
    assert_false(cut);
    assert_text("no space", dana__cut_text(view("\u0628\u0642\u0644\u0645"), 2, &cut),
                "\u0628\u0642");
    assert_text("bytes", dana__cut_bytes(view("\u0628\u0642"), 3), "\u0628");
}

static const dana_limits no_limits = {SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};

/* Runs it on a page; the caller closes the page. */
static dana_status find(const char *html, size_t length, dana_page **page, dana_metadata *out)
{
    dana_result result;
    dana_view text;
    dana_error err;

    assert_int_equal(dana_page_open(html, length, 0, NULL, page, &err), DANA_OK);
    dana_page_set_limits(*page, &no_limits);
    assert_int_equal(
        dana_extract(*page, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4), NULL, &result, &err),
        DANA_OK);
    assert_int_equal(dana_render_text(*page, &result, &text, &err), DANA_OK);
    dana_metadata_input input = {.url = view(""), .result = &result, .text = text};

    dana_posts posts;
    dana_status status = dana_find_metadata(*page, &input, out, &err);

    return status == DANA_OK ? dana_find_posts(*page, &input, &posts, &err) : status;
}

/* Pages that try to make it slow or large: 1 MB each, within the page's memory limit. A quadratic
 * algorithm would exceed the test's time limit. */
static void hostile_pages_stay_linear(void **state)
{
    static const char *const pieces[] = {
        "<div class=author>x",
        "<span class='author date updated subtitle comments'>2020 by Al</span>",
        "<script "
        "type='application/ld+json'>{\"@type\":\"Article\",\"author\":{\"@id\":\"a\"}}</script>",
        "<meta name=author content=x>",
        "by ",
        "<time>2020-01-01</time>",
        "<a rel=author href=/author/>",
        "1 ",
        "2020-1-",
        "<p>by</p><p>3 may 2020</p>",
        "<h2>a</h2><p>b</p>",
        "<div class=comment><b class=author>x</b>",
        "<div class=post><b class=author>x</b> y</div>",
        "<li class=x><b class=author>x</b><time>2020-01-01</time>",
        "<div class=q><b class=author>x</b><time>2020-01-01</time>y</div>",
    };
    size_t length = (size_t)1 << 20;
    char *html = malloc(length);

    (void)state;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        size_t step = strlen(pieces[i]);
        dana_page *page;
        dana_metadata m;

        for (size_t k = 0; k < length; k++) {
            html[k] = pieces[i][k % step];
        }
        assert_int_equal(find(html, length, &page, &m), DANA_OK);
        dana_page_close(page);
    }
    free(html);
}

static void sources_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < DANA_METADATA_SOURCE_COUNT; i++) {
        assert_true(strlen(dana_metadata_source_name((dana_metadata_source)i)) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dates_are_read),
        cmocka_unit_test(long_texts_are_cut),
        cmocka_unit_test(written_dates_are_read_again),
        cmocka_unit_test(solar_years_begin_in_march),
        cmocka_unit_test(dates_of_urls),
        cmocka_unit_test(words_of_dates_are_folded),
        cmocka_unit_test(json_texts_are_decoded),
        cmocka_unit_test(names_are_cut_out),
        cmocka_unit_test(class_words_are_whole_words),
        cmocka_unit_test(elements_are_called_items),
        cmocka_unit_test(points_of_known_values_are_those_read),
        cmocka_unit_test(texts_are_cut_between_words),
        cmocka_unit_test(hostile_pages_stay_linear),
        cmocka_unit_test(sources_have_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
