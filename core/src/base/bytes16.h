/*
 * Sixteen bytes of a text at a time: what scans it compares them all at once and goes on from the
 * bits that say where. GCC's vectors: the same source for every processor.
 */
#ifndef DANA_BASE_BYTES16_H
#define DANA_BASE_BYTES16_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Bytes in one step. */
#define DANA__STEP 16

/* Sixteen bytes; of a comparison each is 0 or 0xFF. */
typedef unsigned char dana__bytes16 __attribute__((vector_size(DANA__STEP)));

/* Returns the sixteen bytes at p, all of which must be readable. */
static inline dana__bytes16 dana__load16(const char *p)
{
    dana__bytes16 bytes;

    memcpy(&bytes, p, sizeof(bytes));
    return bytes;
}

/* Returns which bytes are equal to one. */
static inline dana__bytes16 dana__equal16(dana__bytes16 bytes, char byte)
{
    return (dana__bytes16)(bytes == (dana__bytes16){0} + (unsigned char)byte);
}

/* Returns the highest bit of each byte, that of the first byte lowest. */
static inline unsigned dana__bits16(dana__bytes16 bytes)
{
#ifdef __SSE2__
    return (unsigned)_mm_movemask_epi8((__m128i)bytes);
#else
    unsigned bits = 0;

    for (int i = 0; i < DANA__STEP; i++) {
        bits |= (unsigned)(bytes[i] >> 7) << i;
    }
    return bits;
#endif
}

/* Returns the index of the lowest bit; bits is not 0. */
static inline unsigned dana__first16(unsigned bits)
{
    return (unsigned)__builtin_ctz(bits);
}

/* Returns the eight bytes at p as a number, the first one lowest. */
static inline uint64_t dana__load8(const char *p)
{
    uint64_t bytes;

    memcpy(&bytes, p, sizeof(bytes));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    return bytes;
}

/* Returns `count` bytes at p, at most eight, as a number, the first one lowest; nothing else is
 * read. */
static inline uint64_t dana__load_few(const char *p, size_t count)
{
    const unsigned char *byte = (const unsigned char *)p;

    if (count >= 8) {
        return dana__load8(p);
    }
    if (count >= 4) {
        uint32_t first = byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 |
                         (uint32_t)byte[3] << 24;
        const unsigned char *at = byte + count - 4;
        uint32_t last = at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
                        (uint32_t)at[3] << 24;

        return first | (uint64_t)last << (8 * (count - 4));
    }
    if (count == 0) {
        return 0;
    }
    return byte[0] | (uint64_t)byte[count / 2] << (8 * (count / 2)) |
           (uint64_t)byte[count - 1] << (8 * (count - 1));
}

/* Returns `count` bytes at p, at most sixteen, and zeros behind them; nothing else is read. */
static inline dana__bytes16 dana__load_part16(const char *p, size_t count)
{
    if (count >= DANA__STEP) {
        return dana__load16(p);
    }
    uint64_t halves[2] = {dana__load_few(p, count), 0};

    if (count > 8) {
        halves[1] = dana__load8(p + count - 8) >> (8 * (DANA__STEP - count));
    }
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    halves[0] = __builtin_bswap64(halves[0]);
    halves[1] = __builtin_bswap64(halves[1]);
#endif
    dana__bytes16 bytes;

    memcpy(&bytes, halves, sizeof(bytes));
    return bytes;
}

/* Returns sixteen bytes of which the first `count`, at least one, are those at p; bytes up to
 * `readable` may be read, and what others are is not said. Most texts have more behind them. */
static inline dana__bytes16 dana__load_some16(const char *p, size_t count, const char *readable)
{
    return readable - p >= DANA__STEP ? dana__load16(p) : dana__load_part16(p, count);
}

/* Returns bytes of which the first `count`, at most sixteen, are those of others; the rest is 0. */
static inline dana__bytes16 dana__cut16(dana__bytes16 bytes, size_t count)
{
    static const unsigned char kept[2 * DANA__STEP] = {
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
    };

    return bytes & dana__load16((const char *)kept + DANA__STEP - count);
}

/* Returns the bits of both halves of a number: those of its lower half, and those of its upper half
 * times 2^16. */
static inline uint32_t dana__count_halves(uint32_t bits)
{
    bits -= bits >> 1 & 0x55555555u;
    bits = (bits & 0x33333333u) + (bits >> 2 & 0x33333333u);
    bits = (bits + (bits >> 4)) & 0x0F0F0F0Fu;
    return (bits + (bits >> 8)) & 0x001F001Fu;
}

/* Returns the sum of all bytes. */
static inline uint32_t dana__sum16(dana__bytes16 bytes)
{
#ifdef __SSE2__
    __m128i sums = _mm_sad_epu8((__m128i)bytes, _mm_setzero_si128());

    return (uint32_t)_mm_cvtsi128_si32(sums) + (uint32_t)_mm_extract_epi16(sums, 4);
#else
    uint32_t sum = 0;

    for (int i = 0; i < DANA__STEP; i++) {
        sum += bytes[i];
    }
    return sum;
#endif
}

/* Returns which bytes are HTML's white space. */
static inline dana__bytes16 dana__spaces16(dana__bytes16 bytes)
{
    return dana__equal16(bytes, ' ') | dana__equal16(bytes, '\n') | dana__equal16(bytes, '\t') |
           dana__equal16(bytes, '\r') | dana__equal16(bytes, '\f');
}

/* Returns which bytes continue a character of UTF-8. */
static inline dana__bytes16 dana__continuing16(dana__bytes16 bytes)
{
    return (dana__bytes16)((bytes & 0xC0) == 0x80);
}

#endif
