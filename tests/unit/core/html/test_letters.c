/*
 * Letters by which tags and URLs are refused: no word that somebody looks for is, at any place and
 * in any case.
 */
#include "unit.h"

#include "common.h"
#include "support.h"

#include "blocks/class_words.h"
#include "evidence/people.h"
#include "html/letters.h"
#include "html/tokenizer.h"
#include "math/mentions.h"
#include "measure/spoken_tags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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

/* Parts of class words by which what is not shown is called, see measure/spoken_tags.c. */
static const char *const spoken[] = {
    "sr-only",    "visually-hidden",   "visuallyhidden", "screen-reader", "screenreader",
    "off-screen", "hidden-accessible", "sr-clipped",     "offscreen",
};

static void words_that_call_spoken_are_seen_anywhere(void **state)
{
    char room[256];
    char html[512];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(spoken); i++) {
        for (size_t before = 0; before < FILLING_MAX; before++) {
            dana_view value = fill(room, before, spoken[i], before / 2);

            (void)snprintf(html, sizeof(html), "<i class=\"%.*s\">", (int)value.length, value.data);
            assert_true(dana__calls_spoken(view(html)));
            html[sizeof("<i class=\"") + before] ^= 0x20;
            assert_false(dana__calls_spoken(view(html)));
        }
    }
    assert_false(dana__calls_spoken(view("<i class=\"screen hidden only reader-sr\">")));
}

static void words_that_lead_to_people_are_seen_anywhere(void **state)
{
    char room[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(people); i++) {
        for (size_t before = 1; before < FILLING_MAX; before++) {
            for (size_t after = 0; after < FILLING_MAX; after++) {
                dana_view href = fill(room, before, people[i], after);

                size_t at = dana__next_of_people(href, 0);

                while (at < before) {
                    at = dana__next_of_people(href, at + 1);
                }
                assert_true(at == before || *people[i] == '@');
                /* One letter names people only between slashes. */
                assert_true(dana__leads_to_person(href) || people[i][1] == '\0');
            }
        }
    }
    dana_view other = VIEW("https://example.org/2024/05/a-day-at-sea.html");

    assert_int_equal(dana__next_of_people(other, 0), other.length);
    assert_false(dana__leads_to_person(other));
    assert_false(dana__leads_to_person(VIEW("")));
}

/* Whether a hyphen or underscore joins the word [start, end) of a URL to another one. */
static bool is_joined(dana_view href, size_t start, size_t end)
{
    static const char joints[] = "-_";
    const char *text = href.data;

    return (start > 0 && memchr(joints, text[start - 1], 2) != NULL) ||
           (end + 1 < href.length && memchr(joints, text[end], 2) != NULL &&
            dana__is_letter(text[end + 1]));
}

/* Whether one letter stands between slashes, or is a name of the query; longer words may stand
 * anywhere. */
static bool may_name(dana_view href, size_t start, size_t end)
{
    const char *text = href.data;

    return end - start > 1 || (end < href.length && start > 0 &&
                               ((text[start - 1] == '/' && text[end] == '/') ||
                                (text[start - 1] == '?' && text[end] == '=') ||
                                (text[start - 1] == '&' && text[end] == '=')));
}

/* Whom a URL leads to, by reading each of its words. */
static dana__person by_all_words(dana_view href)
{
    static const char *const authors[] = {"author", "authors", "writer", "writers", "byline"};
    char word[DANA__WORD_MAX];
    size_t at = 0;
    size_t last = SIZE_MAX - 1; /* where the last one of people ends */
    size_t length;
    dana__person found = memmem(href.data, href.length, "/@", 2) != NULL ? DANA__PERSON_USER
                                                                         : DANA__PERSON_NONE;

    for (length = dana__next_word(href, &at, word); length > 0;
         length = dana__next_word(href, &at, word)) {
        size_t start = at - length;

        for (size_t i = 0; i < COUNT_OF(authors); i++) {
            if (strcmp(word, authors[i]) == 0) {
                return DANA__PERSON_AUTHOR;
            }
        }
        for (size_t i = 0; i < COUNT_OF(people); i++) {
            if (strcasecmp(word, people[i]) == 0 && may_name(href, start, at)) {
                bool is_near = is_joined(href, start, at) && start != last + 1;
                dana__person person = is_near ? DANA__PERSON_NEAR : DANA__PERSON_USER;

                last = at;
                found = person > found ? person : found;
                break;
            }
        }
    }
    return found;
}

