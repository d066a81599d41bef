#include "blocks/block_text.h"

#include "base/utf8.h"

#include <stdbool.h>

/* Whether a character's bytes, the first one highest, are a mark that parts sentences or clauses
 * outside ASCII: Arabic, Armenian, Devanagari, CJK. */
static bool is_wide_mark(uint32_t bytes)
{
    switch (bytes) {
    case 0xD689:
    case 0xD88C:
    case 0xD89B:
    case 0xD89F:
    case 0xDB94:
    case 0xE0A5A4:
    case 0xE0A5A5:
    case 0xE38081:
    case 0xE38082:
    case 0xEFBC81:
    case 0xEFBC8C:
    case 0xEFBC9B:
    case 0xEFBC9F:
        return true;
    default:
        return false;
    }
}

/* What a byte of text is: added up, marks and digits count themselves. LEAD: marks outside ASCII
 * may begin with it. */
#define MARK       UINT64_C(1)
#define DIGIT      (UINT64_C(1) << 32)
#define DIGIT_BITS ((UINT64_C(1) << 26) - 1)
#define LEAD       (UINT64_C(1) << 63)

static const uint64_t byte_sums[256] = {
    [','] = MARK,  ['.'] = MARK,  [';'] = MARK,  ['!'] = MARK,  ['?'] = MARK,  ['0'] = DIGIT,
    ['1'] = DIGIT, ['2'] = DIGIT, ['3'] = DIGIT, ['4'] = DIGIT, ['5'] = DIGIT, ['6'] = DIGIT,
    ['7'] = DIGIT, ['8'] = DIGIT, ['9'] = DIGIT, [0xD6] = LEAD, [0xD8] = LEAD, [0xDB] = LEAD,
    [0xE0] = LEAD, [0xE3] = LEAD, [0xEF] = LEAD,
};

static uint32_t count_wide_marks(const char *p, const char *end)
{
    uint32_t marks = 0;

    while (p < end) {
        size_t length = dana__utf8_length((unsigned char)*p);

        uint32_t bytes = 0;

        for (const char *after = p + length; p < after; p++) {
            bytes = bytes << 8 | (unsigned char)*p;
        }
        marks += is_wide_mark(bytes);
    }
    return marks;
}

static void count_marks(dana__block *block, const char *p, const char *end)
{
    uint64_t sum = 0;
    uint64_t seen = 0;

    for (const char *at = p; at < end; at++) {
        uint64_t byte = byte_sums[(unsigned char)*at];

        sum += byte;
        seen |= byte;
    }
    uint32_t marks = (uint32_t)sum;
    uint32_t digits = (uint32_t)(sum / DIGIT & DIGIT_BITS);

    if ((seen & LEAD) != 0) {
        marks += count_wide_marks(p, end);
    }
    block->punctuation = dana__clip16(block->punctuation + marks);
    block->digits = dana__clip16(block->digits + digits);
}

/* Takes eight bytes into a hash. An odd number without a pattern: 2^64 by the golden ratio. */
static uint64_t mix(uint64_t hash, uint64_t bytes)
{
    hash = (hash ^ bytes) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/* At most eight bytes, the first one lowest. */
static uint64_t load(const char *p, size_t length)
{
    uint64_t bytes = 0;

    for (size_t i = 0; i < length; i++) {
        bytes |= (uint64_t)(unsigned char)p[i] << (8 * i);
    }
    return bytes;
}

/* Appends bytes to those that wait for their eight to be full: a block's hash does not tell where
 * its pieces parted. */
static void hash_bytes(dana__text_hash *h, const char *p, size_t length)
{
    uint64_t bytes = load(p, length);

    h->waiting |= bytes << (8 * h->count);
    if (h->count + length >= 8) {
        h->hash = mix(h->hash, h->waiting);
        h->waiting = h->count > 0 ? bytes >> (8 * (8 - h->count)) : 0;
    }
    h->count = (h->count + length) % 8;
}

uint32_t dana__finish_hash(dana__text_hash *h)
{
    uint64_t hash = mix(mix(h->hash, h->waiting), h->count);

    *h = (dana__text_hash){0};
    return (uint32_t)hash;
}

static void hash_all(dana__text_hash *hash, const char *p, const char *end)
{
    for (; end - p >= 8; p += 8) {
        hash_bytes(hash, p, 8);
    }
    if (p < end) {
        hash_bytes(hash, p, (size_t)(end - p));
    }
}

void dana__measure_text(dana__block *block, dana__text_hash *hash, const char *p, const char *end)
{
    count_marks(block, p, end);
    hash_all(hash, p, end);
}
