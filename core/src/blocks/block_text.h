/*
 * What a block's text is made of: its hash, marks and digits.
 */
#ifndef DANA_BLOCKS_BLOCK_TEXT_H
#define DANA_BLOCKS_BLOCK_TEXT_H

#include "blocks/blocks.h"

#include <stddef.h>
#include <stdint.h>

/* The hash of a text that comes in pieces, and the bytes (less than eight) that are not in it yet.
 */
typedef struct {
    uint64_t hash;
    uint64_t waiting;
    size_t count;
} dana__text_hash;

/* Hashes the visible text [p, end) of the current block and counts its marks and digits. Bytes up
 * to `readable` may be read: the end of the source, or of the text. */
void dana__measure_text(dana__block *block, dana__text_hash *hash, const char *p, const char *end,
                        const char *readable);

/* The same of a text with character references: what they stand for is hashed and counted, so that
 * a text is the same however it is written. */
void dana__measure_decoded(dana__block *block, dana__text_hash *hash, const char *p,
                           const char *end, const char *readable);

/* Returns the hash of a block's text, and makes the state ready for the next one. */
uint32_t dana__finish_hash(dana__text_hash *hash);

/* Returns the code points of text in the markup [p, end), which is not read otherwise. */
uint32_t dana__count_hidden_text(const char *p, const char *end);

/* Returns a number, or the greatest of 16 bits where it is more. */
static inline uint16_t dana__clip16(uint32_t value)
{
    return value < UINT16_MAX ? (uint16_t)value : UINT16_MAX;
}

#endif
