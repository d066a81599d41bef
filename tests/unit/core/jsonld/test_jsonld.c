/* The tolerant JSON reader and the list of JSON-LD objects, with hostile texts. */
#include "unit.h"

#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/limits.h"
#include "dana/metadata.h"
#include "dana/text.h"
#include "jsonld/escapes.h"
#include "jsonld/json.h"
#include "jsonld/read_ld.h"
#include "jsonld/vocabulary.h"
#include "support.h"

#include <stdio.h>

/* Opens a page that is one script's content, and reads that. */
static dana_status read_script(const char *text, size_t length, size_t cap, dana_page **page)
{
    dana__ld_range objects;
    dana_error err;
    dana_status status = dana_page_open(text, length, cap, NULL, page, &err);

    return status == DANA_OK ? dana__read_ld(*page, dana_page_source(*page), &objects, &err)
                             : status;
}

/* Writes the events of a text: "{ name=Anna ... }". */
static void tell_events(const char *text, char *out, size_t room)
{
    static const char marks[] = {[DANA__JSON_OPEN_OBJECT] = '{',
                                 [DANA__JSON_OPEN_ARRAY] = '[',
                                 [DANA__JSON_CLOSE] = '/',
                                 [DANA__JSON_STRING] = '"',
                                 [DANA__JSON_OTHER] = '#'};
    dana__json json;
    dana__json_event event;
    size_t used = 0;

    out[0] = '\0';
    dana__json_start(&json, (dana_view){text, strlen(text)});
    for (dana__json_next(&json, &event); event.kind != DANA__JSON_END;
         dana__json_next(&json, &event)) {
        used += (size_t)snprintf(
            out + used, room - used, "%s%.*s%s%c%.*s", used > 0 ? " " : "", (int)event.key.length,
            event.key.data != NULL ? event.key.data : "", event.key.data != NULL ? "=" : "",
            marks[event.kind], (int)event.text.length,
            event.text.data != NULL ? event.text.data : "");
    }
}

static void json_is_read_with_its_faults(void **state)
{
    static const struct {
        const char *text;
        const char *events;
    } cases[] = {
        {"{\"a\":\"b\",\"c\":[1,true,null,\"x\"],\"d\":{}}",
         "{ a=\"b c=[ #1 #true #null \"x / d={ / /"},
        {"  \xEF\xBB\xBF{\"a\" : 1}", "{ a=#1 /"},
        {"{\"a\":1,}", "{ a=#1 /"},
        {"{\"a\":\"b\\\"\",\"c\":\"\\\"\\\"\"}", "{ a=\"b\\\" c=\"\\\"\\\" /"},
        {"{\"a\":\"b\" \"c\":\"d\"}", "{ a=\"b c=\"d /"},
        {"<!-- {\"a\":\"b\"} -->", "{ a=\"b /"},
        {"//<![CDATA[\n{\"a\":\"b\"}\n//]]>", "[ #CDATA [ { a=\"b / #// / /"},
        {"{\"a\":\"one\n\ttwo\"}", "{ a=\"one\n\ttwo /"},
        {"{\"a\":\"he said \"no\" twice\",\"b\":1}", "{ a=\"he said \"no\" twice b=#1 /"},
        {"{\"a\":\"x\\\"y\\\\\"}", "{ a=\"x\\\"y\\\\ /"},
        {"{\"a\":\"never closed", "{ a=\"never closed"},
        {"{\"a\":[{\"b\":\"c\"", "{ a=[ { b=\"c"},
        {"}]{\"a\":1}", "{ a=#1 /"},
        {"", ""},
        {"no json at all", ""},
        {"{\"a\":1, // note \"x\": [\n \"b\":2}", "{ a=#1 b=#2 /"},
        {"{\"a\":\"b\" // note\n, /* \"c\":3, */ \"d\":4}", "{ a=\"b d=#4 /"},
        {"{\"a\" /* key */ : \"b\"}", "{ a=\"b /"},
        {"{\"a\":\"b\" / 2\"}", "{ a=\"b\" / 2 /"},
        {"{\"a\":\"b\"} // no end of the line", "{ a=\"b /"},
        {"/* never closed {\"a\":1}", "{ a=#1 /"},
        {"//<![CDATA[ {\"a\":\"b\"}\n//]]>\n", "[ #CDATA [ { a=\"b /"},
    };
    char events[400];

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tell_events(cases[i].text, events, sizeof(events));
        assert_string_equal(events, cases[i].events);
    }
}

