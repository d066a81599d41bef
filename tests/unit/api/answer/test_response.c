/* The response: its members, members that include leaves out, offsets in three units, memory. */
#include "unit.h"

#include "support.h"

#include <stdio.h>

#define PAGE                                                                                                                       \
    "<!doctype html>\n<html lang=\"ar\" dir=\"rtl\"><head><title>عاصفة 😀 تغلق الميناء - "                       \
    "الخبر</title>"                                                                                                           \
    "</head>\r\n<body><h1>عاصفة 😀 تغلق الميناء</h1>\n"                                                          \
    "<p>أغلقت السلطات الميناء صباح اليوم بعد عاصفة قوية 😀 ضربت الساحل.</p>\n" \
    "<p>وعادت السفن إلى الميناء قبل وصول العاصفة بساعات قليلة.</p></body></html>"

static const char *const members[] = {
    "id",        "url",        "rendered",        "headline",     "headline_algorithm",
    "title_tag", "language",   "language_source", "dir",          "page_type",
    "content",   "ranges",     "density",         "line_offsets", "candidates",
    "source",    "screenshot", "links",           "images",       "media",
    "metadata",  "posts",      "comments",        "trace",        "boxes",
    "segments",  "encoding",   "stats",           "timings_ms",   "warnings",
    "algorithm", "version",
};

#define MEMBER_COUNT (sizeof(members) / sizeof(members[0]))

static void every_member_is_there_in_order(void **state)
{
    json_t *answer = extract_html(PAGE, "");
    const char *name;
    json_t *value;
    size_t i = 0;

    (void)state;
    json_object_foreach(answer, name, value)
    {
        assert_true(i < MEMBER_COUNT);
        assert_string_equal(name, members[i++]);
    }
    assert_int_equal(i, MEMBER_COUNT);
    assert_string_equal(json_string_value(json_object_get(answer, "id")), TEST_ID);
    assert_string_equal(json_string_value(json_object_get(answer, "language")), "ar");
    assert_string_equal(json_string_value(json_object_get(answer, "dir")), "rtl");
    assert_string_equal(json_string_value(json_object_get(answer, "version")), "9.9.9");
    json_decref(answer);
}

static const struct {
    const char *name;
    const char *member;
} includes[] = {
    {"text", "content"},    {"headline", "headline"},     {"ranges", "ranges"},
    {"density", "density"}, {"candidates", "candidates"}, {"line_offsets", "line_offsets"},
    {"source", "source"},   {"metadata", "metadata"},     {"trace", "trace"},
    {"posts", "posts"},     {"comments", "comments"},     {"media", "media"},
};

static void include_chooses_members(void **state)
{
    (void)state;
    for (size_t i = 0; i <= sizeof(includes) / sizeof(includes[0]); i++) {
        bool one = i < sizeof(includes) / sizeof(includes[0]);
        char option[64];

        snprintf(option, sizeof(option), one ? ",\"include\":[\"%s\"]" : ",\"include\":[]",
                 one ? includes[i].name : "");
        json_t *answer = extract_html(PAGE, option);

        for (size_t m = 0; m < sizeof(includes) / sizeof(includes[0]); m++) {
            bool null = json_is_null(json_object_get(answer, includes[m].member));

            assert_int_equal(null, m != i);
        }
        assert_false(json_is_null(json_object_get(answer, "stats")));
        json_decref(answer);
    }
}

static size_t number(const json_t *object, const char *name)
{
    return (size_t)json_integer_value(json_object_get(object, name));
}

static void density_has_a_number_a_line(void **state)
{
    json_t *answer = extract_html(PAGE, ",\"include\":[\"density\",\"line_offsets\"]");
    json_t *density = json_object_get(answer, "density");
    size_t lines = number(density, "lines");

    (void)state;
    assert_true(lines >= 5);
    assert_int_equal(json_array_size(json_object_get(density, "content")), lines);
    assert_int_equal(json_array_size(json_object_get(density, "code")), lines);
    assert_int_equal(json_array_size(json_object_get(density, "smoothed")), lines);
    assert_int_equal(json_array_size(json_object_get(answer, "line_offsets")), lines + 1);
    assert_int_equal(number(json_object_get(answer, "stats"), "lines"), lines);
    json_decref(answer);
}

