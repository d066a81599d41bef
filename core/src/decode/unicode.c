/* Unicode: what all decoders write, and the decoders of UTF-8 and UTF-16. */
#include "base/utf8.h"
#include "dana/text.h"
#include "decode/encodings.h"

#include <string.h>

void dana__write_replacement(dana__output *out)
{
    out->length += dana__utf8_encode(DANA__REPLACEMENT_CHARACTER, out->data + out->length);
    out->replacements++;
}

void dana__write_character(uint32_t character, dana__output *out)
{
    if (character == 0) {
        dana__write_replacement(out);
        return;
    }
    out->length += dana__utf8_encode(character, out->data + out->length);
}

size_t dana__write_pair(uint32_t character, unsigned char trail, dana__output *out)
{
    if (character != 0) {
        dana__write_character(character, out);
        return 2;
    }
    dana__write_replacement(out);
    return trail < 0x80 ? 1 : 2;
}

/*
 * The second byte that a lead byte takes (Unicode 15, table 3-7). Returns the number of bytes that
 * follow the lead, 0 for a byte that leads nothing.
 */
static size_t trail_of(unsigned char lead, unsigned char *low, unsigned char *high)
{
    *low = 0x80;
    *high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        return 1;
    }
    if (lead >= 0xE0 && lead <= 0xEF) {
        *low = lead == 0xE0 ? 0xA0 : 0x80;
        *high = lead == 0xED ? 0x9F : 0xBF;
        return 2;
    }
    if (lead >= 0xF0 && lead <= 0xF4) {
        *low = lead == 0xF0 ? 0x90 : 0x80;
        *high = lead == 0xF4 ? 0x8F : 0xBF;
        return 3;
    }
    return 0;
}

/* The maximal subpart of an ill-formed sequence (Unicode 15, section 3.9), in bytes: at least 1. */
static size_t broken_length(const char *bytes, size_t length)
{
    unsigned char low;
    unsigned char high;
    size_t trail = trail_of((unsigned char)bytes[0], &low, &high);
    size_t i = 1;

    while (i <= trail && i < length) {
        unsigned char byte = (unsigned char)bytes[i];

        if (byte < low || byte > high) {
            break;
        }
        low = 0x80;
        high = 0xBF;
        i++;
    }
    return i;
}

void dana__decode_utf8(const char *bytes, size_t length, dana__output *out)
{
    size_t position = 0;

    while (position < length) {
        size_t valid = dana_utf8_valid_length(bytes + position, length - position);

        memcpy(out->data + out->length, bytes + position, valid);
        out->length += valid;
        position += valid;
        if (position < length) {
            dana__write_replacement(out);
            position += broken_length(bytes + position, length - position);
        }
    }
}

static uint32_t unit_at(const char *bytes, bool big_endian)
{
    uint32_t first = (unsigned char)bytes[0];
    uint32_t second = (unsigned char)bytes[1];

    return big_endian ? first << 8 | second : second << 8 | first;
}

void dana__decode_utf16(const char *bytes, size_t length, bool big_endian, dana__output *out)
{
    size_t i = 0;

    while (i + 1 < length) {
        uint32_t unit = unit_at(bytes + i, big_endian);
        uint32_t next = i + 3 < length ? unit_at(bytes + i + 2, big_endian) : 0;

        i += 2;
        if (unit < 0xD800 || unit > 0xDFFF) {
            out->length += dana__utf8_encode(unit, out->data + out->length);
        } else if (unit <= 0xDBFF && next >= 0xDC00 && next <= 0xDFFF) {
            uint32_t character = 0x10000 + ((unit - 0xD800) << 10) + (next - 0xDC00);

            out->length += dana__utf8_encode(character, out->data + out->length);
            i += 2;
        } else {
            dana__write_replacement(out);
            if (unit <= 0xDBFF && i + 1 == length) {
                return; /* with the byte that is left it is one broken character */
            }
        }
    }
    if (i < length) {
        dana__write_replacement(out);
    }
}
