/*
 * titlerank: segments of titles, names in markup, candidates with their positions, the ranking.
 */
#include "unit.h"

#include "blocks/head.h"
#include "blocks/head_tags.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "support.h"
#include "title/rank/candidates.h"
#include "title/rank/features.h"
#include "title/rank/host.h"
#include "title/rank/segments.h"
#include "title/rank/vocabulary.h"

#include <math.h>
#include <stdio.h>

#define LONG_TEXT                                                                                  \
    "<p>The harbour reopened on Monday, said the ferry company, and the first boats left at "      \
    "noon. "                                                                                       \
    "Two tugs sank in the night; no one was hurt, and the pilots went back to work at dawn."

static const dana_algorithm *method(void)
{
    return dana_algorithm_find(DANA_KIND_HEADLINE, "titlerank", strlen("titlerank"));
}

static void assert_view(dana_view view, const char *text)
{
    if (view.length != strlen(text) || memcmp(view.data, text, view.length) != 0) {
        fail_msg("\"%.*s\" is not \"%s\"", (int)view.length, view.data, text);
    }
}

/* Segments, joined by the digit of the cut after each. */
static void assert_split(const char *title, const char *expected)
{
    dana__segment segments[DANA__SEGMENTS_MAX];
    char joined[400] = "";
    size_t length = 0;
    size_t count = dana__split_title((dana_view){title, strlen(title)}, segments);

    for (size_t i = 0; i < count; i++) {
        length += (size_t)snprintf(joined + length, sizeof(joined) - length, "[%.*s]%d",
                                   (int)(segments[i].end - segments[i].start), segments[i].start,
                                   (int)segments[i].cut);
    }
    assert_string_equal(joined, expected);
}

static void titles_are_split_at_their_separators(void **state)
{
    (void)state;
    assert_split("Storm", "[Storm]0");
    assert_split("", "");
    assert_split(" - ", "");
    assert_split("Storm | Gull", "[Storm]4[Gull]0");
    assert_split("Storm|Gull", "[Storm]4[Gull]0");
    assert_split("Storm &#124; Gull &ndash; News", "[Storm]4[Gull]3[News]0");
    assert_split("A well-known storm", "[A well-known storm]0");
    assert_split("Storm- the end", "[Storm]3[the end]0");
    assert_split("Storm: the end", "[Storm]2[the end]0");
    assert_split("At 10:30", "[At 10:30]0");
    assert_split("Storm (updated)", "[Storm]1[(updated)]0");
    assert_split("f(x)", "[f(x)]0");
    assert_split("Storm :: Gull", "[Storm]4[Gull]0");
    assert_split("tide::clock", "[tide::clock]0");
    assert_split("&nbsp;Storm&nbsp;&raquo;&nbsp;Gull&nbsp;", "[Storm]4[Gull]0");
    assert_split("| Storm |", "[Storm]0");
}

static void titles_are_split_in_every_script(void **state)
{
    (void)state;
    assert_split("عاصفة في الميناء | المرفأ", "[عاصفة في الميناء]4[المرفأ]0");
    assert_split("المرفأ ـ عاصفة", "[المرفأ]3[عاصفة]0");
    assert_split("مدرسـة", "[مدرسـة]0");
    assert_split("سفر؛ تمام", "[سفر]2[تمام]0");
    assert_split("סערה־בנמל – עיתון", "[סערה־בנמל]3[עיתון]0");
    assert_split("אל-נמל", "[אל-נמל]0");
    assert_split("嵐のあと｜みなと新聞", "[嵐のあと]4[みなと新聞]0");
    assert_split("暴风雨_港口-日报", "[暴风雨]3[港口]3[日报]0");
    assert_split("時刻/料金", "[時刻/料金]0");
    assert_split("snake_case and well-known", "[snake_case and well-known]0");
    assert_split("Буря — Чайка", "[Буря]3[Чайка]0");
}