static void deep_json_is_passed_over(void **state)
{
    char text[2000];
    dana__json json;
    dana__json_event event;
    size_t opened = 0;
    bool found = false;

    (void)state;
    memset(text, '[', 500);
    memset(text + 500, ']', 506);
    memcpy(text + 500, "\"deep\"", 6);
    snprintf(text + 1006, sizeof(text) - 1006, "{\"a\":\"b\"}");
    dana__json_start(&json, (dana_view){text, strlen(text)});
    for (dana__json_next(&json, &event); event.kind != DANA__JSON_END;
         dana__json_next(&json, &event)) {
        opened += event.kind == DANA__JSON_OPEN_ARRAY;
        found |= event.kind == DANA__JSON_STRING && event.key.data != NULL;
        assert_true(event.text.length != 4);
    }
    assert_int_equal(opened, DANA__JSON_DEPTH_MAX);
    assert_true(found);
}

static void escapes_are_undone(void **state)
{
    static const struct {
        const char *raw;
        const char *text;
    } cases[] = {
        {"plain", "plain"},
        {"a\\nb\\rc\\td\\be\\ff", "a b c d e f"},
        {"\\\"\\\\\\/", "\"\\/"},
        {"\\u0628\\u0642", "\u0628\u0642"},
        {"\\uD83D\\uDE00", "\U0001F600"},
        {"\\ud83d", "\uFFFD"},
        {"\\ud83d\\u0041", "\uFFFDA"},
        {"\\ud83d\\ud83d\\ude00", "\uFFFD\U0001F600"},
        {"\\ude00\\ud83d", "\uFFFD\uFFFD"},
        {"\\ud83d\\u00", "\uFFFDu00"},
        {"\\u0000", "\uFFFD"},
        {"\\u12g4", "u12g4"},
        {"\\u", "u"},
        {"\\\u00e9", "\u00e9"},
        {"end\\", "end "},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        size_t length = strlen(cases[i].raw);
        char *raw = malloc(length + 1);
        char *out = malloc(length + 1);

        memcpy(raw, cases[i].raw, length);
        raw = realloc(raw, length > 0 ? length : 1);
        out = realloc(out, length > 0 ? length : 1);
        size_t written = dana__json_unescape((dana_view){raw, length}, out);

        assert_true(written <= length);
        assert_int_equal(written, strlen(cases[i].text));
        assert_memory_equal(out, cases[i].text, written);
        free(raw);
        free(out);
    }
}

/* What a page is about comes before what it shows beside, and that before the page and its site. */
static void types_come_in_an_order(void **state)
{
    static const char *const groups[] = {
        "Article NewsArticle BlogPosting ReportageNewsArticle OpinionNewsArticle "
        "AnalysisNewsArticle BackgroundNewsArticle ReviewNewsArticle LiveBlogPosting "
        "SocialMediaPosting TechArticle ScholarlyArticle MedicalScholarlyArticle Report "
        "AdvertiserContentArticle SatiricalArticle DiscussionForumPosting Question "
        "https://schema.org/Article schema:Article",
        "QAPage Recipe HowTo Review Product Book Course Event PodcastEpisode Episode CreativeWork "
        "SoftwareApplication MedicalWebPage Dataset",
        "VideoObject WebPage ItemPage AboutPage CollectionPage FAQPage",
        "Thing Articles article NewsArticl http://schema.org/",
        "WebSite Organization Person BreadcrumbList ImageObject Comment Answer ListItem",
    };
    unsigned above = UINT8_MAX + 1u;

    (void)state;
    for (size_t i = 0; i < sizeof(groups) / sizeof(groups[0]); i++) {
        unsigned rank = 0;

        for (const char *p = groups[i]; *p != '\0'; p += strspn(p, " ")) {
            size_t length = strcspn(p, " ");
            unsigned found = dana__ld_rank_of((dana_view){p, length});

            if (found >= above || (p > groups[i] && found != rank)) {
                fail_msg("%.*s has rank %u", (int)length, p, found);
            }
            rank = found;
            p += length;
        }
        above = rank;
    }
}

