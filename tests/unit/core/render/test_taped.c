/*
 * Forms of a selection by the page's tape, which pass what is not selected without events, against
 * the reading of every tag and text: on random pages of what decides, with random selections.
 */
#include "unit.h"

#include "common.h"
#include "support.h"

#include "dana/extract.h"
#include "dana/format.h"
#include "dana/links.h"
#include "page/page.h"

#include <stdlib.h>
#include <string.h>

#define PAGES      9000
#define LENGTH_MAX 6000
#define SPANS_MAX  64

/* So many bytes of text or blanks for a tag, or there is no tape. */
#define FILLING 45

static uint32_t seed;

static const char *const pieces[] = {
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<div class=\"caption\">",
    "<div class='pic box'>",
    "<section><article>",
    "</article>",
    "</section>",
    "<main>",
    "</main>",
    "<nav>",
    "</nav>",
    "<h1>A headline</h1>",
    "<h2>",
    "</h2>",
    "<ul>",
    "</ul>",
    "<ol start=\"3\">",
    "<ol reversed>",
    "</ol>",
    "<li>",
    "</li>",
    "<li><input type=\"checkbox\" checked>",
    "<li><span role=\"checkbox\" aria-checked=\"true\"></span>",
    "<li class=\"box\">",
    "<dl><dt>",
    "<dd>",
    "</dl>",
    "<table><tr><td>",
    "<td>",
    "<tr><th>",
    "</td>",
    "</tr>",
    "</table>",
    "<caption>",
    "<table>",
    "<a href=\"/a\">",
    "</a>",
    "<a href=\"/b\">a link</a>",
    "<span>",
    "</span>",
    "<span class=\"line\">a span</span>",
    "<span style=\"font-weight:bold\">",
    "<span class=x style='font-style:italic;text-decoration:line-through'>",
    "<b style=\"font-weight:normal\">",
    "<q>",
    "</q>",
    "<li><span>\u2022</span><p>",
    "<b>",
    "</b>",
    "<em>",
    "</em>",
    "<br>",
    "<hr>",
    "<img src=\"/picture.jpg\" alt=\"A picture\">",
    "<img src=\"/shared.jpg\">",
    "<img class=\"emoji\" alt=\":-)\" src=\"/sign.png\">",
    "<div class=\"youtube-player\" data-id=\"abcdefghijk\">",
    "<div class=\"lead\" data-src=\"/late.jpg\">",
    " ",
    "<figure>",
    "</figure>",
    "<figcaption>",
    "</figcaption>",
    "<picture><source srcset=\"/large.jpg 900w\"><img src=\"\"></picture>",
    "<noscript><img src=\"/picture.jpg\"></noscript>",
    "<iframe src=\"https://www.youtube.com/embed/abcdefghijk\"></iframe>",
    "<video src=\"/v.mp4\"></video>",
    "<pre>",
    "</pre>",
    "<pre>\n a\n\n  b</pre>",
    "<code>a<br>b</code>",
    "<div class=\"CodeMirror\">",
    "<div class=\"toolbar\">Copy</div>",
    "<script type=\"math/tex\">x^2</script>",
    "<script>if (a < b) {}</script>",
    "<span class=\"katex\"><math><mi>x</mi></math></span>",
    "<math><mn>1</mn></math>",
    "<ruby>a<rp>(<rt>b<rp>)</ruby>",
    "x<sup>2</sup>",
    "<blockquote>",
    "</blockquote>",
    "<details><summary>",
    "</summary>",
    "</details>",
    "<footer>",
    "</footer>",
    "<!-- <p> -->",
    "<svg><path d=\"M1\"/></svg>",
    "<x-element>",
    "</x-element>",
    "<small>",
};

/* Elements that most pages write as they nest. */
static const struct {
    const char *open;
    const char *close;
} nested[] = {
    {"<div>", "</div>"},
    {"<div class=\"box caption\">", "</div>"},
    {"<section><h3>A part</h3>", "</section>"},
    {"<p>", "</p>"},
    {"<ul><li>", "</li></ul>"},
    {"<li>", "</li>"},
    {"<h3>", "</h3>"},
    {"<dl><dt>A term</dt><dd>", "</dd></dl>"},
    {"<dd>", "</dd>"},
    {"<blockquote>", "</blockquote>"},
    {"<aside><span>", "</span></aside>"},
    {"<a href=\"/c\">", "</a>"},
    {"<article>", "</article>"},
    {"<table><tr><td>", "</td></tr></table>"},
    {"<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>",
     "</td></tr></table>"},
    {"<figure>", "<figcaption>A caption</figcaption></figure>"},
};

/* Most elements that are open at once. */
#define NESTED_MAX 12

/* Appends a text, with words or blanks behind it. */
static void append(char *page, size_t *length, const char *text)
{
    static const char words[] = "Some words of a page that stand here to be read or not to be "
                                "read, as it happens to them. ";
    uint32_t filling = next_random(&seed, 3);

    memcpy(page + *length, text, strlen(text));
    *length += strlen(text);
    for (uint32_t i = 0; filling > 0 && i < FILLING * filling; i++) {
        page[(*length)++] = filling == 1 ? ' ' : words[i];
    }
}

