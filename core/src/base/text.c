#include "dana/text.h"
#include "base/ascii.h"
#include "base/utf8.h"

#include <string.h>
#include <unicode/uchar.h>

dana_view dana_without_bom(dana_view text)
{
    static const char mark[] = {'\xEF', '\xBB', '\xBF'};

    if (text.length >= sizeof(mark) && memcmp(text.data, mark, sizeof(mark)) == 0) {
        return (dana_view){text.data + sizeof(mark), text.length - sizeof(mark)};
    }
    return text;
}

size_t dana_count_code_points(dana_view text)
{
    return dana__utf8_count(text.data, text.length);
}

size_t dana_count_utf16(dana_view text)
{
    size_t units = 0;

    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.data[i];

        units += (size_t)!dana__utf8_continues(byte) + (size_t)(byte >= 0xF0);
    }
    return units;
}

/* A character of a word: general category L*, N* or '_'. */
static bool is_word_character(uint32_t c)
{
    if (c < 0x80) {
        return dana__is_alphanumeric((char)c) || c == '_';
    }
    return (U_GET_GC_MASK((UChar32)c) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

bool dana_next_word(dana_view text, size_t *position, dana_span *word)
{
    size_t i = *position;
    size_t start = 0;
    bool inside = false;

    while (i < text.length) {
        size_t step;
        bool is_word = is_word_character(dana__utf8_decode(text.data + i, &step));

        if (inside && !is_word) {
            break;
        }
        if (!inside && is_word) {
            inside = true;
            start = i;
        }
        i += step;
    }
    *position = i;
    *word = (dana_span){(uint32_t)start, (uint32_t)i};
    return inside;
}

/* Bytes of ASCII that are looked at together. */
#define ASCII_BLOCK ((size_t)64)

static bool is_ascii_block(const char *block)
{
    char bits = 0;

    for (size_t i = 0; i < ASCII_BLOCK; i++) {
        bits = (char)(bits | block[i]);
    }
    return (bits & '\x80') == 0;
}

/* 1 for an ASCII character of a word, else 0. No branch, so that loops are vectorised. */
static inline unsigned char ascii_word_bit(char c)
{
    unsigned char letter = (unsigned char)((c | 0x20) - 'a');
    unsigned char digit = (unsigned char)(c - '0');

    return (unsigned char)((letter < 26) | (digit < 10) | (c == '_'));
}

/* Words that begin after the first byte of a block. */
static size_t starts_inside(const char *block)
{
    unsigned char starts = 0;

    for (size_t i = 1; i < ASCII_BLOCK; i++) {
        starts = (unsigned char)(starts +
                                 (ascii_word_bit(block[i]) & (ascii_word_bit(block[i - 1]) ^ 1)));
    }
    return starts;
}

size_t dana_count_words(dana_view text)
{
    size_t count = 0;
    size_t step = 1;
    size_t mixed = 0; /* up to there no block is all ASCII */
    bool inside = false;

    for (size_t i = 0; i < text.length; i += step) {
        if (i >= mixed && text.length - i >= ASCII_BLOCK) {
            mixed = i + (is_ascii_block(text.data + i) ? 0 : ASCII_BLOCK);
        }
        if (i >= mixed && text.length - i >= ASCII_BLOCK) {
            step = ASCII_BLOCK;
            count += (ascii_word_bit(text.data[i]) != 0 && !inside) + starts_inside(text.data + i);
            inside = ascii_word_bit(text.data[i + ASCII_BLOCK - 1]) != 0;
            continue;
        }
        unsigned char c = (unsigned char)text.data[i];

        step = 1;
        bool is_word = is_word_character(c < 0x80 ? c : dana__utf8_decode(text.data + i, &step));

        count += is_word && !inside;
        inside = is_word;
    }
    return count;
}

static bool is_visible(UChar32 c)
{
    if (c < 0x7F) {
        return c > ' ';
    }
    return !u_isUWhiteSpace(c) && u_charType(c) != U_CONTROL_CHAR &&
           !u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

bool dana_has_visible(dana_view text)
{
    size_t step;

    for (size_t i = 0; i < text.length; i += step) {
        if (is_visible((UChar32)dana__utf8_decode(text.data + i, &step))) {
            return true;
        }
    }
    return false;
}

const char *dana_markup_escape(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    default:
        return NULL;
    }
}

dana_dir dana_text_direction(dana_view text)
{
    for (size_t i = 0; i < text.length;) {
        size_t step;
        UCharDirection direction = u_charDirection(
            (UChar32)dana__utf8_decode(text.data + i, &step));

        if (direction == U_LEFT_TO_RIGHT) {
            return DANA_DIR_LTR;
        }
        if (direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC) {
            return DANA_DIR_RTL;
        }
        i += step;
    }
    return DANA_DIR_NONE;
}
