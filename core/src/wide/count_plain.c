#include "wide/count_plain.h"

#include "base/bytes16.h"

/* Takes the bytes at p whose bits say what they are: those of `seen` are no white space, and those
 * of `heads` of them are a character's first one. `size`: bytes that are taken. */
static inline void count_bits(dana__running_count *count, const char *p, unsigned seen,
                              unsigned heads, unsigned size)
{
    if (seen == 0) {
        count->space |= size > 0;
        return;
    }
    unsigned before = count->first != NULL && !count->space;
    unsigned begins = seen & ~(seen << 1 | before);
    uint32_t counts = dana__count_halves(heads | begins << 16);
    unsigned last = 31u - (unsigned)__builtin_clz(seen);

    count->content += (counts & 0xFFFF) + (counts >> 16);
    if (count->first == NULL) {
        /* The first word has no white space before it that would count. */
        count->content--;
        count->first = p + dana__first16(seen);
        count->space_before = count->space || (seen & 1) == 0;
    }
    count->end = p + last + 1;
    count->space = last + 1 < size;
}

dana__running_count dana__run_plain(const char *p, const char *end, const char *readable)
{
    dana__running_count count = {0};

    while (p < end) {
        unsigned size = end - p < DANA__STEP ? (unsigned)(end - p) : DANA__STEP;
        unsigned all = (1u << size) - 1;
        dana__bytes16 bytes = dana__load_some16(p, size, readable);
        unsigned special = dana__bits16(dana__equal16(bytes, '&') | dana__equal16(bytes, '\0') |
                                        dana__equal16(bytes, DANA__NO_BREAK_LEAD)) &
                           all;

        if (special != 0) {
            size = dana__first16(special);
            all = (1u << size) - 1;
        }
        unsigned seen = ~dana__bits16(dana__spaces16(bytes)) & all;

        count_bits(&count, p, seen, seen & ~dana__bits16(dana__continuing16(bytes)), size);
        p += size;
        if (special != 0) {
            p = dana__count_one_special(p, end, &count);
        }
    }
    return count;
}
