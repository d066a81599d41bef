/* The content as a document: the headline first, and all of the text behind it. */
#include "unit.h"

#include "support.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_document_has_headline_and_text),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
