#include "base/utf8.h"

#include "base/bytes16.h"

/* Bytes that are counted before the counts of sixteen, a byte each, are added up. */
#define SUMMED_MOST ((size_t)255 * DANA__STEP)

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

/* Whether no byte is beyond ASCII. */
static inline bool is_ascii(const char *data, size_t length)
{
    if (length < DANA__STEP) {
        return dana__bits16(dana__load_part16(data, length)) == 0;
    }
    dana__bytes16 all = dana__load16(data + length - DANA__STEP);

    for (size_t i = 0; i + DANA__STEP < length; i += DANA__STEP) {
        all |= dana__load16(data + i);
    }
    return dana__bits16(all) == 0;
}

size_t dana__utf8_count(const char *data, size_t length)
{
    size_t continuing = 0;

    if (is_ascii(data, length)) {
        return length;
    }
    for (size_t i = 0; i < length;) {
        size_t end = length - i > SUMMED_MOST ? i + SUMMED_MOST : length;
        dana__bytes16 counts = {0};

        for (; i < end; i += DANA__STEP) {
            /* Each byte that continues a character is 0xFF, one less than none. */
            counts -= dana__continuing16(dana__load_part16(data + i, end - i));
        }
        continuing += dana__sum16(counts);
    }
    return length - continuing;
}

bool dana__is_rtl(uint32_t c)
{
    return (c >= 0x0590 && c <= 0x08FF) || c == 0x200F || (c >= 0xFB1D && c <= 0xFDFF) ||
           (c >= 0xFE70 && c <= 0xFEFE) || (c >= 0x10800 && c <= 0x10FFF) ||
           (c >= 0x1E800 && c <= 0x1EFFF);
}
