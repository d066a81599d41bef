/*
 * Elements that are passed whole: what makes one of them loud, and what keeps it from being found.
 */
#include "unit.h"

#include "common.h"
#include "support.h"

#include "dana/extract.h"
#include "quiet/quiet.h"

#include <string.h>

#define NONE    0u
#define OUTLINE ((unsigned)DANA__QUIET_OUTLINE)
#define MEDIA   ((unsigned)DANA__QUIET_MEDIA)
#define BOTH    (OUTLINE | MEDIA)

/* So many bytes of text follow a fragment, or its page would have no tape. */
#define FILLING 4000

static char html[FILLING + 4096];

static dana_page *open_fragment(const char *fragment)
{
    size_t length = strlen(fragment);

    memcpy(html, fragment, length);
    memset(html + length, 'x', FILLING);
    html[length + FILLING] = '\0';
    return open_page(html);
}

/* The ways in which the element of the first tag is quiet; where it is, its end tag is the last. */
static unsigned ways_of_first(dana_page *page, const char *fragment)
{
    dana__pass pass;
    unsigned ways = 0;

    dana__pass_start(&pass, page, false, NULL);
    assert_non_null(pass.tape);
    dana__find_quiet(page, SIZE_MAX);
    for (unsigned way = OUTLINE; way <= MEDIA; way *= 2) {
        const dana__taped *end = dana__quiet_end(&pass, pass.tape->records, way);

        if (end != NULL) {
            assert_int_equal(end->start + end->length, strlen(fragment));
            ways |= way;
        }
    }
    return ways;
}

static const struct {
    const char *fragment;
    unsigned ways;
} fragments[] = {
    {"<div><p>a</p><hr><section>b<br></section></div>", BOTH},
    {"<div><p>a</div>", NONE},
    {"<div>a</p></div>", NONE},
    {"<div><section>a</div>", NONE},
    {"<div><b><i>a</b> c</div>", BOTH},
    {"<div><a href=b>a</a><span>b</span><time>c</time></div>", BOTH},
    {"<p>a <em>b</em></p>", BOTH},
    {"<p><div>a</div></p>", NONE},
    {"<ul><li>a</li><li><ol><li>b</li></ol></li></ul>", BOTH},
    {"<div><li>a</li></div>", NONE},
    {"<dl><dt>a</dt><dd>b</dd></dl>", BOTH},
    {"<div><dd>a</dd></div>", NONE},
    {"<li><div><li>a</li></div></li>", NONE},
    {"<ul><li><div><li>a</li></div></li></ul>", NONE},
    {"<h3>a <b>b</b></h3>", BOTH},
    {"<h3><div>a</div></h3>", NONE},
    {"<h3>a<br>b</h3>", BOTH},
    {"<div><h3>a</h3></div>", BOTH},
    {"<div><h2>a</h2></div>", OUTLINE},
    {"<div><h1>a</h1></div>", OUTLINE},
    {"<div><img src=a></div>", OUTLINE},
    {"<div><img src=a class=tex alt=b></div>", NONE},
    {"<div><img src=/smilies/a.gif alt=':-)'></div>", NONE},
    {"<div><picture><source srcset=a></picture></div>", OUTLINE},
    {"<div><figure>a</figure></div>", OUTLINE},
    {"<div><video src=a></video></div>", NONE},
    {"<div><object data=a></object></div>", OUTLINE},
    {"<div><iframe src=a></iframe></div>", OUTLINE},
    {"<div><noscript><img src=a></noscript></div>", OUTLINE},
    {"<div><meta property=og:image content=a></div>", OUTLINE},
    {"<div><table><tr><td>a</td></tr></table></div>", MEDIA},
    {"<div><pre>a</pre></div>", MEDIA},
    {"<div><code>a</code></div>", MEDIA},
    {"<div><samp>a</samp></div>", MEDIA},
    {"<div>a<sup>2</sup></div>", NONE},
    {"<div>a</ruby></div>", MEDIA},
    {"<div>a</rt></div>", MEDIA},
    {"<div><rb>a</div>", MEDIA},
    {"<div><x-element>a</x-element></div>", NONE},
    {"<div><figcaption>a</figcaption></div>", BOTH},
    {"<div><caption>a</caption></div>", MEDIA},
    {"<div><script>a</script><style>b</style><!-- c --></div>", BOTH},
    {"<div><script type=math/tex>a</script></div>", MEDIA},
    {"<div><script src=a></script></div>", BOTH},
    {"<div><svg><path/></svg></div>", BOTH},
    {"<div><blockquote>a</blockquote><fieldset>b</fieldset></div>", BOTH},
    {"<div><blockquote>a</div>", NONE},
    {"<div>a</blockquote></div>", NONE},
    {"<div>a</br></hr></div>", BOTH},
    {"<div class=a>b</div>", BOTH},
    {"<section><div class=a>b</div></section>", MEDIA},
    {"<section><ul class=a><li>b</li></ul></section>", MEDIA},
    {"<section><span class=a>b</span></section>", MEDIA},
    {"<section><article class=a>b</article></section>", BOTH},
    {"<section><div class=youtube data-id=12345678901>a</div></section>", NONE},
};

static void what_is_inside_tells(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(fragments); i++) {
        const char *fragment = fragments[i].fragment;
        dana_page *page = open_fragment(fragment);
        const dana_scan *scan;

        assert_int_equal(dana_scan_page(page, &(dana_scan_options){0}, &scan, NULL), DANA_OK);
        if (ways_of_first(page, fragment) != fragments[i].ways) {
            fail_msg("%s", fragment);
        }
        dana_page_close(page);
    }
}

