#include "unit.h"

#include "support.h"

#include "base/utf8.h"
#include "common.h"
#include "dana/text.h"
#include "text/read_words.h"
#include "text/words.h"

#include <unicode/uchar.h>

static void valid_utf8_is_accepted(void **state)
{
    static const char text[] = "plain \xC2\x80 \xDF\xBF \xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 "
                               "\xF0\x90\x80\x80 \xF4\x8F\xBF\xBF and a long enough plain tail";

    (void)state;
    assert_int_equal(dana_utf8_valid_length(text, sizeof(text) - 1), sizeof(text) - 1);
    assert_int_equal(dana_utf8_valid_length("", 0), 0);
}

/* Unicode 15, table 3-7: each row's first value outside. */
static void invalid_utf8_is_found(void **state)
{
    static const char *const bad[] = {
        "\x80",
        "\xBF",
        "\xC0\x80",
        "\xC1\xBF",
        "\xC2",
        "\xC2\x41",
        "\xE0\x9F\xBF",
        "\xED\xA0\x80",
        "\xE1\x80",
        "\xE1\x80\x41",
        "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80",
        "\xFF",
        "\xF1\x80\x80",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        for (size_t lead = 0; lead < 40; lead++) {
            char text[64];

            memset(text, 'x', sizeof(text));
            memcpy(text + lead, bad[i], strlen(bad[i]));
            assert_int_equal(dana_utf8_valid_length(text, lead + strlen(bad[i])), lead);
        }
    }
}

static void every_code_point_survives(void **state)
{
    (void)state;
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        char bytes[4];
        size_t length;

        if (c >= 0xD800 && c <= 0xDFFF) {
            continue;
        }
        size_t made = dana__utf8_encode(c, bytes);

        assert_int_equal(dana__utf8_decode(bytes, &length), c);
        assert_int_equal(length, made);
        assert_int_equal(dana_utf8_valid_length(bytes, made), made);
    }
}

/* The reference of the fast count. */
static size_t count_slowly(const char *data, size_t length)
{
    size_t count = 0;

    for (size_t i = 0; i < length; i++) {
        count += ((unsigned char)data[i] & 0xC0) != 0x80;
    }
    return count;
}

static void fast_count_equals_the_slow_one(void **state)
{
    static char bytes[3 * 4096];
    uint32_t seed = 1;

    (void)state;
    for (size_t i = 0; i < sizeof(bytes); i++) {
        seed = seed * 1664525 + 1013904223;
        bytes[i] = (char)(seed >> 24);
    }
    for (size_t start = 0; start < 16; start++) {
        for (size_t length = 0; length < 300; length++) {
            assert_int_equal(dana__utf8_count(bytes + start, length),
                             count_slowly(bytes + start, length));
        }
    }
    /* Of texts that all continue characters, sums of bytes are at their most. */
    memset(bytes, '\x80', sizeof(bytes) / 2);
    for (size_t length = 4000; length < sizeof(bytes); length += 41) {
        assert_int_equal(dana__utf8_count(bytes, length), count_slowly(bytes, length));
    }
}

static void counts_of_text(void **state)
{
    (void)state;
    assert_int_equal(dana_count_code_points(VIEW("a\xD8\xA8\xF0\x9F\x98\x80z")), 4);
    assert_int_equal(dana_count_utf16(VIEW("a\xD8\xA8\xF0\x9F\x98\x80z")), 5);
    assert_int_equal(dana_count_words(VIEW("one, two_2  -- \xD8\xA8\xD8\xA7\xD8\xA8!")), 3);
    assert_int_equal(dana_count_words(VIEW(" .,; ")), 0);
    assert_int_equal(dana_count_words(VIEW("")), 0);
}

/* Blocks of ASCII are counted at once: words may lie across their borders. */
static void words_are_those_that_are_read(void **state)
{
    static const char *const pieces[] = {
        "a", "Z", "_", "9", " ",    ".",        "@",        "[",
        "`", "{", "/", ":", "word", "\xD8\xA8", "\xC2\xB7", "\xF0\x9F\x98\x80"};
    uint64_t random = 7;

    (void)state;
    for (int round = 0; round < 3000; round++) {
        char text[512];
        size_t length = 0;
        size_t position = 0;
        size_t words = 0;
        unsigned kinds = round % 2 == 0 ? 13 : 16;
        dana_span word;

        while (length < (size_t)(round % 400)) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const char *piece = pieces[(random >> 33) % kinds];

            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        while (dana_next_word((dana_view){text, length}, &position, &word)) {
            words++;
        }
        assert_int_equal(dana_count_words((dana_view){text, length}), words);
    }
}

