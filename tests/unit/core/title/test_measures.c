/*
 * titlerank: what is measured of candidates, by name. Values are those that a reader counts on the
 * page; what a row does not name is not looked at.
 */
#include "unit.h"

#include "support.h"
#include "title/rank/candidates.h"
#include "title/rank/features.h"

#include <math.h>
#include <stdio.h>

#define TEXT                                                                                       \
    "<p>The harbour was closed by a storm on Monday, said the harbour master, and no ferry left "  \
    "before the evening; two boats sank.</p>"

typedef struct {
    const char *candidate;
    const char *measures; /* "NAME=value NAME=value"; NULL: it is no candidate */
} row;

static const char *const names[DANA__RANK_COUNT] = {
#define NAME(name) #name,
    DANA__RANK_FEATURE_LIST(NAME)
#undef NAME
};

/* The value of a measure; fails where there is none of this name. */
static double value_of(const float *features, const char *name, size_t length)
{
    for (int i = 0; i < DANA__RANK_COUNT; i++) {
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) {
            return (double)features[i];
        }
    }
    fail_msg("no measure %.*s", (int)length, name);
    return 0.0;
}

static void assert_measures(const dana__rank_page *shared, const dana__candidate *candidate,
                            const char *wanted)
{
    float features[DANA__RANK_COUNT];

    dana__rank_measure(shared, candidate, features);
    for (const char *p = wanted; *p != '\0';) {
        size_t length = strcspn(p, "=");
        char *end;
        double expected = strtod(p + length + 1, &end);
        double actual = value_of(features, p, length);

        if (fabs(actual - expected) > 0.01) {
            fail_msg("%.*s: %.*s is %g, not %g", (int)candidate->text.length, candidate->text.data,
                     (int)length, p, actual, expected);
        }
        p = end + strspn(end, " ");
    }
}

static const dana__candidate *find(const dana__candidates *pool, const char *text)
{
    for (size_t i = 0; i < pool->count; i++) {
        if (pool->items[i].text.length == strlen(text) &&
            memcmp(pool->items[i].text.data, text, strlen(text)) == 0) {
            return &pool->items[i];
        }
    }
    return NULL;
}

static void assert_rows(const char *html, const row *rows, size_t count)
{
    dana_page *page = open_page(html);
    const dana_scan_options options = {0};
    const dana_scan *scan;
    dana__candidates pool;
    dana__rank_page shared;
    dana_error err;
    dana__auto_trace trace;

    assert_int_equal(dana_scan_page(page, &options, &scan, &err), DANA_OK);
    assert_int_equal(dana__rank_trace(page, &trace, &err), DANA_OK);
    assert_int_equal(dana__collect_candidates(page, scan, &trace, &pool, &err), DANA_OK);
    dana__rank_measure_page(&pool, &shared);
    for (size_t i = 0; i < count; i++) {
        const dana__candidate *found = find(&pool, rows[i].candidate);

        if ((found != NULL) != (rows[i].measures != NULL)) {
            fail_msg("\"%s\" is %s candidate", rows[i].candidate, found != NULL ? "a" : "no");
        }
        if (found != NULL) {
            assert_measures(&shared, found, rows[i].measures);
        }
    }
    dana_page_close(page);
}

#define ASSERT_ROWS(html, rows) assert_rows(html, rows, sizeof(rows) / sizeof((rows)[0]))

