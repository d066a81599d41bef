/*
 * FNV-1a hashes, of 64 bits and of 32, and slots of values that repeat.
 */
#ifndef DANA_BASE_HASH_H
#define DANA_BASE_HASH_H

#include "dana/view.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* The hash of nothing. */
#define DANA__HASH_EMPTY 0xcbf29ce484222325u

/* Returns a hash with a value (a byte, a code point) added. */
static inline uint64_t dana__hash(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 0x100000001b3u;
}

/* An odd number without a pattern: 2^64 divided by the golden ratio. */
#define DANA__HASH_MULTIPLIER UINT64_C(0x9E3779B97F4A7C15)

/* Returns the slot of a value in a table of what values said before: its length, its first and its
 * last eight bytes choose it. slots: a power of two. */
static inline size_t dana__value_slot(dana_view value, size_t slots)
{
    uint64_t first = 0;
    uint64_t last = 0;

    if (value.length >= sizeof(first)) {
        memcpy(&first, value.data, sizeof(first));
        memcpy(&last, value.data + value.length - sizeof(last), sizeof(last));
    } else {
        for (size_t i = 0; i < value.length; i++) {
            first = first << 8 | (unsigned char)value.data[i];
        }
    }
    uint64_t hash = ((first ^ value.length) * DANA__HASH_MULTIPLIER ^ last) * DANA__HASH_MULTIPLIER;

    return (size_t)(hash >> 32) % slots;
}

/* The hash of 32 bits of nothing. */
#define DANA__HASH32_EMPTY 0x811C9DC5u

/* Returns a hash of 32 bits with a byte added. */
static inline uint32_t dana__hash32(uint32_t hash, char byte)
{
    return (hash ^ (unsigned char)byte) * 0x01000193u;
}

#endif
