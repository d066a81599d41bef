/*
 * UTF-8 by vectors: what a byte and the one before it may not be together stands in three tables of
 * sixteen, asked with the halves of both bytes (the method of Keiser and Lemire, 2021); where a
 * third or fourth byte must stand is known from the leads two and three bytes before.
 */
#include "base/utf8_wide.h"

#ifdef DANA__UTF8_WIDE

#include "base/bytes16.h"
#include "base/utf8.h"

#ifdef __x86_64__
#include <immintrin.h>
#define TARGET __attribute__((target("avx2")))
#else
#include <arm_neon.h>
#define TARGET
#endif

/* Bytes of ASCII that are passed at a time. */
#define ASCII_BLOCK ((size_t)128)

/* What is wrong with two bytes in a row; a bit remains where all three tables have it. */
enum {
    SHORT = 1,        /* a lead, and no continuation after it */
    LONG = 2,         /* ASCII, and a continuation after it */
    THREE_LOW = 4,    /* three bytes for what fits in two */
    LARGE = 8,        /* above U+10FFFF */
    SURROGATE = 16,   /* U+D800 to U+DFFF */
    TWO_LOW = 32,     /* two bytes for ASCII */
    FOUR_BAD = 64,    /* four bytes for what fits in three, or leads above F4 */
    CONTINUING = 128, /* two continuations: right after a lead of three or four bytes alone */
    ANY = SHORT | LONG | CONTINUING
};

typedef struct {
    dana__bytes16 first_high; /* by the upper half of the first byte */
    dana__bytes16 first_low;
    dana__bytes16 second_high;
} tables;

static const tables faults = {
    .first_high = {LONG, LONG, LONG, LONG, LONG, LONG, LONG, LONG, CONTINUING, CONTINUING,
                   CONTINUING, CONTINUING, SHORT | TWO_LOW, SHORT, SHORT | THREE_LOW | SURROGATE,
                   SHORT | LARGE | FOUR_BAD},
    .first_low = {ANY | THREE_LOW | TWO_LOW | FOUR_BAD, ANY | TWO_LOW, ANY, ANY, ANY | LARGE,
                  ANY | LARGE | FOUR_BAD, ANY | LARGE | FOUR_BAD, ANY | LARGE | FOUR_BAD,
                  ANY | LARGE | FOUR_BAD, ANY | LARGE | FOUR_BAD, ANY | LARGE | FOUR_BAD,
                  ANY | LARGE | FOUR_BAD, ANY | LARGE | FOUR_BAD,
                  ANY | LARGE | FOUR_BAD | SURROGATE, ANY | LARGE | FOUR_BAD,
                  ANY | LARGE | FOUR_BAD},
    .second_high = {SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT, SHORT,
                    LONG | TWO_LOW | CONTINUING | THREE_LOW | FOUR_BAD,
                    LONG | TWO_LOW | CONTINUING | THREE_LOW | LARGE,
                    LONG | TWO_LOW | CONTINUING | SURROGATE | LARGE,
                    LONG | TWO_LOW | CONTINUING | SURROGATE | LARGE, SHORT, SHORT, SHORT, SHORT},
};

bool dana__can_validate_wide(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2");
#else
    return true;
#endif
}

/* Sixteen looks into a table; each place is below sixteen. By the processor's own names: compilers
 * differ in theirs. */
TARGET static inline dana__bytes16 look_up(dana__bytes16 table, dana__bytes16 places)
{
#ifdef __x86_64__
    return (dana__bytes16)_mm_shuffle_epi8((__m128i)table, (__m128i)places);
#else
    return (dana__bytes16)vqtbl1q_u8((uint8x16_t)table, (uint8x16_t)places);
#endif
}

TARGET static inline bool is_zero(dana__bytes16 bytes)
{
    uint64_t halves[2];

    memcpy(halves, &bytes, sizeof(halves));
    return (halves[0] | halves[1]) == 0;
}

/* Whether a block has no byte beyond ASCII. */
TARGET static inline bool is_ascii_block(const char *p)
{
#ifdef __x86_64__
    const __m256i *at = (const __m256i *)(const void *)p;
    __m256i low = _mm256_or_si256(_mm256_loadu_si256(at), _mm256_loadu_si256(at + 1));
    __m256i high = _mm256_or_si256(_mm256_loadu_si256(at + 2), _mm256_loadu_si256(at + 3));

    return _mm256_movemask_epi8(_mm256_or_si256(low, high)) == 0;
#else
    dana__bytes16 all = {0};

    for (size_t i = 0; i < ASCII_BLOCK; i += DANA__STEP) {
        all |= dana__load16(p + i);
    }
    return is_zero(all & 0x80);
#endif
}

/* Whether the bytes at p are right after those before them, of which DANA__UTF8_BEFORE are
 * readable. A character that goes on behind them is not seen to its end. */
TARGET static inline bool is_valid_step(const char *p)
{
    dana__bytes16 here = dana__load16(p);
    dana__bytes16 before = dana__load16(p - 1);
    dana__bytes16 third = (dana__bytes16)(dana__load16(p - 2) >= 0xE0);
    dana__bytes16 fourth = (dana__bytes16)(dana__load16(p - 3) >= 0xF0);
    dana__bytes16 found = look_up(faults.first_high, before >> 4) &
                          look_up(faults.first_low, before & 0x0F) &
                          look_up(faults.second_high, here >> 4);

    return is_zero(found ^ ((third | fourth) & 0x80));
}

/* Returns where the character begins that may go on behind the bytes before `at`. */
static size_t last_start(const char *data, size_t at)
{
    for (size_t back = 1; back <= DANA__UTF8_BEFORE && back <= at; back++) {
        if (!dana__utf8_continues((unsigned char)data[at - back])) {
            return at - back;
        }
    }
    return at;
}

TARGET size_t dana__utf8_pass_valid(const char *data, size_t at, size_t length)
{
    size_t i = at;

    while (i + DANA__STEP <= length) {
        if (i + ASCII_BLOCK <= length && (data[i - 1] & 0x80) == 0 && is_ascii_block(data + i)) {
            i += ASCII_BLOCK;
        } else if (is_valid_step(data + i)) {
            i += DANA__STEP;
        } else {
            break;
        }
    }
    return last_start(data, i);
}

#endif
