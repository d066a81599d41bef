/*
 * Words of class values read in windows of 64 bytes, and counts of votes looked for by two letters,
 * against readings byte by byte: on random values made of what decides, of every length and at
 * every place of a window, in memory of their own size.
 */
#include "unit.h"

#include "support.h"

#include "base/ascii.h"
#include "blocks/attributes.h"
#include "blocks/class_words.h"
#include "blocks/marks.h"
#include "posts/tallies.h"
#include "subjects/subjects.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#define VALUES     6000
#define LENGTH_MAX 220

#define NAV        DANA__MARK_BIT(NAV)

static uint32_t seed = 1;

static uint32_t random_below(uint32_t limit)
{
    /* Marsaglia's xorshift; the seed is not 0. */
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % limit;
}

static const char *const pieces[] = {
    "category-", "cat-",      "tag-",
    "author-",   "topic-",    "terms",
    "tax-",      "hentry",    " ",
    " ",         " ",         "-",
    "_",         "7",         "\t",
    "sidebar",   "Nav",       "nav",
    "comments",  "A",         "b",
    "css-",      "sc-",       "no-",
    "has-",      "-enabled",  "type-author",
    "x9y",       "main",      "Footer",
    "button",    "\xC3\xA9",  "averylongwordthatnobodykeeps",
    "author",    "-disabled", "abcdefghijklmnopqrstuvwxyzabcdefghij",
    "author_",   "no_",       "Mso",
};

static dana_view random_value(void)
{
    static char room[LENGTH_MAX + 64];
    size_t length = 0;
    size_t most = random_below(LENGTH_MAX);

    while (length < most) {
        const char *piece = pieces[random_below(DANA__COUNT(pieces))];

        memcpy(room + length, piece, strlen(piece));
        length += strlen(piece);
    }
    char *value = malloc(length > 0 ? length : 1);

    assert_non_null(value);
    memcpy(value, room, length);
    return (dana_view){value, length};
}

/* The end of a word, byte by byte. */
static size_t plain_end(dana_view value, size_t at)
{
    for (at++; at < value.length && dana__is_letter(value.data[at]); at++) {
        bool parts = dana__is_capital(value.data[at]) && !dana__is_capital(value.data[at - 1]);

        if (parts) {
            break;
        }
    }
    return at;
}

static bool stands_at(dana_view value, size_t at, const char *text)
{
    return value.length >= at + strlen(text) && memcmp(value.data + at, text, strlen(text)) == 0;
}

static bool is_space_or_end(dana_view value, size_t at)
{
    return at == value.length || dana__is_space(value.data[at]);
}

/* Whether a name of the value says that it is a post's; of the names that do the pieces make one.
 */
static bool plain_is_post(dana_view value)
{
    for (size_t at = 0; at < value.length; at++) {
        if (stands_at(value, at, "hentry") && is_space_or_end(value, at + 6) &&
            (at == 0 || dana__is_space(value.data[at - 1]))) {
            return true;
        }
    }
    return false;
}

/* Whether what follows a letter, up to a space, is the name of a subject. */
static bool plain_is_subject(dana_view value, size_t first)
{
    static const char *const kinds[] = {"category", "cat",  "tag",      "author",
                                        "topic",    "term", "taxonomy", "tax"};

    for (size_t at = first; !is_space_or_end(value, at); at++) {
        if (at > first && value.data[at - 1] != '-' && value.data[at - 1] != '_') {
            continue;
        }
        for (size_t i = 0; i < DANA__COUNT(kinds); i++) {
            size_t end = at + strlen(kinds[i]);

            if (stands_at(value, at, kinds[i]) &&
                (stands_at(value, end, "-") || stands_at(value, end, "_")) &&
                !is_space_or_end(value, end + 1)) {
                return true;
            }
        }
    }
    return false;
}

static bool follows(dana_view value, size_t start, const char *text)
{
    return start >= strlen(text) && stands_at(value, start - strlen(text), text);
}

static bool plain_is_of_state(dana_view value, size_t start, size_t end)
{
    static const char *const before[] = {"no-", "no_", "has-", "with-", "without-"};

    for (size_t i = 0; i < DANA__COUNT(before); i++) {
        size_t length = strlen(before[i]);

        if (follows(value, start, before[i]) &&
            (start == length || dana__is_space(value.data[start - length - 1]))) {
            return true;
        }
    }
    return stands_at(value, end, "-enabled") || stands_at(value, end, "-disabled");
}