/* URLs of words and of what parts them, in memory of their own size. */
static void people_are_those_of_all_words(void **state)
{
    static const char *const parts[] = {
        "/",       "-",       "u",           "U",      "user",
        "Users",   "authors", "Author",      "author", "writer",
        "byline",  "con",     "contributor", "X",      "a",
        "=",       "@",       "/@",          "member", "list",
        "profile", "s",       "\xC3\xA4",    "7",      "a-day-at-sea-in-may",
        "pro",     "ROFILE"};
    uint32_t seed = 1;
    size_t found[4] = {0, 0, 0, 0};

    (void)state;
    for (int i = 0; i < 40000; i++) {
        char room[256] = "/w/"; /* not "//", behind which a host stands */
        size_t most = next_random(&seed, 90);

        for (size_t length = 3; length < most; length = strlen(room)) {
            snprintf(room + length, sizeof(room) - length, "%s",
                     parts[next_random(&seed, COUNT_OF(parts))]);
        }
        char *copy = malloc(strlen(room));

        assert_non_null(copy);
        memcpy(copy, room, strlen(room));
        dana_view href = {copy, strlen(room)};
        dana__person person = dana__leads_to_person(href);

        assert_int_equal(person, by_all_words(href));
        found[person]++;
        free(copy);
    }
    assert_true(found[0] > 4000 && found[1] > 400 && found[2] > 4000 && found[3] > 4000);
}

static void paths_lead_to_people(void **state)
{
    (void)state;
    /* The host names nobody, nor does a script, nor a letter of a code. */
    assert_int_equal(dana__leads_to_person(VIEW("https://member.gulls.example/tag?p=nests")),
                     DANA__PERSON_NONE);
    assert_int_equal(dana__leads_to_person(VIEW("//people.example")), DANA__PERSON_NONE);
    assert_int_equal(dana__leads_to_person(VIEW("https://member.gulls.example/user/7")),
                     DANA__PERSON_USER);
    assert_int_equal(dana__leads_to_person(VIEW("javascript:u=location.href;share(u,'/users/1')")),
                     DANA__PERSON_NONE);
    assert_int_equal(dana__leads_to_person(VIEW("/r/aGVsbG8U2u9")), DANA__PERSON_NONE);
    assert_int_equal(dana__leads_to_person(VIEW("https://forum.example/u/ann")), DANA__PERSON_USER);
    assert_int_equal(dana__leads_to_person(VIEW("/show?u=7")), DANA__PERSON_USER);
}

/* Names and words of a tag, and whether a tag that has one may be asked for it. */
static const struct {
    const char *word;
    bool (*may)(dana_view tag);
} tag_words[] = {
    {"caption", dana__may_name_caption},
    {"wp-caption-text", dana__may_name_caption},
    {"Credit", dana__may_name_caption},
    {"cutline", dana__may_name_caption},
    {"Legende", dana__may_name_caption},
    {"Bildunterschrift", dana__may_name_caption},
    {"bildtext", dana__may_name_caption},
    {"Bildinfo", dana__may_name_caption},
    {"youtube", dana__may_be_player},
    {"YouTube", dana__may_be_player},
    {"colspan", dana__may_span},
    {"RowSpan", dana__may_span},
    {"ROWSPAN", dana__may_span},
    {"emoji", dana__may_picture_formula},
    {"wp-smiley", dana__may_picture_formula},
    {"emoticon", dana__may_picture_formula},
    {"LaTeX", dana__may_picture_formula},
    {"mathtex.cgi", dana__may_picture_formula},
    {"/math/render/", dana__may_picture_formula},
    {"chart?cht=tx", dana__may_picture_formula},
};

static void words_of_tags_are_seen_anywhere(void **state)
{
    char room[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(tag_words); i++) {
        for (size_t before = 0; before < FILLING_MAX; before++) {
            for (size_t after = 0; after < FILLING_MAX; after++) {
                dana_view tag = fill(room, before, tag_words[i].word, after);
                char *copy = malloc(tag.length); /* nothing behind it may be read */

                assert_non_null(copy);
                memcpy(copy, tag.data, tag.length);
                assert_true(tag_words[i].may((dana_view){copy, tag.length}));
                free(copy);
            }
        }
        assert_false(tag_words[i].may(VIEW("<div class=\"a box\" id=\"main-content\" title=b>")));
        assert_false(tag_words[i].may(VIEW("<td>")));
        assert_false(tag_words[i].may(VIEW("")));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_that_count_are_seen_anywhere),
        cmocka_unit_test(tags_without_such_letters_are_refused),
        cmocka_unit_test(words_that_call_spoken_are_seen_anywhere),
        cmocka_unit_test(words_that_lead_to_people_are_seen_anywhere),
        cmocka_unit_test(people_are_those_of_all_words),
        cmocka_unit_test(paths_lead_to_people),
        cmocka_unit_test(words_of_tags_are_seen_anywhere),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
