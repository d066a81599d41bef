/*
 * What reads sixteen bytes at a time against readings byte by byte, on random texts in which every
 * byte that counts is frequent, of every length and at every place of a step. Texts stand in memory
 * of their own size: a byte read too far is found by ASan.
 */
#include "unit.h"

#include "support.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "blocks/block_text.h"
#include "dana/text.h"
#include "html/attribute.h"
#include "html/find_text_end.h"
#include "html/tokenizer.h"
#include "listing/class_words.h"
#include "math/delimited.h"
#include "page/count.h"
#include "wide/count_plain.h"
#include "wide/fastest.h"

#define TEXTS      3000
#define LENGTH_MAX 90

static uint32_t seed;

static uint32_t random_below(uint32_t limit)
{
    seed = seed * 1664525u + 1013904223u;
    return (seed >> 8) % limit;
}

/* A text of random pieces; its memory ends where it does. */
static dana_view random_text(const char *const pieces[], uint32_t count)
{
    static char room[LENGTH_MAX + 32];
    size_t length = 0;
    size_t most = random_below(LENGTH_MAX);

    while (length < most) {
        const char *piece = pieces[random_below(count)];
        size_t size = *piece != '\0' ? strlen(piece) : 1;

        memcpy(room + length, piece, size);
        length += size;
    }
    char *text = malloc(length + 1);

    assert_non_null(text);
    memcpy(text, room, length);
    return (dana_view){realloc(text, length > 0 ? length : 1), length};
}

/* HTML 13.2.5.8 to 13.2.5.40, attribute by attribute. NULL where the source ends first. */
static const char *plain_tag_end(const char *p, const char *end)
{
    dana__attribute attribute;
    const char *tag_end = NULL;

    while (p < end && !dana__is_space(*p) && *p != '/' && *p != '>') {
        p++;
    }
    while (p != NULL) {
        p = dana__next_attribute(p, end, &attribute, &tag_end);
    }
    return tag_end;
}

static void tags_end_where_they_do_byte_by_byte(void **state)
{
    static const char *const pieces[] = {
        "a",        "b=", "=",   "\"", "'",  ">",   " ",    "\n", "/",   "\x01",
        "\xC3\xA9", "",   " c=", "-",  "\"", "=\"", "x=\"", "='", "a='", "class=\"some words\" ",
    };

    (void)state;
    for (seed = 1; seed < TEXTS; seed++) {
        uint32_t start = seed;
        dana_view rest = random_text(pieces, DANA__COUNT(pieces));
        size_t length = rest.length + 2;
        char *tag = malloc(length);
        dana__markup markup;

        assert_non_null(tag);
        memcpy(tag, "<B", 2);
        memcpy(tag + 2, rest.data, rest.length);
        const char *expected = plain_tag_end(tag + 1, tag + length);

        dana__read_markup(tag, tag + length, &markup);
        assert_int_equal(markup.kind, expected != NULL ? DANA__START_TAG : DANA__CUT_TAG);
        assert_ptr_equal(markup.end, expected != NULL ? expected : tag + length);
        for (int is_noted = 0; is_noted < 2; is_noted++) {
            dana__tag_ender *tag_end = dana__choose_tag_end(is_noted != 0);

            assert_ptr_equal(tag_end(markup.name_text + markup.name.length, tag + length, &markup),
                             expected);
        }
        free(tag);
        free((char *)rest.data);
        seed = start;
    }
}

static void white_space_ends_where_it_does_byte_by_byte(void **state)
{
    static const char *const pieces[] = {
        " ", "\n", "\t", "        ", "\r", "\f", "\n\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t",
        "",  "x",  "\v", "\xC2\xA0"};

    (void)state;
    for (seed = 1; seed < TEXTS; seed++) {
        uint32_t start = seed;
        /* The last pieces are rare: most texts are white space alone. */
        dana_view text = random_text(pieces, DANA__COUNT(pieces) - (seed % 4 == 0 ? 0 : 3));
        const char *p = text.data;
        const char *end = p + text.length;

        while (p < end && dana__is_space(*p)) {
            p++;
        }
        while (end > p && dana__is_space(end[-1])) {
            end--;
        }
        dana_view trimmed = dana__trim(text);

        assert_int_equal(trimmed.length, end - p);
        assert_ptr_equal(trimmed.data, p);
        free((char *)text.data);
        seed = start;
    }
}

