/*
 * Texts, URLs and values that are written sixteen bytes at a time, against writing byte by byte: on
 * random texts in which every byte that counts is frequent.
 */
#include "unit.h"

#include "common.h"
#include "support.h"

#include "dana/extract.h"
#include "dana/format.h"
#include "dana/links.h"
#include "dana/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXTS      2000
#define LENGTH_MAX 90

static uint32_t seed;

/* A piece of the source, and what it stands for. */
typedef struct {
    const char *source;
    const char *character;
} piece;

static const piece in_text[] = {{"a", "a"},
                                {"Z9", "Z9"},
                                {"&amp;", "&"},
                                {"&lt;", "<"},
                                {"&gt;", ">"},
                                {"&quot;", "\""},
                                {"'", "'"},
                                {"=", "="},
                                {";", ";"},
                                {"\xC3\xA4", "\xC3\xA4"},
                                {"some words", "some words"}};

static const piece in_words[] = {{"a", "a"},
                                 {"Z9,", "Z9,"},
                                 {" ", " "},
                                 {"  ", "  "},
                                 {"\n", " "},
                                 {"&#32;", " "},
                                 {"&amp;", "&"},
                                 {"\xC3\xA4", "\xC3\xA4"},
                                 {"\xC2\xA0", " "},
                                 {"of fifteen byte", "of fifteen byte"},
                                 {"sixteen of them.", "sixteen of them."},
                                 {"some words", "some words"}};

static const piece in_url[] = {{"a", "a"},     {"Z9", "Z9"},
                               {"/", "/"},     {"(", "("},
                               {")", ")"},     {"&amp;amp;", "&amp;"},
                               {"&amp;", "&"}, {"'", "'"},
                               {"=", "="},     {"|", "|"},
                               {"\\", "\\"},   {"`", "`"},
                               {"&lt;", "<"},  {"\x7F", "\x7F"},
                               {"*", "*"},     {"a-longer-part-of-it", "a-longer-part-of-it"}};

/* A random text, as a source and as what that stands for. */
typedef struct {
    char source[10 * LENGTH_MAX];
    char text[10 * LENGTH_MAX];
} both_texts;

/* Appends a text. */
static void add(char *out, const char *text)
{
    memcpy(out + strlen(out), text, strlen(text) + 1);
}

static both_texts random_text(const piece *pieces, uint32_t count)
{
    both_texts out = {"", ""};
    size_t most = next_random(&seed, LENGTH_MAX);

    for (size_t length = 0; length < most; length = strlen(out.text)) {
        const piece *next = &pieces[next_random(&seed, count)];

        add(out.source, next->source);
        add(out.text, next->character);
    }
    return out;
}

/* Writes a text as HTML does. */
static void escape(char *out, const char *text, bool in_value)
{
    for (; *text != '\0'; text++) {
        const char *other = dana_markup_escape(*text);

        if (other != NULL && (*text != '"' || in_value)) {
            out = stpcpy(out, other);
        } else {
            *out++ = *text;
        }
    }
    *out = '\0';
}

/* Writes a URL as Markdown does, outside tables. */
static void write_destination(char *out, dana_view url)
{
    out[0] = '\0';
    for (size_t i = 0; i < url.length; i++) {
        unsigned char c = (unsigned char)url.data[i];
        bool begins_name = c == '&' && i + 5 <= url.length && memcmp(url.data + i, "&amp;", 5) == 0;
        bool is_unsafe = c <= ' ' || c == '<' || c == '>' || c == '`' || c == 0x7F;
        char written[8];

        snprintf(written, sizeof(written), is_unsafe ? "%%%02X" : "%c", c);
        add(out, !is_unsafe && (c == '(' || c == ')' || c == '\\' || begins_name) ? "\\" : "");
        add(out, written);
    }
}

static dana_page *open_all(const char *html, dana_result *result)
{
    dana_page *page = open_page(html);

    assert_int_equal(
        dana_extract(page, dana_algorithm_find(DANA_KIND_CONTENT, "plain", 5), NULL, result, NULL),
        DANA_OK);
    return page;
}

