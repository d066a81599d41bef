/*
 * What looks before it reads, against reading all: attributes of tags in which most names do not
 * stand, sets of class words, UTF-8 by vectors. On random texts made of what decides, of every
 * length and at every place of a step, in memory of their own size.
 */
#include "unit.h"

#include "support.h"

#include "base/utf8_valid.h"
#include "dana/scan.h"
#include "dana/text.h"
#include "html/class_alone.h"
#include "html/dropped.h"
#include "html/tokenizer.h"
#include "listing/class_words.h"

#include <stdio.h>
#include <strings.h>

#define TEXTS      4000
#define LENGTH_MAX 400

static uint32_t seed;

static uint32_t random_below(uint32_t limit)
{
    /* Marsaglia's xorshift; the seed is not 0. */
    seed ^= seed << 13;
    seed ^= seed >> 17;
    seed ^= seed << 5;
    return seed % limit;
}

/* A text of random pieces, up to `most` bytes; its memory ends where it does. */
static dana_view random_text(const char *begin, const char *const pieces[], uint32_t count,
                             uint32_t most)
{
    static char room[LENGTH_MAX + 64];
    size_t length = strlen(begin);
    size_t stop = random_below(most);

    memcpy(room, begin, length);
    while (length < stop) {
        const char *piece = pieces[random_below(count)];
        size_t size = strlen(piece);

        memcpy(room + length, piece, size);
        length += size;
    }
    char *text = malloc(length > 0 ? length : 1);

    assert_non_null(text);
    memcpy(text, room, length);
    return (dana_view){text, length};
}

/* The attribute by reading all before it. */
static bool plain_attribute(dana_view tag, const char *name, dana_view *value)
{
    const char *p = tag.data;
    const char *end = tag.data + tag.length;
    const char *tag_end;
    dana__attribute attribute;

    while (p < end && strchr(" \t\n\f\r>", *p) == NULL) {
        p++;
    }
    for (p = dana__next_attribute(p, end, &attribute, &tag_end); p != NULL;
         p = dana__next_attribute(p, end, &attribute, &tag_end)) {
        if (attribute.name_length == strlen(name) &&
            strncasecmp(attribute.name, name, attribute.name_length) == 0) {
            *value = (dana_view){attribute.value, attribute.value_length};
            return true;
        }
    }
    return false;
}

static void attributes_are_found_where_they_stand(void **state)
{
    static const char *const pieces[] = {" ",
                                         "class",
                                         "Class=",
                                         "=",
                                         "\"",
                                         "'",
                                         "a",
                                         "role",
                                         "role=x",
                                         "/",
                                         "\n",
                                         "id=\"b\"",
                                         "classes",
                                         "cl",
                                         "la",
                                         "data",
                                         "-role",
                                         ">",
                                         "a=\"long value of it\" "};
    size_t found = 0;

    (void)state;
    for (uint32_t i = 1; i < TEXTS; i++) {
        seed = i;
        dana_view tag = random_text("<p", pieces, DANA__COUNT(pieces), 120);

        for (size_t n = 0; n < 3; n++) {
            static const char *const names[] = {"class", "role", "a"};
            dana_view value = {NULL, 0};
            dana_view expected = {NULL, 0};
            bool is_there = plain_attribute(tag, names[n], &expected);

            assert_int_equal(dana_tag_attribute(tag, names[n], &value), is_there);
            assert_ptr_equal(value.data, expected.data);
            assert_int_equal(value.length, expected.length);
            found += is_there;
        }
        free((char *)tag.data);
    }
    assert_in_range(found, TEXTS / 4, 3 * TEXTS);
}

/* The attributes of a start tag, by reading all; *class: the value of the first one. */
static size_t count_attributes(const dana__markup *tag, const char *end, dana_view *class)
{
    const char *tag_end;
    dana__attribute attribute;
    size_t count = 0;

    for (const char *p =
             dana__next_attribute(tag->name_text + tag->name.length, end, &attribute, &tag_end);
         p != NULL; p = dana__next_attribute(p, end, &attribute, &tag_end)) {
        if (count++ == 0) {
            *class = (dana_view){attribute.value, attribute.value_length};
        }
    }
    return count;
}

/* A tag that has a class alone has that class by reading all of it, and nothing else. */
static void a_class_alone_is_the_only_attribute(void **state)
{
    static const char *const pieces[] = {
        " class=\"", "\"", "\">",      ">",           "a",
        "a b",       " ",  "'",        "=",           "id=\"b\"",
        "/>",        "\n", "CLASS=\"", " class='a'>", "long value of a class of a page"};
    size_t found = 0;

    (void)state;
    for (uint32_t i = 1; i < 4 * TEXTS; i++) {
        seed = i;
        dana_view text = random_text(i % 2 == 0 ? "<p class=\"" : "<x-y", pieces,
                                     DANA__COUNT(pieces), 60);
        const char *end = text.data + text.length;
        dana__markup tag;
        dana_view value = {NULL, 0};
        dana_view expected = {NULL, 0};

        dana__read_markup(text.data, end, &tag);
        if (tag.kind == DANA__START_TAG && dana__has_class_alone(&tag, end, &value)) {
            assert_int_equal(count_attributes(&tag, end, &expected), 1);
            assert_ptr_equal(value.data, expected.data);
            assert_int_equal(value.length, expected.length);
            found++;
        }
        free((char *)text.data);
    }
    assert_in_range(found, TEXTS / 4, 3 * TEXTS);
}