/* Naive references: the byte at an offset of `offset` units. */
static size_t byte_of(const char *text, size_t offset, const char *unit)
{
    size_t i = 0;
    size_t passed = 0;

    if (strcmp(unit, "utf8") == 0) {
        return offset;
    }
    while (passed < offset) {
        unsigned char lead = (unsigned char)text[i];
        size_t bytes = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;

        passed += strcmp(unit, "utf16") == 0 && bytes == 4 ? 2 : 1;
        i += bytes;
    }
    assert_int_equal(passed, offset);
    return i;
}

static void offsets_slice_the_source_in_every_unit(void **state)
{
    static const char *const units[] = {"utf8", "utf16", "codepoint"};

    (void)state;
    for (size_t u = 0; u < 3; u++) {
        char option[160];

        snprintf(option, sizeof(option),
                 ",\"include\":[\"source\",\"headline\",\"ranges\",\"candidates\","
                 "\"line_offsets\"],\"options\":{\"offset_unit\":\"%s\"}",
                 units[u]);
        json_t *answer = extract_html(PAGE, option);
        const char *source = json_string_value(json_object_get(answer, "source"));
        json_t *headline = json_object_get(answer, "headline");
        json_t *range = json_array_get(json_object_get(answer, "ranges"), 0);
        const char *text = json_string_value(json_object_get(headline, "text"));
        json_t *offsets = json_object_get(answer, "line_offsets");

        assert_string_equal(source, PAGE);
        assert_string_equal(text, "عاصفة 😀 تغلق الميناء");
        assert_string_equal(json_string_value(json_object_get(headline, "source")), "h1");
        size_t start = byte_of(source, number(headline, "start"), units[u]);
        size_t end = byte_of(source, number(headline, "end"), units[u]);

        assert_int_equal(end - start, strlen(text));
        assert_memory_equal(source + start, text, end - start);
        start = byte_of(source, number(range, "start"), units[u]);
        assert_memory_equal(source + start, "<h1>", 4);
        assert_int_equal(byte_of(source, number(range, "end"), units[u]), strlen(source));
        assert_int_equal(number(range, "source_start_line"), 3);
        assert_int_equal(number(range, "source_end_line"), 5);
        size_t line = number(range, "start_line") - 1;

        assert_int_equal(json_integer_value(json_array_get(offsets, line)), number(range, "start"));
        assert_int_equal(number(headline, "line"), line + 1);
        json_decref(answer);
    }
}

static void text_may_be_cut(void **state)
{
    json_t *answer = extract_html(PAGE, ",\"options\":{\"max_text_chars\":7}");
    json_t *content = json_object_get(answer, "content");
    json_t *warning = json_array_get(json_object_get(answer, "warnings"), 0);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(content, "text")), "عاصفة 😀");
    assert_true(json_is_true(json_object_get(content, "truncated")));
    assert_true(number(content, "chars") > 100);
    assert_string_equal(json_string_value(json_object_get(warning, "code")), "text-truncated");
    json_decref(answer);
}

static void effective_parameters_are_told(void **state)
{
    json_t *answer = extract_html(PAGE, ",\"options\":{\"algorithm\":\"r2l\",\"params\":"
                                        "{\"gap\":\"auto\",\"fill\":true,\"lines\":\"source\"}}");
    json_t *algorithm = json_object_get(answer, "algorithm");
    json_t *params = json_object_get(algorithm, "params");

    (void)state;
    assert_string_equal(json_string_value(json_object_get(algorithm, "id")), "r2l");
    assert_int_equal(number(algorithm, "revision"), 1);
    assert_string_equal(json_string_value(json_object_get(params, "gap")), "auto");
    assert_true(json_is_true(json_object_get(params, "fill")));
    assert_string_equal(json_string_value(json_object_get(params, "smoothing")), "3");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(answer, "stats"), "line_basis")),
        "source");
    json_decref(answer);
}

static void an_empty_page_is_an_answer(void **state)
{
    json_t *answer = extract_json("{\"html\":\" \"}", 200);
    json_t *content = json_object_get(answer, "content");

    (void)state;
    assert_string_equal(json_string_value(json_object_get(content, "text")), "");
    assert_int_equal(json_array_size(json_object_get(answer, "ranges")), 0);
    assert_true(json_is_null(json_object_get(answer, "dir")));
    assert_true(json_is_null(json_object_get(answer, "title_tag")));
    assert_int_equal(json_array_size(json_object_get(answer, "warnings")), 2);
    json_decref(answer);
}