static void an_article_is_measured_against_its_names(void **state)
{
    static const char html[] =
        "<!doctype html><title>Storm closes harbour at 40%5z &ndash; Sea News | Daily Gull</title>"
        "<meta property=og:title content='Storm closes the harbour'>"
        "<meta property=og:site_name content='Daily Gull'>"
        "<link rel=canonical "
        "href='https://www.gull.example/sea-news/storm%20closes-harbour-40%5z-f%4z'>"
        "<meta itemprop=headline content='Storm closes harbour today'>"
        "<meta name=twitter:title content='Harbour storm'>"
        "<script type='application/ld+json'>{\"@type\": \"BreadcrumbList\", \"itemListElement\": "
        "[{\"name\": \"Home\"}, {\"item\": {\"name\": \"Storm\"}}]}</script>"
        "<script type='application/ld+json'>{\"@type\": \"NewsArticle\", \"headline\": "
        "\"Storm closes harbour: ferries wait\"}</script>"
        "<header><h2 class=site-title><a href=/>Daily Gull</a></h2>"
        "<nav><a href=/sea-news>Sea News</a> <a href=/sport>Sport of the week</a></nav></header>"
        "<article><h1 class=entry-title>"
        "<a href='/sea-news/storm%20closes-harbour-40%5z-f%4z'>"
        "Storm closes harbour at 40%5z</a></h1>" TEXT
        "<h3>What happens next?</h3><p>All ferries of the island lines wait for calmer weather, "
        "and their crews went home, as the company said on Tuesday morning.</p></article>"
        "<aside class=related-card><h3><a href=/other/calm-sea>Calm sea until June</a></h3>"
        "</aside>";
    static const row rows[] = {
        {"Storm closes harbour at 40%5z \xE2\x80\x93 Sea News | Daily Gull",
         "AT_TITLE=1 AT_TITLE_FIRST=0 PLACES=1 VISIBLE=0 LEVEL=7 ORDER=-1 SAME_TITLE=1 SAME_H1=0 "
         "IN_TITLE=1 OF_TITLE=1 IN_OG=.3 OF_OG=.75 OF_META=.75 OF_ADDRESS=.714 IN_H1=.6 OF_H1=1 "
         "LIKE_GAP=0 SEGMENTS=0 WORDS=10 LETTERS=53 SEEN=0 BLOCK_SHARE=-1 IN_MAIN=-1"},
        {"Storm closes harbour at 40%5z",
         "AT_TITLE_FIRST=1 AT_TITLE=0 AT_HEADING=1 PLACES=2 VISIBLE=1 LEVEL=1 IS_H1=1 FIRST_H1=1 "
         "ONLY_H1=1 ORDER=0 HEADING_ORDER=1 SAME_H1=1 SAME_TITLE=0 OF_TITLE=.6 IN_OG=.5 "
         "IN_TWITTER=.333 IN_LD_HEADLINE=.5 IN_CRUMB=.167 IN_LEAD=.333 IN_ADDRESS=.833 "
         "OF_ADDRESS=.714 LIKE_GAP=.25 LIKE_GAP_VISIBLE=0 REST_SITE=.5 REST_H1=0 CUT_BEFORE=0 "
         "CUT_AFTER=3 SEGMENTS=3 PART_SEEN=1 PART_BEFORE=1 ENDS_IN_MARK=0 SEEN=1 LAST_HEADING=1 "
         "BLOCK_SHARE=.286 BEFORE_MAIN=.693 IN_MAIN=1 PRUNED=0 LINKED=1 DEPTH=2 HOME_LINK=0 "
         "SELF_LINK=1 OTHER_LINK=0 IN_NAV=0 NAMED_TITLE=1 NAMED_SITE=0 BEST_PART=.6 "
         "BEST_VISIBLE=.75 HAS_LD=1 HINT_ARTICLE=1 HINT_FORUM=0 HINT_PRODUCT=0"},
        {"Storm closes harbour at 40%5z \xE2\x80\x93 Sea News",
         "AT_TITLE_FIRST=1 CUT_AFTER=4 CUT_INSIDE=3 REST_SITE=1 PART_SEEN=0 SEEN=0"},
        {"Sea News", "VISIBLE=1 LEVEL=7 CUT_BEFORE=3 CUT_AFTER=4 CUT_INSIDE=0 REST_SITE=.25 "
                     "REST_H1=.75 PART_SEEN=1 PART_BEFORE=1 OTHER_LINK=1 IN_NAV=1 SELF_LINK=0"},
        {"Sea News | Daily Gull", "AT_TITLE_LAST=1 CUT_BEFORE=3 CUT_AFTER=0 CUT_INSIDE=4"},
        {"Daily Gull", "AT_TITLE_LAST=1 LEVEL=2 IS_H1=0 ORDER=0 HEADING_ORDER=0 CUT_HOST=0 "
                       "PART_BEFORE=0 HOME_LINK=1 OTHER_LINK=0 NAMED_SITE=1 LAST_HEADING=0 "
                       "BLOCK_SHARE=0 PRUNED=1"},
        {"Storm closes the harbour", "AT_OG=1 AT_META=0 IN_TITLE=.75 OF_TITLE=.3 IN_OG=1 OF_OG=1"},
        {"Storm closes harbour today", "AT_META=1 OF_META=1 IN_TITLE=.75 LIKE_GAP=0"},
        {"Harbour storm", "IN_TWITTER=1 OF_OG=.5"},
        {"Storm", "AT_CRUMB=1 IN_CRUMB=1 WORDS=1"},
        {"Storm closes harbour: ferries wait", "AT_LD_HEADLINE=1 IN_LD_HEADLINE=1"},
        {"ferries wait", "AT_LD_PART=1 CUT_BEFORE=2 SEGMENTS=2 IN_TITLE=0"},
        {"What happens next?", "LEVEL=3 IS_H1=0 FIRST_H1=0 ONLY_H1=0 ENDS_IN_MARK=1 ORDER=0 "
                               "HEADING_ORDER=2 BEFORE_MAIN=-1 LINKED=0 LAST_HEADING=0"},
        {"Calm sea until June", "ORDER=1 HEADING_ORDER=3 IN_CARD=1 IN_NAV=1 OTHER_LINK=1 "
                                "IN_MAIN=0 BLOCK_SHARE=.857"},
    };

    (void)state;
    ASSERT_ROWS(html, rows);
}