/* Opens an element, or closes the innermost one. */
static void append_nested(char *page, size_t *length, size_t open[NESTED_MAX], size_t *depth)
{
    bool opens = *depth == 0 || (*depth < NESTED_MAX && next_random(&seed, 5) < 3);

    if (opens) {
        open[*depth] = next_random(&seed, COUNT_OF(nested));
        append(page, length, nested[open[*depth]].open);
        ++*depth;
    } else {
        --*depth;
        append(page, length, nested[open[*depth]].close);
    }
}

/* A page of pieces or, of ten but one_in, of elements that nest. */
static char *random_page(size_t *length, uint32_t one_in)
{
    static const char head[] = "<html><head><meta property=\"og:image\" content=\"/shared.jpg\">"
                               "</head><body>";
    size_t stop = next_random(&seed, LENGTH_MAX) + sizeof(head);
    char *page = malloc(stop + 512);
    size_t open[NESTED_MAX];
    size_t depth = 0;

    assert_non_null(page);
    memcpy(page, head, sizeof(head) - 1);
    *length = sizeof(head) - 1;
    while (*length < stop) {
        if (next_random(&seed, 10) < one_in) {
            append(page, length, pieces[next_random(&seed, COUNT_OF(pieces))]);
        } else {
            append_nested(page, length, open, &depth);
        }
    }
    page[*length] = '\0';
    return page;
}

/* Selects some of the page's texts, whole ones and parts. */
static dana_selection random_selection(const dana_scan *scan, dana_span spans[SPANS_MAX])
{
    size_t count = 0;
    uint32_t one_in = next_random(&seed, next_random(&seed, 2) == 0 ? 12 : 40) + 1;
    size_t first = scan->unit_count > 0 ? next_random(&seed, (uint32_t)scan->unit_count) : 0;

    for (size_t i = first; i < scan->unit_count && count < SPANS_MAX; i++) {
        const dana_unit *unit = &scan->units[i];
        uint32_t cut = next_random(&seed, 4) == 0 ? next_random(&seed, unit->length) : 0;

        if (next_random(&seed, one_in) == 0) {
            spans[count++] = (dana_span){unit->start + cut, unit->start + unit->length};
        }
    }
    return (dana_selection){spans, count};
}

/* All forms of a result. */
typedef struct {
    dana_view forms[3];
    const dana_image *images;
    size_t image_count;
    const dana_media *media;
    size_t media_count;
} rendered;

static rendered render(dana_page *page, const dana_result *result)
{
    static const dana_view base = {"https://example.org/", 20};
    rendered out;

    page->figures = NULL;
    assert_int_equal(dana_render_plain(page, result, &out.forms[2], NULL), DANA_OK);
    assert_int_equal(dana_render_markdown(page, result, base, &out.forms[0], NULL), DANA_OK);
    assert_int_equal(dana_render_html(page, result, base, &out.forms[1], NULL), DANA_OK);
    assert_int_equal(dana_result_images(page, result, base, &out.images, &out.image_count, NULL),
                     DANA_OK);
    assert_int_equal(dana_result_media(page, result, base, &out.media, &out.media_count, NULL),
                     DANA_OK);
    return out;
}

static void assert_same(const rendered *read, const rendered *taped)
{
    for (size_t i = 0; i < COUNT_OF(read->forms); i++) {
        assert_same_text(read->forms[i], taped->forms[i]);
    }
    assert_int_equal(read->image_count, taped->image_count);
    for (size_t i = 0; i < read->image_count; i++) {
        assert_same_text(read->images[i].src, taped->images[i].src);
        assert_same_text(read->images[i].caption, taped->images[i].caption);
        assert_int_equal(read->images[i].span.start, taped->images[i].span.start);
    }
    assert_int_equal(read->media_count, taped->media_count);
    for (size_t i = 0; i < read->media_count; i++) {
        assert_same_text(read->media[i].url, taped->media[i].url);
    }
}

/* Selects the texts that begin with '+'. */
static dana_selection marked_selection(const dana_scan *scan, const char *html,
                                       dana_span spans[SPANS_MAX])
{
    size_t count = 0;

    for (size_t i = 0; i < scan->unit_count && count < SPANS_MAX; i++) {
        const dana_unit *unit = &scan->units[i];

        if (html[unit->start] == '+') {
            spans[count++] = (dana_span){unit->start, unit->start + unit->length};
        }
    }
    return (dana_selection){spans, count};
}

/* Compares the forms of a page, of marked texts or random ones. Returns the bytes of Markdown;
 * *taped: whether there is a tape. */
