/*
 * A pass that reads the page's tape, against one that reads its source: on random pages of what
 * decides, from the start and from every place where a reader may move it.
 */
#include "unit.h"

#include "support.h"

#include "dana/extract.h"
#include "dana/scan.h"
#include "listing/class_words.h"
#include "math/mentions.h"
#include "page/pass.h"

#include <stdio.h>

#define PAGES      600
#define LENGTH_MAX 900
#define TOKENS_MAX 1024

static uint32_t seed;

static const char *const pieces[] = {
    "words ",
    "a < b ",
    "<p>",
    "</p>",
    "<P\tclass=\"x > y\">",
    "<b>",
    "</b>",
    "<img src=x alt='>'>",
    "<custom-element id=a>",
    "</custom-element>",
    "<blockquote>",
    "</BlockQuote >",
    "<p\x01>",
    "<!-- <p> -->",
    "<!x>",
    "<?php ?>",
    "</ x>",
    "<script>a <b> c</script >",
    "<style></style>",
    "<noscript><img><p>x</noscript>",
    "<noscript>&lt;p>x</noscript>",
    "<svg><path d='M1'/></svg>",
    "<svg/>",
    "<template><p>x<template></template></template>",
    "<select><option>x</select>",
    "<title>T",
    "</title>",
    "<iframe>",
    "</iframe>",
    "<a href=x",
    "\n",
    "<table><tr><td>",
    "<!DOCTYPE html>",
};

/* Long enough in bytes for its tags to be on a tape. */
static char *random_page(size_t *length)
{
    static char room[LENGTH_MAX + 128];
    size_t stop = next_random(&seed, LENGTH_MAX);

    *length = 0;
    while (*length < stop) {
        const char *piece = pieces[next_random(&seed, DANA__COUNT(pieces))];

        memcpy(room + *length, piece, strlen(piece));
        *length += strlen(piece);
        for (uint32_t i = next_random(&seed, 2) * 90; i > 0 && *length < stop; i--) {
            room[(*length)++] = ' ';
        }
    }
    char *page = malloc(*length + 1);

    assert_non_null(page);
    memcpy(page, room, *length);
    page[*length] = '\0';
    return page;
}

static void assert_same_tag(const dana__markup *read, const dana__markup *taped)
{
    assert_int_equal(read->kind, taped->kind);
    assert_ptr_equal(read->start, taped->start);
    assert_ptr_equal(read->end, taped->end);
    if (read->kind == DANA__START_TAG || read->kind == DANA__END_TAG) {
        assert_ptr_equal(read->name_text, taped->name_text);
        assert_true(read->name.key == taped->name.key);
        assert_int_equal(read->name.length, taped->name.length);
        assert_int_equal(read->flags, taped->flags);
        assert_int_equal(read->is_bare, taped->is_bare);
    }
}

/* Reads on with both passes to the end. Returns the tokens. */
static size_t compare(dana__pass *source, dana__pass *tape)
{
    dana__markup read;
    dana__markup taped;
    size_t count = 0;

    while (dana__pass_next(source, &read)) {
        assert_true(dana__pass_next(tape, &taped));
        assert_same_tag(&read, &taped);
        assert_ptr_equal(source->p, tape->p);
        assert_int_equal(source->dropped, tape->dropped);
        if (source->dropped) {
            assert_ptr_equal(source->raw_end, tape->raw_end);
        }
        count++;
    }
    assert_false(dana__pass_next(tape, &taped));
    assert_int_equal(source->tokens, tape->tokens);
    return count;
}

/* Starts two passes at an offset, of which one has no tape. */
static void start(dana_page *page, bool keep_noscript, size_t at, dana__pass *source,
                  dana__pass *tape)
{
    dana__pass_start(source, page, keep_noscript, NULL);
    dana__pass_start(tape, page, keep_noscript, NULL);
    source->tape = NULL;
    source->p += at;
    tape->p += at;
}

/* Compares passes from the start, and from all offsets: those in tags and dropped elements are not
 * on the tape, and what follows them is. */
static size_t compare_page(dana_page *page, size_t length, bool keep_noscript)
{
    const dana_scan_options options = {.keep_noscript = keep_noscript};
    const dana_scan *scan;
    dana__pass source;
    dana__pass tape;

    assert_int_equal(dana_scan_page(page, &options, &scan, NULL), DANA_OK);
    start(page, keep_noscript, 0, &source, &tape);
    bool has_tape = tape.tape != NULL;

    compare(&source, &tape);
    for (size_t at = 0; at < length && has_tape; at++) {
        start(page, keep_noscript, at, &source, &tape);
        compare(&source, &tape);
    }
    start(page, !keep_noscript, 0, &source, &tape);
    assert_null(tape.tape);
    return has_tape;
}

