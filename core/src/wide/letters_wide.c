#include "wide/letters_wide.h"

#ifdef DANA__BYTES64

/* Returns which bytes are deleted: each is looked up by its lower half. */
DANA__TARGET64 static inline uint64_t deleted_of(__m512i bytes)
{
    const __m512i deleted = _mm512_broadcast_i32x4(
        _mm_setr_epi8(-1, 0, '"', 0, 0, 0, 0, '\'', 0, 0, ':', 0, ',', 0, 0, 0));

    return _mm512_cmpeq_epi8_mask(bytes, _mm512_shuffle_epi8(deleted, bytes));
}

/* Returns which bytes lie in [first, first + count). */
DANA__TARGET64 static inline uint64_t in_range64(__m512i bytes, char first, char count)
{
    return _mm512_cmplt_epu8_mask(_mm512_sub_epi8(bytes, _mm512_set1_epi8(first)),
                                  _mm512_set1_epi8(count));
}

DANA__TARGET64 dana__letters dana__letters_wide(const char *p, size_t size)
{
    uint64_t known = dana__below64(size);
    __m512i bytes = _mm512_loadu_si512(p);
    __m512i small = _mm512_or_si512(bytes, _mm512_set1_epi8(0x20));

    return (dana__letters){
        .letters = (in_range64(small, 'a', 26) | in_range64(bytes, '0', 10)) & known,
        .deleted = deleted_of(bytes) & known,
        .special = (_mm512_movepi8_mask(bytes) | dana__equal64(bytes, '&')) & known};
}

#endif