/* Classes that the scan has read are none of those that are looked for, as most are. */
static void classes_that_are_known_tell_nothing(void **state)
{
    static const struct {
        const char *fragment;
        unsigned ways;
    } classed[] = {
        {"<section><div class=a>b <span class=c>d</span></div><ul class=e></ul></section>", BOTH},
        {"<section><div class=CodeMirror-code>b</div></section>", MEDIA},
        {"<section>b <span class=katex>d</span></section>", MEDIA},
    };

    (void)state;
    for (size_t i = 0; i < COUNT_OF(classed); i++) {
        dana_page *page = open_fragment(classed[i].fragment);
        dana_result result;

        assert_int_equal(
            dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &result, NULL),
            DANA_OK);
        assert_int_equal(ways_of_first(page, classed[i].fragment), classed[i].ways);
        dana_page_close(page);
    }
}

/* Appends a text. */
static void add(char *out, size_t *length, const char *text)
{
    size_t size = strlen(text);

    memcpy(out + *length, text, size + 1);
    *length += size;
}

/* Writes a div around `count` of a start tag. */
static void write_open(char *fragment, const char *tag, size_t count, const char *end)
{
    size_t length = 0;

    add(fragment, &length, "<div>");
    for (size_t i = 0; i < count; i++) {
        add(fragment, &length, tag);
    }
    for (size_t i = 0; i < count; i++) {
        add(fragment, &length, end);
    }
    add(fragment, &length, "</div>");
}

static void what_holds_too_much_is_not_found(void **state)
{
    static const struct {
        const char *tag;
        const char *end;
        size_t most;
    } rows[] = {{"<b>", "", DANA__QUIET_DEPTH - 1}, {"<div>", "</div>", DANA__QUIET_DEPTH - 1}};
    static char fragment[2048];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        for (size_t more = 0; more <= 1; more++) {
            const dana_scan *scan;
            dana_page *page;

            write_open(fragment, rows[i].tag, rows[i].most + more, rows[i].end);
            page = open_fragment(fragment);
            assert_int_equal(dana_scan_page(page, &(dana_scan_options){0}, &scan, NULL), DANA_OK);
            assert_int_equal(ways_of_first(page, fragment), more == 0 ? BOTH : NONE);
            dana_page_close(page);
        }
    }
}

/* A page without tags has a tape without records. */
static void a_page_without_tags_has_no_elements(void **state)
{
    dana_page *page = open_fragment("");
    const dana_scan *scan;

    (void)state;
    assert_int_equal(dana_scan_page(page, &(dana_scan_options){0}, &scan, NULL), DANA_OK);
    dana__find_quiet(page, SIZE_MAX);
    assert_int_equal(page->quiet.length, 0);
    dana_page_close(page);
}

/* Of a part of the page those are found that begin and end in it; of the whole page all, and then
 * no part is asked for again. */
static void a_part_has_the_elements_inside_it(void **state)
{
    static const char fragment[] = "<main><div><p>a</p></div><ul><li>b</li></ul></main>";
    dana_page *page = open_fragment(fragment);
    const dana_scan *scan;
    dana__pass pass;

    (void)state;
    assert_int_equal(dana_scan_page(page, &(dana_scan_options){0}, &scan, NULL), DANA_OK);
    dana__find_quiet_between(page, 6, (size_t)(strstr(fragment, "</ul>") - fragment));
    dana__pass_start(&pass, page, false, NULL);
    const dana__taped *records = pass.tape->records;

    assert_null(dana__quiet_end(&pass, records, OUTLINE));
    assert_ptr_equal(dana__quiet_end(&pass, records + 1, OUTLINE), records + 4);
    assert_ptr_equal(dana__quiet_end(&pass, records + 2, MEDIA), records + 3);
    assert_null(dana__quiet_end(&pass, records + 5, OUTLINE));
    assert_ptr_equal(dana__quiet_end(&pass, records + 6, OUTLINE), records + 7);
    assert_false(page->is_quiet_found);

    dana__find_quiet(page, SIZE_MAX);
    assert_true(page->is_quiet_found);
    assert_ptr_equal(dana__quiet_end(&pass, records, BOTH), records + 9);
    assert_ptr_equal(dana__quiet_end(&pass, records + 5, BOTH), records + 8);
    ((uint16_t *)page->quiet.data)[0] = 0;
    dana__find_quiet_between(page, 0, SIZE_MAX);
    assert_null(dana__quiet_end(&pass, records, BOTH));
    dana_page_close(page);
}

/* A scan that writes another tape has other elements. */
static void a_new_tape_is_read_anew(void **state)
{
    static const char fragment[] = "<div><noscript><p>a</noscript></div>";
    dana_page *page = open_fragment(fragment);
    const dana_scan *scan;

    (void)state;
    assert_int_equal(dana_scan_page(page, &(dana_scan_options){0}, &scan, NULL), DANA_OK);
    assert_int_equal(ways_of_first(page, fragment), OUTLINE);
    assert_int_equal(dana_scan_page(page, &(dana_scan_options){.keep_noscript = true}, &scan, NULL),
                     DANA_OK);
    assert_int_equal(page->quiet.length, 0);
    dana_page_close(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_inside_tells),
        cmocka_unit_test(classes_that_are_known_tell_nothing),
        cmocka_unit_test(what_holds_too_much_is_not_found),
        cmocka_unit_test(a_page_without_tags_has_no_elements),
        cmocka_unit_test(a_part_has_the_elements_inside_it),
        cmocka_unit_test(a_new_tape_is_read_anew),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