/* A NUL is a character like others, behind an escape and as one. */
static void nuls_stay_beside_escapes(void **state)
{
    char out[8];

    (void)state;
    assert_int_equal(dana__json_unescape(VIEW("a\\n\0b"), out), 4);
    assert_memory_equal(out, "a \0b", 4);
    assert_int_equal(dana__json_unescape(VIEW("\\\0b"), out), 2);
    assert_memory_equal(out, "\0b", 2);
}

/* The subject of a page's JSON-LD, and its authors by nesting, list and reference. */
static void json_ld_names_authors(void **state)
{
    static const struct {
        const char *text;
        const char *authors;
    } cases[] = {
        {"{\"@type\":\"NewsArticle\",\"author\":\"Anna Lee\"}", "Anna Lee"},
        {"{\"@type\":\"Article\",\"author\":{\"@type\":\"Person\",\"name\":\"Anna Lee\"}}",
         "Anna Lee"},
        {"{\"@type\":\"Article\",\"author\":[{\"name\":\"A B\"},{\"name\":\"C D\"}]}", "A B|C D"},
        {"{\"@type\":\"Article\",\"author\":[\"A B\",\"C D\"]}", "A B|C D"},
        {"{\"@type\":\"Article\",\"author\":{\"name\":[\"A B\",\"C D\"]}}", "A B"},
        {"{\"@graph\":[{\"@type\":\"Article\",\"author\":{\"@id\":\"#p\"}},"
         "{\"@type\":\"Person\",\"@id\":\"#p\",\"name\":\"Anna Lee\"}]}",
         "Anna Lee"},
        {"[{\"@type\":\"WebPage\",\"author\":\"Site\"},"
         "{\"@type\":\"http://schema.org/BlogPosting\",\"author\":\"Anna Lee\"}]",
         "Anna Lee"},
        {"{\"@type\":\"QAPage\",\"mainEntity\":{\"@type\":\"Question\",\"author\":"
         "{\"name\":\"asker\"},\"acceptedAnswer\":{\"@type\":\"Answer\",\"author\":"
         "{\"name\":\"other\"}}}}",
         "asker"},
        {"{\"@type\":\"ItemList\",\"itemListElement\":[{\"@type\":\"Article\","
         "\"author\":\"Teaser\"}]}",
         ""},
        {"{\"@type\":\"Person\",\"name\":\"Nobody\"}", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        dana_page *page;
        dana_view texts[8];
        char joined[200] = "";
        size_t used = 0;

        assert_int_equal(read_script(cases[i].text, strlen(cases[i].text), 0, &page), DANA_OK);
        const dana__ld *ld = dana__ld_of(page);
        int32_t subject = dana__ld_subject(ld, DANA__LD_AUTHOR, 1);
        size_t count = subject < 0 ? 0
                                   : dana__ld_texts(ld, (uint32_t)subject, DANA__LD_AUTHOR,
                                                    DANA__LD_NAME, texts, 8);

        for (size_t k = 0; k < count; k++) {
            used += (size_t)snprintf(joined + used, sizeof(joined) - used, "%s%.*s",
                                     k > 0 ? "|" : "", (int)texts[k].length, texts[k].data);
        }
        assert_string_equal(joined, cases[i].authors);
        dana_page_close(page);
    }
}

static void objects_know_what_holds_them(void **state)
{
    static const char text[] =
        "{\"@type\":[\"WebPage\",\"https://schema.org/FAQPage\"],\"name\":null,\"x\":1,"
        "\"mainEntity\":[{\"name\":[\"A\",\"B\"],\"author\":{\"name\":\"Anna\"}}],"
        "\"isPartOf\":{\"name\":\"S\"},\"description\":true,\"datePublished\":2020,"
        "\"headline\":\"cut";
    dana_page *page;

    (void)state;
    assert_int_equal(read_script(text, strlen(text), 0, &page), DANA_OK);
    const dana__ld *ld = dana__ld_of(page);
    const dana__ld_object *objects = ld->objects.data;

    assert_int_equal(ld->objects.length, 4);
    assert_true(objects[0].own && objects[1].own && !objects[2].own && !objects[3].own);
    assert_true(!objects[0].closed && objects[1].closed && objects[2].closed && objects[3].closed);
    assert_int_equal(objects[0].parent, 0);
    assert_int_equal(objects[1].parent, 0);
    assert_int_equal(objects[1].role, DANA__LD_GRAPH);
    assert_int_equal(objects[2].parent, 1);
    assert_int_equal(objects[2].role, DANA__LD_AUTHOR);
    assert_int_equal(objects[3].role, DANA__LD_SITE);
    assert_int_equal(objects[0].rank, 2);
    assert_true(dana__ld_is_a(ld, 0, "WebPage") && dana__ld_is_a(ld, 0, "FAQPage"));
    assert_false(dana__ld_is_a(ld, 0, "Page") || dana__ld_is_a(ld, 1, "WebPage"));
    assert_null(dana__ld_text(ld, 0, DANA__LD_NAME).data);
    assert_null(dana__ld_text(ld, 0, DANA__LD_DESCRIPTION).data);
    assert_int_equal(dana__ld_text(ld, 0, DANA__LD_PUBLISHED).length, 4);
    assert_int_equal(dana__ld_text(ld, 0, DANA__LD_HEADLINE).length, 3);
    assert_memory_equal(dana__ld_text(ld, 1, DANA__LD_NAME).data, "A", 1);
    assert_null(dana__ld_name_of_type(ld, "FAQPage").data);
    dana_page_close(page);
}

static void of_several_types_the_highest_counts(void **state)
{
    static const char text[] = "{\"@type\":[\"Article\",\"Thing\"]}{\"@type\":\"WebSite\"}";
    dana_page *page;

    (void)state;
    assert_int_equal(read_script(text, strlen(text), 0, &page), DANA_OK);
    const dana__ld_object *objects = dana__ld_of(page)->objects.data;

    assert_int_equal(objects[0].rank, 4);
    assert_int_equal(objects[1].rank, 0);
    dana_page_close(page);
}

/* Scripts are read in any order, each once, and keep their objects. */
static void a_script_is_read_once(void **state)
{
    static const char text[] = "{\"name\":\"a\"} [] {\"name\":\"b\",\"item\":{}}";
    static const struct {
        size_t start;
        size_t length;
        dana__ld_range objects;
    } rows[] = {
        {16, 22, {0, 2}}, {0, 12, {2, 3}}, {13, 2, {3, 3}},
        {16, 22, {0, 2}}, {13, 2, {3, 3}}, {0, 12, {2, 3}},
    };
    dana_page *page;
    dana_error err;

    (void)state;
    assert_int_equal(dana_page_open(text, strlen(text), 0, NULL, &page, &err), DANA_OK);
    assert_int_equal(dana__ld_of(page)->objects.length, 0);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        dana_view script = {dana_page_source(page).data + rows[i].start, rows[i].length};
        dana__ld_range objects;

        assert_int_equal(dana__read_ld(page, script, &objects, &err), DANA_OK);
        assert_int_equal(objects.first, rows[i].objects.first);
        assert_int_equal(objects.end, rows[i].objects.end);
    }
    assert_int_equal(dana__ld_of(page)->objects.length, 3);
    dana_page_close(page);
}