static void more_segments_than_room_stay_joined(void **state)
{
    (void)state;
    assert_split("a|b|c|d|e|f|g|h|i|j", "[a]4[b]4[c]4[d]4[e]4[f]4[g]4[h|i|j]0");
}

/* Writes the names of a page, decoded: "og=A headline=B". */
static void tell_names(const char *html, char *out, size_t room)
{
    static const char *const names[] = {
        [DANA__HEAD_OG] = "og",        [DANA__HEAD_TWITTER] = "twitter",
        [DANA__HEAD_META] = "meta",    [DANA__HEAD_LD_HEADLINE] = "headline",
        [DANA__HEAD_LD_NAME] = "name", [DANA__HEAD_CRUMB] = "crumb",
        [DANA__HEAD_SITE] = "site",    [DANA__HEAD_ADDRESS] = "address",
    };
    dana_page *page = open_page(html);
    dana__auto_trace trace;
    dana__head head;
    dana_buffer buffer;
    dana_view text = {"", 0};
    dana_error err;
    size_t used = 0;

    out[0] = '\0';
    dana_buffer_init(&buffer, 1);
    assert_int_equal(dana__rank_trace(page, &trace, &err), DANA_OK);
    assert_int_equal(dana__head_names(page, &trace.blocks.head, &head, &err), DANA_OK);
    for (size_t i = 0; i < head.count; i++) {
        const dana__head_entry *entry = &head.entries[i];
        dana_view raw = {html + entry->span.start, entry->span.end - entry->span.start};

        assert_int_equal(dana__head_text(page, raw, entry->is_json, &buffer, &text, &err), DANA_OK);
        used += (size_t)snprintf(out + used, room - used, "%s%s=%.*s", used > 0 ? " " : "",
                                 names[entry->source], (int)text.length, text.data);
        assert_true(used < room);
    }
    dana_page_close(page);
}

static void assert_names(const char *html, const char *expected)
{
    char names[2000];

    tell_names(html, names, sizeof(names));
    assert_string_equal(names, expected);
}

#define LD(json) "<script type=\"application/ld+json\">" json "</script>"

static void markup_names_the_page(void **state)
{
    (void)state;
    assert_names("<meta property=og:title content='A &amp; B'>", "og=A & B");
    assert_names("<meta content='A' name=\"OG:Title\">", "og=A");
    assert_names("<meta name=twitter:title content=A>", "twitter=A");
    assert_names("<meta itemprop=headline content=A>", "meta=A");
    assert_names("<meta property=og:site_name content=A>", "site=A");
    assert_names("<link rel=canonical href=/a>", "address=/a");
    assert_names("<link rel=icon href=/a>", "");
    assert_names("<meta property=og:title>", "");
    assert_names("<meta name=author content=A>", "");
    assert_names("<script>{\"@type\": \"Article\", \"headline\": \"A\"}</script>", "");
}

