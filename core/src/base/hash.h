/*
 * FNV-1a hashes, of 64 bits and of 32.
 */
#ifndef DANA_BASE_HASH_H
#define DANA_BASE_HASH_H

#include <stdint.h>

/* The hash of nothing. */
#define DANA__HASH_EMPTY 0xcbf29ce484222325u

/* Returns a hash with a value (a byte, a code point) added. */
static inline uint64_t dana__hash(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 0x100000001b3u;
}

/* The hash of 32 bits of nothing. */
#define DANA__HASH32_EMPTY 0x811C9DC5u

/* Returns a hash of 32 bits with a byte added. */
static inline uint32_t dana__hash32(uint32_t hash, char byte)
{
    return (hash ^ (unsigned char)byte) * 0x01000193u;
}

#endif
