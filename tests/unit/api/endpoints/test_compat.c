/* The routes of other services: their names, their responses, dates; failed allocations. */
#include "unit.h"

#include "endpoints/utc.h"
#include "support.h"

#include <stdlib.h>

#define ALLOCATIONS_MAX 400
#define TEXT                                                                                       \
    "After nine dry weeks the first rain fell on the valley on Monday morning, and so the "        \
    "farmers "                                                                                     \
    "of the valley had what they had waited for since the end of August."
#define PAGE                                                                                       \
    "<!doctype html><title>Rain &amp; sun | News</title><meta name=author content='Ada B'>"        \
    "<link rel=canonical href=https://www.news.example:8443/rain>"                                 \
    "<meta property='article:published_time' content='2026-10-14T00:30:15+01:00'>"                 \
    "<h1>Rain &amp; sun</h1><p>" TEXT "</p>"

static void names_are_read(void **state)
{
    static const struct {
        const char *names;
        bool fine;
        unsigned bits;
    } cases[] = {
        {"", true, 0},
        {"tika", true, 1},
        {"mercury", true, 2},
        {"mercury,tika", true, 3},
        {"tika,", false, 0},
        {",tika", false, 0},
        {"Tika", false, 0},
        {"tik", false, 0},
        {"tika mercury", false, 0},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        unsigned bits;
        bool fine = api_compat_parse(cases[i].names, &bits);

        assert_int_equal(fine, cases[i].fine);
        if (fine) {
            assert_int_equal(bits, cases[i].bits);
        }
    }
}