static void tags_with_more_have_no_class_alone(void **state)
{
    static const char *const tags[] = {"<p>",
                                       "<p class>",
                                       "<p class=a>",
                                       "<p class=\"a\" >",
                                       "<p class=\"a\"/>",
                                       "<p  class=\"a\">",
                                       "<p class=\"a\" id=\"b\">",
                                       "<p class=\"a\"id=\"b\">",
                                       "<p title=\"class=\">"};
    const char *alone = "<p class=\"\"><p class=\"a b\">";
    dana__markup tag;
    dana_view value;

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(tags); i++) {
        const char *end = tags[i] + strlen(tags[i]);

        dana__read_markup(tags[i], end, &tag);
        assert_int_equal(tag.kind, DANA__START_TAG);
        assert_false(dana__has_class_alone(&tag, end, &value));
    }
    dana__read_markup(alone, alone + strlen(alone), &tag);
    assert_true(dana__has_class_alone(&tag, alone + strlen(alone), &value));
    assert_int_equal(value.length, 0);
    dana__read_markup(tag.end, alone + strlen(alone), &tag);
    assert_true(dana__has_class_alone(&tag, alone + strlen(alone), &value));
    assert_memory_equal(value.data, "a b", 3);
}

/* A class value has a set or a formula's word only where dana__may_be_in_sets says so. */
static void what_is_in_no_set_is_told_by_its_beginning(void **state)
{
    static const char *const pieces[] = {
        " ",     "\t",   "cm-line", "Ln",      "l_n",  "copy-btn", "katex",    "MJXc-display",
        "sfrac", "frac", "MathJax", "nav",     "co",   "-",        "fragment", "mwe-math-element",
        "line",  "x",    "outline", "content", "code", "lineNr",   "boring"};
    size_t in_sets = 0;
    size_t refused = 0;

    (void)state;
    for (uint32_t i = 1; i < TEXTS; i++) {
        static const char *const formulas[] = {"katex",   "mjxcdisplay",    "sfrac", "frac",
                                               "mathjax", "mwemathelement", NULL};
        static const char *const others[] = {"cmline", "ln",     "copybtn",  "fragment",    "line",
                                             "linenr", "boring", "codeline", "codecopybtn", NULL};
        seed = i;
        dana_view value = random_text("", pieces, DANA__COUNT(pieces), 60);
        bool is_known = dana__has_class_word(value, formulas) ||
                        dana__has_class_word(value, others);

        assert_int_equal(dana__class_sets(value) != 0, dana__has_class_word(value, others));
        in_sets += is_known;
        bool may_be = dana__may_be_in_sets(value, value.data + value.length);

        refused += !may_be;
        assert_true(may_be || !is_known);
        /* What stands behind the value tells nothing. */
        char *longer = malloc(value.length + 20);

        assert_non_null(longer);
        memcpy(longer, value.data, value.length);
        memcpy(longer + value.length, " katex line fragment", 20);
        assert_int_equal(
            dana__may_be_in_sets((dana_view){longer, value.length}, longer + value.length + 20),
            may_be);
        free(longer);
        free((char *)value.data);
    }
    assert_in_range(in_sets, TEXTS / 8, TEXTS);
    assert_in_range(refused, TEXTS / 40, TEXTS);
}

/* The words of dana__hides_text, each looked for in all of the value. */
static bool plainly_hides(dana_view value)
{
    static const char *const words[] = {
        "sr-only", "screen-reader", "screenreader", "visually-hidden", "visuallyhidden", "clipped",
        "a11y",    "sidenote",      "marginnote",   "margin-note",     "side-note"};

    for (size_t i = 0; i < DANA__COUNT(words); i++) {
        if (memmem(value.data, value.length, words[i], strlen(words[i])) != NULL) {
            return true;
        }
    }
    return false;
}

static void classes_that_hide_texts_are_found_in_one_pass(void **state)
{
    static const char *const pieces[] = {" ",      "sr-",      "only",    "screen",  "-reader",
                                         "reader", "visually", "-hidden", "clipp",   "ed",
                                         "a11",    "y",        "side",    "note",    "margin",
                                         "-note",  "a",        "s",       "visible", "SR-only"};
    size_t hidden = 0;

    (void)state;
    assert_false(dana__hides_text((dana_view){NULL, 0}));
    for (uint32_t i = 1; i < TEXTS; i++) {
        seed = i;
        dana_view value = random_text("", pieces, DANA__COUNT(pieces), 40);

        assert_int_equal(dana__hides_text(value), plainly_hides(value));
        hidden += plainly_hides(value);
        free((char *)value.data);
    }
    assert_in_range(hidden, TEXTS / 20, TEXTS);
}

