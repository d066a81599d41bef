/* Data of pages: how it is read, what it costs, and what it may not do. */
#include "unit.h"

#include "dana/algorithm.h"
#include "dana/extract.h"
#include "dana/headline.h"
#include "data/prose.h"
#include "data/read/keys.h"
#include "data/read/values.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the names of blocks mean, in the words of several editors. */
static void names_of_blocks_have_kinds(void **state)
{
    static const struct {
        const char *name;
        dana__block_kind kind;
        unsigned level;
    } rows[] = {
        {"paragraph", DANA__BLOCK_PARAGRAPH, 0},
        {"h2", DANA__BLOCK_HEADING, 2},
        {"heading-3", DANA__BLOCK_HEADING, 3},
        {"list", DANA__BLOCK_LIST, 0},
        {"ordered-list", DANA__BLOCK_ORDERED, 0},
        {"ordered", DANA__BLOCK_ORDERED, 0},
        {"number", DANA__BLOCK_ORDERED, 0},
        {"numbered_list", DANA__BLOCK_ORDERED, 0},
        {"numberedList", DANA__BLOCK_ORDERED, 0},
        {"unordered-list", DANA__BLOCK_LIST, 0},
        {"h", DANA__BLOCK_UNKNOWN, 0},
        {"x", DANA__BLOCK_UNKNOWN, 0},
        {"h7", DANA__BLOCK_UNKNOWN, 0},
        {"h0", DANA__BLOCK_UNKNOWN, 0},
        {"header", DANA__BLOCK_HEADING, 0},
        {"heading1", DANA__BLOCK_HEADING, 1},
        {"h6", DANA__BLOCK_HEADING, 6},
        {"x6", DANA__BLOCK_UNKNOWN, 0},
        {"numberless", DANA__BLOCK_UNKNOWN, 0},
        {"", DANA__BLOCK_UNKNOWN, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        unsigned level;

        if (dana__block_kind_of(view(rows[i].name), &level) != rows[i].kind ||
            level != rows[i].level) {
            fail_msg("%s: level %u", rows[i].name, level);
        }
    }
}

/* Writes events as a text: "{key" "[key" "}" 'key"string' "key=word". */
static void tell(const char *source, char *out, size_t size)
{
    dana__values values;
    dana__json_event event;
    size_t used = 0;

    dana__values_start(&values, view(source));
    out[0] = '\0';
    for (dana__values_next(&values, &event); event.kind != DANA__JSON_END;
         dana__values_next(&values, &event)) {
        static const char signs[] = {[DANA__JSON_OPEN_OBJECT] = '{',
                                     [DANA__JSON_OPEN_ARRAY] = '[',
                                     [DANA__JSON_CLOSE] = '}',
                                     [DANA__JSON_STRING] = '"',
                                     [DANA__JSON_OTHER] = '='};

        used += (size_t)snprintf(out + used, size - used, "%.*s%c%.*s ", (int)event.key.length,
                                 event.key.data != NULL ? event.key.data : "", signs[event.kind],
                                 (int)event.text.length,
                                 event.text.data != NULL ? event.text.data : "");
        assert_true(used < size);
    }
}

static void values_of_programs_are_read(void **state)
{
    static const struct {
        const char *source;
        const char *events;
    } rows[] = {
        {"{\"a\":1,\"b\":[\"x\",true]} rest", "{ a=1 b[ \"x =true } } "},
        {"{a:'it\\'s',b_2:`c`,$d:void 0}", "{ a\"it\\'s b_2\"c $d=void =0 } "},
        {"{a:new Date(12),b:!0,\"c\":x}", "{ a=new =Date =12 b=!0 c=x } "},
        {"[1,,2,/* 3, */4 // 5\n,6]", "[ =1 =2 =4 =6 } "},
        {"{a:{},b:[],c:\"\"}", "{ a{ } b[ } c\" } "},
        {"\"a \\\" b\" c", "\"a \\\" b "},
        {"{\"a\":\"cut off", "{ a\"cut off "},
        {"{\"a\":[[[", "{ a[ [ [ "},
        {"}", ""},
        {"", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char events[400];

        tell(rows[i].source, events, sizeof(events));
        assert_string_equal(events, rows[i].events);
    }
}

static void names_tell_what_members_are(void **state)
{
    static const struct {
        const char *name;
        dana__meaning meaning;
    } rows[] = {
        {"articleBody", DANA__MEANS_BODY},
        {"content_html", DANA__MEANS_BODY},
        {"body", DANA__MEANS_BODY},
        {"postText", DANA__MEANS_BODY},
        {"shareText", DANA__MEANS_OTHER},
        {"metaDescription", DANA__MEANS_TEASER},
        {"title", DANA__MEANS_TITLE},
        {"seoTitle", DANA__MEANS_TEASER},
        {"relatedPosts", DANA__MEANS_OTHER},
        {"_type", DANA__MEANS_TYPE},
        {"__typename", DANA__MEANS_TYPE},
        {"published_at", DANA__MEANS_PUBLISHED},
        {"dateModified", DANA__MEANS_MODIFIED},
        {"slug", DANA__MEANS_URL},
        {"ARTICLE-BODY", DANA__MEANS_BODY},
        {"bodyId", DANA__MEANS_ID},
        {"articletitle", DANA__MEANS_TITLE},
        {"bodyx", DANA__MEANS_NOTHING},
        {"abc", DANA__MEANS_NOTHING},
        {"", DANA__MEANS_NOTHING},
        {"___", DANA__MEANS_NOTHING},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (dana__meaning_of(view(rows[i].name)) != rows[i].meaning) {
            fail_msg("%s", rows[i].name);
        }
    }
}

/* Names that share a slot with others, or begin and end as they do. */
static void names_that_were_read_say_the_same_again(void **state)
{
    static const char *const words[] = {"body", "title", "share", "text", "id", "seo", "x", "_"};
    static char names[512][32];
    dana__known_names known = {0};
    uint64_t random = 5;

    (void)state;
    for (size_t i = 0; i < 512; i++) {
        for (size_t k = 0; k < 3; k++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const char *word = k > 0 && (random >> 40) % 3 == 0 ? "" : words[(random >> 33) % 8];

            memcpy(names[i] + strlen(names[i]), word, strlen(word) + 1);
        }
    }
    for (size_t i = 0; i < 20000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const char *name = names[(random >> 33) % (i % 2 == 0 ? 512 : 20)];

        assert_int_equal(dana__meaning_known(&known, view(name)), dana__meaning_of(view(name)));
    }
    assert_int_equal(dana__meaning_known(&known, (dana_view){"", 0}), DANA__MEANS_NOTHING);
}

static void types_tell_what_blocks_are(void **state)
{
    static const struct {
        const char *name;
        dana__block_kind kind;
        unsigned level;
    } rows[] = {
        {"list-item", DANA__BLOCK_ITEM, 0},
        {"ListItem", DANA__BLOCK_ITEM, 0},
        {"code-block", DANA__BLOCK_CODE, 0},
        {"quote-text", DANA__BLOCK_QUOTE, 0},
        {"orderedList", DANA__BLOCK_ORDERED, 0},
        {"list_numbered", DANA__BLOCK_ORDERED, 0},
        {"text-block", DANA__BLOCK_PARAGRAPH, 0},
        {"h2", DANA__BLOCK_HEADING, 2},
        {"HEADING3", DANA__BLOCK_HEADING, 3},
        {"heading-4", DANA__BLOCK_HEADING, 4},
        {"header_two", DANA__BLOCK_HEADING, 0},
        {"pull-quote", DANA__BLOCK_QUOTE, 0},
        {"h7", DANA__BLOCK_UNKNOWN, 0},
        {"abc", DANA__BLOCK_UNKNOWN, 0},
        {"", DANA__BLOCK_UNKNOWN, 0},
        {"--", DANA__BLOCK_UNKNOWN, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        unsigned level = 9;

        if (dana__block_kind_of(view(rows[i].name), &level) != rows[i].kind ||
            level != rows[i].level) {
            fail_msg("%s", rows[i].name);
        }
    }
}

static void prose_is_told_from_what_programs_keep(void **state)
{
    static const struct {
        const char *text;
        bool prose;
    } rows[] = {
        {"The harbour reopened on Monday, said the officer.", true},
        {"<p>The harbour <b>reopened</b> on Monday.</p>", true},
        {"&lt;p&gt;The harbour reopened on Monday.&lt;/p&gt;", true},
        {"\xE6\xB8\xAF\xE5\x8F\xA3\xE5\x9C\xA8\xE6\x98\x9F\xE6\x9C\x9F\xE4\xB8\x80\xE9\x87\x8D\xE6"
         "\x96\xB0\xE5\xBC\x80\xE6\x94\xBE\xE4\xBA\x86\xE3\x80\x82\xE9\xA3\x8E\xE5\x81\x9C\xE4\xBA"
         "\x86\xE3\x80\x82",
         true},
        {"https://example.com/images/harbour-reopened-monday.jpg", false},
        {"aGVsbG8gd29ybGQgaGVsbG8gd29ybGQgaGVsbG8gd29ybGQ=", false},
        {".a{color:red;margin:0} .b{color:blue;padding:1px}", false},
        {"function(a){return a.b||c&&d;} var x = 1; if (x) { y(); }", false},
        {"{\"The harbour reopened on Monday\", said the officer.", true},
        {"[\"The harbour reopened on Monday\", said the officer.}", true},
        {"{\"title\":\"The harbour reopened on Monday, said he\"}", false},
        {"short", false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if ((dana__measure_prose(view(rows[i].text)).length > 0) != rows[i].prose) {
            fail_msg("%s", rows[i].text);
        }
    }
    assert_true(dana__measure_prose(view("<b>7</b>")).has_visible);
    assert_false(dana__measure_prose(view("<b> - </b>")).has_visible);
    assert_false(dana__measure_prose(view("")).has_visible);
}

#define PROSE "The harbour reopened on Monday, said the officer who runs the ferry and the tugs. "

#define OTHER "Two boats sank in the night, and nobody was hurt by it, as far as anybody knows it."

/* The selection of content from data lies in the source, sorted, and is what was taken. */
static void strings_are_where_the_ranges_say(void **state)
{
    static const char html[] =
        "<div id=root></div><script>window.__STATE__={\"post\":{\"title\":\"The "
        "harbour\",\"blocks\":[{\"text\":\"" PROSE "\"},{\"text\":\"" OTHER "\"}]}}</script>";
    static const char *const texts[] = {PROSE, OTHER};
    dana_page *page;
    dana_result result;
    const dana_range *ranges;
    size_t count;
    dana_error err;

    (void)state;
    assert_int_equal(dana_page_open(html, strlen(html), 0, NULL, &page, &err), DANA_OK);
    assert_int_equal(
        dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &result, &err),
        DANA_OK);
    assert_non_null(result.data);
    assert_string_equal(result.data->source, "state");
    assert_int_equal(result.selection.count, 2);
    for (size_t i = 0; i < 2; i++) {
        assert_memory_equal(html + result.selection.spans[i].start, texts[i], strlen(texts[i]));
        assert_int_equal(html[result.selection.spans[i].end], '"');
    }
    assert_int_equal(dana_result_ranges(page, &result, &ranges, &count, &err), DANA_OK);
    assert_int_equal(count, 1);
    assert_int_equal(ranges[0].span.start, result.selection.spans[0].start);
    assert_int_equal(ranges[0].span.end, result.selection.spans[1].end);
    dana_page_close(page);
}

/* Runs all on a page of a head and a piece that is repeated; memory that does not suffice is no
 * error of it. */
static void run_hostile(const char *head, const char *piece, size_t length)
{
    char *html = malloc(length + 1);
    size_t used = strlen(head);
    size_t size = strlen(piece);
    dana_page *page;
    dana_result result;
    dana_view text;
    dana_error err;

    assert_non_null(html);
    memcpy(html, head, used);
    for (; used < length; used++) {
        html[used] = piece[(used - strlen(head)) % size];
    }
    html[length] = '\0';
    assert_int_equal(dana_page_open(html, length, 0, NULL, &page, &err), DANA_OK);
    assert_int_equal(
        dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &result, &err),
        DANA_OK);
    dana_status status = dana_render_text(page, &result, &text, &err);

    assert_true(status == DANA_OK || status == DANA_TOO_COMPLEX);
    dana_page_close(page);
    free(html);
}

/* Up to a megabyte of data that nests, repeats, refers to itself or never ends. Code that is not
 * linear would not end in the test's time. */
static void hostile_data_stays_linear(void **state)
{
    static const char *const heads[] = {
        "<div id=root></div><script>x=",
        "<div id=root></div><script type=application/json>[",
        "<div id=root></div><script type=application/json>[{\"a\":1,\"b\":2},[3],[1,2],",
        "<div id=root></div><script>x=(function(a,b){return {",
        "<div id=root data-x='{\"a\":",
        "<div id=root></div><script type=application/ld+json>{\"articleBody\":",
    };
    static const char *const pieces[] = {
        "{\"a\":",
        "[",
        "(function(a,b)",
        "=/*",
        "\"{\\\"a\\\":",
        "=\"" PROSE "\",",
        "\"" PROSE "\",",
        "{\"title\":\"" PROSE "\",\"url\":\"/a\"},",
        "[1,2,3],",
        "{\"_1\":2,\"a\":0},",
        "\\u0022",
        "&quot;{&quot;a&quot;:",
        "'",
        "`a`,",
        "{\"type\":\"list\",\"items\":[\"a b c d e f g h i j\"",
        "//\n=",
        "<p>" PROSE,
        "{\"text\":\"a\"},",
        "JSON.parse(\"",
        "return{",
    };
    static const size_t lengths[] = {2000, 20000, (size_t)1 << 18};

    (void)state;
    for (size_t h = 0; h < sizeof(heads) / sizeof(heads[0]); h++) {
        for (size_t p = 0; p < sizeof(pieces) / sizeof(pieces[0]); p++) {
            for (size_t l = 0; l < sizeof(lengths) / sizeof(lengths[0]); l++) {
                run_hostile(heads[h], pieces[p], lengths[l]);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_of_blocks_have_kinds),
        cmocka_unit_test(values_of_programs_are_read),
        cmocka_unit_test(names_tell_what_members_are),
        cmocka_unit_test(names_that_were_read_say_the_same_again),
        cmocka_unit_test(types_tell_what_blocks_are),
        cmocka_unit_test(prose_is_told_from_what_programs_keep),
        cmocka_unit_test(strings_are_where_the_ranges_say),
        cmocka_unit_test(hostile_data_stays_linear),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