static void direction_is_that_of_the_first_strong_character(void **state)
{
    (void)state;
    assert_int_equal(dana_text_direction(VIEW("12 - \xD7\xA9 a")), DANA_DIR_RTL);
    assert_int_equal(dana_text_direction(VIEW("(a \xD8\xA8")), DANA_DIR_LTR);
    assert_int_equal(dana_text_direction(VIEW("12 + 3")), DANA_DIR_NONE);
}

/* Words of a text in a test, and bytes of the longest. */
#define PLAIN_WORDS 400
#define PLAIN_BYTES 400

/* The i-th value of a shape of input. */
static uint64_t value_of(int shape, uint64_t i, uint64_t count, uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    switch (shape) {
    case 0:
        return *random;
    case 1:
        return *random >> 62;
    case 2:
        return i;
    case 3:
        return count - i;
    case 4:
        return 7;
    case 5:
        return i % 2 == 0 ? i : count - i; /* an organ pipe, interleaved */
    default:
        return i * 2 < count ? i * 2 : (count - i) * 2 - 1;
    }
}

static void tokens_are_sorted_as_qsort_does(void **state)
{
    static const size_t counts[] = {0, 1, 2, 3, 16, 17, 18, 100, 1000, 20000};
    static uint64_t ours[20000];
    static uint64_t theirs[20000];
    uint64_t random = 1;

    (void)state;
    for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
        for (int shape = 0; shape < 7; shape++) {
            for (size_t i = 0; i < counts[c]; i++) {
                ours[i] = theirs[i] = value_of(shape, i, counts[c], &random);
            }
            dana__sort_tokens(ours, counts[c]);
            qsort(theirs, counts[c], sizeof(theirs[0]), compare_uint64);
            assert_memory_equal(ours, theirs, counts[c] * sizeof(ours[0]));
        }
    }
}

/* The rules of tokens as they are written in text/words.h, a character at a time. */
static bool is_one_of(uint32_t c, const char *marks)
{
    return c < 0x80 && c != 0 && strchr(marks, (int)c) != NULL;
}

static bool is_left_out(uint32_t c)
{
    return is_one_of(c, "'\",:") || c == 0xAB || c == 0xBB || (c >= 0x2018 && c <= 0x201F) ||
           c == 0x2039 || c == 0x203A;
}

/* Signs of vowels of South Asia are no letters of ICU. */
static bool is_of_word(uint32_t c)
{
    int8_t type = u_charType((UChar32)c);

    return u_isalnum((UChar32)c) ||
           (c >= 0x900 && c <= 0xDFF &&
            (type == U_NON_SPACING_MARK || type == U_COMBINING_SPACING_MARK ||
             type == U_ENCLOSING_MARK));
}

/* Writes the words of plain text (no references), one a slot, in UTF-8. Returns their number. */
static size_t plain_words(const char *text, size_t end, char words[][PLAIN_BYTES])
{
    size_t count = 0;
    size_t length;
    char *out = words[0];
    bool run = false; /* of Chinese or Japanese, and whether it made a pair */
    bool paired = false;

#define END_WORD() (out > words[count] ? (*out = '\0', out = words[++count]) : NULL)
    for (size_t i = 0; i < end; i += length) {
        uint32_t c = dana__utf8_decode(text + i, &length);

        if (is_left_out(c)) {
            continue;
        }
        if (dana__is_cjk(c)) {
            if (!run) {
                END_WORD();
            }
            memcpy(out, text + i, length);
            out += length;
            paired = run;
            if (run) {
                END_WORD();
                memcpy(out, text + i, length);
                out += length;
            }
            run = true;
            continue;
        }
        if (run && paired) {
            out = words[count];
        } else if (run) {
            END_WORD();
        }
        run = false;
        if (is_of_word(c)) {
            out += dana__utf8_encode((uint32_t)u_tolower((UChar32)c), out);
        } else {
            END_WORD();
        }
    }
    if (run && paired) {
        out = words[count];
    }
    END_WORD();
#undef END_WORD
    return count;
}

