/* UTF-8 that was encoded twice is read back; text that only looks like it stays. */
#include "unit.h"

#include "base/utf8.h"
#include "dana/decode.h"
#include "dana/text.h"
#include "decode/encodings.h"

#include <string.h>

#define NO_LIMIT ((size_t)1 << 30)

/* Encodes each byte of a text as the character that it is in ISO-8859-1. */
static size_t as_latin1(const char *text, size_t length, char *out)
{
    size_t made = 0;

    for (size_t i = 0; i < length; i++) {
        made += dana__utf8_encode((unsigned char)text[i], out + made);
    }
    return made;
}

/* The same in windows-1252, by its decoder. */
static size_t as_windows_1252(const char *text, size_t length, char *out)
{
    dana__output to = {.data = out, .capacity = DANA__GROWTH * length};

    dana__decode_single_byte(text, length, DANA__WINDOWS_1252, &to);
    return to.length;
}

static dana_decoded decode(const char *bytes, size_t length)
{
    dana_decoded decoded;

    assert_int_equal(
        dana_decode(bytes, length, (dana_view){"utf-8", 5}, NO_LIMIT, NULL, &decoded, NULL),
        DANA_OK);
    return decoded;
}

static void assert_stays(const char *bytes, size_t length)
{
    dana_decoded decoded = decode(bytes, length);

    assert_false(decoded.encoded_twice);
    assert_ptr_equal(decoded.text.data, bytes);
    assert_int_equal(decoded.text.length, length);
    dana_decoded_clear(&decoded);
}

static void assert_read_back(const char *twice, size_t length, const char *page)
{
    dana_decoded decoded = decode(twice, length);

    assert_true(decoded.encoded_twice);
    assert_int_equal(decoded.text.length, strlen(page));
    assert_memory_equal(decoded.text.data, page, decoded.text.length);
    assert_string_equal(decoded.name, "utf-8");
    assert_int_equal(decoded.replacements, 0);
    assert_false(decoded.mismatch);
    dana_decoded_clear(&decoded);
}

/* windows-1252 has characters for most controls: those pages of few characters stay. */
static void pages_are_read_back(void **state)
{
    static const struct {
        const char *text;
        bool has_control; /* in windows-1252 */
    } pages[] = {
        {"<p>The mill\xE2\x80\x99s wheel turns</p>", false},
        {"<p>\xD8\xA2\xD8\xB3\xDB\x8C\xD8\xA7\xD8\xA8</p>", false}, /* Persian */
        {"<p>\xD9\x81\xD8\xA7\xD8\xB1\xD8\xB3\xDB\x8C</p>", true},
        {"<p>\xE6\xB0\xB4\xE8\xBD\xA6 \xF0\x9F\x92\xA7</p>", false}, /* Chinese, and a picture */
        {"<p>caf\xC3\xA9, 3 \xC2\xB0, \xE2\x80\x9Cso\xE2\x80\x9D</p>", true},
    };
    char twice[256];

    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        const char *text = pages[i].text;

        assert_read_back(twice, as_latin1(text, strlen(text), twice), text);
        size_t length = as_windows_1252(text, strlen(text), twice);

        if (pages[i].has_control) {
            assert_read_back(twice, length, text);
        } else {
            assert_stays(twice, length);
        }
    }
}

/* Each character beyond ASCII, beside one that has a control. */
static void every_character_comes_back(void **state)
{
    static const char before[] = "\xE2\x80\x99 ";
    char page[16];
    char twice[64];

    (void)state;
    memcpy(page, before, sizeof(before) - 1);
    for (uint32_t c = 0x80; c < 0x110000; c += c < 0x3000 ? 1 : 97) {
        if (c >= 0xD800 && c < 0xE000) {
            continue;
        }
        size_t length = sizeof(before) - 1 + dana__utf8_encode(c, page + sizeof(before) - 1);

        size_t made = as_latin1(before, sizeof(before) - 1, twice);
        const char *last = page + sizeof(before) - 1;

        page[length] = '\0';
        assert_read_back(twice, made + as_latin1(last, strlen(last), twice + made), page);
        assert_read_back(twice, made + as_windows_1252(last, strlen(last), twice + made), page);
    }
}

static void what_only_looks_so_stays(void **state)
{
    static const char *const pages[] = {
        "",
        "plain",
        /* one character that was encoded once */
        "<p>\xC3\xA2\xC2\x80\xC2\x99 and \xE2\x80\x99</p>",
        /* a page that shows such text as an example */
        "<p>Why do I get \xC3\xA2\xE2\x82\xAC\xE2\x84\xA2 for an apostrophe?</p>",
        /* the last character is cut */
        "<p>\xC3\xA2\xC2\x80\xC2\x99 \xC3\xA2\xC2\x80",
        "\xC3\xA2\xC2\x80 ",
        "\xC3\xA2",
        /* a continuation, a control, a lead that none has, U+0800 in three bytes too many */
        "\xC2\x80",
        "\xC2\x85",
        "\xC3\xB5\xC2\x80\xC2\x80\xC2\x80",
        "\xC3\xA0\xC2\x80\xC2\x80",
        /* German, Portuguese */
        "Stra\xC3\x9F"
        "e, \xC3\x9C"
        "bung",
        "N\xC3\x83O, IRM\xC3\x83",
    };

    (void)state;
    for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        assert_stays(pages[i], strlen(pages[i]));
    }
}

/* Without a control 32 characters tell, as French has them in windows-1252. */
static void many_characters_without_a_control_tell(void **state)
{
    static const char twice[] = "\xC3\x83\xC2\xA9 a"; /* é */
    char page[32 * (sizeof(twice) - 1)];

    (void)state;
    for (size_t count = 1; count <= 32; count++) {
        memcpy(page + (count - 1) * (sizeof(twice) - 1), twice, sizeof(twice) - 1);
        if (count < 32) {
            assert_stays(page, count * (sizeof(twice) - 1));
        }
    }
    dana_decoded decoded = decode(page, sizeof(page));

    assert_true(decoded.encoded_twice);
    assert_int_equal(decoded.text.length, 32 * 4);
    assert_memory_equal(decoded.text.data, "\xC3\xA9 a\xC3\xA9 a", 8);
    dana_decoded_clear(&decoded);
}

/* A byte order mark was encoded twice, too. */
static void the_mark_goes(void **state)
{
    dana_decoded decoded = decode("\xC3\xAF\xC2\xBB\xC2\xBF<p>\xC3\xA2\xC2\x80\xC2\xA6", 15);

    (void)state;
    assert_int_equal(decoded.text.length, 6);
    assert_memory_equal(decoded.text.data, "<p>\xE2\x80\xA6", 6);
    dana_decoded_clear(&decoded);
}

/* A text of a JSON string is asked for alone. */
static void a_text_is_asked(void **state)
{
    static const char page[] = "\xC3\xA2\xC2\x80\xC2\x99";

    (void)state;
    assert_true(dana_is_encoded_twice((dana_view){page, sizeof(page) - 1}));
    assert_false(dana_is_encoded_twice((dana_view){page, 2}));
    assert_false(dana_is_encoded_twice((dana_view){NULL, 0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_read_back),
        cmocka_unit_test(every_character_comes_back),
        cmocka_unit_test(what_only_looks_so_stays),
        cmocka_unit_test(many_characters_without_a_control_tell),
        cmocka_unit_test(the_mark_goes),
        cmocka_unit_test(a_text_is_asked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
