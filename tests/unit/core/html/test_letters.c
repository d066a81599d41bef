/*
 * Letters by which tags and URLs are refused: no word that somebody looks for is, at any place and
 * in any case.
 */
#include "unit.h"

#include "common.h"
#include "support.h"

#include "evidence/rules.h"
#include "html/letters.h"
#include "html/tokenizer.h"

#include <stdio.h>
#include <string.h>

#define FILLING_MAX 40

/* Words of which one stands in each tag that counts, see posts/tallies.c. */
static const char *const counts[] = {
    "data-score", "score",  "data-vote-count", "data-upvotes", "data-like-count", "upvotes",
    "points",     "voting", "Likes",           "57 Points",    "interactionType",
};

static const char *const people[] = {
    "author",      "authors",    "contributor", "contributors", "member", "members",
    "people",      "memberlist", "profile",     "profiles",     "user",   "users",
    "viewprofile", "Writer",     "writers",     "BYLINE",       "u",      "@ann",
};

/* Writes `before` bytes of filling, a word, and `after` bytes. */
static dana_view fill(char *room, size_t before, const char *word, size_t after)
{
    size_t length = strlen(word);

    memset(room, '.', before);
    room[before > 0 ? before - 1 : 0] = '/';
    memcpy(room + before, word, length);
    memset(room + before + length, '-', after);
    return (dana_view){room, before + length + after};
}

static void words_that_count_are_seen_anywhere(void **state)
{
    char room[256];
    char html[512];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(counts); i++) {
        for (size_t before = 0; before < FILLING_MAX; before++) {
            for (size_t after = 0; after < FILLING_MAX; after++) {
                dana_view value = fill(room, before, counts[i], after);
                dana__markup tag;
                int length = snprintf(html, sizeof(html), "<i title=\"%.*s\">", (int)value.length,
                                      value.data);

                dana__read_markup(html, html + length, &tag);
                assert_true(dana__may_count(&tag));
            }
        }
    }
}

static void tags_without_such_letters_are_refused(void **state)
{
    static const char *const tags[] = {"<i>", "<i a>", "<p class=\"intro text\">",
                                       "<div class=\"header\" id=\"top\" data-name=\"menu\">"};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(tags); i++) {
        dana__markup tag;

        dana__read_markup(tags[i], tags[i] + strlen(tags[i]), &tag);
        assert_false(dana__may_count(&tag));
    }
}

static void words_that_lead_to_people_are_seen_anywhere(void **state)
{
    char room[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(people); i++) {
        for (size_t before = 1; before < FILLING_MAX; before++) {
            for (size_t after = 0; after < FILLING_MAX; after++) {
                dana_view href = fill(room, before, people[i], after);

                assert_true(dana__may_lead_to_person(href));
                assert_true(dana__leads_to_person(href));
            }
        }
    }
    assert_false(dana__may_lead_to_person(VIEW("https://example.org/2024/05/a-day-at-sea.html")));
    assert_false(dana__leads_to_person(VIEW("https://example.org/2024/05/a-day-at-sea.html")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_count_are_seen_anywhere),
        cmocka_unit_test(tags_without_such_letters_are_refused),
        cmocka_unit_test(words_that_lead_to_people_are_seen_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