static void base64_is_the_same_page(void **state)
{
    json_t *plain = extract_json("{\"html\":\"<p>Some text here</p>\",\"include\":[\"text\"]}",
                                 200);
    json_t *coded = extract_json("{\"html_base64\":\"77u/PHA+U29tZSB0ZXh0\\nIGhlcmU8L3A+\","
                                 "\"include\":[\"text\"]}",
                                 200);
    json_t *declared = extract_json("{\"html_base64\":\"PHA+U29tZSB0ZXh0IGhlcmU8L3A+\","
                                    "\"content_type\":\"text/html; charset=UTF-8\"}",
                                    200);

    (void)state;
    assert_true(json_equal(json_object_get(plain, "content"), json_object_get(coded, "content")));
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(coded, "encoding"), "source")), "bom");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(declared, "encoding"), "source")),
        "http");
    assert_int_equal(number(json_object_get(coded, "stats"), "input_bytes"), 24);
    assert_int_equal(number(json_object_get(coded, "stats"), "decoded_bytes"), 21);
    json_decref(plain);
    json_decref(coded);
    json_decref(declared);
}

static void the_direction_is_declared_or_seen(void **state)
{
    static const struct {
        const char *html;
        const char *dir; /* NULL: null */
    } rows[] = {
        {"<html dir=rtl><body dir=ltr><p>some text of a page</p>", "rtl"},
        {"<html dir=LTR><p>خبر عاجل من الميناء</p>", "ltr"},
        {"<html><body dir=\"rtl\"><p>some text of a page</p>", "rtl"},
        {"<html dir=auto><body dir=rtl><p>some text of a page</p>", "rtl"},
        {"<html dir=auto><p>خبر عاجل من الميناء، والسفن تعود إليه كلها</p>", "rtl"},
        {"<html dir><p>12 some text of a page, long enough to be content</p>", "ltr"},
        {"<p>1234567890 1234567890</p>", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        json_t *answer = extract_html(rows[i].html, ",\"include\":[]");
        const char *dir = json_string_value(json_object_get(answer, "dir"));

        assert_int_equal(dir != NULL, rows[i].dir != NULL);
        if (dir != NULL) {
            assert_string_equal(dir, rows[i].dir);
        }
        json_decref(answer);
    }
}

static void metadata_has_values_and_sources(void **state)
{
    json_t *answer = extract_json(
        "{\"html\":\"<html lang=en><meta name=author content='By Anna Lee'>"
        "<link rel=canonical href='/b'><meta property=og:image content=i.png><h1>Storm</h1>"
        "<time datetime='2020-08-24'>Monday</time><p>The harbour reopened on Monday, said the "
        "officer who runs the ferry and the tugs.</p><h2>At night</h2><p>Two boats sank in the "
        "night, and no one was hurt at all, as the pilots said at dawn.</p>\","
        "\"base_url\":\"https://h.example/a/\",\"include\":[\"metadata\"]}",
        200);
    const json_t *m = json_object_get(answer, "metadata");
    const json_t *authors = json_object_get(json_object_get(m, "authors"), "value");
    const json_t *subtitle = json_array_get(json_object_get(m, "subtitles"), 0);

    (void)state;
    assert_int_equal(json_array_size(authors), 1);
    assert_string_equal(json_string_value(json_array_get(authors, 0)), "Anna Lee");
    assert_string_equal(text_at(m, "authors", "source"), "meta");
    assert_string_equal(text_at(m, "published", "value"), "2020-08-24");
    assert_string_equal(text_at(m, "published", "source"), "visible");
    assert_true(json_is_null(json_object_get(m, "modified")));
    assert_true(json_is_null(json_object_get(m, "site_name")));
    assert_string_equal(text_at(m, "canonical_url", "value"), "https://h.example/b");
    assert_string_equal(text_at(m, "canonical_url", "source"), "link");
    assert_string_equal(text_at(m, "image", "value"), "https://h.example/a/i.png");
    assert_string_equal(text_at(m, "language", "value"), "en");
    assert_string_equal(json_string_value(json_object_get(subtitle, "text")), "At night");
    assert_int_equal(json_integer_value(json_object_get(subtitle, "level")), 2);
    assert_true(json_is_null(json_object_get(answer, "headline")));
    assert_true(json_is_null(json_object_get(answer, "headline_algorithm")));
    json_decref(answer);
}

static void posts_and_comments_are_items(void **state)
{
    json_t *answer = extract_json(
        "{\"html\":\"<p>\u0628</p><div class=comments><div class=comment id=c1><b "
        "class=author>Eva</b> "
        "<time datetime=2020-08-25>then</time><p>Well done.</p><div class=comment id=c2>"
        "<b class=author>Jan</b><p>Indeed.</p></div></div></div>\","
        "\"include\":[\"posts\",\"comments\",\"source\"],\"options\":{\"offset_unit\":\"utf16\"}}",
        200);
    const json_t *comments = json_object_get(answer, "comments");
    const json_t *first = json_array_get(comments, 0);
    const json_t *second = json_array_get(comments, 1);
    const json_t *ranges = json_object_get(first, "ranges");

    (void)state;
    assert_int_equal(json_array_size(json_object_get(answer, "posts")), 0);
    assert_int_equal(json_array_size(comments), 2);
    assert_string_equal(json_string_value(json_object_get(first, "author")), "Eva");
    assert_string_equal(json_string_value(json_object_get(first, "date")), "2020-08-25");
    assert_string_equal(json_string_value(json_object_get(first, "text")), "Well done.");
    assert_true(json_is_null(json_object_get(first, "parent")));
    assert_true(json_is_null(json_object_get(first, "votes")));
    assert_true(json_is_null(json_object_get(first, "role")));
    assert_true(json_is_null(json_object_get(second, "date")));
    assert_int_equal(json_integer_value(json_object_get(second, "parent")), 0);
    assert_int_equal(json_integer_value(json_object_get(second, "depth")), 1);
    /* Its own part ends where the reply begins, and continues after it. */
    assert_int_equal(json_array_size(ranges), 2);
    assert_int_equal(number(json_array_get(ranges, 0), "end"), number(second, "start"));
    assert_int_equal(number(json_array_get(ranges, 1), "start"), number(second, "end"));
    assert_int_equal(number(first, "start"), strlen("<p>b</p><div class=comments>"));
    json_decref(answer);
}

static void answers_have_votes_and_roles(void **state)
{
    json_t *answer = extract_json(
        "{\"html\":\"<h1>Why?</h1><div class=question data-score=42><b class=username>anna</b><div "
        "class=post-text><p>Why did the rain fall on Monday, after nine dry weeks?</p><ul><li>one"
        "<li>two</ul></div></div><div class='answer accepted-answer'><div class=vote-count>-3</div>"
        "<b class=username>tom</b><div class=post-text><p>The wind turned.</p></div></div>\","
        "\"include\":[\"posts\"]}",
        200);
    const json_t *posts = json_object_get(answer, "posts");
    const json_t *first = json_array_get(posts, 0);
    const json_t *second = json_array_get(posts, 1);

    (void)state;
    assert_int_equal(json_array_size(posts), 2);
    assert_string_equal(json_string_value(json_object_get(first, "role")), "question");
    assert_string_equal(json_string_value(json_object_get(second, "role")), "answer");
    assert_int_equal(json_integer_value(json_object_get(first, "votes")), 42);
    assert_int_equal(json_integer_value(json_object_get(second, "votes")), -3);
    assert_true(json_is_false(json_object_get(first, "accepted")));
    assert_true(json_is_true(json_object_get(second, "accepted")));
    assert_string_equal(json_string_value(json_object_get(first, "text")),
                        "Why did the rain fall on Monday, after nine dry weeks?\n- one\n- two");
    json_decref(answer);
}

static void nul_is_no_end(void **state)
{
    json_t *answer = extract_json(
        "{\"html\":\"<p>before \\u0000and after</p>\",\"include\":[\"text\"]}", 200);

    (void)state;
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(answer, "content"), "text")),
        "before and after");
    json_decref(answer);
}

