#include "base/utf8.h"

#include "dana/text.h"

#include <string.h>

#define ASCII_MASK 0x8080808080808080u

uint32_t dana__utf8_decode(const char *data, size_t *length)
{
    const unsigned char *p = (const unsigned char *)data;

    *length = dana__utf8_length(p[0]);
    switch (*length) {
    case 1:
        return p[0];
    case 2:
        return (uint32_t)(p[0] & 0x1F) << 6 | (p[1] & 0x3Fu);
    case 3:
        return (uint32_t)(p[0] & 0x0F) << 12 | (uint32_t)(p[1] & 0x3F) << 6 | (p[2] & 0x3Fu);
    default:
        return (uint32_t)(p[0] & 0x07) << 18 | (uint32_t)(p[1] & 0x3F) << 12 |
               (uint32_t)(p[2] & 0x3F) << 6 | (p[3] & 0x3Fu);
    }
}

size_t dana__utf8_encode(uint32_t code_point, char *out)
{
    if (code_point < 0x80) {
        out[0] = (char)code_point;
        return 1;
    }
    if (code_point < 0x800) {
        out[0] = (char)(0xC0 | code_point >> 6);
        out[1] = (char)(0x80 | (code_point & 0x3F));
        return 2;
    }
    if (code_point < 0x10000) {
        out[0] = (char)(0xE0 | code_point >> 12);
        out[1] = (char)(0x80 | (code_point >> 6 & 0x3F));
        out[2] = (char)(0x80 | (code_point & 0x3F));
        return 3;
    }
    out[0] = (char)(0xF0 | code_point >> 18);
    out[1] = (char)(0x80 | (code_point >> 12 & 0x3F));
    out[2] = (char)(0x80 | (code_point >> 6 & 0x3F));
    out[3] = (char)(0x80 | (code_point & 0x3F));
    return 4;
}

/* One bit per byte of a word that continues a character: 10xxxxxx. */
static uint64_t continuation_bits(uint64_t word)
{
    return (word >> 7) & ~(word >> 6) & 0x0101010101010101u;
}

/* Sums the eight bytes of a word; each is 0 or 1. */
static size_t sum_bits(uint64_t bits)
{
    return (size_t)((bits * 0x0101010101010101u) >> 56);
}

size_t dana__utf8_count(const char *data, size_t length)
{
    size_t continuing = 0;
    size_t i = 0;
    uint64_t word;

    for (; i + sizeof(word) <= length; i += sizeof(word)) {
        memcpy(&word, data + i, sizeof(word));
        if ((word & ASCII_MASK) != 0) {
            continuing += sum_bits(continuation_bits(word));
        }
    }
    for (; i < length; i++) {
        continuing += dana__utf8_continues((unsigned char)data[i]);
    }
    return length - continuing;
}

bool dana__is_rtl(uint32_t c)
{
    return (c >= 0x0590 && c <= 0x08FF) || c == 0x200F || (c >= 0xFB1D && c <= 0xFDFF) ||
           (c >= 0xFE70 && c <= 0xFEFE) || (c >= 0x10800 && c <= 0x10FFF) ||
           (c >= 0x1E800 && c <= 0x1EFFF);
}

/* Returns the length of the valid character at p (limit bytes are readable), 0 if invalid.
 * Bounds of the second byte: Unicode 15, table 3-7. */
static size_t valid_character(const unsigned char *p, size_t limit)
{
    unsigned char lead = p[0];
    unsigned char low = 0x80;
    unsigned char high = 0xBF;
    size_t length = dana__utf8_length(lead);

    if (lead < 0x80) {
        return 1;
    }
    if (lead < 0xC2 || lead > 0xF4 || length > limit) {
        return 0;
    }
    if (lead == 0xE0) {
        low = 0xA0;
    } else if (lead == 0xED) {
        high = 0x9F;
    } else if (lead == 0xF0) {
        low = 0x90;
    } else if (lead == 0xF4) {
        high = 0x8F;
    }
    if (p[1] < low || p[1] > high) {
        return 0;
    }
    for (size_t i = 2; i < length; i++) {
        if (!dana__utf8_continues(p[i])) {
            return 0;
        }
    }
    return length;
}

size_t dana_utf8_valid_length(const char *data, size_t length)
{
    size_t i = 0;

    while (i < length) {
        uint64_t words[2];

        while (i + sizeof(words) <= length) {
            memcpy(words, data + i, sizeof(words));
            if (((words[0] | words[1]) & ASCII_MASK) != 0) {
                break;
            }
            i += sizeof(words);
        }
        for (size_t end = i + 2 * sizeof(words); i < length && i < end;) {
            size_t step = valid_character((const unsigned char *)data + i, length - i);

            if (step == 0) {
                return i;
            }
            i += step;
        }
    }
    return length;
}
