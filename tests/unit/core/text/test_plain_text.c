/*
 * Plain text, which is written in runs of many bytes, against what its pieces come to one by one:
 * random texts in which all that is no plain character is frequent, of every length and at every
 * place of a step. Texts stand in memory of their own size: a byte read too far is found by ASan.
 */
#include "unit.h"

#include "support.h"

#include "html/attribute.h"
#include "text/plain_text.h"

#define TEXTS     20000
#define PIECES    60
#define PIECE_MAX 8

/* What a piece of a text comes to; NULL: white space. */
static const struct {
    const char *raw;
    const char *text;
} pieces[] = {
    {"a", "a"},
    {"word", "word"},
    {"longword", "longword"},
    {"~", "~"},
    {"\u00e9", "\u00e9"},
    {"\u00bf", "\u00bf"},
    {"\u201d", "\u201d"},
    {"\u4e2d", "\u4e2d"},
    {"\u0642", "\u0642"},
    {"\ufb01", "\ufb01"},
    {"\uffee", "\uffee"},
    {"\U0001F600", "\U0001F600"},
    {"&lt;", "<"},
    {"&amp;", "&"},
    {"&", "&"},
    {" ", NULL},
    {" ", NULL},
    {" ", NULL},
    {"  ", NULL},
    {"\n", NULL},
    {"\x01", NULL},
    {"\u00a0", NULL},
    {"\u2028", NULL},
    {"<p>", NULL},
    {"<b>", ""},
    {"\u00ad", ""},
    {"\u200b", ""},
    {"\u2060", ""},
    {"\ufeff", ""},
    {"\x7f", ""},
    {"\xc2\x85", "\u2026"},
    {"\xc2\x81", ""},
};

#define KINDS ((uint32_t)(sizeof(pieces) / sizeof(pieces[0])))

static uint32_t seed = 1;

/* What is known of a text and of what it comes to. */
typedef struct {
    char raw[PIECES * PIECE_MAX];
    char text[PIECES * (PIECE_MAX + 1) + 1];
    size_t length;
    size_t text_length;
} sample;

/* Half of the pieces are letters, so that there are runs of every length. */
static void make(sample *s)
{
    uint32_t count = next_random(&seed, PIECES);
    bool space = false;

    s->length = 0;
    s->text_length = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t kind = next_random(&seed, 2) == 0 ? next_random(&seed, 3)
                                                   : next_random(&seed, KINDS);
        const char *text = pieces[kind].text;

        memcpy(s->raw + s->length, pieces[kind].raw, strlen(pieces[kind].raw));
        s->length += strlen(pieces[kind].raw);
        space |= text == NULL;
        if (text == NULL || *text == '\0') {
            continue;
        }
        if (space && s->text_length > 0) {
            s->text[s->text_length++] = ' ';
        }
        space = false;
        memcpy(s->text + s->text_length, text, strlen(text));
        s->text_length += strlen(text);
    }
    s->text[s->text_length] = '\0';
}

static void runs_are_written_as_their_pieces(void **state)
{
    static sample s;
    size_t longest = 0;

    (void)state;
    for (size_t i = 0; i < TEXTS; i++) {
        dana_arena *arena = dana_arena_new((size_t)1 << 16, NULL);
        dana_view text;
        dana_error err;

        make(&s);
        char *raw = malloc(s.length > 0 ? s.length : 1);
        assert_non_null(raw);
        memcpy(raw, s.raw, s.length);
        assert_int_equal(dana__plain_text(arena, (dana_view){raw, s.length}, &text, &err), DANA_OK);
        assert_int_equal(text.length, s.text_length);
        assert_memory_equal(text.data, s.text, s.text_length);
        longest = s.text_length > longest ? s.text_length : longest;
        free(raw);
        dana_arena_free(arena);
    }
    assert_true(longest > 150);
}

/* What a piece of a text reads as; the first one alone reads otherwise than it is written. */
static const struct {
    const char *raw;
    const char *text;
} read_pieces[] = {
    {"\u00a0", " "},
    {"\u200b", ""},
    {"<!-- a -->", ""},
    {"<b>", ""},
    {"&amp;", "&amp;"},
    {"\u2019", "\u2019"},
    {"&nbsp;", " "},
    {"\u00e9", "\u00e9"},
    {"\u0642", "\u0642"},
    {"\u4e2d", "\u4e2d"},
    {"a", "a"},
    {"longword", "longword"},
    {"word of a text", "word of a text"},
    {" ", " "},
    {"0", "0"},
};

#define READ_KINDS ((uint32_t)(sizeof(read_pieces) / sizeof(read_pieces[0])))

/* A readable text is what its pieces read as, one behind the other, without blanks at its ends. */
static void texts_are_readable_as_their_pieces(void **state)
{
    (void)state;
    for (int i = 0; i < TEXTS; i++) {
        char raw[PIECES * 16 + 8] = "";
        char expected[PIECES * 16 + 8] = "";
        char out[DANA__READABLE_ROOM];
        int count = 1 + (int)next_random(&seed, PIECES - 1);
        size_t length = 0, written = 0;

        for (int k = 0; k < count; k++) {
            size_t piece = k == 0 ? 0 : next_random(&seed, READ_KINDS);

            memcpy(raw + length, read_pieces[piece].raw, strlen(read_pieces[piece].raw));
            length += strlen(read_pieces[piece].raw);
            memcpy(expected + written, read_pieces[piece].text, strlen(read_pieces[piece].text));
            written += strlen(read_pieces[piece].text);
        }
        char *exact = malloc(length);
        assert_non_null(exact);
        memcpy(exact, raw, length);
        dana_view text = dana__readable((dana_view){exact, length}, out);
        dana_view wanted = dana__trim((dana_view){expected, written});

        assert_int_equal(text.length, wanted.length > 0 ? wanted.length : 2);
        assert_memory_equal(text.data, wanted.length > 0 ? wanted.data : "\u00a0", text.length);
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_written_as_their_pieces),
        cmocka_unit_test(texts_are_readable_as_their_pieces),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
