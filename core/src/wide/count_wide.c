#include "wide/count_wide.h"

#ifdef DANA__BYTES64

/* Returns which bytes are no white space of HTML: each is looked up by its lower half. */
DANA__TARGET64 static inline uint64_t seen_of(__m512i bytes)
{
    const __m512i blanks = _mm512_broadcast_i32x4(_mm_setr_epi8(
        ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', '\t', '\n', ' ', '\f', '\r', ' ', ' '));

    return _mm512_cmpneq_epi8_mask(bytes, _mm512_shuffle_epi8(blanks, bytes));
}

/* Takes `size` bytes at p, of which those of `seen`, not none, are no white space, and those of
 * `heads` of them are a character's first one. */
DANA__TARGET64 static inline void count_seen(dana__running_count *count, const char *p,
                                             uint64_t seen, uint64_t heads, size_t size)
{
    uint64_t before = count->first != NULL && !count->space;
    uint64_t begins = seen & ~(seen << 1 | before);
    size_t last = DANA__WINDOW - 1 - (size_t)__builtin_clzll(seen);

    count->content += (uint32_t)(_mm_popcnt_u64(heads) + _mm_popcnt_u64(begins));
    if (count->first == NULL) {
        /* The first word has no white space before it that would count. */
        count->content--;
        count->first = p + _tzcnt_u64(seen);
        count->space_before = count->space || (seen & 1) == 0;
    }
    count->end = p + last + 1;
    count->space = last + 1 < size;
}

DANA__TARGET64 dana__running_count dana__run_wide(const char *p, const char *end,
                                                  const char *readable)
{
    dana__running_count count = {0};

    while (p < end) {
        size_t size = end - p < DANA__WINDOW ? (size_t)(end - p) : DANA__WINDOW;
        uint64_t all = dana__below64(size);
        __m512i bytes = readable - p >= DANA__WINDOW ? _mm512_loadu_si512(p)
                                                     : _mm512_maskz_loadu_epi8(all, p);
        uint64_t special = (dana__equal64(bytes, '&') | dana__equal64(bytes, '\0') |
                            dana__equal64(bytes, DANA__NO_BREAK_LEAD)) &
                           all;

        if (special != 0) {
            size = _tzcnt_u64(special);
            all = dana__below64(size);
        }
        uint64_t seen = seen_of(bytes) & all;

        if (seen == 0) {
            count.space |= size > 0;
        } else {
            /* Bytes that continue a character are the lowest with a sign. */
            count_seen(&count, p, seen,
                       seen & ~_mm512_cmplt_epi8_mask(bytes, _mm512_set1_epi8(-64)), size);
        }
        p += size;
        if (special != 0) {
            p = dana__count_one_special(p, end, &count);
        }
    }
    return count;
}

#endif
