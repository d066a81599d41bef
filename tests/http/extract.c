/*
 * POST /v1/extract: what the answer says about a page (see requests.c for what is asked).
 */
#include "client.h"

#include "corpus.h"
#include "dana/evaluate.h"
#include "dana/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* All text of a sample page, menus included, scores about .8. */
#define SAMPLE_F1 .95

static const char english[] =
    "<!doctype html>\n<html lang=\"en\"><head><title>Rain returns | Valley News</title></head>\n"
    "<body><ul>\n<li><a href=\"/\">Home</a>\n<li><a href=\"/news\">News</a></ul>\n"
    "<h1>Rain returns</h1>\n"
    "<p>After nine dry weeks the first rain fell on the valley on Monday \xF0\x9F\x8C\xA7 "
    "morning.</p>\n"
    "<p>Farmers had waited for it since the end of August, na\xC3\xAFve hopes aside.</p>\n"
    "</body></html>\n";

static const char *const all_parts[] = {"text",       "headline",     "ranges", "density",
                                        "candidates", "line_offsets", "source", NULL};

static dana_view view_of(const json_t *value)
{
    assert_true(json_is_string(value));
    return (dana_view){json_string_value(value), json_string_length(value)};
}

static json_t *include_list(const char *const *parts)
{
    json_t *list = json_array();

    for (size_t i = 0; parts[i] != NULL; i++) {
        json_array_append_new(list, json_string(parts[i]));
    }
    return list;
}

/* --- samples */

typedef struct {
    const char *name;
    const char *language;
    const char *dir;
} sample;

static const sample samples[] = {
    {"arabic", "ar", "rtl"}, {"english", "en", "ltr"}, {"farsi", "fa", "rtl"},
    {"hebrew", "he", "rtl"}, {"pashto", "ps", "rtl"},  {"urdu", "ur", "rtl"},
};

static char *sample_file(const sample *s, const char *ending, size_t *length)
{
    char path[512];

    snprintf(path, sizeof(path), "%s/%s%s", SAMPLES_DIR, s->name, ending);
    return client_read_file(path, length);
}

/* Checks one sample under one algorithm; returns the F1 of its text. */
static double sample_f1(const sample *s, const char *algorithm, bool fill)
{
    size_t html_length;
    size_t gold_length;
    char *html = sample_file(s, ".html", &html_length);
    char *gold = sample_file(s, ".txt", &gold_length);
    json_t *answer = client_extract(json_pack("{s:s#, s:{s:s, s:{s:b}}}", "html", html, html_length,
                                              "options", "algorithm", algorithm, "params", "fill",
                                              fill),
                                    200);
    const json_t *content = json_object_get(answer, "content");
    double f1 = corpus_word_f1(view_of(json_object_get(content, "text")),
                               (dana_view){gold, gold_length}, NULL, NULL);
    dana_view headline = view_of(json_object_get(json_object_get(answer, "headline"), "text"));
    dana_view first_line = {gold, strcspn(gold, "\n")};

    assert_string_equal(json_string_value(json_object_get(answer, "language")), s->language);
    assert_string_equal(json_string_value(json_object_get(answer, "dir")), s->dir);
    assert_true(dana_same_text(headline, first_line));
    json_decref(answer);
    free(html);
    free(gold);
    return f1;
}

static void check_sample(const sample *s, const char *algorithm)
{
    double plain = sample_f1(s, algorithm, false);
    double filled = sample_f1(s, algorithm, true);

    print_message("%s %s: word F1 %.3f, filled %.3f\n", s->name, algorithm, plain, filled);
    assert_true(plain >= SAMPLE_F1);
    assert_true(filled >= SAMPLE_F1);
}

static void the_samples_give_their_text(void **state)
{
    static const char *const algorithms[] = {"addanag", "danag", "dana", "r2l"};

    (void)state;
    for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
        for (size_t j = 0; j < sizeof(algorithms) / sizeof(algorithms[0]); j++) {
            bool is_for_rtl = j >= 2;

            if (!is_for_rtl || strcmp(samples[i].dir, "rtl") == 0) {
                check_sample(&samples[i], algorithms[j]);
            }
        }
    }
}

/* --- offsets */

/* The byte offset in `source` that an offset in a unit means. */
static size_t to_bytes(dana_view source, json_int_t offset, const char *unit)
{
    size_t byte = 0;
    json_int_t count = 0;

    if (strcmp(unit, "utf8") == 0) {
        return (size_t)offset;
    }
    while (count < offset) {
        assert_true(byte < source.length);
        unsigned char lead = (unsigned char)source.data[byte];
        size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;

        count += length == 4 && strcmp(unit, "utf16") == 0 ? 2 : 1;
        byte += length;
    }
    assert_int_equal(count, offset);
    return byte;
}

static dana_view slice(const json_t *answer, const json_t *part, const char *unit)
{
    dana_view source = view_of(json_object_get(answer, "source"));
    size_t start = to_bytes(source, client_integer(part, "start"), unit);
    size_t end = to_bytes(source, client_integer(part, "end"), unit);

    assert_true(start <= end && end <= source.length);
    return (dana_view){source.data + start, end - start};
}

static json_t *everything_in(const char *unit)
{
    return client_extract(json_pack("{s:s, s:o, s:{s:s}}", "html", english, "include",
                                    include_list(all_parts), "options", "offset_unit", unit),
                          200);
}

static json_int_t source_line_of(const char *at)
{
    json_int_t line = 1;

    for (const char *p = english; p < at; p++) {
        line += *p == '\n' ? 1 : 0;
    }
    return line;
}