/* Adds a word; of the words before a signature the pieces have one. */
static void take_plain(dana_view value, size_t start, size_t end, dana__said *out)
{
    char word[DANA__WORD_MAX];
    size_t length = end - start;
    int8_t odds = 0;

    for (size_t i = 0; i < length; i++) {
        word[i] = dana__to_lower(value.data[start + i]);
    }
    uint32_t key = dana__word_key(word, length);
    uint32_t marks = length > 1 ? dana__word_marks(key) : 0;
    bool is_known = length > 1 && dana__find_word_odds(key, &odds);

    out->shape = (out->shape ^ key) * 2654435769u;
    if ((marks == 0 && !is_known) || dana__is_in_hash(value, end) ||
        (marks == DANA__MARK_BIT(AUTHOR) && follows(value, start, "type-"))) {
        return;
    }
    out->marks |= plain_is_of_state(value, start, end) || follows(value, start, "Mso") ? 0 : marks;
    if (is_known) {
        dana__add_odds(&out->odds, odds);
    }
}

static dana__said plain_class(dana_view value)
{
    dana__said out = {0};
    bool is_post = plain_is_post(value);
    bool is_first = true;
    bool is_subject = false;

    for (size_t at = 0; at < value.length;) {
        if (!dana__is_letter(value.data[at])) {
            is_first |= dana__is_space(value.data[at]);
            at++;
            continue;
        }
        size_t end = plain_end(value, at);

        is_subject = is_first ? is_post && plain_is_subject(value, at) : is_subject;
        is_first = false;
        if (!is_subject && end - at < DANA__WORD_MAX) {
            take_plain(value, at, end, &out);
        }
        at = end;
    }
    return out;
}

static void assert_said(const dana__said *said, const dana__said *expected)
{
    assert_int_equal(said->marks, expected->marks);
    assert_int_equal(said->shape, expected->shape);
    assert_int_equal(said->odds.sum, expected->odds.sum);
    assert_int_equal(said->odds.count, expected->odds.count);
    assert_int_equal(said->odds.low, expected->odds.low);
    assert_int_equal(said->odds.high, expected->odds.high);
}

static void classes_say_what_they_say_byte_by_byte(void **state)
{
    size_t told = 0;

    (void)state;
    for (size_t i = 0; i < VALUES; i++) {
        dana_view value = random_value();
        dana__said expected = plain_class(value);
        dana__said said = dana__read_class(value);

        assert_said(&said, &expected);
        told += said.marks != 0;
        free((char *)value.data);
    }
    assert_in_range(told, VALUES / 4, VALUES - 1);
}

/* Words of all lengths that share slots, in a source that goes on behind the value. */
static void words_of_a_page_are_remembered(void **state)
{
    enum { BEHIND = 40 };
    static dana__word_memo memo;
    static char source[LENGTH_MAX + 64 + BEHIND];
    size_t known = 0;

    (void)state;
    memset(source, 'n', sizeof(source));
    for (size_t i = 0; i < VALUES; i++) {
        dana_view value = random_value();
        dana__said expected = plain_class(value);
        size_t behind = random_below(BEHIND);

        memcpy(source, value.data, value.length);
        memset(source + value.length, 'n', behind);
        memo.readable = source + value.length + behind;
        dana__said said = dana__read_class_with(&memo, (dana_view){source, value.length});

        assert_said(&said, &expected);
        free((char *)value.data);
    }
    for (size_t i = 0; i < DANA__KNOWN_WORDS; i++) {
        known += memo.words[i].letters != 0;
    }
    assert_in_range(known, 10, DANA__KNOWN_WORDS);
}

/* A value that is nowhere says nothing. */
static void no_value_has_no_words(void **state)
{
    const dana_view nothing = {NULL, 0};

    (void)state;
    assert_int_equal(dana__read_class(nothing).shape, 0);
    assert_int_equal(dana__marks_of_value(nothing), 0);
}

/* Every kind of subjects makes names be read, no other word does. */
static void kinds_of_subjects_are_known(void **state)
{
    static const char *const kinds[] = {"category", "cat",  "tag",      "author",
                                        "topic",    "term", "taxonomy", "tax"};
    static const char *const others[] = {"", "ca", "cats", "tagx", "auth", "terms", "taxonomx"};
    char text[64];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(kinds); i++) {
        snprintf(text, sizeof(text), "%s-navigation", kinds[i]);
        dana_view name = {text, strlen(text)};

        assert_true(dana__is_name_of_subject(name));
        assert_true(dana__is_kind_of_subjects(dana__name_key(kinds[i])));
        snprintf(text, sizeof(text), "hentry %s-navigation", kinds[i]);
        assert_int_equal(dana__read_class((dana_view){text, strlen(text)}).marks & NAV, 0);
        snprintf(text, sizeof(text), "page %s-navigation", kinds[i]);
        assert_int_equal(dana__read_class((dana_view){text, strlen(text)}).marks & NAV, NAV);
    }
    for (size_t i = 0; i < DANA__COUNT(others); i++) {
        assert_false(dana__is_kind_of_subjects(dana__name_key(others[i])));
    }
}

