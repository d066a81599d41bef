#include "json/base64.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

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

#ifdef __x86_64__

/* What AVX2 decodes together. */
#define WIDE_DIGITS ((size_t)32)
#define WIDE_BYTES  ((size_t)24)
/* The same 16 bytes in both halves of a vector. */
#define TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

/*
 * Looks digits up by the upper four bits of their character: the least and the greatest character
 * with such bits that is a digit, and what leads from it to its value. '+' and '/' share their bits
 * with others, so they have no range there.
 */
__attribute__((target("avx2"))) static inline bool find_values(__m256i c, __m256i *values)
{
    const __m256i least = TWICE(1, 1, 1, '0', 'A', 'P', 'a', 'p', 1, 1, 1, 1, 1, 1, 1, 1);
    const __m256i most = TWICE(0, 0, 0, '9', 'O', 'Z', 'o', 'z', 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i to_value = TWICE(0, 0, 62 - '+', 52 - '0', -'A', -'A', 26 - 'a', 26 - 'a', 0, 0,
                                   0, 0, 0, 0, 0, 0);
    __m256i upper = _mm256_and_si256(_mm256_srli_epi16(c, 4), _mm256_set1_epi8(0x0F));
    __m256i above = _mm256_cmpeq_epi8(_mm256_max_epu8(c, _mm256_shuffle_epi8(least, upper)), c);
    __m256i below = _mm256_cmpeq_epi8(_mm256_min_epu8(c, _mm256_shuffle_epi8(most, upper)), c);
    __m256i plus = _mm256_cmpeq_epi8(c, _mm256_set1_epi8('+'));
    __m256i slash = _mm256_cmpeq_epi8(c, _mm256_set1_epi8('/'));
    __m256i known = _mm256_or_si256(_mm256_and_si256(above, below), _mm256_or_si256(plus, slash));
    __m256i value = _mm256_add_epi8(c, _mm256_shuffle_epi8(to_value, upper));

    /* A slash was taken for a plus of another character. */
    *values = _mm256_add_epi8(value,
                              _mm256_and_si256(slash, _mm256_set1_epi8(63 - 62 - '/' + '+')));
    return _mm256_movemask_epi8(known) == -1;
}

/* Decodes as many blocks as there are room and digits for. Returns the number of digits. */
__attribute__((target("avx2"))) static size_t decode_wide(const char *text, size_t length,
                                                          char *out)
{
    /* The three bytes of a group from its last to its first, four groups in each half. */
    const __m256i order = TWICE(2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, -1, -1, -1, -1);
    const __m256i together = _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 7, 7);
    size_t i = 0;

    for (; length - i >= WIDE_DIGITS; i += WIDE_DIGITS, out += WIDE_BYTES) {
        __m256i values;

        if (!find_values(_mm256_loadu_si256((const __m256i *)(const void *)(text + i)), &values)) {
            break;
        }
        __m256i pairs = _mm256_maddubs_epi16(values, _mm256_set1_epi16(0x0140));
        __m256i joined = _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00011000));

        joined = _mm256_permutevar8x32_epi32(_mm256_shuffle_epi8(joined, order), together);
        _mm256_storeu_si256((__m256i *)(void *)out, joined);
    }
    return i;
}

#endif

/* Decodes as many blocks as there are. Returns the number of digits. */
static size_t decode_blocks(const char *text, size_t length, char *out)
{
    size_t i = 0;

#ifdef __x86_64__
    if (length >= WIDE_DIGITS && __builtin_cpu_supports("avx2")) {
        i = decode_wide(text, length, out);
        out += i / WIDE_DIGITS * WIDE_BYTES;
    }
#endif
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
