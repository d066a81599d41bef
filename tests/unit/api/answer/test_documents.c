/* The content as a document: the headline first, and all of the text behind it. */
#include "unit.h"

#include "support.h"

#include <jansson.h>
#include <stdio.h>

#define PAGE                                                                                       \
    "<html lang=en><title>Rain &amp; sun</title><p>After nine dry weeks the first rain fell on "   \
    "the valley, and the <b>people</b> who live there went out into the streets.</p>"
#define BEGIN "After nine dry weeks the first rain fell on the valley, and the "
#define END   " who live there went out into the streets."

static void a_document_has_headline_and_text(void **state)
{
    static const struct {
        api_form form;
        const char *headline;
        const char *text;
    } rows[] = {
        {API_FORM_TEXT, "Rain & sun\n\n", BEGIN "people" END "\n"},
        {API_FORM_MARKDOWN, "# Rain & sun\n\n", BEGIN "**people**" END "\n"},
        {API_FORM_HTML, "<h1>Rain &amp; sun</h1>\n",
         "<p>" BEGIN "<strong>people</strong>" END "</p>\n"},
    };
    static const char options[] = "{\"options\":{\"headline_algorithm\":\"title\"}}";

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        api_response out = {0};

        api_extract_document(&test_context,
                             &(api_document){.request_id = TEST_ID,
                                             .html = PAGE,
                                             .html_length = strlen(PAGE),
                                             .options_json = options,
                                             .form = rows[i].form},
                             &out);
        assert_int_equal(out.status, 200);
        const char *headline = strstr(out.body, rows[i].headline);
        assert_non_null(headline);
        assert_non_null(strstr(headline, rows[i].text));
        api_response_clear(&out);
    }
}

/* The content of an answer in JSON, with all its forms; the caller gives `answer` back. */
static json_t *content_of(const char *html, json_t **answer)
{
    api_response out = {0};

    api_extract_document(
        &test_context,
        &(api_document){.request_id = TEST_ID,
                        .html = html,
                        .html_length = strlen(html),
                        .options_json = "{\"include\":[\"text\",\"html\",\"markdown\"]}",
                        .form = API_FORM_JSON},
        &out);
    assert_int_equal(out.status, 200);
    *answer = json_loadb(out.body, out.body_length, 0, NULL);
    assert_non_null(*answer);
    api_response_clear(&out);
    return json_object_get(*answer, "content");
}

static void assert_member(const json_t *content, const char *name, const char *text)
{
    assert_string_equal(json_string_value(json_object_get(content, name)), text);
}

static void an_answer_has_each_form_that_is_asked_for(void **state)
{
    json_t *answer;
    json_t *content = content_of(PAGE, &answer);

    (void)state;
    assert_member(content, "text", BEGIN "people" END);
    assert_member(content, "html",
                  "<div lang=\"en\" dir=\"ltr\">\n<p>" BEGIN "<strong>people</strong>" END
                  "</p>\n</div>\n");
    assert_member(content, "markdown", BEGIN "**people**" END "\n");
    json_decref(answer);
}

/* A page may call its language what it likes; what is no tag is not written into HTML. */
static void what_is_no_language_is_not_written(void **state)
{
    static const struct {
        const char *page;
        const char *begin;
    } rows[] = {
        {"<html lang=de-AT-1996>", "<div lang=\"de-AT-1996\" dir="},
        {"<html lang='Zz-09'>", "<div lang=\"Zz-09\" dir="},
        {"<html lang='de_AT'>", "<div lang=\"de-AT\" dir="},
        {"<html lang='zh_Hant_TW'>", "<div lang=\"zh-Hant-TW\" dir="},
        {"<html lang='_de'>", "<div dir="},
        {"<html lang='de_'>", "<div dir="},
        {"<html lang='fr_FR.UTF-8'>", "<div dir="},
        {"<html lang='de\"x'>", "<div dir="},
        {"<html lang='de>x'>", "<div dir="},
        {"<html lang='de/x'>", "<div dir="},
        {"<html lang='de:x'>", "<div dir="},
        {"<html lang='de@x'>", "<div dir="},
        {"<html lang='de[x'>", "<div dir="},
        {"<html lang='de`x'>", "<div dir="},
        {"<html lang='de{x'>", "<div dir="},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char html[400];
        json_t *answer;

        snprintf(html, sizeof(html), "%s<p>%s%s</p>", rows[i].page, BEGIN, END);
        json_t *content = content_of(html, &answer);
        const char *text = json_string_value(json_object_get(content, "html"));

        if (strncmp(text, rows[i].begin, strlen(rows[i].begin)) != 0) {
            fail_msg("%s: %s", rows[i].page, text);
        }
        json_decref(answer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_document_has_headline_and_text),
        cmocka_unit_test(an_answer_has_each_form_that_is_asked_for),
        cmocka_unit_test(what_is_no_language_is_not_written),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
