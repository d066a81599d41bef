#include "dana/text.h"
#include "base/ascii.h"
#include "base/bytes16.h"
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

/* Bytes that are looked at together. */
#define WORD_BLOCK 64

/* Bytes of a block as bits, the first one lowest. */
typedef struct {
    uint64_t words;  /* of characters of words; beyond ASCII as far as they were read */
    uint64_t beyond; /* not ASCII */
} word_masks;

static word_masks read_block(const char *p, size_t size)
{
    word_masks out = {0, 0};

    for (size_t at = 0; at < size; at += DANA__STEP) {
        dana__bytes16 bytes = dana__load_part16(p + at, size - at);
        dana__bytes16 letters = (dana__bytes16)((bytes | 0x20) - 'a' < 26);
        dana__bytes16 digits = (dana__bytes16)(bytes - '0' < 10);

        out.words |= (uint64_t)dana__bits16(letters | digits | dana__equal16(bytes, '_')) << at;
        out.beyond |= (uint64_t)dana__bits16(bytes) << at;
    }
    return out;
}

/* Adds the characters beyond ASCII that are of words. Returns the bytes of the block's characters,
 * of which the last one may end behind it: that one's are left. */
static size_t read_beyond(const char *p, size_t size, word_masks *block)
{
    while (block->beyond != 0) {
        size_t at = (size_t)__builtin_ctzll(block->beyond);
        size_t length;
        uint32_t c = dana__utf8_decode(p + at, &length);
        uint64_t bytes = (UINT64_C(1) << length) - 1;

        if (at + length > size && at > 0) {
            return at;
        }
        block->words |= is_word_character(c) ? bytes << at : 0;
        block->beyond &= ~(bytes << at);
    }
    return size;
}

/* The bits of a number. */
static size_t count_bits(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (size_t)(bits * UINT64_C(0x0101010101010101) >> 56);
}

size_t dana_count_words(dana_view text)
{
    size_t count = 0;
    size_t size;
    uint64_t inside = 0; /* whether the byte before is of a word */

    for (size_t i = 0; i < text.length; i += size) {
        size = text.length - i < WORD_BLOCK ? text.length - i : WORD_BLOCK;
        word_masks block = read_block(text.data + i, size);

        size = read_beyond(text.data + i, size, &block);
        count += count_bits(block.words & ~(block.words << 1 | inside));
        inside = block.words >> (size - 1) & 1;
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