static void lists_are_bounded(void **state)
{
    static const struct {
        const char *piece;
        size_t objects;
        size_t members;
    } cases[] = {
        {"{},", DANA__LD_OBJECTS_MAX, 0},
        {"{\"name\":\"x\"},", DANA__LD_OBJECTS_MAX, DANA__LD_OBJECTS_MAX},
        {"{\"name\":[\"x\",\"x\",\"x\",\"x\",\"x\"]},", DANA__LD_OBJECTS_MAX, DANA__LD_MEMBERS_MAX},
        {"{\"name\":\"x\",\"item\":", DANA__JSON_DEPTH_MAX, DANA__JSON_DEPTH_MAX},
        {"[", 0, 0},
        {"\"name\":", 0, 0},
    };
    size_t length = (size_t)3 << 20;

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char *text = repeated(cases[i].piece, length);
        dana_page *page;

        assert_int_equal(read_script(text, length, (size_t)1 << 20, &page), DANA_OK);
        assert_int_equal(dana__ld_of(page)->objects.length, cases[i].objects);
        assert_int_equal(dana__ld_of(page)->members.length, cases[i].members);
        dana_page_close(page);
        free(text);
    }
}

static void a_full_arena_is_an_error(void **state)
{
    char *text = repeated("{\"name\":\"x\"},", 4096);
    size_t failures = 0;

    (void)state;
    for (size_t cap = 4096; cap < (size_t)128 * 1024; cap += 4096) {
        dana_page *page = NULL;
        dana_status status = read_script(text, 4096, cap, &page);

        assert_true(status == DANA_OK || status == DANA_TOO_COMPLEX);
        failures += status == DANA_TOO_COMPLEX;
        if (page != NULL) {
            assert_int_equal(dana__ld_of(page)->objects.length, status == DANA_OK ? 316 : 0);
            dana_page_close(page);
        }
    }
    assert_in_range(failures, 2, 24);
    free(text);
}

