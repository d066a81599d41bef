/* Posts of pages with very many of them. */
#include "unit.h"

#include "common.h"

#include "blocks/class_words.h"
#include "dana/extract.h"
#include "dana/format.h"
#include "dana/posts.h"
#include "evidence/item_words.h"
#include "posts/stated.h"
#include "posts/tallies.h"
#include "support.h"

#include <stdio.h>

/* A page that states so many comments and shows them all, without a class word; owned by the
 * caller. */
static char *page_of(size_t count)
{
    size_t room = 400 * count + 400;
    char *html = malloc(room);
    size_t used = (size_t)snprintf(html, room, "<h1>Talk</h1><script type='application/ld+json'>[");

    for (size_t i = 0; i < count; i++) {
        used += (size_t)snprintf(html + used, room - used,
                                 "%s{\"@type\":\"Comment\",\"author\":\"reader%zu\",\"text\":\"The "
                                 "harbour of number %zu is open again, as they say.\"}",
                                 i > 0 ? "," : "", i, i);
    }
    used += (size_t)snprintf(html + used, room - used, "]</script>");
    for (size_t i = 0; i < count; i++) {
        used += (size_t)snprintf(html + used, room - used,
                                 "<div><p>The harbour of number %zu is open again, as they say.</p>"
                                 "</div>",
                                 i);
    }
    return html;
}

typedef struct {
    dana_page *page;
    dana_metadata metadata;
    dana_posts posts;
} found;

/* Opens a page and finds its metadata and posts; close the page. */
static found find(const char *html)
{
    found f = {.page = open_page(html)};
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4);
    dana_result result;
    dana_view text;

    assert_int_equal(dana_extract(f.page, algorithm, NULL, &result, NULL), DANA_OK);
    assert_int_equal(dana_render_text(f.page, &result, &text, NULL), DANA_OK);
    dana_metadata_input input = {.result = &result, .text = text};

    assert_int_equal(dana_find_metadata(f.page, &input, &f.metadata, NULL), DANA_OK);
    assert_int_equal(dana_find_posts(f.page, &input, &f.posts, NULL), DANA_OK);
    return f;
}

static size_t count_posts(size_t stated)
{
    char *html = page_of(stated);
    found f = find(html);
    size_t count = f.posts.count;

    dana_page_close(f.page);
    free(html);
    return count;
}

static void of_very_many_statements_the_first_are_taken(void **state)
{
    (void)state;
    assert_int_equal(count_posts(3), 3);
    assert_int_equal(count_posts(DANA__STATED_MAX), DANA__STATED_MAX);
    assert_int_equal(count_posts(DANA__STATED_MAX + 9), DANA__STATED_MAX);
}

/* Of a class value as long as a program's the begin is read. */
static void long_class_values_are_read_in_part(void **state)
{
    char value[600];

    (void)state;
    memset(value, ' ', sizeof(value));
    memcpy(value + 390, "answer", 6);
    assert_int_not_equal(dana__read_item_class((dana_view){value, sizeof(value)}).roles, 0);
    memset(value, ' ', sizeof(value));
    memcpy(value + 401, "answer", 6);
    assert_int_equal(dana__read_item_class((dana_view){value, sizeof(value)}).roles, 0);
    memset(value, ' ', sizeof(value));
    memcpy(value + 390, "comments", 8);
    assert_int_not_equal(dana__marks_of_value((dana_view){value, sizeof(value)}), 0);
    memset(value, ' ', sizeof(value));
    memcpy(value + 401, "comments", 8);
    assert_int_equal(dana__marks_of_value((dana_view){value, sizeof(value)}), 0);
}

/* A row of the tables of words: the word itself. */
#define WORD(text) (text)

/* The rows of the words that call an element an item, in either case and among neutral words: none
 * is refused by its length and first letter. */
static void all_words_of_items_are_found(void **state)
{
    static const struct {
        const char *word;
        dana__called called;
    } rows[] = {
#include "evidence/item_words.def"
    };
    static const char *const neutral[] = {"block", "c",  "crawler", "element", "forum", "h",
                                          "ips",   "js", "node",    "single",  "u",     "wrapper"};
    char value[64];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        for (size_t k = 0; k < COUNT_OF(neutral); k++) {
            snprintf(value, sizeof(value), "x %s-%s", neutral[k], rows[i].word);
            assert_int_equal(dana__read_item_class(view(value)).called, rows[i].called);
            value[sizeof("x ") + strlen(neutral[k])] &= (char)~0x20;
            assert_int_equal(dana__read_item_class(view(value)).called, rows[i].called);
            snprintf(value, sizeof(value), "is-%s %s-solution", rows[i].word, neutral[k]);
            assert_int_not_equal(dana__read_item_class(view(value)).roles & DANA__ROLE_ACCEPTED, 0);
        }
        snprintf(value, sizeof(value), "other-%s", rows[i].word);
        assert_int_equal(dana__read_item_class(view(value)).called, DANA__CALLED_NOTHING);
    }
}

/* The names of bodies, as they are and with what parts words. */
static void all_names_of_bodies_are_found(void **state)
{
    static const char *const bodies[] = {
#include "evidence/body_words.def"
    };
    char value[64];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(bodies); i++) {
        snprintf(value, sizeof(value), "a %s b", bodies[i]);
        assert_int_not_equal(dana__read_item_class(view(value)).roles & DANA__ROLE_BODY, 0);
        snprintf(value, sizeof(value), "_%.1s-%s_", bodies[i], bodies[i] + 1);
        assert_int_not_equal(dana__read_item_class(view(value)).roles & DANA__ROLE_BODY, 0);
    }
    assert_int_equal(dana__read_item_class(view("body text2 - _")).roles, 0);
}