/* The test's clock advances by a millisecond with each call. */
static void work_ends_in_time(void **state)
{
    json_t *late = extract_json("{\"html\":\"<p>some text</p>\",\"options\":{\"timeout_ms\":1}}",
                                422);
    json_t *early = extract_json("{\"html\":\"<p>some text</p>\",\"options\":{\"timeout_ms\":500}}",
                                 200);

    (void)state;
    assert_string_equal(json_string_value(json_object_get(late, "code")), "processing-timeout");
    assert_int_equal(number(late, "limit"), 1);
    json_decref(late);
    json_decref(early);
}

static void running_out_of_memory_is_an_answer(void **state)
{
    int status = 500;

    (void)state;
    for (long n = 0; status != 200 && n < 5000; n++) {
        api_response response;

        fail_allocations_after(n);
        post_extract("{\"html\":\"<title>storm</title><p>the storm is here &amp; now</p>\","
                     "\"include\":[\"text\",\"headline\",\"ranges\",\"density\",\"candidates\","
                     "\"line_offsets\",\"source\",\"metadata\",\"html\",\"markdown\",\"posts\","
                     "\"links\",\"images\",\"media\",\"trace\"],"
                     "\"options\":{\"algorithm\":\"addanag\",\"params\":{\"gap\":5}}}",
                     &response);
        fail_allocations_after(-1);
        status = response.status;
        assert_true(status == 200 || status == 500);
        assert_true(response.body_length > 0);
        api_response_clear(&response);
    }
    assert_int_equal(status, 200);
}

