#include "base/utf8.h"
#include "decode/encodings.h"

#include <string.h>

#define HALF 128

/* A character of the upper half, ready to be written; replaced: the byte is none. */
typedef struct {
    char bytes[3];
    unsigned char length : 2;
    unsigned char replaced : 1;
} character;

/* The upper halves; 0: no character. */
static const char16_t halves[DANA__NO_ENCODING][HALF + 1] = {
#include "decode/single_byte_table.inc"
};

unsigned dana__windows_1252_byte(uint32_t code_point)
{
    const char16_t *half = halves[DANA__WINDOWS_1252];

    for (unsigned i = 0; i < HALF; i++) {
        if (half[i] == code_point) {
            return i + HALF;
        }
    }
    return 0;
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

void dana__decode_single_byte(const char *bytes, size_t length, dana__encoding encoding,
                              dana__output *out)
{
    character half[HALF];

    for (unsigned i = 0; i < HALF; i++) {
        char16_t code_point = halves[encoding][i];
        char text[4] = {0};
        size_t bytes_of = dana__utf8_encode(
            code_point != 0 ? code_point : DANA__REPLACEMENT_CHARACTER, text);

        memcpy(half[i].bytes, text, sizeof(half[i].bytes));
        half[i].length = (unsigned char)(bytes_of & 3u); /* no table has more than three */
        half[i].replaced = code_point == 0;
    }
    write_characters(bytes, length, half, out);
}
