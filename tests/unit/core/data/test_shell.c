/* Shells: which pages get their text by scripts. */
#include "unit.h"

#include "data/shell.h"
#include "support.h"

#include <stdio.h>

#define SCRIPT "<script src=/app.js></script>"
#define NOTE   "<noscript>Please switch it on.</noscript>"

/* What is added to a page so that it has so many bytes of text, of tags in an attribute. */
typedef struct {
    const char *html;
    size_t text;
    size_t padding;
    bool is_shell;
} row;

static const row rows[] = {
    /* Nothing to read. */
    {"", 0, 0, false},
    {SCRIPT, 0, 0, true},
    {"<p></p>", 0, 0, false},
    {"<link rel=modulepreload href=/app.js>", 0, 0, true},
    {"<link rel=preload as=script href=/app.js>", 0, 0, true},
    {"<link rel=preload as=style href=/app.css>", 0, 0, false},
    {"<script type='application/json'>{}</script>", 0, 0, true},
    {"<script type='text/template'>x</script>", 0, 0, false},
    {SCRIPT "<img src=a.png>", 0, 0, false},
    {SCRIPT "<video src=a.mp4></video>", 0, 0, false},
    {SCRIPT "<iframe src=/a></iframe>", 0, 0, false},
    {SCRIPT "<svg></svg>", 0, 0, false},
    {SCRIPT, 1, 0, false},
    /* An element that is to be filled. */
    {SCRIPT "<div id=root></div>", 400, 0, true},
    {SCRIPT "<div id=root></div>", 401, 0, false},
    {"<div id=root></div>", 10, 0, false},
    {SCRIPT "<div id=' App '><!-- x --> <b><br></b></div>", 10, 0, true},
    {SCRIPT "<div id=root><hr></div>text", 10, 0, true},
    {SCRIPT "<div id=root><br></div>text", 10, 0, true},
    {SCRIPT "<div id=root><meta></div>text", 10, 0, true},
    {SCRIPT "<div id=root><img></div>text", 10, 0, true},
    {SCRIPT "<div id=root><link></div>text", 10, 0, true},
    {SCRIPT "<div id=root><input></div>text", 10, 0, true},
    {SCRIPT "<div id=root><source></div>text", 10, 0, true},
    {SCRIPT "<div id=root><wbr></div>text", 10, 0, true},
    {SCRIPT "<div id=root><i></div>text", 10, 0, false},
    {SCRIPT "<div id=root>text</div>", 10, 0, false},
    {SCRIPT "<div id=root><p>text</p></div>", 10, 0, false},
    {SCRIPT "<div id=root><b></b></div>text", 10, 0, true},
    {SCRIPT "<div id=root><script>x</script></div>", 10, 0, false},
    {SCRIPT "<div id=rooted></div>", 10, 0, false},
    {SCRIPT "<div id=root>text</div><div id=app></div>", 10, 0, false},
    {SCRIPT "<div ng-app=x></div>", 10, 0, true},
    {SCRIPT "<div ng-version=8></div>", 10, 0, true},
    {SCRIPT "<div data-reactroot></div>", 10, 0, true},
    {SCRIPT "<app-main></app-main>", 10, 0, true},
    {SCRIPT "<my-app></my-app>", 10, 0, true},
    {SCRIPT "<my-card></my-card>", 10, 0, false},
    {SCRIPT "<apple></apple>", 10, 0, false},
    /* A note that scripts are off. */
    {SCRIPT NOTE, 160, 0, true},
    {SCRIPT NOTE, 161, 0, false},
    {NOTE, 10, 0, false},
    {SCRIPT NOTE "<h1>Head</h1>", 10, 0, false},
    {SCRIPT NOTE "<h1><a href=/>Head</a></h1>", 10, 0, true},
    {SCRIPT "<noscript><img src=/count.png></noscript>", 10, 0, false},
    {SCRIPT "<p>This needs JavaScript.", 10, 0, true},
    {SCRIPT "<p>This needs Javascript.", 10, 0, true},
    {"<p>This needs JavaScript.", 10, 0, false},
    /* Much, of which little is text. */
    {SCRIPT, 80, 2048, true},
    {SCRIPT, 80, 1800, false},
    {SCRIPT, 81, 4096, false},
    {SCRIPT "<a href=/>links do not count, but for the size</a>", 80, 4096, true},
    {SCRIPT "<a href=/>links do not count, but for the size</a>", 80, 2048, false},
    {SCRIPT "<h2>Head</h2>", 10, 4096, false},
    {SCRIPT "<img src=a.png>", 80, 4096, false},
    {SCRIPT "<img src=a.png>", 80, 65536, true},
};