static void names_are_read_in_lower_case(void **state)
{
    static const char *const pieces[] = {"a", "B", "Z", "z", "@", "[", "`", "{", "-", "1", "\xC9"};

    (void)state;
    for (seed = 1; seed < TEXTS; seed++) {
        uint32_t start = seed;
        dana_view name = random_text(pieces, DANA__COUNT(pieces));
        char *tag = malloc(name.length + 24);
        dana__markup markup;
        uint64_t key = 'n';

        assert_non_null(tag);
        memcpy(tag, "</N", 3);
        memcpy(tag + 3, name.data, name.length);
        memcpy(tag + 3 + name.length, " >                   ", 21);
        for (size_t i = 0; i < name.length && i < 7; i++) {
            key |= (uint64_t)(unsigned char)dana__to_lower(name.data[i]) << (8 * (i + 1));
        }
        dana__read_markup(tag, tag + name.length + 24, &markup);
        assert_int_equal(markup.kind, DANA__END_TAG);
        assert_int_equal(markup.name.length, name.length + 1);
        assert_true(markup.name.key == key);
        free(tag);
        free((char *)name.data);
        seed = start;
    }
}

/* Thesis 4.5.1, character by character; NULs and references aside, which end what is read at once.
 */
static dana__text_count plain_count(dana_view text)
{
    dana__text_count count = {0};
    const char *end = text.data + text.length;
    bool space = false;

    for (const char *p = text.data; p < end;) {
        size_t length;
        uint32_t c = dana__utf8_decode(p, &length);
        bool is_reference = end - p >= 5 && memcmp(p, "&amp;", 5) == 0;

        length = is_reference ? 5 : length;
        count.has_reference |= c == '&' || c == 0;
        if (c != 0 && !dana__is_white(c)) {
            count.content += space && count.first != NULL ? 2 : 1;
            count.space_before = count.first != NULL ? count.space_before : space;
            count.first = count.first != NULL ? count.first : p;
            count.end = p + length;
        }
        space = c == 0 ? space : dana__is_white(c);
        p += length;
    }
    count.space_after = space;
    return count;
}

static const char *const text_pieces[] = {
    "word",
    "x",
    " ",
    "\n",
    "\t",
    "  ",
    ".",
    "7",
    "\xC3\xA9",
    "\xC2\xA0",
    "\xC2\xA9",
    "\xE3\x80\x82",
    "&amp;",
    "& ",
    "",
    "\x0B",
    "\xD8\x8C",
    "\xD8\xA7",
    "\xF0\x9F\x98\x80",
    "!,;?",
    "long words of it",
};

/* All forms of the count say the same. */
static void check_runs(dana_view text)
{
    const char *end = text.data + text.length;
    dana__running_count plain = dana__run_plain(text.data, end, end);
    dana__running_count fast = dana__choose_run()(text.data, end, end);

    assert_int_equal(fast.content, plain.content);
    assert_ptr_equal(fast.first, plain.first);
    assert_ptr_equal(fast.end, plain.end);
    assert_int_equal(fast.space, plain.space);
    assert_int_equal(fast.space_before, plain.space_before);
    assert_int_equal(fast.has_reference, plain.has_reference);
}

static void texts_count_as_they_do_by_characters(void **state)
{
    const dana_scan_options options = {.count = DANA_COUNT_CHARACTERS};

    (void)state;
    for (seed = 1; seed < TEXTS; seed++) {
        uint32_t start = seed;
        dana_view text = random_text(text_pieces, DANA__COUNT(text_pieces));
        dana__line_state line = {false, false};
        dana__text_count count;
        dana__text_count expected = plain_count(text);

        dana__count_text(text.data, text.data + text.length, text.data + text.length, &options,
                         &line, &count);
        check_runs(text);
        assert_int_equal(count.content, expected.content);
        assert_ptr_equal(count.first, expected.first);
        assert_ptr_equal(count.end, expected.end);
        assert_int_equal(count.space_before, expected.space_before);
        assert_int_equal(count.space_after, expected.space_after);
        assert_int_equal(count.has_reference, expected.has_reference);
        free((char *)text.data);
        seed = start;
    }
}

