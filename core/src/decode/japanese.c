#include "decode/encodings.h"

#define SHIFT_JIS_LEADS  60
#define SHIFT_JIS_TRAILS 188
#define TRAILS_BELOW     0x3F /* trail bytes 40 to 7E; 7F is none */
#define CELLS            94   /* a row of JIS X 0208 or 0212 */
#define HALF_WIDTH       0xFF61u

/* By lead and trail byte; JIS X 0208 in its order, and behind it what shift_jis alone has. */
static const char16_t shift_jis[SHIFT_JIS_LEADS][SHIFT_JIS_TRAILS + 1] = {
#include "decode/shift_jis_table.inc"
};

static const char16_t jis0212[CELLS][CELLS + 1] = {
#include "decode/jis0212_table.inc"
};

uint32_t dana__jis0208(unsigned row, unsigned cell)
{
    unsigned pointer = row * CELLS + cell;

    return shift_jis[pointer / SHIFT_JIS_TRAILS][pointer % SHIFT_JIS_TRAILS];
}

static bool is_half_width(unsigned char byte)
{
    return byte >= 0xA1 && byte <= 0xDF;
}

static bool is_euc(unsigned char byte)
{
    return byte >= 0xA1 && byte <= 0xFE;
}

/* A character of JIS X 0212: three bytes, the first is 8F. */
static size_t read_three(const unsigned char *p, size_t left, dana__output *out)
{
    if (left < 3) {
        dana__write_replacement(out); /* the page ends in it: one error */
        return left;
    }
    return 1 + dana__write_pair(is_euc(p[2]) ? jis0212[p[1] - 0xA1][p[2] - 0xA1] : 0, p[2], out);
}

size_t dana__read_euc_jp(const unsigned char *p, size_t left, dana__output *out)
{
    uint32_t character = 0;

    if ((p[0] != 0x8E && p[0] != 0x8F && !is_euc(p[0])) || left < 2) {
        dana__write_replacement(out);
        return 1;
    }
    if (p[0] == 0x8F && is_euc(p[1])) {
        return read_three(p, left, out);
    }
    if (p[0] == 0x8E && is_half_width(p[1])) {
        character = HALF_WIDTH + p[1] - 0xA1;
    } else if (is_euc(p[0]) && is_euc(p[1])) {
        character = dana__jis0208(p[0] - 0xA1u, p[1] - 0xA1u);
    }
    return dana__write_pair(character, p[1], out);
}

/* The characters of a lead byte of shift_jis, by trail byte; NULL: it is none. */
static const char16_t *row_of(unsigned char lead)
{
    if (lead >= 0x81 && lead <= 0x9F) {
        return shift_jis[lead - 0x81];
    }
    return lead >= 0xE0 && lead <= 0xFC ? shift_jis[lead - 0xC1] : NULL;
}

size_t dana__read_shift_jis(const unsigned char *p, size_t left, dana__output *out)
{
    const char16_t *row = row_of(p[0]);
    uint32_t character = 0;

    if (is_half_width(p[0]) || p[0] == 0x80) {
        dana__write_character(p[0] == 0x80 ? 0x80 : HALF_WIDTH + p[0] - 0xA1, out);
        return 1;
    }
    if (row == NULL || left < 2) {
        dana__write_replacement(out);
        return 1;
    }
    if (p[1] >= 0x40 && p[1] <= 0x7E) {
        character = row[p[1] - 0x40];
    } else if (p[1] >= 0x80 && p[1] <= 0xFC) {
        character = row[TRAILS_BELOW + p[1] - 0x80];
    }
    return dana__write_pair(character, p[1], out);
}
