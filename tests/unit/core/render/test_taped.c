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

#define PAGES      3000
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
    "<b>",
    "</b>",
    "<em>",
    "</em>",
    "<br>",
    "<hr>",
    "<img src=\"/picture.jpg\" alt=\"A picture\">",
    "<img src=\"/shared.jpg\">",
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

/* A page of pieces, with words or blanks behind each. */
static char *random_page(size_t *length)
{
    static const char head[] = "<html><head><meta property=\"og:image\" content=\"/shared.jpg\">"
                               "</head><body>";
    static const char words[] = "Some words of a page that stand here to be read or not to be "
                                "read, as it happens to them. ";
    size_t stop = next_random(&seed, LENGTH_MAX) + sizeof(head);
    char *page = malloc(stop + 256);

    assert_non_null(page);
    memcpy(page, head, sizeof(head) - 1);
    *length = sizeof(head) - 1;
    while (*length < stop) {
        const char *piece = pieces[next_random(&seed, COUNT_OF(pieces))];
        uint32_t filling = next_random(&seed, 3);

        memcpy(page + *length, piece, strlen(piece));
        *length += strlen(piece);
        for (uint32_t i = 0; filling > 0 && i < FILLING * filling; i++) {
            page[(*length)++] = filling == 1 ? ' ' : words[i];
        }
    }
    page[*length] = '\0';
    return page;
}

/* Selects some of the page's texts, whole ones and parts. */
static dana_selection random_selection(const dana_scan *scan, dana_span spans[SPANS_MAX])
{
    size_t count = 0;
    uint32_t one_in = next_random(&seed, 12) + 1;
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
    assert_int_equal(dana_render_markdown(page, result, base, &out.forms[0], NULL), DANA_OK);
    assert_int_equal(dana_render_html(page, result, base, &out.forms[1], NULL), DANA_OK);
    assert_int_equal(dana_render_plain(page, result, &out.forms[2], NULL), DANA_OK);
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

/* Compares the forms of a page. Returns the bytes of Markdown; *taped: whether there is a tape. */
static size_t compare(dana_page *page, bool *taped)
{
    const dana_algorithm *algorithm = dana_algorithm_find(DANA_KIND_CONTENT, "plain", 5);
    dana_span spans[SPANS_MAX];
    dana_result result;

    assert_int_equal(dana_extract(page, algorithm, NULL, &result, NULL), DANA_OK);
    result.selection = random_selection(result.scan, spans);
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
        char *html = random_page(&length);

        assert_int_equal(dana_page_open(html, length, 0, NULL, &page, NULL), DANA_OK);
        written += compare(page, &has_tape) > 0;
        taped += has_tape;
        dana_page_close(page);
        free(html);
    }
    assert_in_range(taped, PAGES / 2, PAGES);
    assert_in_range(written, PAGES / 2, PAGES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_are_what_all_tags_give),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