static size_t compare(dana_page *page, const char *marked, bool *taped)
{
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, "plain", 5);
    dana_span spans[SPANS_MAX];
    dana_result result;

    assert_int_equal(dana_extract(page, algorithm, NULL, &result, NULL), DANA_OK);
    result.selection = marked != NULL ? marked_selection(result.scan, marked, spans)
                                      : random_selection(result.scan, spans);
    *taped = page->tape.source != NULL;
    rendered with_tape = render(page, &result);

    page->tape.source = NULL;
    rendered without = render(page, &result);

    assert_same(&without, &with_tape);
    return without.forms[0].length;
}

static void forms_are_what_all_tags_give(void **state)
{
    size_t taped = 0;
    size_t written = 0;

    (void)state;
    for (uint32_t i = 1; i < PAGES; i++) {
        size_t length;
        dana_page *page;
        bool has_tape;

        seed = i;
        char *html = random_page(&length, i % 3 == 0 ? 10 : i % 3);

        assert_int_equal(dana_page_open(html, length, 0, NULL, &page, NULL), DANA_OK);
        written += compare(page, NULL, &has_tape) > 0;
        taped += has_tape;
        dana_page_close(page);
        free(html);
    }
    assert_in_range(taped, PAGES / 2, PAGES);
    assert_in_range(written, PAGES / 2, PAGES);
}

/* What an element that is passed whole would change around it. */
static const char *const around[] = {
    "<div><p>+a</p><fieldset><b><p>c</p><p>d</p></fieldset><p>+d</p></div>",
    "<h3>+a <div><p>b</p><p>c</p></div> +d</h3>",
    "<h3>+a <section><h4>b</h4></section> +d</h3>",
    "<ul><li><div><p><input type=checkbox checked></p></div> +a</li></ul>",
    "<ul><li><input type=checkbox><div><ul><li><input type=checkbox></li></ul></div>+a</li></ul>",
    "<div>+a<ul><li><div><li>b</li></div></li></ul>+c</div>+d",
    "<b>+a<div><p>b</b></p></div>+c",
    "<a href=b>+a<div><p><a href=c>d</a></p></div>+e</a>",
    "<pre>+a</pre><div><p>b</p> <p>c</p></div>+d",
    "<pre>+a<div><p>b</p> <p>c</p></div>+d</pre>",
    "<div class=CodeMirror-code><div><p>b</p></div></div><p>+d</p>",
    "<p>+a</p><div><table><tr><td>1<td>2<tr><td>3<td>4</table></div><table><tr><td>+1<td>+2<tr>"
    "<td>+3<td>+4<tr><td>+5<td>+6</table>",
    "<table><tr><td><div><p>a</p><p>b</p></div>+c<td>+d<tr><td>+e<td>+f</table>",
    "<table><div><p>a</p><p>b</p></div><tr><td>+c<td>+d<tr><td>+e<td>+f</table>",
    "<div>+a <ruby><div><p>b</p></div>+c<rt>+d</ruby></div>",
    "<div>+a<div><p>b</p><rp>c</div>+d</div>",
    "<p>+a <rp> </rp>+b <b>+c</b> <i>+d</i>+e</p>",
    "<pre>+a\n </pre> <p> </p> <pre>+b\n</pre> <p>+c</p>",
    "<div>+a<pre>+b </pre> </div> <pre> +c</pre>",
    "<div>+a <img src=/b.jpg> <hr> <br> +c</div>",
    "<ul><li>+a <img src=/b.jpg alt=b> <li> +c <li> <p> +d </ul>",
    "<p>+a <img class=emoji alt=:b: src=/b.png> +c <img class=tex src=latex.php?latex=x alt=x></p>",
    "<p>+a</p><div class=youtube data-id=abcdefghijk></div><p>+b</p>",
    "<div class=language-c><div "
    "class=a><pre>+a</pre><p>+b</p><pre>+c</pre></div></div><pre>+d</pre>",
    "<p>+a</p><figure><section><div style=\"background-image:url(/b.jpg)\"></div></section>"
    "<figcaption>c</figcaption></figure><p>+d</p>",
    "<p>+a</p><img src=/b.jpg><section><p>c</p><p class=caption>d</p></section><p>+e</p>",
    "<p>+a</p><p><video src=/a.mp4><p>b</p></video><img src=/b.jpg></p><p>+e</p>",
    "<main><section><h3>b</h3><p>c</p></section><p>+a</p><img src=/c.jpg><p>+b</p></main>",
    "<article><h1>+a</h1><img src=/d.jpg><section><h2>b</h2></section><p>+c</p></article>",
};

static void elements_that_are_passed_change_nothing_around_them(void **state)
{
    static char html[4096];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(around); i++) {
        size_t length = strlen(around[i]);
        dana_page *page;
        bool has_tape;

        memcpy(html, around[i], length);
        memset(html + length, ' ', sizeof(html) - length);
        assert_int_equal(dana_page_open(html, sizeof(html), 0, NULL, &page, NULL), DANA_OK);
        assert_true(compare(page, html, &has_tape) > 0);
        assert_true(has_tape);
        dana_page_close(page);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_are_what_all_tags_give),
        cmocka_unit_test(elements_that_are_passed_change_nothing_around_them),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
