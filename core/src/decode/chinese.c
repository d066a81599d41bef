#include "decode/encodings.h"

#define LEADS            126
#define GB_TRAILS        190
#define GB_TRAILS_BELOW  0x3F /* trail bytes 40 to 7E; 7F is none */
#define BIG5_TRAILS      157
#define BIG5_TRAILS_HIGH 0x3F /* trail bytes from A1 stand behind those below 7F */

static const char16_t gb18030[LEADS][GB_TRAILS + 1] = {
#include "decode/gb18030_table.inc"
};

static const char32_t big5[LEADS][BIG5_TRAILS + 1] = {
#include "decode/big5_table.inc"
};

/* From a pointer on, code points run without a gap; 0: they are no characters. */
static const struct {
    uint32_t pointer;
    uint32_t code_point;
} gb_ranges[] = {
#include "decode/gb18030_ranges_table.inc"
};

/* Pairs of bytes that are two characters (WHATWG Encoding 11.1.1). */
static const struct {
    unsigned char bytes[2];
    uint16_t base;
    uint16_t accent;
} big5_doubles[] = {
    {{0x88, 0x62}, 0x00CA, 0x0304},
    {{0x88, 0x64}, 0x00CA, 0x030C},
    {{0x88, 0xA3}, 0x00EA, 0x0304},
    {{0x88, 0xA5}, 0x00EA, 0x030C},
};

static bool is_digit(unsigned char byte)
{
    return byte >= '0' && byte <= '9';
}

static bool is_lead(unsigned char byte)
{
    return byte >= 0x81 && byte <= 0xFE;
}

/* The code point of four bytes; 0 for none. */
static uint32_t in_ranges(const unsigned char *p)
{
    uint32_t pointer = ((p[0] - 0x81u) * 10 + (p[1] - 0x30u)) * 1260 + (p[2] - 0x81u) * 10 +
                       (p[3] - 0x30u);
    size_t low = 0;
    size_t high = sizeof(gb_ranges) / sizeof(gb_ranges[0]);

    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;

        if (gb_ranges[middle].pointer <= pointer) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return gb_ranges[low].code_point == 0
               ? 0
               : gb_ranges[low].code_point + (pointer - gb_ranges[low].pointer);
}

/* A sequence whose second byte is a digit: of four bytes, or broken. */
static size_t read_four(const unsigned char *p, size_t left, dana__output *out)
{
    uint32_t character = 0;
    size_t taken = 4;

    if (left < 3) {
        taken = left; /* the page ends in it: one error */
    } else if (!is_lead(p[2])) {
        taken = 1;
    } else if (left < 4) {
        taken = left;
    } else if (!is_digit(p[3])) {
        taken = 1;
    } else {
        character = in_ranges(p);
    }
    dana__write_character(character, out);
    return taken;
}

size_t dana__read_gb18030(const unsigned char *p, size_t left, dana__output *out)
{
    uint32_t character = 0;

    if (!is_lead(p[0]) || left < 2) {
        dana__write_character(p[0] == 0x80 ? 0x20AC : 0, out); /* 80 is windows-936's euro */
        return 1;
    }
    if (is_digit(p[1])) {
        return read_four(p, left, out);
    }
    if (p[1] >= 0x40 && p[1] <= 0x7E) {
        character = gb18030[p[0] - 0x81][p[1] - 0x40];
    } else if (p[1] >= 0x80 && p[1] <= 0xFE) {
        character = gb18030[p[0] - 0x81][GB_TRAILS_BELOW + p[1] - 0x80];
    }
    return dana__write_pair(character, p[1], out);
}

/* Writes a pair of bytes that is two characters; whether it is one. */
static bool write_double(const unsigned char *p, dana__output *out)
{
    for (size_t i = 0; i < sizeof(big5_doubles) / sizeof(big5_doubles[0]); i++) {
        if (p[0] == big5_doubles[i].bytes[0] && p[1] == big5_doubles[i].bytes[1]) {
            dana__write_character(big5_doubles[i].base, out);
            dana__write_character(big5_doubles[i].accent, out);
            return true;
        }
    }
    return false;
}

size_t dana__read_big5(const unsigned char *p, size_t left, dana__output *out)
{
    uint32_t character = 0;

    if (!is_lead(p[0]) || left < 2) {
        dana__write_replacement(out);
        return 1;
    }
    if (p[1] >= 0x40 && p[1] <= 0x7E) {
        character = big5[p[0] - 0x81][p[1] - 0x40];
    } else if (p[1] >= 0xA1 && p[1] <= 0xFE) {
        character = big5[p[0] - 0x81][BIG5_TRAILS_HIGH + p[1] - 0xA1];
    }
    if (character == 0 && write_double(p, out)) {
        return 2;
    }
    return dana__write_pair(character, p[1], out);
}