/* Whether a style says that its element is not seen. */
static bool plain_hides(const char *style)
{
    const char *none = strstr(style, "none");
    const char *display = strstr(style, "display");
    const char *visibility = strstr(style, "visibility");

    return (none != NULL && display != NULL && display < none && none - display <= 10) ||
           (visibility != NULL && strstr(visibility, "hidden") != NULL);
}

static void styles_hide_what_they_do_by_search(void **state)
{
    static const char *const parts[] = {
        "display:", "none", "visibility:", "hidden", "; ",        "color:red", "no-repeat",
        "view",     "n",    "block",       "v",      "display: ", "visible",   "font-size:12px",
    };
    size_t hidden = 0;

    (void)state;
    for (size_t i = 0; i < VALUES; i++) {
        static dana__class_memo memo;
        char style[128] = "";
        char tag[160];
        dana__markup markup;
        int length = 0;

        for (uint32_t count = random_below(8); count > 0; count--) {
            length += snprintf(style + length, sizeof(style) - (size_t)length, "%s",
                               parts[random_below(DANA__COUNT(parts))]);
        }
        snprintf(tag, sizeof(tag), "<p style=\"%s\">none", style);
        memo.words.readable = tag + strlen(tag);
        dana__read_markup(tag, tag + strlen(tag), &markup);
        bool hides = (dana__read_tag(&memo, &markup).marks & DANA__MARK_BIT(HIDDEN)) != 0;

        assert_int_equal(hides, plain_hides(style));
        hidden += hides;
    }
    assert_in_range(hidden, VALUES / 20, VALUES / 2);
}

static void words_end_where_they_do_byte_by_byte(void **state)
{
    (void)state;
    for (size_t i = 0; i < VALUES; i++) {
        dana_view value = random_value();
        char word[DANA__WORD_MAX];
        size_t next = 0;

        for (size_t at = 0; at < value.length;) {
            size_t end = dana__is_letter(value.data[at]) ? plain_end(value, at) : at;

            if (end > at) {
                assert_int_equal(dana__word_end(value, at), end);
            }
            if (end > at && end - at < DANA__WORD_MAX) {
                assert_int_equal(dana__next_word(value, &next, word), end - at);
                assert_int_equal(next, end);
                assert_int_equal(strncasecmp(word, value.data + at, end - at), 0);
                assert_int_equal(strlen(word), end - at);
            }
            at = end > at ? end : at + 1;
        }
        assert_int_equal(dana__next_word(value, &next, word), 0);
        free((char *)value.data);
    }
}

/* A count is found wherever in its tag its name stands. */
static void counts_are_found_at_every_place(void **state)
{
    static const char *const names[] = {
        "class='Score'",        "class=\"x vote-count\"",
        "class=voting-number",  "data-LIKES=5",
        "class=\"points\"",     "itemprop=upvoteCount content=5",
        "aria-label='5 likes'", "itemprop=userInteractionCount content=5"};
    static char page[256];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(names); i++) {
        for (int gap = 0; gap < 40; gap++) {
            dana__tally_walk walk = {.counts_votes = true};
            dana__markup tag;
            int length = snprintf(page, sizeof(page), "<span title=\"%.*s\" %s>5</span>", gap,
                                  "a link to the post, of a preview, a price", names[i]);

            dana__read_markup(page, page + length, &tag);
            dana__tally found = dana__read_tally(&walk, &tag, page, page + length);

            assert_true(found.worth > 0);
            assert_int_equal(found.votes, 5);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(classes_say_what_they_say_byte_by_byte),
        cmocka_unit_test(words_of_a_page_are_remembered),
        cmocka_unit_test(no_value_has_no_words),
        cmocka_unit_test(kinds_of_subjects_are_known),
        cmocka_unit_test(styles_hide_what_they_do_by_search),
        cmocka_unit_test(words_end_where_they_do_byte_by_byte),
        cmocka_unit_test(counts_are_found_at_every_place),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
