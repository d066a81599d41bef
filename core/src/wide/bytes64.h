/*
 * Sixty-four bytes of a text at a time, as bits, where the processor has AVX-512: what
 * base/bytes16.h does in four steps. For functions of DANA__TARGET64 alone.
 */
#ifndef DANA_WIDE_BYTES64_H
#define DANA_WIDE_BYTES64_H

#ifdef __x86_64__
#define DANA__BYTES64 1

#include <immintrin.h>
#include <stddef.h>
#include <stdint.h>

#define DANA__TARGET64 __attribute__((target("avx512bw,avx512vl,bmi,bmi2,popcnt,pclmul")))

/* Bytes that are looked at together. */
#define DANA__WINDOW 64

/* Returns which bytes are equal to one, the bit of the first one lowest. */
DANA__TARGET64 static inline uint64_t dana__equal64(__m512i bytes, char byte)
{
    return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte));
}

/* Returns the bits below one, all where there are not so many. */
DANA__TARGET64 static inline uint64_t dana__below64(size_t bit)
{
    return _bzhi_u64(UINT64_MAX, bit < DANA__WINDOW ? (unsigned)bit : DANA__WINDOW);
}

#endif

#endif