static void json_ld_names_the_page(void **state)
{
    static const struct {
        const char *html;
        const char *names;
    } cases[] = {
        {LD("{\"headline\": \"A \\u00e9 \\ud83d\\ude00 \\\"b\\\" \\/\\n c\"}"),
         "headline=A é \xF0\x9F\x98\x80 \"b\" / c"},
        {LD("{\"headline\": \"lone \\ud83d and \\udc00\"}"),
         "headline=lone \xEF\xBF\xBD and \xEF\xBF\xBD"},
        {LD("[{\"@graph\": [{\"author\": {\"name\": \"Lee\"}, \"name\": \"A\"}]}]"), "name=A"},
        {LD("{\"@type\": \"Organization\", \"name\": \"S\"}"), "site=S"},
        {LD("{\"@type\": [\"Brand\", \"https://schema.org/Organization\"], \"name\": \"S\"}"),
         "site=S"},
        {LD("{\"isPartOf\": [{\"name\": \"S\"}], \"provider\": {\"name\": \"T\"}}"),
         "site=S site=T"},
        {LD("{\"publisher\": {\"@type\": \"X\", \"name\": \"S\"}, \"name\": \"A\"}"),
         "site=S name=A"},
        {LD("{\"name\": \"page\", \"mainEntity\": {\"name\": \"first\"}}{\"name\": \"last\"}"),
         "name=first name=page name=last"},
        {LD("{\"headline\": [\"A\", \"B\"], \"name\": null}"), "headline=A"},
        {LD("{\"headline\": \"A\", \"headline\": \"B\"}"), "headline=A"},
        {LD("{\"author\": {\"headline\": \"no\"}}"), ""},
        {LD("{\"Headline\": \"no\"}"), ""},
        {LD("{\"@type\": \"BreadcrumbList\", \"itemListElement\": [{\"name\": \"Home\"},"
            "{\"item\": {\"name\": \"Storms\"}}]}"),
         "crumb=Storms"},
        {LD("{\"@type\": \"BreadcrumbList\", \"name\": \"no\"}"), ""},
        {LD("{\"headline\": \"cut off"), ""},
        {LD("{\"headline\": \"A\", "), ""},
        {LD("{\"mainEntity\": {\"name\": \"A\"}, \"name\": \"cut off\""), "name=A"},
        {LD("]}]}{\"headline\": \"A\"}"), "headline=A"},
        {LD(""), ""},
        {"<meta name=title content=A>" LD("{\"name\": \"B\"}") "<meta property=og:title content=C>",
         "meta=A name=B og=C"},
        {"<script type=' Application/LD+JSON '>{\"name\": \"A\"}</script>", "name=A"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        assert_names(cases[i].html, cases[i].names);
    }
}

/* Appends `piece` to `out`, repeated. */
static size_t repeat(char *out, size_t length, size_t size, const char *piece, size_t times)
{
    for (size_t i = 0; i < times; i++) {
        length += (size_t)snprintf(out + length, size - length, "%s", piece);
    }
    return length;
}

static void deep_json_is_passed_over(void **state)
{
    char html[2000];
    size_t length = repeat(html, 0, sizeof(html), "<script type=\"application/ld+json\">", 1);

    (void)state;
    length = repeat(html, length, sizeof(html), "[{\"@graph\":", 100);
    length = repeat(html, length, sizeof(html), "{\"headline\":\"deep\"}", 1);
    length = repeat(html, length, sizeof(html), "}]", 100);
    length = repeat(html, length, sizeof(html), "{\"headline\":\"A\"}</script>", 1);
    assert_true(length < sizeof(html));
    assert_names(html, "headline=A");
}

static void of_many_names_the_first_are_kept(void **state)
{
    static char html[20000];
    char names[2000];
    size_t length = repeat(html, 0, sizeof(html), LD("{\"name\": \"x\"}"), 2 * DANA__HEAD_MAX);

    (void)state;
    tell_names(html, names, sizeof(names));
    assert_int_equal(strlen(names), DANA__HEAD_MAX * strlen("name=x ") - 1);
    length = repeat(html, 0, sizeof(html), "<script type=\"application/ld+json\">[", 1);
    length = repeat(html, length, sizeof(html), "{\"name\": \"x\"},", 1000);
    length = repeat(html, length, sizeof(html), "]</script>", 1);
    assert_true(length < sizeof(html));
    tell_names(html, names, sizeof(names));
    assert_int_equal(strlen(names), DANA__HEAD_MAX * strlen("name=x ") - 1);
}

static unsigned hints(const char *html)
{
    dana_page *page = open_page(html);
    dana_view href;
    unsigned found = dana__tag_hints(page, strlen(html), &href);

    dana_page_close(page);
    return found;
}

static void tags_call_a_text_a_title(void **state)
{
    (void)state;
    assert_int_equal(hints("<h1 class='entry-title'>"), DANA__TAG_TITLE);
    assert_int_equal(hints("<div class=postTitle> <span>\n"), DANA__TAG_TITLE);
    assert_int_equal(hints("<div class=subtitles>"), 0);
    assert_int_equal(hints("<div id=site-title>"), DANA__TAG_SITE | DANA__TAG_TITLE);
    assert_int_equal(hints("<h1 class=title></h1><p>"), 0);
    assert_int_equal(hints("<h1 class=title>text<b>"), 0);
    assert_int_equal(hints("<i class=title><i><i><i><i>"), 0);
    assert_int_equal(hints("no tag at all"), 0);
    assert_int_equal(hints(""), 0);
}

static void a_full_vocabulary_takes_no_more(void **state)
{
    dana_page *page = open_page("");
    dana__vocabulary vocabulary;
    dana_error err;
    const uint64_t zero = 0;

    (void)state;
    assert_int_equal(dana__vocabulary_make(page, &vocabulary, &err), DANA_OK);
    for (uint64_t word = 1; word <= 2 * DANA__VOCABULARY_SLOTS; word++) {
        dana__vocabulary_add(&vocabulary, DANA__REF_TITLE, &word, 1);
    }
    for (uint64_t word = 1; word <= 2 * DANA__VOCABULARY_SLOTS; word++) {
        dana__vocabulary_add(&vocabulary, DANA__REF_OG, &word, 1);
    }
    dana__vocabulary_add(&vocabulary, DANA__REF_OG, &zero, 1);
    assert_int_equal(vocabulary.count, DANA__VOCABULARY_SLOTS / 2);
    assert_int_equal(dana__vocabulary_refs(&vocabulary, 1),
                     1u << DANA__REF_TITLE | 1u << DANA__REF_OG);
    assert_int_equal(dana__vocabulary_refs(&vocabulary, 2 * DANA__VOCABULARY_SLOTS), 0);
    assert_int_equal(dana__vocabulary_refs(&vocabulary, 0), 0);
    dana_page_close(page);
}

/* The candidate with this text, NULL if there is none. */
static const dana__candidate *find_candidate(const dana__candidates *pool, const char *text)
{
    for (size_t i = 0; i < pool->count; i++) {
        if (pool->items[i].text.length == strlen(text) &&
            memcmp(pool->items[i].text.data, text, strlen(text)) == 0) {
            return &pool->items[i];
        }
    }
    return NULL;
}

static dana__candidates collect(dana_page *page, dana__auto_trace *trace)
{
    const dana_scan_options options = {0};
    const dana_scan *scan;
    dana__candidates pool;
    dana_error err;

    assert_int_equal(dana_scan_page(page, &options, &scan, &err), DANA_OK);
    assert_int_equal(dana__rank_trace(page, trace, &err), DANA_OK);
    assert_int_equal(dana__collect_candidates(page, scan, trace, &pool, &err), DANA_OK);
    return pool;
}

static void one_text_is_one_candidate(void **state)
{
    static const char html[] = "<title>STORM  ends | Gull</title><meta property=og:title "
                               "content='Storm ends'><li>Storm ends</li><h2>Storm <b>ends</b></h2>"
                               "<h1>Storm\nends</h1>" LONG_TEXT;
    dana_page *page = open_page(html);
    dana__auto_trace trace;
    dana__candidates pool = collect(page, &trace);
    const dana__candidate *storm = find_candidate(&pool, "STORM ends");

    (void)state;
    assert_non_null(storm);
    assert_null(find_candidate(&pool, "Storm ends"));
    assert_int_equal(storm->places,
                     DANA__AT_TITLE_FIRST | DANA__AT_OG | DANA__AT_HEADING | DANA__AT_BLOCK);
    assert_int_equal(storm->heading, 1);
    assert_int_equal(storm->visible, 3);
    assert_int_equal(storm->span.start, strstr(html, "Storm\nends") - html);
    assert_int_equal(storm->cut_after, DANA__CUT_BAR);
    assert_non_null(find_candidate(&pool, "Gull"));
    dana_page_close(page);
}

static void a_heading_gives_itself_and_its_texts(void **state)
{
    dana_page *page = open_page("<h1><small>Weather</small> Storm<br>ends <button>copy</button>"
                                "</h1>" LONG_TEXT);
    dana__auto_trace trace;
    dana__candidates pool = collect(page, &trace);

    (void)state;
    assert_non_null(find_candidate(&pool, "Weather Storm ends"));
    assert_non_null(find_candidate(&pool, "Weather Storm"));
    assert_non_null(find_candidate(&pool, "Storm"));
    assert_non_null(find_candidate(&pool, "ends"));
    assert_int_equal(pool.headings[1], 1);
    dana_page_close(page);
}

static void candidates_are_bounded(void **state)
{
    const size_t size = 200000;
    char *html = malloc(size);
    size_t length = repeat(html, 0, size, "<title>storm</title>", 1);
    dana_headline headline;
    dana_page *page;

    (void)state;
    for (int i = 0; i < 5000; i++) {
        length += (size_t)snprintf(html + length, size - length, "<h2>storm number %d</h2>\n", i);
    }
    assert_int_equal(dana_page_open(html, length, 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(dana_find_headline(page, method(), NULL, true, &headline, NULL), DANA_OK);
    assert_true(headline.found);
    assert_in_range(headline.candidate_count, 1, DANA__CANDIDATES_MAX);
    dana_page_close(page);
    free(html);
}

static void the_host_names_the_site(void **state)
{
    const dana_view host = {"www.dailygull.example", 21};

    (void)state;
    assert_true(dana__is_in_host(host, (dana_view){"Daily Gull", 10}));
    assert_false(dana__is_in_host(host, (dana_view){"Gul", 3}));
    assert_false(dana__is_in_host(host, (dana_view){"Gull News", 9}));
    assert_false(dana__is_in_host(host, (dana_view){"G\xC3\xBCll", 5}));
    assert_false(dana__is_in_host((dana_view){NULL, 0}, (dana_view){"Gull", 4}));
}

static void the_innermost_link_before_a_text_is_told(void **state)
{
    static const struct {
        const char *html;
        const char *href;
    } cases[] = {
        {"<a href=/x><h1>", "/x"},     {"<a href=/x><b><a href=/y>", "/y"}, {"<a name=x>", NULL},
        {"<abbr href=/x>", NULL},      {"<a href=/x>text<b>", NULL},        {"<A HREF=/x>", "/x"},
        {"<a href=/x href=/y>", "/x"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana_page *page = open_page(cases[i].html);
        dana_view href;

        dana__tag_hints(page, strlen(cases[i].html), &href);
        if (cases[i].href == NULL) {
            assert_null(href.data);
        } else {
            assert_view(href, cases[i].href);
        }
        dana_page_close(page);
    }
}

/* Host and slug of the first complete URL are features; escapes that are not UTF-8 are left as they
 * are. */
static void the_address_is_compared(void **state)
{
    static const char html[] =
        "<title>Daily Gull | Storm ends | News</title><meta property=og:url content=/no>"
        "<link rel=canonical href='https://www.dailygull.example/storm%20%65nds%C3%A9-%4.html'>"
        "<meta property=og:url content='https://other.example/news'>"
        "<h1>Endsé: a storm</h1>" LONG_TEXT;
    dana_page *page = open_page(html);
    dana__auto_trace trace;
    dana__candidates pool = collect(page, &trace);
    const dana__candidate *storm = find_candidate(&pool, "Storm ends");

    (void)state;
    assert_view(pool.host, "www.dailygull.example");
    assert_int_equal(storm->matched[DANA__REF_ADDRESS], 1);
    assert_true(storm->cut_host);
    assert_int_equal(find_candidate(&pool, "Endsé: a storm")->matched[DANA__REF_ADDRESS], 2);
    assert_int_equal(find_candidate(&pool, "News")->matched[DANA__REF_ADDRESS], 0);
    assert_false(find_candidate(&pool, "News")->cut_host);
    assert_int_equal(find_candidate(&pool, "Daily Gull | Storm ends")->cut_inside, DANA__CUT_BAR);
    dana_page_close(page);
    page = open_page("<link rel=canonical href='https://h.example/%ff%C3-storm'><h1>Storm C3</h1>");
    pool = collect(page, &trace);
    assert_int_equal(find_candidate(&pool, "Storm C3")->matched[DANA__REF_ADDRESS], 2);
    dana_page_close(page);
}

static double sum_of(const dana_headline *headline)
{
    double sum = 0.0;

    for (size_t i = 0; i < headline->candidate_count; i++) {
        const dana_candidate *c = &headline->candidates[i];

        assert_true(c->score >= 0.001 && c->score <= headline->headline.score);
        assert_true(i == 0 || c[-1].span.start <= c->span.start);
        assert_true(c->text.length > 0 && c->span.end > c->span.start);
        sum += c->score;
    }
    return sum;
}

/* The source text at a result's span. */
static dana_view at_span(const dana_page *page, dana_span span)
{
    return (dana_view){dana_page_source(page).data + span.start, span.end - span.start};
}

static void assert_found(const char *html, const char *text, const char *source, unsigned heading,
                         const char *written)
{
    dana_page *page = open_page(html);
    dana_headline headline;
    dana_view found;

    assert_int_equal(dana_find_headline(page, method(), NULL, true, &headline, NULL), DANA_OK);
    assert_true(headline.found);
    assert_int_equal(headline.warnings, 0);
    assert_int_equal(dana_candidate_text(page, &headline.headline, &found, NULL), DANA_OK);
    assert_view(found, text);
    assert_view(at_span(page, headline.headline.span), written);
    assert_int_equal(headline.headline.heading, heading);
    if (source == NULL) {
        assert_null(headline.headline.source);
    } else {
        assert_string_equal(headline.headline.source, source);
    }
    assert_true(fabs(sum_of(&headline) - 1.0) < 0.05);
    dana_page_close(page);
}

static void the_headline_tells_where_it_stands(void **state)
{
    (void)state;
    assert_found("<title>Storm ends - Gull</title><h1>Storm\n <i>ends</i></h1>" LONG_TEXT,
                 "Storm ends", NULL, 1, "Storm\n <i>ends");
    assert_found("<title>Storm &amp; ice - Gull</title><meta property=og:site_name content=Gull>"
                 "<body>" LONG_TEXT,
                 "Storm & ice", "title", 0, "Storm &amp; ice");
    assert_found("<meta property=og:title content='Storm &amp; ice'><body>" LONG_TEXT,
                 "Storm & ice", "og:title", 0, "Storm &amp; ice");
    assert_found("<meta name=twitter:title content=Storm><body>" LONG_TEXT, "Storm",
                 "twitter:title", 0, "Storm");
    assert_found("<meta name=dc.title content=Storm><body>" LONG_TEXT, "Storm", "meta", 0, "Storm");
    assert_found(LD("{\"headline\":\"Storm \\u0026 ice\"}") "<body>" LONG_TEXT, "Storm & ice",
                 "json-ld", 0, "Storm \\u0026 ice");
}

static void the_trace_of_auto_gives_the_same(void **state)
{
    static const char html[] = "<title>Storm ends - Gull</title><nav><a href=/>Home</a></nav>"
                               "<h2>Storm ends</h2>" LONG_TEXT "<h2>Other storms</h2><ul><li>"
                               "<a href=/b>Storm begins</a></ul>";
    dana_page *alone = open_page(html);
    dana_page *after = open_page(html);
    dana_headline a;
    dana_headline b;
    dana_result result;
    const dana_algorithm *content = dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4);

    (void)state;
    assert_int_equal(dana_find_headline(alone, method(), NULL, true, &a, NULL), DANA_OK);
    assert_int_equal(dana_extract(after, content, NULL, &result, NULL), DANA_OK);
    assert_int_equal(dana_find_headline(after, method(), NULL, true, &b, NULL), DANA_OK);
    assert_int_equal(a.candidate_count, b.candidate_count);
    for (size_t i = 0; i < a.candidate_count; i++) {
        assert_true(fabs(a.candidates[i].score - b.candidates[i].score) < 1e-12);
        assert_int_equal(a.candidates[i].span.start, b.candidates[i].span.start);
    }
    dana_page_close(alone);
    dana_page_close(after);
}

/* A title made for lists of results is the better candidate by its weights alone. */
static void what_the_structure_tells_has_the_highest_score(void **state)
{
    (void)state;
    dana_page *page = open_page(
        "<title>Islanders miss ferry as clock is slow, says harbour master | Gull</title>"
        "<meta property='og:title' content='Islanders miss ferry as clock is slow, says harbour "
        "master'><meta property='og:type' content='article'>"
        "<meta property='og:site_name' content='Gull'>"
        "<link rel='canonical' href='https://gull.example/77/Islanders-miss-ferry-clock-slow'>"
        "<body><div class='nav'><a href='/'>Home</a> <a href='/news'>News</a></div>"
        "<div class='article-text'><h1>They waved and no one saw: nine people on the quay</h1>"
        "<p>By Jo Marsh</p>" LONG_TEXT);
    dana_params params;
    dana_headline headline;
    double sum = 0.0;
    size_t found = 0;

    dana_params_defaults(method(), &params);
    assert_int_equal(dana_find_headline(page, method(), &params, true, &headline, NULL), DANA_OK);
    assert_true(headline.found);
    for (size_t i = 0; i < headline.candidate_count; i++) {
        const dana_candidate *item = &headline.candidates[i];

        assert_true(item->score <= headline.headline.score);
        sum += item->score;
        found += item->span.start == headline.headline.span.start &&
                 item->span.end == headline.headline.span.end &&
                 item->score == headline.headline.score;
    }
    assert_int_equal(found, 1);
    assert_true(sum > 0.9 && sum < 1.0 + 1e-9);
    dana_page_close(page);
}

static void a_page_without_words_has_no_headline(void **state)
{
    static const char *const pages[] = {"", "<title>...</title><p>!", "<img src=a>"};

    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        dana_page *page = open_page(pages[i]);
        dana_headline headline;

        assert_int_equal(dana_find_headline(page, method(), NULL, true, &headline, NULL), DANA_OK);
        assert_false(headline.found);
        assert_int_equal(headline.candidate_count, 0);
        assert_int_equal(headline.warnings, 1u << DANA_WARNING_NO_HEADLINE);
        dana_page_close(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(titles_are_split_at_their_separators),
        cmocka_unit_test(titles_are_split_in_every_script),
        cmocka_unit_test(more_segments_than_room_stay_joined),
        cmocka_unit_test(markup_names_the_page),
        cmocka_unit_test(json_ld_names_the_page),
        cmocka_unit_test(deep_json_is_passed_over),
        cmocka_unit_test(of_many_names_the_first_are_kept),
        cmocka_unit_test(tags_call_a_text_a_title),
        cmocka_unit_test(a_full_vocabulary_takes_no_more),
        cmocka_unit_test(one_text_is_one_candidate),
        cmocka_unit_test(a_heading_gives_itself_and_its_texts),
        cmocka_unit_test(candidates_are_bounded),
        cmocka_unit_test(the_host_names_the_site),
        cmocka_unit_test(the_innermost_link_before_a_text_is_told),
        cmocka_unit_test(the_address_is_compared),
        cmocka_unit_test(the_headline_tells_where_it_stands),
        cmocka_unit_test(the_trace_of_auto_gives_the_same),
        cmocka_unit_test(what_the_structure_tells_has_the_highest_score),
        cmocka_unit_test(a_page_without_words_has_no_headline),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