static void of_a_title_the_parts_at_its_ends_are_candidates(void **state)
{
    static const char html[] = "<title>Calm sea | Tide table | Harbour | Gull</title>"
                               "<meta property=og:url content='https://gull.example/a'>"
                               "<h1>Tide table</h1>" TEXT
                               "<h1>Tide table!</h1><h1>Spring: high water</h1>"
                               "<h2>Neap: low water</h2>";
    static const row rows[] = {
        {"Calm sea", "AT_TITLE_FIRST=1 CUT_HOST=0"},
        {"Calm sea | Tide table", "AT_TITLE_FIRST=1"},
        {"Calm sea | Tide table | Harbour", "AT_TITLE_FIRST=1 CUT_HOST=1"},
        {"Tide table", "AT_TITLE_FIRST=0 AT_TITLE_LAST=0 AT_HEADING=1 IS_H1=1 FIRST_H1=1 ONLY_H1=0 "
                       "SAME_VISIBLE=1 HAS_LD=0 HINT_ARTICLE=0 CUT_BEFORE=4 CUT_AFTER=4"},
        {"Tide table!", "FIRST_H1=0 ORDER=1 SAME_VISIBLE=1 ENDS_IN_MARK=1"},
        {"Spring: high water", "AT_HEADING=1 ORDER=2"},
        {"Spring", "AT_HEADING=0 AT_HEADING_PART=1 LEVEL=1 IS_H1=0 CUT_AFTER=2 SEGMENTS=2"},
        {"high water", "AT_HEADING_PART=1 CUT_BEFORE=2"},
        {"Neap: low water", "AT_HEADING=1 LEVEL=2"},
        {"Neap", NULL},
        {"Tide table | Harbour", NULL},
        {"Tide table | Harbour | Gull", "AT_TITLE_LAST=1"},
        {"Harbour", "CUT_HOST=1"},
        {"Harbour | Gull", "AT_TITLE_LAST=1 CUT_HOST=0"},
        {"Gull", "AT_TITLE_LAST=1 CUT_AFTER=0"},
    };

    (void)state;
    ASSERT_ROWS(html, rows);
}

static void texts_far_from_the_main_one_are_candidates_where_they_are_like_a_name(void **state)
{
    static const char html[] =
        "<title>Storm closes harbour</title><p>Harbour calm</p><p>Calm harbour now</p>"
        "<p>Sea water</p><p>Tide one</p><p>Tide two</p><p>Tide three</p><p>Tide four</p>"
        "<p>Tide five</p><p>Tide six</p><p>Tide seven</p><p>Tide eight</p><p>Tide nine</p>"
        "<p>Tide ten</p><p>Tide eleven</p><p>Tide twelve</p><p>Tide thirteen</p>"
        "<p>Tide fourteen</p><p>Tide fifteen</p><article><h1>Of storms</h1>" TEXT TEXT TEXT
        "</article>";
    static const row rows[] = {
        {"Harbour calm", "IN_TITLE=.5 OF_TITLE=.333"}, /* 2 * 1 of 5 words */
        {"Calm harbour now", NULL},                    /* 2 * 1 of 6 words */
        {"Sea water", NULL},
    };

    (void)state;
    ASSERT_ROWS(html, rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_article_is_measured_against_its_names),
        cmocka_unit_test(of_a_title_the_parts_at_its_ends_are_candidates),
        cmocka_unit_test(texts_far_from_the_main_one_are_candidates_where_they_are_like_a_name),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
