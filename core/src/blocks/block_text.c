#include "blocks/block_text.h"

#include "base/bytes16.h"
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

/* Which bytes begin marks outside ASCII, and many other characters. */
static dana__bytes16 wide_leads(dana__bytes16 bytes)
{
    return dana__equal16(bytes, '\xD6') | dana__equal16(bytes, '\xD8') |
           dana__equal16(bytes, '\xDB') | dana__equal16(bytes, '\xE0') |
           dana__equal16(bytes, '\xE3') | dana__equal16(bytes, '\xEF');
}

/* Which bytes are marks of ASCII. */
static inline dana__bytes16 marks_of(dana__bytes16 bytes)
{
    return dana__equal16(bytes, ',') | dana__equal16(bytes, '.') | dana__equal16(bytes, ';') |
           dana__equal16(bytes, '!') | dana__equal16(bytes, '?');
}

static void count_marks(dana__block *block, const char *p, const char *end)
{
    uint32_t marks = 0;
    uint32_t digits = 0;
    bool may_be_wide = false;

    for (const char *at = p; at < end; at += DANA__STEP) {
        size_t size = end - at < DANA__STEP ? (size_t)(end - at) : DANA__STEP;
        dana__bytes16 bytes = dana__load_part16(at, size);
        unsigned of_marks = dana__bits16(marks_of(bytes));
        unsigned of_digits = dana__bits16((dana__bytes16)(bytes - '0' <= 9));

        if ((of_marks | of_digits) != 0) {
            uint32_t counts = dana__count_halves(of_marks | of_digits << 16);

            marks += counts & 0xFFFF;
            digits += counts >> 16;
        }
        may_be_wide |= dana__bits16(bytes) != 0 && dana__bits16(wide_leads(bytes)) != 0;
    }
    if (may_be_wide) {
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

/* Appends bytes to those that wait for their eight to be full: a block's hash does not tell where
 * its pieces parted. */
static void hash_bytes(dana__text_hash *h, const char *p, size_t length)
{
    uint64_t bytes = dana__load_few(p, length);

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