static void a_tape_reads_as_its_source(void **state)
{
    size_t taped = 0;

    (void)state;
    for (uint32_t i = 1; i < PAGES; i++) {
        size_t length;
        dana_page *page;

        seed = i;
        char *html = random_page(&length);

        assert_int_equal(dana_page_open(html, length, 0, NULL, &page, NULL), DANA_OK);
        taped += compare_page(page, length, i % 2 == 0);
        taped += compare_page(page, length, i % 2 != 0);
        dana_page_close(page);
        free(html);
    }
    assert_in_range(taped, PAGES / 2, 2 * PAGES);
}

/* What a listener was told of, as a hash; texts of white space alone are left out. */
typedef struct {
    const char *source;
    uint64_t hash;
    size_t told;
    size_t blanks;
} heard;

static void hear(heard *h, unsigned what, const char *p, const char *end)
{
    const uint64_t words[] = {what, p != NULL ? (uint64_t)(p - h->source) : UINT64_MAX,
                              end != NULL ? (uint64_t)(end - h->source) : UINT64_MAX};

    for (size_t i = 0; i < DANA__COUNT(words); i++) {
        h->hash = (h->hash ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
    }
    h->told++;
}

static void hear_text(void *state, const char *p, const char *end, const dana__text_count *count)
{
    heard *h = state;

    assert_null(count);
    if (dana__is_blank(p, end)) {
        h->blanks++;
    } else {
        hear(h, 'x', p, end);
    }
}

static void hear_tag(heard *h, unsigned what, const dana__markup *tag)
{
    hear(h, what, tag->start, tag->end);
    hear(h, tag->is_bare, tag->name_text, tag->name_text + tag->name.length);
    hear(h, tag->flags, tag->start + (tag->name.key & 0xFF), NULL);
}

static void hear_start(void *state, const dana__markup *tag, bool dropped, const char *raw_end)
{
    hear_tag(state, 's', tag);
    hear(state, dropped, NULL, dropped ? raw_end : NULL);
}

static void hear_end(void *state, const dana__markup *tag)
{
    hear_tag(state, 'e', tag);
}

static dana_status hear_finish(void *state)
{
    hear(state, 'f', NULL, NULL);
    return DANA_OK;
}

/* Makes a pass for two listeners, of which the second need not hear of blanks. */
static void listen(dana_page *page, heard out[2])
{
    const heard silent = {.source = page->source.data};
    const dana__listener listeners[] = {
        {&out[0], hear_text, hear_start, hear_end, hear_finish, NULL, false},
        {&out[1], hear_text, hear_start, hear_end, hear_finish, NULL, true}};

    out[0] = out[1] = silent;
    assert_int_equal(dana__pass_run(page, false, listeners, 2, NULL), DANA_OK);
}

static void listeners_hear_the_same_of_a_tape(void **state)
{
    size_t blanks = 0;

    (void)state;
    for (uint32_t i = 1; i < PAGES; i++) {
        const dana_scan *scan;
        size_t length;
        dana_page *page;
        heard taped[2];
        heard read[2];

        seed = i;
        char *html = random_page(&length);

        assert_int_equal(dana_page_open(html, length, 0, NULL, &page, NULL), DANA_OK);
        assert_int_equal(dana_scan_page(page, &(dana_scan_options){0}, &scan, NULL), DANA_OK);
        listen(page, taped);
        page->tape.source = NULL;
        listen(page, read);
        for (size_t k = 0; k < 2; k++) {
            assert_int_equal(taped[k].told, read[k].told);
            assert_true(taped[k].hash == read[k].hash);
        }
        assert_int_equal(taped[0].blanks, read[0].blanks);
        assert_true(taped[1].blanks <= taped[0].blanks);
        blanks += taped[0].blanks - taped[1].blanks;
        dana_page_close(page);
        free(html);
    }
    assert_true(blanks > PAGES);
}

/* Writes tags with long attributes, and returns whether the page's scan has kept a tape. */
static bool keeps_tape(const char *piece, size_t count, size_t filling)
{
    size_t size = strlen(piece);
    size_t length = count * size + filling;
    char *html = malloc(length + 1);
    const dana_scan *scan;
    dana__pass source;
    dana__pass tape;
    dana_page *page;

    assert_non_null(html);
    memset(html, 'x', length);
    for (size_t i = 0; i < count; i++) {
        memcpy(html + i * size, piece, size);
    }
    assert_int_equal(dana_page_open(html, length, 0, NULL, &page, NULL), DANA_OK);
    assert_int_equal(dana_scan_page(page, &(dana_scan_options){0}, &scan, NULL), DANA_OK);
    start(page, false, 0, &source, &tape);
    bool is_kept = tape.tape != NULL;

    assert_in_range(compare(&source, &tape), count, 2 * count + 1);
    dana_page_close(page);
    free(html);
    return is_kept;
}

static void pages_of_nothing_but_tags_have_no_tape(void **state)
{
    (void)state;
    assert_false(keeps_tape("<b>", 5000, 0));
    assert_true(keeps_tape("<b>", 5000, 5000 * 62));
    assert_false(keeps_tape("<svg>", 100, 10000));
    assert_false(keeps_tape("<b>", 262145, 10000000));
    assert_true(keeps_tape("<b>", 262143, 10000000));
}

/* A tag and a dropped element whose lengths do not fit in a record. */
static void long_tags_are_read_again(void **state)
{
    static char blank[70000];
    char *html = malloc(300000);
    dana_page *page;
    const dana_scan *scan;
    dana__pass source;
    dana__pass tape;

    (void)state;
    assert_non_null(html);
    memset(blank, ' ', sizeof(blank) - 1);
    snprintf(html, 300000, "<p%sid=a>x<!--%s--><b>y</b><style>p%s</style>z<title>t</title%s><i>",
             blank, blank, blank, "");
    page = open_page(html);
    assert_int_equal(dana_scan_page(page, &(dana_scan_options){0}, &scan, NULL), DANA_OK);
    start(page, false, 0, &source, &tape);
    assert_non_null(tape.tape);
    assert_int_equal(compare(&source, &tape), 10);
    dana_page_close(page);
    snprintf(html, 300000, "<p>x<title>t</title%s><i>", blank);
    page = open_page(html);
    assert_int_equal(dana_scan_page(page, &(dana_scan_options){0}, &scan, NULL), DANA_OK);
    start(page, false, 0, &source, &tape);
    assert_null(tape.tape);
    dana_page_close(page);
    free(html);
}

/* What the blocks of a scan tell of a tag's class is true: asked of the class itself. */
static void plain_tags_have_no_class_of_a_set(void **state)
{
    static const char html[] =
        "<body><div class=\"one two\"><p>Some words of a text that is long enough to be taken, and "
        "so long that its page has more than thirty-six bytes for each of its tags, which are many "
        "here: boxes of listings and of formulas, lines of code and their numbers, and elements "
        "that "
        "are called nothing of the kind, so that a pass over them need not look at their classes. "
        "Those "
        "of elements that are no block and no span are read by nobody, and are not known to be "
        "plain, "
        "nor are those of spans inside pre, which are many and say nothing to whoever reads a "
        "text. "
        "The page has to have as many bytes as a tape of all its tags is worth, and not a single "
        "one "
        "less than that.</p>"
        "<div class='highlight line-numbers'>x</div><div class=katex>y</div><div "
        "class=boxed>z</div>"
        "<span class=cm-line>a</span><td class=\"x LineNos\">7</td><DIV CLASS=CodeMirror>b</DIV>"
        "<pre><span class=plain>c</span></pre><section>words</section><em class=katex>d</em></div>";
    dana_page *page = open_page(html);
    dana_result result;
    dana__pass pass;
    dana__markup tag;
    size_t plain = 0;
    size_t others = 0;

    (void)state;
    assert_int_equal(
        dana_extract(page, dana_algorithm_default(DANA_KIND_CONTENT), NULL, &result, NULL),
        DANA_OK);
    dana__pass_start(&pass, page, false, NULL);
    assert_non_null(pass.tape);
    while (dana__pass_next_tag(&pass, &tag)) {
        dana_view class = dana__class_value(dana__tag_view(&tag));
        bool is_of_set = dana__class_sets(class) != 0 || dana__names_formula(class);

        assert_false(tag.is_plain && is_of_set);
        plain += tag.is_plain;
        others += !tag.is_plain && tag.kind == DANA__START_TAG;
    }
    assert_in_range(plain, 5, 12);
    assert_in_range(others, 3, 12);
    dana_page_close(page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tape_reads_as_its_source),
        cmocka_unit_test(listeners_hear_the_same_of_a_tape),
        cmocka_unit_test(pages_of_nothing_but_tags_have_no_tape),
        cmocka_unit_test(long_tags_are_read_again),
        cmocka_unit_test(plain_tags_have_no_class_of_a_set),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