/* Runs headline and metadata on a page. */
static void run(const char *html, size_t length, dana_headline *headline, dana_metadata *metadata,
                dana_page **page)
{
    static const dana_limits no_limits = {SIZE_MAX, SIZE_MAX, SIZE_MAX, SIZE_MAX};
    dana_result result;
    dana_view text;
    dana_error err;

    assert_int_equal(dana_page_open(html, length, 0, NULL, page, &err), DANA_OK);
    dana_page_set_limits(*page, &no_limits);
    assert_int_equal(
        dana_extract(*page, dana_algorithm_find(DANA_KIND_CONTENT, "auto", 4), NULL, &result, &err),
        DANA_OK);
    assert_int_equal(dana_render_text(*page, &result, &text, &err), DANA_OK);
    dana_metadata_input input = {.url = {"", 0}, .result = &result, .text = text};
    assert_int_equal(dana_find_headline(*page,
                                        dana_algorithm_find(DANA_KIND_HEADLINE, "titlerank", 9),
                                        NULL, true, headline, &err),
                     DANA_OK);
    assert_int_equal(dana_find_metadata(*page, &input, metadata, &err), DANA_OK);
}

#define SCRIPT "<script type=application/ld+json>"

/* A page of `head` and a repeated piece. */
static void assert_hostile_page(const char *piece, const char *head, size_t length)
{
    char *rest = repeated(piece, length);
    char *html = malloc(length);
    size_t used = strlen(head);
    dana_page *page;
    dana_headline headline;
    dana_metadata metadata;

    memcpy(html, head, used);
    memcpy(html + used, rest, length - used);
    free(rest);
    html[length - 1] = 'x'; /* ends no string */
    run(html, length, &headline, &metadata, &page);
    assert_true(headline.found);
    assert_memory_equal(headline.headline.text.data, "Storm", 5);
    dana_page_close(page);
    free(html);
}

