#include "base/utf8.h"
#include "decode/encodings.h"

#include <string.h>
#include <unicode/ucnv.h>

#define HALF 128

/* A character of the upper half, ready to be written; replaced: the byte is none. */
typedef struct {
    char bytes[3];
    unsigned char length : 2;
    unsigned char replaced : 1;
} character;

/* The upper half of ISO 8859-16, which ICU does not have. */
static const uint16_t iso_8859_16[HALF - 32] = {
    0x00A0, 0x0104, 0x0105, 0x0141, 0x20AC, 0x201E, 0x0160, 0x00A7, 0x0161, 0x00A9, 0x0218, 0x00AB,
    0x0179, 0x00AD, 0x017A, 0x017B, 0x00B0, 0x00B1, 0x010C, 0x0142, 0x017D, 0x201D, 0x00B6, 0x00B7,
    0x017E, 0x010D, 0x0219, 0x00BB, 0x0152, 0x0153, 0x0178, 0x017C, 0x00C0, 0x00C1, 0x00C2, 0x0102,
    0x00C4, 0x0106, 0x00C6, 0x00C7, 0x00C8, 0x00C9, 0x00CA, 0x00CB, 0x00CC, 0x00CD, 0x00CE, 0x00CF,
    0x0110, 0x0143, 0x00D2, 0x00D3, 0x00D4, 0x0150, 0x00D6, 0x015A, 0x0170, 0x00D9, 0x00DA, 0x00DB,
    0x00DC, 0x0118, 0x021A, 0x00DF, 0x00E0, 0x00E1, 0x00E2, 0x0103, 0x00E4, 0x0107, 0x00E6, 0x00E7,
    0x00E8, 0x00E9, 0x00EA, 0x00EB, 0x00EC, 0x00ED, 0x00EE, 0x00EF, 0x0111, 0x0144, 0x00F2, 0x00F3,
    0x00F4, 0x0151, 0x00F6, 0x015B, 0x0171, 0x00F9, 0x00FA, 0x00FB, 0x00FC, 0x0119, 0x021B, 0x00FF,
};

/* Bytes that WHATWG's indexes read otherwise than ICU; U+FFFD: not at all. */
static const struct {
    dana__encoding encoding;
    unsigned char byte;
    uint16_t code_point;
} corrections[] = {
    {DANA__KOI8_U, 0xAE, 0x045E},       {DANA__KOI8_U, 0xBE, 0x040E},
    {DANA__WINDOWS_1253, 0xAA, 0xFFFD}, {DANA__WINDOWS_1255, 0xCA, 0x05BA},
    {DANA__WINDOWS_874, 0xDB, 0xFFFD},  {DANA__WINDOWS_874, 0xDC, 0xFFFD},
    {DANA__WINDOWS_874, 0xDD, 0xFFFD},  {DANA__WINDOWS_874, 0xDE, 0xFFFD},
    {DANA__WINDOWS_874, 0xFC, 0xFFFD},  {DANA__WINDOWS_874, 0xFD, 0xFFFD},
    {DANA__WINDOWS_874, 0xFE, 0xFFFD},  {DANA__WINDOWS_874, 0xFF, 0xFFFD},
};

/* The upper half of the encodings that no converter reads. */
static void own_half(dana__encoding encoding, uint16_t code_points[HALF])
{
    for (unsigned i = 0; i < HALF; i++) {
        if (encoding == DANA__X_USER_DEFINED) {
            code_points[i] = (uint16_t)(0xF780 + i); /* WHATWG Encoding 14.5 */
        } else {
            code_points[i] = i < 32 ? (uint16_t)(0x80 + i) : iso_8859_16[i - 32];
        }
    }
}

/* Asks the converter for each byte of the upper half; U+FFFD where it has none. */
static bool converted_half(const char *name, uint16_t code_points[HALF])
{
    UErrorCode status = U_ZERO_ERROR;
    UConverter *converter = ucnv_open(name, &status);

    if (U_FAILURE(status)) {
        return false;
    }
    for (unsigned i = 0; i < HALF; i++) {
        char byte = (char)(unsigned char)(HALF + i);
        UChar units[4] = {0xFFFD, 0, 0, 0};

        status = U_ZERO_ERROR;
        ucnv_reset(converter);
        int32_t count = ucnv_toUChars(converter, units, 4, &byte, 1, &status);

        code_points[i] = count == 1 ? units[0] : 0xFFFD;
    }
    ucnv_close(converter);
    return true;
}

static void correct_half(dana__encoding encoding, uint16_t code_points[HALF])
{
    for (size_t i = 0; i < sizeof(corrections) / sizeof(corrections[0]); i++) {
        if (corrections[i].encoding == encoding) {
            code_points[corrections[i].byte - HALF] = corrections[i].code_point;
        }
    }
}

static void write_characters(const char *bytes, size_t length, const character half[HALF],
                             dana__output *out)
{
    char *to = out->data + out->length;

    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];

        if (byte < HALF) {
            *to++ = (char)byte;
            continue;
        }
        const character *c = &half[byte - HALF];

        /* Always three bytes, of which `length` count: there is room, and it needs no branch. */
        memcpy(to, c->bytes, 3);
        to += c->length;
        out->replacements += c->replaced;
    }
    out->length = (size_t)(to - out->data);
}

dana_status dana__decode_single_byte(const char *bytes, size_t length, dana__encoding encoding,
                                     const char *converter, dana__output *out, dana_error *err)
{
    uint16_t code_points[HALF];
    character half[HALF];

    if (converter == NULL) {
        own_half(encoding, code_points);
    } else if (!converted_half(converter, code_points)) {
        return dana_error_set(err, DANA_NO_MEMORY, 0, "no converter for %s", converter);
    }
    correct_half(encoding, code_points);
    for (unsigned i = 0; i < HALF; i++) {
        char text[4] = {0};
        size_t bytes_of = dana__utf8_encode(code_points[i], text);

        memcpy(half[i].bytes, text, sizeof(half[i].bytes));
        half[i].length = (unsigned char)(bytes_of & 3u); /* no table has more than three */
        half[i].replaced = code_points[i] == 0xFFFD;
    }
    write_characters(bytes, length, half, out);
    return DANA_OK;
}