static void html_escapes_what_it_must(void **state)
{
    static char html[24 * LENGTH_MAX];
    static char expected[48 * LENGTH_MAX];
    static char value[20 * LENGTH_MAX];
    static char text[20 * LENGTH_MAX];

    (void)state;
    for (seed = 1; seed < TEXTS * 7; seed += 7) {
        both_texts alt = random_text(in_text, COUNT_OF(in_text));
        both_texts own = random_text(in_text, COUNT_OF(in_text));
        dana_result result;
        dana_view out;

        snprintf(html, sizeof(html), "<p>x%s<img src='https://example.org/a.jpg' alt=\"%s\">y</p>",
                 own.source, alt.source);
        escape(text, own.text, false);
        escape(value, alt.text, true);
        snprintf(expected, sizeof(expected),
                 "<p>x%s<img src=\"https://example.org/a.jpg\" alt=\"%s\">y</p>\n", text, value);
        dana_page *page = open_all(html, &result);

        assert_int_equal(dana_render_html(page, &result, VIEW(""), &out, NULL), DANA_OK);
        assert_same_text(out, view(expected));
        dana_page_close(page);
    }
}

static void markdown_escapes_urls_as_it_must(void **state)
{
    static char html[12 * LENGTH_MAX];
    static char destination[40 * LENGTH_MAX];
    static char expected[48 * LENGTH_MAX];

    (void)state;
    for (seed = 1; seed < TEXTS * 7; seed += 7) {
        both_texts url = random_text(in_url, COUNT_OF(in_url));
        const dana_link *links;
        dana_result result;
        dana_view out;
        size_t count;

        snprintf(html, sizeof(html), "<p><a href=\"https://example.org/?%s\">x</a></p>",
                 url.source);
        dana_page *page = open_all(html, &result);

        assert_int_equal(dana_result_links(page, &result, VIEW(""), &links, &count, NULL), DANA_OK);
        assert_int_equal(count, 1);
        write_destination(destination, links[0].href);
        snprintf(expected, sizeof(expected), "[x](%s)\n", destination);
        assert_int_equal(dana_render_markdown(page, &result, VIEW(""), &out, NULL), DANA_OK);
        assert_same_text(out, view(expected));
        dana_page_close(page);
    }
}

/* Writes words with one space between them, and between what stands around them. */
static void write_words(char *out, const char *text)
{
    bool space = false;

    for (; *text != '\0'; text++) {
        if (*text == ' ') {
            space = true;
            continue;
        }
        out = stpcpy(out, space ? " " : "");
        *out++ = *text;
        space = false;
    }
    stpcpy(out, space ? " " : "");
}

static void texts_have_single_spaces(void **state)
{
    static char html[12 * LENGTH_MAX];
    static char expected[12 * LENGTH_MAX];

    (void)state;
    for (seed = 1; seed < TEXTS * 7; seed += 7) {
        both_texts words = random_text(in_words, COUNT_OF(in_words));
        dana_result result;
        dana_view out;

        snprintf(html, sizeof(html), "<p>x%sy</p>", words.source);
        write_words(stpcpy(expected, "x"), words.text);
        add(expected, "y");
        dana_page *page = open_all(html, &result);

        assert_int_equal(dana_render_text(page, &result, &out, NULL), DANA_OK);
        assert_same_text(out, view(expected));
        dana_page_close(page);
    }
}

/* What Markdown would read as its own: the first character of each needs an escape. */
static const char *const of_markdown[] = {"\\*",  "`",   "*a", "[a](", "<a", "~", "&amp;",
                                          "&#9;", " _a", "#",  "\\\\", "</", "<!"};

/* What looks like it and is none. */
static const char *const of_text[] = {"a_b", " * ", "&b c", "< a", "a|b", "a]b", "^", "{}", "a\\b"};

static void escapes_are_found_anywhere(void **state)
{
    char room[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(of_markdown); i++) {
        for (size_t before = 2; before < 70; before++) {
            bool is_delimiter = *of_markdown[i] == ' ';
            bool ends_heading = *of_markdown[i] == '#';

            memset(room, 'a', before);
            room[before - 1] = ' ';
            room[before] = '\0';
            add(room, of_markdown[i]);
            add(room, ends_heading ? "" : " and so on");
            assert_int_equal(dana_markdown_next_escape(view(room), 0), before + is_delimiter);
        }
    }
}

static void texts_without_any_have_none(void **state)
{
    char room[256];

    (void)state;
    for (size_t i = 0; i < COUNT_OF(of_text); i++) {
        for (size_t before = 2; before < 70; before++) {
            memset(room, 'a', before);
            room[before] = '\0';
            add(room, of_text[i]);
            add(room, "aa");
            assert_int_equal(dana_markdown_next_escape(view(room), 0), strlen(room));
            assert_int_equal(dana_markdown_next_escape(view(room), strlen(room) + 3),
                             strlen(room) + 3);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(html_escapes_what_it_must),
        cmocka_unit_test(texts_have_single_spaces),
        cmocka_unit_test(markdown_escapes_urls_as_it_must),
        cmocka_unit_test(escapes_are_found_anywhere),
        cmocka_unit_test(texts_without_any_have_none),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