/* Equal tokens for equal words, and as many; all at once as one by one. */
static void compare_tokens(const char *text, size_t length)
{
    static char words[PLAIN_WORDS][PLAIN_BYTES];
    static uint64_t tokens[PLAIN_WORDS];
    static uint64_t again[PLAIN_WORDS];
    dana__token_reader reader;
    size_t count = plain_words(text, length, words);

    dana__read_tokens(&reader, text, text + length);
    assert_int_equal(dana__next_tokens(&reader, tokens, PLAIN_WORDS), count);
    dana__read_tokens(&reader, text, text + length);
    for (size_t i = 0; i < count; i++) {
        assert_true(dana__next_token(&reader, &again[i]));
        for (size_t k = 0; k <= i; k++) {
            assert_int_equal(tokens[i] == tokens[k], strcmp(words[i], words[k]) == 0);
        }
    }
    assert_false(dana__next_token(&reader, &again[0]) && count > 0);
    dana__read_tokens(&reader, text, text + length);
    for (size_t i = 0; i < count; i++) {
        assert_true(dana__next_token(&reader, &again[i]));
    }
    assert_memory_equal(tokens, again, count * sizeof(*tokens));
    dana__read_tokens(&reader, text, text + length);
    for (size_t i = 0, more = 1; i < count && more > 0; i += more) {
        more = dana__next_tokens(&reader, again + i, count - i < 3 ? count - i : 3);
    }
    assert_memory_equal(tokens, again, count * sizeof(*tokens));
}

/* What the texts of a test are made of; the first ones are ASCII. */
static const char *const text_pieces[] = {
    "a",
    "B",
    "the",
    "Don't",
    "x1",
    "0",
    " ",
    " ",
    "  ",
    "\n",
    ",",
    ", ",
    ":",
    "\"",
    "'",
    "-",
    ".",
    "averyverylongwordofmorethaneightletters",
    "ABCDEFGH",
    "abcdefghi",
    "\xC3\xA9",
    "\xC3\x89t",
    "\xC3\x97",
    "\xC3\x9F",
    "\xCE\x91\xCE\xB2",
    "\xD0\x96\xD1\x83",
    "\xD4\xB1\xD5\xA1",
    "\xD7\xA9",
    "\xD8\xA8\xD9\x80",
    "\xD9\x8B",
    "\xC2\xAB",
    "\xC2\xBB",
    "\xC2\xA0",
    "\xE0\xA4\x95",
    "\xE0\xA4\xBE",
    "\xE1\xBB\x86",
    "\xE2\x80\x99",
    "\xE2\x80\x94",
    "\xE2\x80\x9C",
    "\xE2\x80\xBA",
    "\xE2\x81\xB1",
    "\xE2\x84\xAA",
    "\xE4\xB8\xAD",
    "\xE6\x96\x87",
    "\xE3\x81\x82",
    "\xE3\x80\x82",
    "\xEA\xB0\x80",
    "\xED\x9E\xA3",
    "\xED\x9F\xBB",
    "\xEF\xBC\xA1",
    "\xF0\xA0\x80\x80",
    "\xF0\x90\x90\x80",
    "\xF0\x9F\x98\x80",
};

static void tokens_are_the_words_of_the_rules(void **state)
{
    uint64_t random = 7;

    (void)state;
    for (int round = 0; round < 3000; round++) {
        char text[PLAIN_WORDS];
        size_t limit = (size_t)(round % 7 == 0 ? 190 : 60);
        size_t kinds = round % 3 == 0 ? 20 : sizeof(text_pieces) / sizeof(text_pieces[0]);
        const char *often = round % 5 == 0 ? "\xE2\x80\x99" : ""; /* with little but ASCII */
        size_t length = 0;

        while (length < limit) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            bool usual = *often == '\0' || random >> 62 != 0;
            const char *piece = usual ? text_pieces[(random >> 33) % kinds] : often;

            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        /* of its own size, so that reading beyond is found */
        char *copy = malloc(length);

        memcpy(copy, text, length);
        compare_tokens(copy, length);
        free(copy);
    }
}

/* Every character: what the fast ways take for a letter, and its small one, are Unicode's. */
static void every_character_is_a_token_or_none(void **state)
{
    (void)state;
    for (uint32_t c = 0x80; c < 0x110000; c++) {
        char text[16] = "a";

        if (c >= 0xD800 && c < 0xE000) {
            continue;
        }
        size_t length = 1 + dana__utf8_encode(c, text + 1);

        text[length++] = 'b';
        if (c < 0x3000 || c % 64 == 0 || (c > 0xA000 && c < 0x11000)) {
            compare_tokens(text, length);
        }
    }
}

static void references_in_words_are_read(void **state)
{
    static const char text[] = "caf&eacute; Caf\xC3\xA9 AT&amp;T &lt;b&#62; x";
    dana__token_reader reader;
    uint64_t tokens[9];

    (void)state;
    dana__read_tokens(&reader, text, text + sizeof(text) - 1);
    assert_int_equal(dana__next_tokens(&reader, tokens, 9), 6);
    assert_int_equal(tokens[0], tokens[1]);
}

