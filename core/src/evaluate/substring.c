#include "evaluate/substring.h"

#include "base/search.h"
#include "text/words.h"

#include <string.h>

/* An odd multiplier: hashes are polynomials in it modulo 2^64. Hits are verified. */
#define MULTIPLIER 0x9e3779b97f4a7c15u

/* Position and hash share a word: sorted by the hash's upper bits, then by position. */
#define POSITION_BITS 32
#define POSITION_MASK (((uint64_t)1 << POSITION_BITS) - 1)

static uint64_t power(size_t exponent)
{
    uint64_t value = 1;

    for (size_t i = 0; i < exponent; i++) {
        value *= MULTIPLIER;
    }
    return value;
}

/* The hash of the run of `length` elements before it moves on by one. */
static uint64_t roll(uint64_t hash, uint64_t top, uint32_t leaves, uint32_t enters)
{
    return (hash - top * (leaves + 1)) * MULTIPLIER + enters + 1;
}

static uint64_t first_hash(const uint32_t *elements, size_t length)
{
    uint64_t hash = 0;

    for (size_t i = 0; i < length; i++) {
        hash = hash * MULTIPLIER + elements[i] + 1;
    }
    return hash;
}

static uint64_t entry(uint64_t hash, size_t position)
{
    return (hash & ~POSITION_MASK) | position;
}

static size_t hash_runs(const dana__sequences *s, size_t length, uint64_t *table)
{
    size_t count = s->text_length - length + 1;
    uint64_t top = power(length - 1);
    uint64_t hash = first_hash(s->text, length);

    for (size_t i = 0; i < count; i++) {
        table[i] = entry(hash, i);
        if (i + 1 < count) {
            hash = roll(hash, top, s->text[i], s->text[i + length]);
        }
    }
    dana__sort_tokens(table, count);
    return count;
}

/* Whether the gold standard's run at j stands in the text. */
static bool is_in_table(const dana__sequences *s, const uint64_t *table, size_t count,
                        size_t length, uint64_t hash, size_t j)
{
    for (size_t i = dana__first_value(table, count, hash & ~POSITION_MASK);
         i < count && (table[i] & ~POSITION_MASK) == (hash & ~POSITION_MASK); i++) {
        const uint32_t *run = s->text + (table[i] & POSITION_MASK);

        if (memcmp(run, s->gold + j, length * sizeof(*run)) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_common_run(const dana__sequences *s, size_t length, uint64_t *table)
{
    size_t count = hash_runs(s, length, table);
    size_t gold_count = s->gold_length - length + 1;
    uint64_t top = power(length - 1);
    uint64_t hash = first_hash(s->gold, length);

    for (size_t j = 0; j < gold_count; j++) {
        if (is_in_table(s, table, count, length, hash, j)) {
            return true;
        }
        if (j + 1 < gold_count) {
            hash = roll(hash, top, s->gold[j], s->gold[j + length]);
        }
    }
    return false;
}

dana_status dana__common_run(dana_arena *arena, const dana__sequences *s, size_t *length,
                             dana_error *err)
{
    uint64_t *table = dana_arena_alloc(arena, s->text_length * sizeof(*table), err);
    size_t low = 0;
    size_t high = s->text_length < s->gold_length ? s->text_length : s->gold_length;

    if (table == NULL) {
        return err->status;
    }
    while (low < high) {
        size_t middle = high - (high - low) / 2;

        if (has_common_run(s, middle, table)) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    *length = low;
    return DANA_OK;
}
