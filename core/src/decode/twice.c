#include "decode/twice.h"

#include "base/utf8.h"
#include "base/utf8_valid.h"
#include "dana/decode.h"
#include "dana/text.h"
#include "decode/encodings.h"

#include <string.h>

/* So many characters without a control among them are none by chance, and none that are shown as
 * examples in a page about such text. */
#define SURE_CHARACTERS 32

/* Bytes of the longest character. */
#define MOST_BYTES 4

/* A character that was encoded twice, and what it was. */
typedef struct {
    char bytes[MOST_BYTES];
    size_t length;
    size_t passed;    /* bytes of it in the text; 0: here is none */
    bool has_control; /* one of U+0080 to U+009F, which no text has */
} character;

/* Returns the byte that was read as code point c; 0: none was. */
static unsigned byte_of(uint32_t c)
{
    return c < 0x80 ? 0 : c <= 0xFF ? c : dana__windows_1252_byte(c);
}

/* Reads what begins with the character beyond ASCII at data[0]. */
static character read_character(const char *data, size_t length)
{
    character c = {.length = 0};
    size_t wanted = 1;
    size_t at = 0;

    while (c.length < wanted && at < length) {
        size_t step;
        uint32_t code_point = dana__utf8_decode(data + at, &step);
        unsigned byte = byte_of(code_point);

        if (byte == 0) {
            break;
        }
        wanted = c.length == 0 ? dana__utf8_length((unsigned char)byte) : wanted;
        c.has_control = c.has_control || code_point < 0xA0;
        c.bytes[c.length++] = (char)byte;
        at += step;
    }
    if (c.length == wanted && dana__utf8_valid_plain(c.bytes, c.length) == c.length) {
        c.passed = at;
    }
    return c;
}

bool dana_is_encoded_twice(dana_view text)
{
    size_t characters = 0;
    bool has_control = false;

    for (size_t at = 0; at < text.length;) {
        at += dana__ascii_length(text.data + at, text.length - at);
        if (at == text.length || (unsigned char)text.data[at] < 0x80) {
            at += at < text.length;
            continue;
        }
        character c = read_character(text.data + at, text.length - at);

        if (c.passed == 0) {
            return false;
        }
        has_control = has_control || c.has_control;
        characters++;
        at += c.passed;
    }
    return has_control || characters >= SURE_CHARACTERS;
}

size_t dana__undo_twice(dana_view text, char *out)
{
    size_t length = 0;

    for (size_t at = 0; at < text.length;) {
        if ((unsigned char)text.data[at] < 0x80) {
            out[length++] = text.data[at++];
            continue;
        }
        character c = read_character(text.data + at, text.length - at);

        memcpy(out + length, c.bytes, c.length);
        length += c.length;
        at += c.passed;
    }
    return length;
}