/* Of scripts of South Asia that part words by spaces; Thai does not, and its signs part words. */
static void signs_of_vowels_are_of_words(void **state)
{
    static const char *const texts[] = {
        "\xE0\xA4\xA8\xE0\xA4\xA6\xE0\xA5\x80 "
        "\xE0\xA4\xAA\xE0\xA5\x81\xE0\xA4\xB2\xE0\xA5\xA4", /* nadi pul */
        "\xE0\xAE\xAA\xE0\xAE\xBE\xE0\xAE\xB2\xE0\xAE\xAE\xE0\xAF\x8D &#2986;&#3006;",
        "\xE0\xB6\xB4\xE0\xB7\x8F \xE0\xB6\xBD\xE0\xB6\xB8",
        "\xE0\xB8\x99\xE0\xB9\x89\xE0\xB8\xB3"}; /* nam */
    dana__token_reader reader;
    uint64_t tokens[9];

    (void)state;
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        dana__read_tokens(&reader, texts[i], texts[i] + strlen(texts[i]));
        assert_int_equal(dana__next_tokens(&reader, tokens, 9), 2);
    }
}

/* Many at once as one by one, where letters, signs and references stand in any order. */
static void references_beside_signs_are_read(void **state)
{
    static const char *const pieces[] = {"a",
                                         "Word",
                                         " ",
                                         "&amp;",
                                         "&rsquo;",
                                         "&#65;",
                                         "&eacute;",
                                         "&nbsp;",
                                         "&",
                                         "&hellip;",
                                         "&nGt;",
                                         "&fjlig;",
                                         "&#x4E2D;",
                                         "&unknown;",
                                         "\xE2\x80\x99",
                                         "\xF0\x9F\x92\xAA",
                                         "\xC3\xA9",
                                         ", "};
    uint64_t random = 11;

    (void)state;
    for (int round = 0; round < 4000; round++) {
        uint64_t tokens[PLAIN_BYTES];
        uint64_t again[PLAIN_BYTES];
        dana__token_reader reader;
        char text[PLAIN_BYTES];
        size_t length = 0;
        size_t count = 0;

        for (size_t limit = (size_t)round % 40; length < limit;) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const char *piece = pieces[(random >> 33) % (sizeof(pieces) / sizeof(pieces[0]))];

            memcpy(text + length, piece, strlen(piece));
            length += strlen(piece);
        }
        dana__read_tokens(&reader, text, text + length);
        while (dana__next_token(&reader, &again[count])) {
            count++;
        }
        dana__read_tokens(&reader, text, text + length);
        assert_int_equal(dana__next_tokens(&reader, tokens, PLAIN_BYTES), count);
        assert_memory_equal(tokens, again, count * sizeof(*tokens));
    }
}

static void what_is_seen_is_told_from_what_is_not(void **state)
{
    static const char *const unseen[] = {"",
                                         " \n\t\f",
                                         "\x01\x7F\xC2\x85",
                                         "\xC2\xA0\xC2\xAD",
                                         "\xE2\x80\x8B\xE2\x80\x8E\xE2\x80\x8F",
                                         "\xE2\x80\xAE\xE2\x81\xA7\xE2\x81\xA9",
                                         "\xD8\x9C\xEF\xBB\xBF\xE3\x80\x80",
                                         "\xF3\xA0\x80\x81"};
    static const char *const seen[] = {"a",        " -",           "\xE2\x80\x8F|",
                                       "\xD8\xA8", "\xEF\xBF\xBD", "\xF0\x9F\x98\x80"};

    (void)state;
    for (size_t i = 0; i < sizeof(unseen) / sizeof(unseen[0]); i++) {
        assert_false(dana_has_visible((dana_view){unseen[i], strlen(unseen[i])}));
    }
    for (size_t i = 0; i < sizeof(seen) / sizeof(seen[0]); i++) {
        assert_true(dana_has_visible((dana_view){seen[i], strlen(seen[i])}));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(valid_utf8_is_accepted),
        cmocka_unit_test(invalid_utf8_is_found),
        cmocka_unit_test(every_code_point_survives),
        cmocka_unit_test(fast_count_equals_the_slow_one),
        cmocka_unit_test(counts_of_text),
        cmocka_unit_test(words_are_those_that_are_read),
        cmocka_unit_test(what_is_seen_is_told_from_what_is_not),
        cmocka_unit_test(direction_is_that_of_the_first_strong_character),
        cmocka_unit_test(tokens_are_sorted_as_qsort_does),
        cmocka_unit_test(tokens_are_the_words_of_the_rules),
        cmocka_unit_test(every_character_is_a_token_or_none),
        cmocka_unit_test(references_in_words_are_read),
        cmocka_unit_test(signs_of_vowels_are_of_words),
        cmocka_unit_test(references_beside_signs_are_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