static char *page_of(const row *r)
{
    size_t room = strlen(r->html) + r->text + r->padding + 40;
    char *out = malloc(room);
    size_t used = (size_t)snprintf(out, room, "%s<p title='", r->html);

    memset(out + used, 't', r->padding);
    used += r->padding;
    used += (size_t)snprintf(out + used, room - used, "'>");
    memset(out + used, 'x', r->text);
    out[used + r->text] = '\0';
    return out;
}

static void pages_without_text_of_their_own_are_shells(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const dana_scan_options options = {0};
        char *html = page_of(&rows[i]);
        dana_page *page = open_page(html);
        const dana_scan *scan;
        dana_error err;
        bool is_shell = false;

        assert_int_equal(dana_scan_page(page, &options, &scan, &err), DANA_OK);
        assert_int_equal(dana__is_shell(page, scan, &is_shell, &err), DANA_OK);
        if (is_shell != rows[i].is_shell) {
            fail_msg("%s and %zu bytes of text, %zu others", rows[i].html, rows[i].text,
                     rows[i].padding);
        }
        dana_page_close(page);
        free(html);
    }
}

static void an_empty_page_is_none(void **state)
{
    const dana_scan_options options = {0};
    dana_page *page = open_page("");
    const dana_scan *scan;
    dana_error err;
    bool is_shell = true;

    (void)state;
    assert_int_equal(dana_scan_page(page, &options, &scan, &err), DANA_OK);
    assert_int_equal(dana__is_shell(page, scan, &is_shell, &err), DANA_OK);
    assert_false(is_shell);
    dana_page_close(page);
}

/* What the scan has found of scripts spares a pass, never changes what it finds. */
static void the_scan_knows_pages_without_scripts(void **state)
{
    static const char *const pages[] = {
        "<b>",
        "<p>note",
        "<link rel=modulepreload href=a.js>",
        "<link rel=stylesheet href=a.css>",
        "<noscript><script>run()</script></noscript>",
        "<noscript><style></noscript><script>run()</script></style>",
        "<!-- <script>run()</script> -->",
        "<svg><script>run()</script></svg>",
        "<template><script>run()</script></template>",
        "<textarea><script>run()</script></textarea>",
        "<script>run()",
        "<script src=a.js></script>",
        "<script type=application/json>{}</script>",
    };

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(pages) * 2; i++) {
        const dana_scan_options options = {.keep_noscript = i % 2 == 1};
        dana_page *page = open_page(pages[i / 2]);
        const dana_scan *scan;
        dana_error err;
        bool known = false;
        bool read = false;

        assert_int_equal(dana_scan_page(page, &options, &scan, &err), DANA_OK);
        assert_int_equal(dana__is_shell(page, scan, &known, &err), DANA_OK);
        page->has_scan = false; /* nothing is known */
        assert_int_equal(dana__is_shell(page, scan, &read, &err), DANA_OK);
        if (known != read) {
            fail_msg("%s", pages[i / 2]);
        }
        dana_page_close(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_without_text_of_their_own_are_shells),
        cmocka_unit_test(the_scan_knows_pages_without_scripts),
        cmocka_unit_test(an_empty_page_is_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