/* What stands behind a text in the source is read with it, and tells nothing of it. */
static void texts_count_the_same_where_more_follows(void **state)
{
    static const char behind[] = "<7,.!\xE3\x80\x82& more of it, 77 and so on";
    const dana_scan_options options = {.count = DANA_COUNT_CHARACTERS};

    (void)state;
    for (seed = 1; seed < TEXTS; seed++) {
        uint32_t start = seed;
        dana_view text = random_text(text_pieces, DANA__COUNT(text_pieces));
        size_t more = random_below(sizeof(behind));
        char *source = malloc(text.length + more + 1);
        dana__line_state lines[2] = {{false, false}, {false, false}};
        dana__text_count counts[2] = {{0}, {0}};
        dana__block blocks[2] = {{0}, {0}};
        dana__text_hash hashes[2] = {{0}, {0}};

        assert_non_null(source);
        memcpy(source, text.data, text.length);
        memcpy(source + text.length, behind, more);
        for (size_t i = 0; i < 2; i++) {
            const char *end = source + text.length;
            const char *readable = i == 0 ? end : end + more;

            dana__count_text(source, end, readable, &options, &lines[i], &counts[i]);
            dana__measure_text(&blocks[i], &hashes[i], source, end, readable);
            /* A second piece, that begins where the first one has left the hash. */
            dana__measure_text(&blocks[i], &hashes[i], source, end, readable);
            blocks[i].hash = dana__finish_hash(&hashes[i]);
        }
        assert_memory_equal(&counts[0], &counts[1], sizeof(counts[0]));
        assert_memory_equal(&lines[0], &lines[1], sizeof(lines[0]));
        assert_memory_equal(&blocks[0], &blocks[1], sizeof(blocks[0]));
        free(source);
        free((char *)text.data);
        seed = start;
    }
}

static void characters_marks_and_digits_are_counted(void **state)
{
    (void)state;
    for (seed = 1; seed < TEXTS; seed++) {
        uint32_t start = seed;
        dana_view text = random_text(text_pieces, DANA__COUNT(text_pieces));
        dana__block block = {0};
        dana__text_hash hash = {0};
        uint32_t marks = 0;
        uint32_t digits = 0;
        size_t characters = 0;

        for (size_t i = 0, length; i < text.length; i += length, characters++) {
            uint32_t c = dana__utf8_decode(text.data + i, &length);

            marks += c == '.' || c == '!' || c == ',' || c == ';' || c == '?' || c == 0x3002 ||
                     c == 0x60C;
            digits += c == '7';
        }
        dana__measure_text(&block, &hash, text.data, text.data + text.length,
                           text.data + text.length);
        assert_int_equal(block.punctuation, marks);
        assert_int_equal(block.digits, digits);
        assert_int_equal(dana__utf8_count(text.data, text.length), characters);
        assert_int_equal(dana_utf8_valid_length(text.data, text.length), text.length);
        free((char *)text.data);
        seed = start;
    }
}

/* Counts that bytes cannot hold: a text of nothing else. */
static void marks_of_long_texts_are_all_counted(void **state)
{
    enum { LENGTH = 20000 };
    static char text[LENGTH];
    dana__text_hash hash = {0};
    dana__block block = {0};

    (void)state;
    memset(text, ',', sizeof(text));
    memset(text + LENGTH / 2, '7', LENGTH / 2);
    memcpy(text + LENGTH / 3, "\xD8\x8C", 2);
    dana__measure_text(&block, &hash, text, text + LENGTH, text + LENGTH);
    assert_int_equal(block.punctuation, LENGTH / 2 - 1);
    assert_int_equal(block.digits, LENGTH / 2);
}

/* Wherever a text is cut or damaged, the valid part ends with the last whole character before. */
static void damage_is_found_at_its_place(void **state)
{
    (void)state;
    for (seed = 1; seed < TEXTS; seed++) {
        uint32_t start = seed;
        dana_view text = random_text(text_pieces, DANA__COUNT(text_pieces));
        size_t bad = text.length > 0 ? random_below((uint32_t)text.length) : 0;
        size_t valid = 0;

        if (text.length > 0) {
            ((char *)text.data)[bad] = '\xFF';
            for (size_t length = 0; valid < bad; valid += length) {
                length = dana__utf8_length((unsigned char)text.data[valid]);
                if (valid + length > bad) {
                    break;
                }
            }
            assert_int_equal(dana_utf8_valid_length(text.data, text.length), valid);
        }
        free((char *)text.data);
        seed = start;
    }
}