static void utf8_by_vectors_ends_where_it_does_by_characters(void **state)
{
    static const char *const right[] = {"a",
                                        "some words of ASCII, as most pages are",
                                        "\xC2\x80",
                                        "\xDF\xBF",
                                        "\xE0\xA0\x80",
                                        "\xED\x9F\xBF",
                                        "\xEF\xBF\xBF",
                                        "\xF0\x90\x80\x80",
                                        "\xF4\x8F\xBF\xBF",
                                        "\xD8\xA7\xD9\x84\xD9\x85"};
    static const char *const any[] = {
        "\x80", "\xBF",     "\xC0",     "\xC1", "\xE0", "\xE0\x9F", "\xED",     "\xED\xA0",
        "\xF0", "\xF0\x8F", "\xF4\x90", "\xF5", "\xFF", "\xC2",     "\xE1\x80", "\xF1\x80\x80"};

    (void)state;
    for (uint32_t i = 1; i < TEXTS; i++) {
        seed = i;
        dana_view text = random_text("", right, DANA__COUNT(right), LENGTH_MAX);

        assert_int_equal(dana_utf8_valid_length(text.data, text.length), text.length);
        for (int faults = 0; faults < 4 && text.length > 4; faults++) {
            const char *fault = any[random_below(DANA__COUNT(any))];
            size_t size = strlen(fault);

            memcpy((char *)text.data + random_below((uint32_t)(text.length - size)), fault, size);
            assert_int_equal(dana_utf8_valid_length(text.data, text.length),
                             dana__utf8_valid_plain(text.data, text.length));
        }
        free((char *)text.data);
    }
}

/* The end of the svg element before a tag: "in" it at its own end tag, else where the tag begins.
 */
static const char *end_of_svg(const char *tag_in_it)
{
    static char page[128];
    dana__nesting nesting = {0};
    dana__markup svg;
    const char *raw_end;

    snprintf(page, sizeof(page), "<svg><g>%sx</svg>y", tag_in_it);
    dana__read_markup(page, page + strlen(page), &svg);
    return dana__dropped_end(&nesting, page + strlen(page), &svg, false, &raw_end);
}

static void the_tags_that_end_svg_are_those_of_the_standard(void **state)
{
    /* HTML 13.2.6.5, without font, whose attributes decide there. */
    static const char *const ending[] = {
        "b",   "big",  "blockquote", "body",  "br",  "center", "code", "dd",      "div",
        "dl",  "dt",   "em",         "embed", "h1",  "h2",     "h3",   "h4",      "h5",
        "h6",  "head", "hr",         "i",     "img", "li",     "menu", "meta",    "nobr",
        "ol",  "p",    "pre",        "ruby",  "s",   "small",  "span", "strong",  "strike",
        "sub", "sup",  "table",      "tt",    "u",   "ul",     "var",  "listing", "BIG"};
    static const char *const inside[] = {"g",      "path",       "a",  "text",           "bb",
                                         "spans",  "blockquota", "pr", "linearGradient", "label",
                                         "figure", "td"};
    static const char *const closed[] = {"label", "button", "figure", "figcaption", "td", "html"};
    char tag[32];

    (void)state;
    for (size_t i = 0; i < DANA__COUNT(ending); i++) {
        snprintf(tag, sizeof(tag), "<%s>", ending[i]);
        assert_memory_equal(end_of_svg(tag), tag, strlen(tag));
    }
    for (size_t i = 0; i < DANA__COUNT(inside); i++) {
        snprintf(tag, sizeof(tag), "<%s>", inside[i]);
        assert_string_equal(end_of_svg(tag), "y");
    }
    for (size_t i = 0; i < DANA__COUNT(closed); i++) {
        snprintf(tag, sizeof(tag), "</%s>", closed[i]);
        assert_memory_equal(end_of_svg(tag), tag, strlen(tag));
    }
    assert_string_equal(end_of_svg("</g>"), "y");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(attributes_are_found_where_they_stand),
        cmocka_unit_test(a_class_alone_is_the_only_attribute),
        cmocka_unit_test(tags_with_more_have_no_class_alone),
        cmocka_unit_test(what_is_in_no_set_is_told_by_its_beginning),
        cmocka_unit_test(classes_that_hide_texts_are_found_in_one_pass),
        cmocka_unit_test(the_tags_that_end_svg_are_those_of_the_standard),
        cmocka_unit_test(utf8_by_vectors_ends_where_it_does_by_characters),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
