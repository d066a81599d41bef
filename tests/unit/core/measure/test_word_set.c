/* Words of a title in other texts, against the reading of one token after the other. */
#include "unit.h"

#include "base/utf8.h"
#include "measure/word_set.h"
#include "text/read_words.h"
#include "wide/fastest.h"

#define TEXT_MOST 700

/* What texts are made of; the first ones are ASCII that is read at once. */
static const char *const pieces[] = {
    "a", "of", "The", "harbour", "Lamp", "x1", "2026", " ", " ", " ", "-", ". ", ", ", "| ",
    "Lanterns", "averyverylongwordofmorethaneightletters", "ABCDEFGH", "abcdefghi",
    /* signs, references, other scripts */
    ",", ":", "'", "\"", "Don't", "&", "&amp;", "&quot;", "&#8217;", "&nbsp;", "&eacute;", "&nGt;",
    "\xE2\x80\x99", "\xE2\x80\x93", "\xE2\x80\x9C", "\xC2\xA0", "\xC2\xAB", "\xC2\xA9", "\xC3\xA9",
    "\xC3\x97", "\xD0\x96\xD1\x83", "\xE3\x83\xBB", "\xE4\xB8\xAD", "\xE6\x96\x87", "\xE3\x81\x82",
    "\xEA\xB0\x80", "\xF0\x9F\x98\x80"};

static uint64_t state_of_lot = 11;

static size_t draw(size_t below)
{
    state_of_lot = state_of_lot * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(state_of_lot >> 33) % below;
}

/* A text of its own size, so that reading beyond `readable` is found. */
typedef struct {
    char *data;
    size_t length;
    size_t readable;
} drawn_text;

static drawn_text draw_text(size_t most, size_t kinds, size_t behind)
{
    char text[TEXT_MOST + 64];
    drawn_text out = {NULL, 0, 0};

    while (out.length < most) {
        const char *piece = pieces[draw(kinds)];

        memcpy(text + out.length, piece, strlen(piece));
        out.length += strlen(piece);
    }
    out.readable = out.length + behind;
    out.data = malloc(out.readable > 0 ? out.readable : 1);
    assert_non_null(out.data);
    memcpy(out.data, text, out.length);
    memset(out.data + out.length, 'a', behind);
    return out;
}

/* As dana__match_words, one token after the other. */
static size_t match_slowly(drawn_text title, drawn_text text, uint64_t *matched)
{
    dana__token_reader reader;
    uint64_t words[DANA__SET_TOKENS];
    uint64_t token;
    size_t words_count = 0;
    size_t count = 0;

    dana__read_tokens(&reader, title.data, title.data + title.length);
    while (words_count < DANA__SET_TOKENS && dana__next_token(&reader, &words[words_count])) {
        words_count++;
    }
    dana__read_tokens(&reader, text.data, text.data + text.length);
    for (; dana__next_token(&reader, &token); count++) {
        for (size_t i = 0; i < words_count; i++) {
            *matched |= (uint64_t)(words[i] == token) << i;
        }
    }
    return count;
}

static void compare(drawn_text title, drawn_text text)
{
    dana__word_set set;
    uint64_t slow = 0;
    uint64_t fast = 0;
    size_t count = match_slowly(title, text, &slow);

    dana__make_word_set(title.data, title.data + title.length, &set);
    assert_int_equal(dana__match_words(&set, text.data, text.data + text.length,
                                       text.data + text.readable, &fast),
                     count);
    assert_int_equal(fast, slow);
}

/* As dana__letters_plain, one byte after the other. */
static dana__letters letters_slowly(const char *p, size_t size)
{
    dana__letters out = {0, 0, 0};

    for (size_t i = 0; i < size; i++) {
        uint64_t bit = UINT64_C(1) << i;
        unsigned char c = (unsigned char)p[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');

        out.letters |= is_letter ? bit : 0;
        out.deleted |= c == '\'' || c == '"' || c == ',' || c == ':' ? bit : 0;
        out.special |= c == '&' || c >= 0x80 ? bit : 0;
    }
    return out;
}

static void compare_letters(dana__letters fast, dana__letters slow)
{
    assert_int_equal(fast.letters, slow.letters);
    assert_int_equal(fast.deleted, slow.deleted);
    assert_int_equal(fast.special, slow.special);
}

static void letters_are_those_of_the_slow_look(void **state)
{
    (void)state;
    for (size_t round = 0; round < 20000; round++) {
        char bytes[DANA__LETTERS_MOST];
        size_t size = round % (DANA__LETTERS_MOST + 1);

        for (size_t i = 0; i < sizeof(bytes); i++) {
            /* Each byte at each place in 256 rounds, then any. */
            bytes[i] = (char)(round < 256 ? round + i : draw(256));
        }
        size = round < 256 ? sizeof(bytes) : size;
        compare_letters(dana__letters_plain(bytes, size), letters_slowly(bytes, size));
        compare_letters(dana__choose_letters()(bytes, size), letters_slowly(bytes, size));
    }
}

static void words_are_those_of_the_slow_reading(void **state)
{
    const size_t all = sizeof(pieces) / sizeof(pieces[0]);

    (void)state;
    for (size_t round = 0; round < 20000; round++) {
        size_t most = round % 9 == 0 ? TEXT_MOST : round % 3 == 0 ? 200 : 50;
        drawn_text title = draw_text(draw(most), round % 4 < 2 ? 18 : all, 0);
        drawn_text text = draw_text(draw(most), round % 2 == 0 ? 18 : 18 + draw(all - 18),
                                    round % 5 == 0 ? draw(90) : 90);

        compare(title, text);
        free(title.data);
        free(text.data);
    }
}

/* Every character between two words: a letter, a part of a word, deleted, or what parts words. */
static void every_character_parts_words_as_it_does_slowly(void **state)
{
    char words[] = "lamp lampoil oil l o";
    drawn_text title = {words, sizeof(words) - 1, sizeof(words) - 1};

    (void)state;
    for (uint32_t c = 1; c < 0x20000; c++) {
        char text[128] = "lamp";
        size_t length = 4;

        if (c >= 0xD800 && c < 0xE000) {
            continue;
        }
        length += dana__utf8_encode(c, text + length);
        memcpy(text + length, "oil", 3);
        compare(title, (drawn_text){text, length + 3, sizeof(text)});
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_are_those_of_the_slow_look),
        cmocka_unit_test(words_are_those_of_the_slow_reading),
        cmocka_unit_test(every_character_parts_words_as_it_does_slowly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