/* Each way in which a tag counts, with as many votes as it says: few tags are taken apart. */
static void tags_that_count_are_found_wherever_they_do(void **state)
{
    static const char *const counting[] = {
        "data-score=7",
        "SCORE='7'",
        "data-vote-count=7",
        "data-votes=7",
        "data-upvotes=7",
        "data-likes=7",
        "data-like-count=7",
        "data-comment-score=7",
        "data-vote-score=7",
        "upvote-count=7",
        "class=Score>7<",
        "class=scores>7<",
        "class='votes x'>7<",
        "class=upvotes>7<",
        "class=likes>7<",
        "class=points>7<",
        "class=\"votes\">7<",
        "class=\" Vote-count \">7<",
        "class=vote-count>7<",
        "class=likeCounter>7<",
        "class=voting_total>7<",
        "class='upvote number'>7<",
        "aria-label='7 Points'",
        "aria-label='7 point'",
        "aria-label='7 votes'",
        "aria-label='7 likes'",
        "itemprop=upvoteCount content=7",
    };
    char html[160];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(counting); i++) {
        for (int before = 0; before < 40; before++) {
            dana__tally_walk walk = {.counts_votes = false};
            dana__markup tag;

            snprintf(html, sizeof(html), "<b %*s%s></b>", before, "", counting[i]);
            dana__read_markup(html, html + strlen(html), &tag);
            dana__tally tally = dana__read_tally(&walk, &tag, html, html + strlen(html));

            assert_true(tally.worth > 0);
            assert_int_equal(tally.votes, 7);
        }
    }
}

static void interactions_tell_what_their_count_is(void **state)
{
    char html[160];
    dana__tally_walk walk = {.counts_votes = false};
    dana__markup tag;

    (void)state;
    snprintf(html, sizeof(html), "<b itemprop=interactionType content='x/EndorseAction'>");
    dana__read_markup(html, html + strlen(html), &tag);
    assert_int_equal(dana__read_tally(&walk, &tag, html, tag.end).worth, 0);
    assert_true(walk.counts_votes);
    snprintf(html, sizeof(html), "<b itemprop=interactionType content='x/CommentAction'>");
    dana__read_markup(html, html + strlen(html), &tag);
    assert_int_equal(dana__read_tally(&walk, &tag, html, tag.end).worth, 0);
    assert_false(walk.counts_votes);
}

/* A thread whose elements have a class and nothing else; %s: behind each class. */
static const char thread[] =
    "<body class=\"page\"%s><nav class=\"menu\"%s><p class=\"author\"%s>Max Foe</p></nav>"
    "<h1>A day at sea</h1><p class=\"subtitle\"%s>What the wind brings</p>"
    "<p>By <a class=\"byline author\"%s>Anna Lee</a></p><time class=\"entry\"%s>2 May 2021</time>"
    "<p class=\"modified date\"%s>4 May 2021</p><p>The sea was calm on the day that we left the "
    "harbour, and nobody thought of the storm that was to come.</p>"
    "<div class=\"comment\"%s><b class=\"author\"%s>Ben Roe</b><i class=\"votes\"%s>7</i>"
    "<p class=\"comment-body\"%s>I was there, and it was so.</p></div>"
    "<div class=\"comment\"%s><b class=\"author\"%s>Cleo Dow</b><i class=\"votes\"%s>3</i>"
    "<p class=\"comment-body\"%s>It was not, as I remember it.</p></div>";

/* What a page says: authors, dates, subtitles, and its posts with their votes, as one text. */
static void tell(const char *html, char *out, size_t room)
{
    found f = find(html);
    const dana_metadata *m = &f.metadata;
    int length = snprintf(out, room, "%zu %.*s, %.*s, %.*s, %zu.", m->author_count,
                          (int)m->authors[0].length, m->authors[0].data,
                          (int)m->published.value.length, m->published.value.data,
                          (int)m->modified.value.length, m->modified.value.data, m->subtitle_count);

    for (size_t i = 0; i < f.posts.count; i++) {
        const dana_post *post = &f.posts.items[i];

        length += snprintf(out + length, room - (size_t)length, " %.*s: %.*s (%d)",
                           (int)post->author.length, post->author.data, (int)post->text.length,
                           post->text.data, post->votes);
    }
    dana_page_close(f.page);
}

static void a_class_alone_says_what_it_does_beside_others(void **state)
{
    static const char *const others[] = {"", " ", " hidden-x", " data-x=\"1\"", " style=\"\""};
    char html[2048];
    char told[sizeof(others) / sizeof(*others)][512];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(others); i++) {
        const char *o = others[i];

        snprintf(html, sizeof(html), thread, o, o, o, o, o, o, o, o, o, o, o, o, o, o, o);
        tell(html, told[i], sizeof(told[i]));
        assert_string_equal(told[i], "1 Anna Lee, 2021-05-02, 2021-05-04, 1. Ben Roe: I was there, "
                                     "and it was so. (7) Cleo Dow: It was not, as I remember it. "
                                     "(3)");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_words_of_items_are_found),
        cmocka_unit_test(all_names_of_bodies_are_found),
        cmocka_unit_test(long_class_values_are_read_in_part),
        cmocka_unit_test(of_very_many_statements_the_first_are_taken),
        cmocka_unit_test(tags_that_count_are_found_wherever_they_do),
        cmocka_unit_test(interactions_tell_what_their_count_is),
        cmocka_unit_test(a_class_alone_says_what_it_does_beside_others),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