static void check_ranges(const json_t *answer, const char *unit)
{
    size_t i;
    json_t *range;
    json_t *offsets = json_object_get(answer, "line_offsets");

    assert_true(json_array_size(json_object_get(answer, "ranges")) > 0);
    json_array_foreach(json_object_get(answer, "ranges"), i, range)
    {
        dana_view text = slice(answer, range, unit);
        size_t first = (size_t)client_integer(range, "start_line");
        size_t last = (size_t)client_integer(range, "end_line");
        dana_view source = view_of(json_object_get(answer, "source"));
        const char *start = english + (text.data - source.data);

        assert_int_equal(json_integer_value(json_array_get(offsets, first - 1)),
                         client_integer(range, "start"));
        assert_int_equal(json_integer_value(json_array_get(offsets, last)),
                         client_integer(range, "end"));
        assert_int_equal(client_integer(range, "source_start_line"), source_line_of(start));
        assert_int_equal(client_integer(range, "source_end_line"),
                         source_line_of(start + text.length - 1));
    }
}

static void offsets_slice_the_source(void **state)
{
    static const char *const units[] = {"utf8", "utf16", "codepoint"};
    dana_view page = {english, strlen(english)};
    size_t source_length[] = {page.length, dana_count_utf16(page), dana_count_code_points(page)};

    (void)state;
    for (size_t i = 0; i < 3; i++) {
        json_t *answer = everything_in(units[i]);
        json_t *offsets = json_object_get(answer, "line_offsets");
        size_t lines = json_array_size(offsets) - 1;
        dana_view headline = slice(answer, json_object_get(answer, "headline"), units[i]);

        assert_int_equal(headline.length, strlen("Rain returns"));
        assert_memory_equal(headline.data, "Rain returns", headline.length);
        assert_string_equal(json_string_value(json_object_get(answer, "source")), english);
        check_ranges(answer, units[i]);
        assert_int_equal(lines, client_integer(json_object_get(answer, "stats"), "lines"));
        assert_int_equal(json_integer_value(json_array_get(offsets, lines)), source_length[i]);
        json_decref(answer);
    }
}

/* --- include */

static void include_chooses_the_parts(void **state)
{
    static const char *const member[] = {"content",    "headline",     "ranges", "density",
                                         "candidates", "line_offsets", "source"};

    (void)state;
    for (size_t i = 0; i <= sizeof(member) / sizeof(member[0]); i++) {
        const char *one[] = {all_parts[i], NULL};
        json_t *answer = client_extract(
            json_pack("{s:s, s:o}", "html", english, "include", include_list(one)), 200);

        for (size_t j = 0; j < sizeof(member) / sizeof(member[0]); j++) {
            assert_int_equal(json_is_null(json_object_get(answer, member[j])), j != i);
        }
        assert_int_equal(client_integer(json_object_get(answer, "stats"), "decoded_bytes"),
                         strlen(english));
        json_decref(answer);
    }
}

static void the_default_parts_are_four(void **state)
{
    json_t *answer = client_extract(json_pack("{s:s}", "html", english), 200);

    (void)state;
    assert_true(json_is_object(json_object_get(answer, "content")));
    assert_true(json_is_object(json_object_get(answer, "headline")));
    assert_true(json_is_array(json_object_get(answer, "ranges")));
    assert_true(json_is_object(json_object_get(answer, "density")));
    assert_true(json_is_null(json_object_get(answer, "candidates")));
    assert_true(json_is_null(json_object_get(answer, "line_offsets")));
    assert_true(json_is_null(json_object_get(answer, "source")));
    json_decref(answer);
}

static void density_has_a_number_a_line(void **state)
{
    json_t *answer = client_extract(json_pack("{s:s}", "html", english), 200);
    json_t *density = json_object_get(answer, "density");
    size_t lines = (size_t)client_integer(density, "lines");

    (void)state;
    assert_true(lines > 4);
    assert_int_equal(lines, client_integer(json_object_get(answer, "stats"), "lines"));
    assert_int_equal(json_array_size(json_object_get(density, "content")), lines);
    assert_int_equal(json_array_size(json_object_get(density, "code")), lines);
    assert_int_equal(json_array_size(json_object_get(density, "smoothed")), lines);
    json_decref(answer);
}

static void a_cut_text_says_so(void **state)
{
    json_t *whole = client_extract(json_pack("{s:s}", "html", english), 200);
    json_t *cut = client_extract(
        json_pack("{s:s, s:{s:i}}", "html", english, "options", "max_text_chars", 30), 200);
    const json_t *all = json_object_get(whole, "content");
    const json_t *some = json_object_get(cut, "content");
    dana_view text = view_of(json_object_get(some, "text"));

    (void)state;
    assert_int_equal(dana_count_code_points(text), 30);
    assert_memory_equal(text.data, json_string_value(json_object_get(all, "text")), text.length);
    assert_int_equal(client_integer(some, "chars"), client_integer(all, "chars"));
    assert_int_equal(client_integer(all, "chars"),
                     dana_count_code_points(view_of(json_object_get(all, "text"))));
    assert_true(json_is_true(json_object_get(some, "truncated")));
    assert_true(json_is_false(json_object_get(all, "truncated")));
    assert_true(client_has_warning(cut, "text-truncated"));
    assert_false(client_has_warning(whole, "text-truncated"));
    json_decref(whole);
    json_decref(cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_samples_give_their_text), cmocka_unit_test(offsets_slice_the_source),
        cmocka_unit_test(include_chooses_the_parts),   cmocka_unit_test(the_default_parts_are_four),
        cmocka_unit_test(density_has_a_number_a_line), cmocka_unit_test(a_cut_text_says_so),
    };

    return cmocka_run_group_tests_name("http.extract", tests, client_start, client_stop);
}
