/* Media types, and text as HTML and Markdown. */
#include "unit.h"

#include "http/markup.h"
#include "http/media_type.h"

static void media_types_are_told_apart(void **state)
{
    static const struct {
        const char *content_type;
        unsigned kind;
        const char *charset;
    } rows[] = {
        {NULL, API__MEDIA_UNTOLD, ""},
        {"", 0, ""},
        {"application/json", API__MEDIA_JSON, ""},
        {"Application/JSON; charset=UTF-8", API__MEDIA_JSON, "UTF-8"},
        {"application/jsonl", 0, ""},
        {" text/html;x=1;\tcharset=\"cp1252\"", API__MEDIA_HTML, "cp1252"},
        {"application/xhtml+xml", API__MEDIA_HTML, ""},
        {"application/x-ndjson ", API__MEDIA_NDJSON, ""},
        {"application/octet-stream", API__MEDIA_OCTETS, ""},
        {"text/plain; charset=x", 0, "x"},
        {"text/html; x=\"a\\\";charset=b\"; charset=c", API__MEDIA_HTML, "c"},
        {"text/html; charset=a, text/html; charset=a", API__MEDIA_HTML, "a"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        api__media media = api__media_of(rows[i].content_type);

        assert_int_equal(media.kind, rows[i].kind);
        assert_int_equal(media.charset.length, strlen(rows[i].charset));
        assert_memory_equal(media.charset.data, rows[i].charset, media.charset.length);
    }
}

static void text_is_escaped(void **state)
{
    static const dana_view text = {"a<b> & \"c\" *d*_e_\0#", 19};
    static const struct {
        void (*append)(api__buffer *buffer, dana_view text);
        const char *expected;
        size_t length;
    } rows[] = {
        {api__append_html, "a&lt;b&gt; &amp; &quot;c&quot; *d*_e_\0#", 39},
        {api__append_html_content, "a&lt;b&gt; &amp; \"c\" *d*_e_\0#", 29},
        {api__append_markdown, "a\\<b> & \"c\" \\*d\\*\\_e\\_\0#", 24},
    };

    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        api__buffer buffer = {0};

        rows[i].append(&buffer, text);
        assert_int_equal(buffer.length, rows[i].length);
        assert_memory_equal(buffer.data, rows[i].expected, rows[i].length);
        api__buffer_clear(&buffer);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(media_types_are_told_apart),
        cmocka_unit_test(text_is_escaped),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