static void errors_survive_running_out_of_memory(void **state)
{
    int status = 500;

    (void)state;
    for (long n = 0; status != 400 && n < 5000; n++) {
        api_response response;

        fail_allocations_after(n);
        post_extract("{\"html\":2,\"x\":1,\"options\":{\"params\":{\"gap\":-5}}}", &response);
        fail_allocations_after(-1);
        status = response.status;
        assert_true(status == 400 || status == 500);
        api_response_clear(&response);
    }
    assert_int_equal(status, 400);
}

/* The list of routes is complete or missing; the playground is always there. */
static void the_index_survives_running_out_of_memory(void **state)
{
    const api_context context = {.version = "1", .base_path = "/a", .playground = true};
    api_request request = {.id = "x", .method = "GET", .path = "/", .content_length = -1};
    int status = 500;

    (void)state;
    for (long n = 0; status != 200 && n < 5000; n++) {
        api_response response;
        const api_route *route = api_route_head(&context, &request, &response);

        fail_allocations_after(n);
        api_handle(&context, route, &request, &response);
        fail_allocations_after(-1);
        status = response.status;
        assert_true(status == 200 || status == 500);
        assert_true(response.is_document == (status == 200));
        if (status == 200) {
            assert_non_null(memmem(response.body, response.body_length, "\"/a/v1/info\"", 12));
            assert_null(memmem(response.body, response.body_length, "tika", 4));
        }
        api_response_clear(&response);
    }
    assert_int_equal(status, 200);
    request.accept = "text/html";
    api_response page;
    api_handle(&context, api_route_head(&context, &request, &page), &request, &page);
    assert_int_equal(page.status, 200);
    assert_memory_equal(page.body, "<!DOCTYPE html>", 15);
    api_response_clear(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_is_there_in_order),
        cmocka_unit_test(the_index_survives_running_out_of_memory),
        cmocka_unit_test(include_chooses_members),
        cmocka_unit_test(density_has_a_number_a_line),
        cmocka_unit_test(offsets_slice_the_source_in_every_unit),
        cmocka_unit_test(text_may_be_cut),
        cmocka_unit_test(effective_parameters_are_told),
        cmocka_unit_test(an_empty_page_is_an_answer),
        cmocka_unit_test(base64_is_the_same_page),
        cmocka_unit_test(the_direction_is_declared_or_seen),
        cmocka_unit_test(metadata_has_values_and_sources),
        cmocka_unit_test(posts_and_comments_are_items),
        cmocka_unit_test(answers_have_votes_and_roles),
        cmocka_unit_test(nul_is_no_end),
        cmocka_unit_test(work_ends_in_time),
        cmocka_unit_test(running_out_of_memory_is_an_answer),
        cmocka_unit_test(errors_survive_running_out_of_memory),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
