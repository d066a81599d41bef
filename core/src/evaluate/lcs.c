#include "evaluate/lcs.h"

#define WORD_BITS 64

static size_t count_zeros(uint64_t word, size_t bits)
{
    size_t zeros = 0;

    for (size_t i = 0; i < bits; i++) {
        zeros += (word >> i & 1) == 0;
    }
    return zeros;
}

/*
 * One block of up to 64 elements of the text against the whole gold standard. v' = (v + (v & m)) |
 * (v & ~m) for each element of the gold standard; the sum's carry goes to the next block.
 */
static uint64_t run_block(const dana__sequences *s, const uint64_t *masks, uint64_t *carries)
{
    uint64_t v = ~(uint64_t)0;

    for (size_t j = 0; j < s->gold_length; j++) {
        uint64_t mask = masks[s->gold[j]];
        uint64_t *word = &carries[j / WORD_BITS];
        unsigned bit = j % WORD_BITS;
        uint64_t carry = *word >> bit & 1;
        uint64_t sum = v + (v & mask);
        uint64_t over = sum < v;

        sum += carry;
        over |= sum < carry;
        *word = (*word & ~((uint64_t)1 << bit)) | over << bit;
        v = sum | (v & ~mask);
    }
    return v;
}

size_t dana__lcs_length(const dana__sequences *s, uint64_t *masks, uint64_t *carries)
{
    size_t length = 0;

    for (size_t start = 0; start < s->text_length; start += WORD_BITS) {
        size_t bits = s->text_length - start;

        bits = bits < WORD_BITS ? bits : WORD_BITS;
        for (size_t i = 0; i < bits; i++) {
            masks[s->text[start + i]] |= (uint64_t)1 << i;
        }
        length += count_zeros(run_block(s, masks, carries), bits);
        for (size_t i = 0; i < bits; i++) {
            masks[s->text[start + i]] = 0;
        }
    }
    return length;
}