/* One script of JSON-LD of up to a megabyte: unclosed, all marks, all objects, one text, one
 * reference. The page's memory limit must suffice, and the title is still found. A quadratic
 * algorithm would exceed the test's time limit. */
static void hostile_json_ld_stays_linear(void **state)
{
    static const char *const pieces[] = {
        "\"",
        "\"a\" ",
        "\"\\",
        "\" /",
        "\"\n//",
        "\"/**/",
        "\" // ",
        "\"                \n",
        "/*",
        "//",
        "x",
        "{\"@id\":\"x\",",
        "{\"author\":{\"@id\":\"x\"},",
        "{\"author\":{\"@id\":\"x\"}},",
        "{\"@id\":\"x\"},",
        "{\"author\":[{\"@id\":\"x\"}],\"name\":\"x\"},",
        "[",
        "]",
        "[{\"@graph\":",
        "{\"@type\":\"WebSite\",",
        "{\"@type\":\"BreadcrumbList\",\"item\":{\"name\":\"x\"}},",
        "\"@type\":\"WebSite\",",
        "\"name\":\"x\",",
        "{},",
        "0,",
        "\\u00",
        "\\ud83d",
        "\\",
        "&",
    };
    static const char head[] = "<title>Storm</title>" SCRIPT
                               "{\"@type\":\"Article\",\"headline\":\"Storm\",\"author\":[";
    static const size_t lengths[] = {1000, 8000, 30000, 100000, (size_t)1 << 20};

    (void)state;
    for (size_t i = 0; i < sizeof(pieces) / sizeof(pieces[0]); i++) {
        for (size_t k = 0; k < sizeof(lengths) / sizeof(lengths[0]); k++) {
            assert_hostile_page(pieces[i], head, lengths[k]);
        }
    }
}

/* Each beginning of a script, in a block of memory of exactly its length, and in a page. */
static void cut_off_scripts_are_read(void **state)
{
    static const char text[] =
        "// note\n{\"@graph\":[{\"@type\":\"Article\",\"headline\":\"St\\u00f6rm "
        "\\ud83d\\ude00\\n\", "
        "\"author\":{\"name\":\"Anna \\\"Lee\\\"\"},/* x */\"datePublished\":\"2020-08-24\"},"
        "{\"@type\":\"BreadcrumbList\",\"itemListElement\":[{\"item\":{\"name\":\"News\"}}]}]}";

    (void)state;
    for (size_t length = 0; length < sizeof(text); length++) {
        char *cut = malloc(length > 0 ? length : 1);
        char html[1000];
        dana_page *page;
        dana_headline headline;
        dana_metadata metadata;

        memcpy(cut, text, length);
        assert_int_equal(read_script(cut, length, 0, &page), DANA_OK);
        dana_page_close(page);
        free(cut);
        int written = snprintf(html, sizeof(html), "<title>Storm</title>" SCRIPT "%.*s",
                               (int)length, text);

        run(html, (size_t)written, &headline, &metadata, &page);
        assert_true(headline.found);
        for (size_t i = 0; i < headline.candidate_count; i++) {
            dana_view name = headline.candidates[i].text;

            assert_true(dana_utf8_valid_length(name.data, name.length) == name.length);
        }
        dana_page_close(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_read_with_its_faults),
        cmocka_unit_test(deep_json_is_passed_over),
        cmocka_unit_test(escapes_are_undone),
        cmocka_unit_test(nuls_stay_beside_escapes),
        cmocka_unit_test(types_come_in_an_order),
        cmocka_unit_test(json_ld_names_authors),
        cmocka_unit_test(objects_know_what_holds_them),
        cmocka_unit_test(of_several_types_the_highest_counts),
        cmocka_unit_test(a_script_is_read_once),
        cmocka_unit_test(lists_are_bounded),
        cmocka_unit_test(a_full_arena_is_an_error),
        cmocka_unit_test(hostile_json_ld_stays_linear),
        cmocka_unit_test(cut_off_scripts_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