static void dates_become_utc(void **state)
{
    static const struct {
        const char *iso;
        const char *utc; /* NULL: no date */
    } cases[] = {
        {"2016", "2016-01-01T00:00:00.000Z"},
        {"2016-09", "2016-09-01T00:00:00.000Z"},
        {"2016-09-16", "2016-09-16T00:00:00.000Z"},
        {"2016-09-16T20:56", "2016-09-16T20:56:00.000Z"},
        {"2016-09-16 20:56:07", "2016-09-16T20:56:07.000Z"},
        {"2016-09-16T20:56:07.1Z", "2016-09-16T20:56:07.100Z"},
        {"2016-09-16T20:56:07.123456+00:00", "2016-09-16T20:56:07.123Z"},
        {"2016-09-16T23:30-01", "2016-09-17T00:30:00.000Z"},
        {"2016-12-31T23:30:00-0100", "2017-01-01T00:30:00.000Z"},
        {"2016-03-01T00:30+01:00", "2016-02-29T23:30:00.000Z"},
        {"2015-03-01T00:30+01:00", "2015-02-28T23:30:00.000Z"},
        {"2000-03-01T00:30+14:00", "2000-02-29T10:30:00.000Z"},
        {"1900-03-01T00:30+01:00", "1900-02-28T23:30:00.000Z"},
        {"2016-01-01T00:00+05:30", "2015-12-31T18:30:00.000Z"},
        {"2016-06-30T23:59:60Z", "2016-06-30T23:59:59.000Z"},
        {"", NULL},
        {"16", NULL},
        {"2016-13", NULL},
        {"2016-00-01", NULL},
        {"2016-02-30", NULL},
        {"2015-02-29", NULL},
        {"2016-9-16", NULL},
        {"2016-09-16T", NULL},
        {"2016-09-16T24:00", NULL},
        {"2016-09-16T20:56x", NULL},
        {"2016-09-16T20:56:07.", NULL},
        {"2016-09-16T20:56+", NULL},
        {"2016-09-16T20:56+01:", "2016-09-16T19:56:00.000Z"},
        {"2016-09-16T20:56Z Z", NULL},
        {"0000-01-01T00:00+01:00", NULL},
        {"16 September 2016", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char utc[API__UTC_SIZE];
        bool fine = api__utc_from_iso((dana_view){cases[i].iso, strlen(cases[i].iso)}, utc);

        assert_int_equal(fine, cases[i].utc != NULL);
        if (fine) {
            assert_string_equal(utc, cases[i].utc);
        }
    }
}

/* Handles a request; the caller clears the response. */
static void ask(const char *method, const char *path, const char *media, const char *accept,
                const char *body, api_response *out)
{
    const api_request request = {.id = TEST_ID,
                                 .method = method,
                                 .path = path,
                                 .content_type = media,
                                 .accept = accept,
                                 .content_length = -1,
                                 .body = body,
                                 .body_length = strlen(body)};
    const api_route *route = api_route_head(&test_context, &request, out);

    if (route != NULL) {
        assert_int_equal(api_route_place(route), API_WORKER);
        api_handle(&test_context, route, &request, out);
    }
}

static void assert_body(const api_response *out, const char *content_type, const char *body)
{
    assert_int_equal(out->status, 200);
    assert_string_equal(out->content_type, content_type);
    assert_int_equal(out->body_length, strlen(body));
    assert_memory_equal(out->body, body, out->body_length);
}

static void tika_answers_in_text_and_html(void **state)
{
    static const char text[] = "Rain & sun | News\nRain & sun\n" TEXT "\n";
    static const char html[] = "<html xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
                               "<meta http-equiv=\"Content-Type\" content=\"text/html; "
                               "charset=UTF-8\">\n<title>Rain &amp; sun | News</title>\n</head>\n"
                               "<body><h1>Rain &amp; sun</h1>\n<p>" TEXT "</p>\n</body>\n</html>\n";
    static const char *const text_accepts[] = {
        NULL, "", "*/*", "text/*", "text/plain", "text/plain, text/html", "text/html;q=0, */*"};
    static const char *const html_accepts[] = {"text/html", "text/html, text/plain",
                                               "text/html, */*", "application/json, text/html"};
    api_response out;

    (void)state;
    for (size_t i = 0; i < sizeof(text_accepts) / sizeof(text_accepts[0]); i++) {
        ask("PUT", "/tika/main", "text/html", text_accepts[i], PAGE, &out);
        assert_body(&out, "text/plain; charset=utf-8", text);
        api_response_clear(&out);
    }
    for (size_t i = 0; i < sizeof(html_accepts) / sizeof(html_accepts[0]); i++) {
        ask("PUT", "/tika/main", NULL, html_accepts[i], PAGE, &out);
        assert_body(&out, "text/html; charset=utf-8", html);
        api_response_clear(&out);
    }
    ask("PUT", "/tika/main", "application/octet-stream", NULL, "<p>", &out);
    assert_body(&out, "text/plain; charset=utf-8", "");
    api_response_clear(&out);
}

static void tika_refuses_the_rest(void **state)
{
    static const struct {
        const char *method;
        const char *media;
        const char *accept;
        const char *body;
        int status;
    } cases[] = {
        {"PUT", "application/pdf", NULL, "a", 415},
        {"PUT", "application/json", NULL, "{}", 415},
        {"PUT", NULL, "application/json", "a", 406},
        {"PUT", NULL, NULL, "", 400},
        {"POST", NULL, NULL, "a", 405},
        {"GET", NULL, NULL, "", 405},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        api_response out;

        ask(cases[i].method, "/tika/main", cases[i].media, cases[i].accept, cases[i].body, &out);
        assert_int_equal(out.status, cases[i].status);
        api_response_clear(&out);
    }
}

/* POSTs to /parse-html. Returns the answer, owned. */
static json_t *parse_html(const char *url, const char *html, const char *content_type, int status)
{
    json_t *request = json_pack("{ss ss ss ss}", "url", url, "html", html, "contentType",
                                content_type, "ignored", "x");
    char *body = json_dumps(request, 0);
    api_response out;

    ask("POST", "/parse-html", "application/json", NULL, body, &out);
    assert_int_equal(out.status, status);
    json_t *root = json_loadb(out.body, out.body_length, 0, NULL);

    assert_non_null(root);
    api_response_clear(&out);
    free(body);
    json_decref(request);
    return root;
}

static void mercury_has_all_its_members(void **state)
{
    json_t *wanted = json_pack(
        "{ss ss ss sn sn ss sn ss ss ss si ss si si}", "title", "Rain & sun", "author", "Ada B",
        "date_published", "2026-10-13T23:30:15.000Z", "dek", "lead_image_url", "content",
        "<h1>Rain &amp; sun</h1>\n<p>" TEXT "</p>\n", "next_page_url", "url",
        "https://www.news.example:8443/rain", "domain", "www.news.example", "excerpt", TEXT,
        "word_count", 34, "direction", "ltr", "total_pages", 1, "rendered_pages", 1);
    json_t *answer = parse_html("http://a.example/b", PAGE, "html", 200);

    (void)state;
    if (!json_equal(wanted, answer)) {
        char *text = json_dumps(answer, JSON_INDENT(1));

        print_error("%s\n", text);
        free(text);
    }
    assert_true(json_equal(wanted, answer));
    json_decref(wanted);
    json_decref(answer);
}

static void mercury_content_has_three_forms(void **state)
{
    static const struct {
        const char *type;
        const char *content;
    } cases[] = {
        {"html", "<p><a href=\"http://a.example/c\">" TEXT "</a></p>\n"},
        {"markdown", "[" TEXT "](http://a.example/c)\n"},
        {"text", TEXT},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        json_t *answer = parse_html(
            "http://user:x@a.example:81/b?c#d",
            "<base href=http://a.example/><title>t</title><p><a href=c>" TEXT "</a></p>",
            cases[i].type, 200);

        assert_string_equal(json_string_value(json_object_get(answer, "content")),
                            cases[i].content);
        assert_string_equal(json_string_value(json_object_get(answer, "domain")), "a.example");
        json_decref(answer);
    }
}

static void mercury_says_error(void **state)
{
    static const struct {
        const char *url;
        const char *type;
        const char *message;
    } cases[] = {
        {"ftp://a/", "html", "the URL must begin with http:// or https:// and a host"},
        {"http://a/", "pdf", "contentType must be html, markdown or text"},
        {"http:///", "html", "the URL must begin with http:// or https:// and a host"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        json_t *answer = parse_html(cases[i].url, "a", cases[i].type, 400);

        assert_true(json_is_true(json_object_get(answer, "error")));
        assert_true(json_is_true(json_object_get(answer, "failed")));
        assert_string_equal(json_string_value(json_object_get(answer, "message")),
                            cases[i].message);
        json_decref(answer);
    }
}

/* Problem documents have Mercury's own members, too. */
static void mercury_names_what_is_wrong(void **state)
{
    static const struct {
        const char *body;
        const char *pointer;
    } cases[] = {
        {"{\"html\":\"a\",\"url\":\"http:///\"}", "#/url"},
        {"{\"html\":\"a\",\"url\":\"http://a\\u0000b\"}", "#/url"},
        {"{\"html\":\"a\",\"url\":5}", "#/url"},
        {"{\"html\":\"a\"}", "#/url"},
        {"{\"url\":\"http://a\",\"html\":5}", "#/html"},
        {"{\"html\":\"a\",\"url\":\"http://a\",\"contentType\":5}", "#/contentType"},
        {"{\"html\":\"a\",\"url\":\"http://a\",\"contentType\":\"html\\u0000\"}", "#/contentType"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        api_response out;

        ask("POST", "/parse-html", "application/json", NULL, cases[i].body, &out);
        assert_int_equal(out.status, 400);
        json_t *problem = json_loadb(out.body, out.body_length, 0, NULL);
        json_t *first = json_array_get(json_object_get(problem, "errors"), 0);

        assert_string_equal(json_string_value(json_object_get(first, "pointer")), cases[i].pointer);
        json_decref(problem);
        api_response_clear(&out);
    }
}

static void mercury_orders_its_page(void **state)
{
    const api_context fetching = {.fetch = true,
                                  .compat = 2,
                                  .now_ms = test_context.now_ms,
                                  .max_body_bytes = 1000,
                                  .max_lines = 1000,
                                  .max_nodes = 1000};
    const api_parameter url = {"url", "http://a.example/b", 18};
    api_request request = {.id = TEST_ID,
                           .method = "GET",
                           .path = "/parser",
                           .parameters = &url,
                           .parameter_count = 1,
                           .content_length = -1};
    const api_fetched fetched = {.final_url = "http://b.example/c",
                                 .content_type = "text/html",
                                 .body = PAGE,
                                 .body_length = strlen(PAGE),
                                 .status = 200};
    api_response out;
    const api_route *route = api_route_head(&fetching, &request, &out);

    (void)state;
    assert_non_null(route);
    api_handle(&fetching, route, &request, &out);
    assert_true(out.wants_fetch);
    assert_string_equal(out.order.url, "http://a.example/b");
    api_response_clear(&out);
    request.fetched = &fetched;
    api_handle(&fetching, route, &request, &out);
    assert_int_equal(out.status, 200);
    api_response_clear(&out);
}

static void routes_are_off_unless_named(void **state)
{
    static const struct {
        const char *method;
        const char *path;
        unsigned compat;
    } cases[] = {{"PUT", "/tika/main", 2}, {"GET", "/parser", 1}, {"POST", "/parse-html", 1}};

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        const api_context off = {.compat = cases[i].compat};
        const api_request request = {
            .id = TEST_ID, .method = cases[i].method, .path = cases[i].path, .content_length = -1};
        api_response out;

        assert_null(api_route_head(&off, &request, &out));
        assert_int_equal(out.status, 404);
        api_response_clear(&out);
    }
}

static void memory_that_runs_out_is_answered(void **state)
{
    static const struct {
        const char *method;
        const char *path;
        const char *media;
        const char *body;
    } cases[] = {
        {"PUT", "/tika/main", "text/html", PAGE},
        {"POST", "/parse-html", "application/json",
         "{\"url\":\"http://a/\",\"html\":\"<title>a</title><h1>a</h1><p>b c d\"}"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        int status = 0;
        long n = 0;

        for (; n < ALLOCATIONS_MAX && status != 200; n++) {
            api_response out;

            fail_allocations_after(n);
            ask(cases[i].method, cases[i].path, cases[i].media, NULL, cases[i].body, &out);
            fail_allocations_after(-1);
            status = out.status;
            assert_true(status == 200 || status == 500);
            assert_non_null(out.body);
            api_response_clear(&out);
        }
        assert_true(n > 1);
        assert_int_equal(status, 200);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_read),
        cmocka_unit_test(dates_become_utc),
        cmocka_unit_test(tika_answers_in_text_and_html),
        cmocka_unit_test(tika_refuses_the_rest),
        cmocka_unit_test(mercury_has_all_its_members),
        cmocka_unit_test(mercury_content_has_three_forms),
        cmocka_unit_test(mercury_says_error),
        cmocka_unit_test(mercury_names_what_is_wrong),
        cmocka_unit_test(mercury_orders_its_page),
        cmocka_unit_test(routes_are_off_unless_named),
        cmocka_unit_test(memory_that_runs_out_is_answered),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
