#include "json/base64.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Digits that are decoded together, and the bytes that they make. */
#define BLOCK_DIGITS ((size_t)16)
#define BLOCK_BYTES  ((size_t)12)
/* A block is written in words, behind which there must be room. */
#define SLACK sizeof(uint64_t)

/* GCC's vectors: SSE2, NEON, or plain words, as the machine has them. */
typedef uint8_t digits __attribute__((vector_size(BLOCK_DIGITS)));
typedef uint32_t groups __attribute__((vector_size(BLOCK_DIGITS)));
typedef uint64_t lanes __attribute__((vector_size(BLOCK_DIGITS)));

enum { WHITE = -2, WRONG = -1 };

static int value_of(char c)
{
    if (c >= 'A' && c <= 'Z') {
        return c - 'A';
    }
    if (c >= 'a' && c <= 'z') {
        return c - 'a' + 26;
    }
    if (c >= '0' && c <= '9') {
        return c - '0' + 52;
    }
    if (c == '+' || c == '/') {
        return c == '+' ? 62 : 63;
    }
    return c == ' ' || c == '\n' || c == '\r' || c == '\t' ? WHITE : WRONG;
}

/* The four values of six bits in each group, as three bytes. */
static inline groups join(groups x)
{
    return ((x & 0x3F) << 2) | ((x >> 12) & 0x03) | ((x << 4) & 0xF000) | ((x >> 10) & 0x0F00) |
           ((x << 6) & 0xC00000) | ((x >> 8) & 0x3F0000);
}

/* Decodes a block of digits. Returns false where something else is among them. */
static bool decode_block(const char *text, char *out)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    digits c;

    memcpy(&c, text, sizeof(c));
    digits upper = (digits)(c - 'A' < 26);
    digits lower = (digits)(c - 'a' < 26);
    digits number = (digits)(c - '0' < 10);
    digits plus = (digits)(c == '+');
    digits slash = (digits)(c == '/');
    lanes known = (lanes)(upper | lower | number | plus | slash);

    if ((known[0] & known[1]) != UINT64_MAX) {
        return false;
    }
    digits values = (upper & (c - 'A')) | (lower & (c - 'a' + 26)) | (number & (c - '0' + 52)) |
                    (plus & 62) | (slash & 63);
    lanes joined = (lanes)join((groups)values);

    joined = (joined & 0xFFFFFF) | (joined >> 8 & 0xFFFFFF000000);
    memcpy(out, &joined, sizeof(uint64_t));
    memcpy(out + BLOCK_BYTES / 2, (const char *)&joined + sizeof(uint64_t), sizeof(uint64_t));
    return true;
#else
    (void)text;
    (void)out;
    return false;
#endif
}

/* Decodes as many blocks as there are. Returns the number of digits. */
static size_t decode_blocks(const char *text, size_t length, char *out)
{
    size_t i = 0;

    while (length - i >= BLOCK_DIGITS && decode_block(text + i, out)) {
        i += BLOCK_DIGITS;
        out += BLOCK_BYTES;
    }
    return i;
}

/* Checks what follows the last digit: `count` digits lie in the last group of four. */
static bool is_tail(const char *text, size_t length, size_t start, unsigned count, size_t *position)
{
    unsigned pads = count == 2 ? 2 : count == 3 ? 1 : 0;

    for (size_t i = start; i < length; i++) {
        if (text[i] == '=' && pads > 0) {
            pads--;
        } else if (value_of(text[i]) != WHITE) {
            *position = i;
            return false;
        }
    }
    *position = length;
    return pads == 0 && count != 1;
}

bool api__base64_decode(const char *text, size_t length, char **out, size_t *out_length,
                        size_t *position)
{
    char *bytes = malloc(length / 4 * 3 + 4 + SLACK);
    size_t written = 0;
    unsigned group = 0;
    unsigned count = 0;
    size_t i = 0;

    *out = bytes;
    *position = 0;
    if (bytes == NULL) {
        return false;
    }
    for (; i < length; i++) {
        if (count == 0) {
            size_t done = decode_blocks(text + i, length - i, bytes + written);

            i += done;
            written += done / BLOCK_DIGITS * BLOCK_BYTES;
            if (i == length) {
                break;
            }
        }
        int value = value_of(text[i]);

        if (value == WRONG) {
            break;
        }
        if (value == WHITE) {
            continue;
        }
        group = group << 6 | (unsigned)value;
        count = (count + 1) & 3;
        if (count != 1) {
            bytes[written++] = (char)(group >> (count == 0 ? 0 : count == 3 ? 2 : 4) & 0xFF);
        }
    }
    *out_length = written;
    return is_tail(text, length, i, count, position);
}