static unsigned sets_of(const char *value)
{
    return dana__class_sets((dana_view){value, strlen(value)});
}

static void sets_are_those_of_whole_class_words(void **state)
{
    (void)state;
    assert_int_equal(sets_of(""), 0);
    assert_int_equal(sets_of("- _ --"), 0);
    assert_int_equal(sets_of("SyntaxHighlighter"), DANA__CLASS_LISTING);
    assert_int_equal(sets_of(" big copy-btn\tlnt "), DANA__CLASS_TOOLS | DANA__CLASS_NUMBERS);
    assert_int_equal(sets_of("cm-line cm-content"), DANA__CLASS_LINE | DANA__CLASS_EDITOR);
    assert_int_equal(sets_of("outline boringly copybtns"), 0);
}

static void texts_end_where_markup_begins(void **state)
{
    static const char *const pieces[] = {"x",        "\v",   "\xC3\xA9", "< ", "<",
                                         "<b>",      "</b>", "<!--",     "</", "",
                                         "        ", "\t",   "\n ",      "\r", "\f     "};
    size_t blank = 0;

    (void)state;
    for (seed = 1; seed < TEXTS; seed++) {
        uint32_t start = seed;
        /* Most begin with white space. */
        uint32_t first = seed % 8 < 6 ? 10 : 0;
        dana_view text = random_text(pieces + first, (uint32_t)DANA__COUNT(pieces) - first);
        dana_view rest = random_text(pieces, DANA__COUNT(pieces));
        char *both = malloc(text.length + rest.length + 1);

        assert_non_null(both);
        memcpy(both, text.data, text.length);
        memcpy(both + text.length, rest.data, rest.length);
        both = realloc(both, text.length + rest.length > 0 ? text.length + rest.length : 1);
        const char *end = both + text.length + rest.length;
        const char *markup = dana__find_markup(both, end);
        bool is_blank = false;

        assert_ptr_equal(dana__find_text_end(both, end, &is_blank), markup);
        assert_int_equal(is_blank, dana__is_blank(both, markup));
        assert_int_equal(dana__is_blank_text(both, markup, end), dana__is_blank(both, markup));
        blank += is_blank && markup > both;
        free(both);
        free((char *)text.data);
        free((char *)rest.data);
        seed = start;
    }
    assert_in_range(blank, TEXTS / 8, TEXTS - TEXTS / 8);
}

static void scripts_of_formulas_are_found_by_name(void **state)
{
    static const char *const pieces[] = {"MathJax", "mathjax", "KaTeX", "katex", "Mathjax", "ax",
                                         "text",    "KATEX",   "k",     "atex",  "$",       "kate"};
    static const char *const names[] = {"MathJax", "mathjax", "KaTeX", "katex"};
    size_t found = 0;

    (void)state;
    for (seed = 1; seed < TEXTS; seed++) {
        uint32_t start = seed;
        uint32_t first = seed % 4 == 0 ? 0 : 4;
        dana_view text = random_text(pieces + first, (uint32_t)DANA__COUNT(pieces) - first);
        bool expected = false;

        for (size_t i = 0; i < DANA__COUNT(names); i++) {
            expected |= memmem(text.data, text.length, names[i], strlen(names[i])) != NULL;
        }
        assert_int_equal(dana__find_dollars(text) != DANA__NO_DOLLARS, expected);
        found += expected;
        free((char *)text.data);
        seed = start;
    }
    assert_in_range(found, TEXTS / 8, TEXTS - TEXTS / 8);
    assert_int_equal(dana__find_dollars((dana_view){NULL, 0}), DANA__NO_DOLLARS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tags_end_where_they_do_byte_by_byte),
        cmocka_unit_test(white_space_ends_where_it_does_byte_by_byte),
        cmocka_unit_test(names_are_read_in_lower_case),
        cmocka_unit_test(texts_count_as_they_do_by_characters),
        cmocka_unit_test(texts_count_the_same_where_more_follows),
        cmocka_unit_test(characters_marks_and_digits_are_counted),
        cmocka_unit_test(damage_is_found_at_its_place),
        cmocka_unit_test(sets_are_those_of_whole_class_words),
        cmocka_unit_test(texts_end_where_markup_begins),
        cmocka_unit_test(scripts_of_formulas_are_found_by_name),
        cmocka_unit_test(marks_of_long_texts_are_all_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
