#include "blocks/block_text.h"

#include "base/bytes16.h"
#include "base/utf8.h"
#include "html/content.h"
#include "html/references.h"
#include "page/count.h"

#include <stdbool.h>
#include <string.h>

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

/* Steps after which counts in a byte would overflow. */
#define STEPS_MAX 255

/* What is counted of a text. */
typedef struct {
    uint32_t marks;
    uint32_t digits;
    dana__bytes16 leads; /* any of wide_leads */
} text_counts;

/* Counts at most STEPS_MAX steps. */
static inline void count_steps(const char *p, const char *end, const char *readable,
                               text_counts *counts)
{
    dana__bytes16 marks = {0};
    dana__bytes16 digits = {0};

    for (; p < end; p += DANA__STEP) {
        size_t size = (size_t)(end - p);
        dana__bytes16 bytes = size >= DANA__STEP
                                  ? dana__load16(p)
                                  : dana__cut16(dana__load_some16(p, size, readable), size);

        marks -= marks_of(bytes);
        digits -= (dana__bytes16)(bytes - '0' <= 9);
        if (dana__bits16(bytes) != 0) {
            counts->leads |= wide_leads(bytes);
        }
    }
    counts->marks += dana__sum16(marks);
    counts->digits += dana__sum16(digits);
}

static void count_marks(dana__block *block, const char *p, const char *end, const char *readable)
{
    text_counts counts = {.marks = 0};

    for (const char *at = p; at < end; at += STEPS_MAX * DANA__STEP) {
        count_steps(at, end - at > STEPS_MAX * DANA__STEP ? at + STEPS_MAX * DANA__STEP : end,
                    readable, &counts);
    }
    if (dana__bits16(counts.leads) != 0) {
        counts.marks += count_wide_marks(p, end);
    }
    block->punctuation = dana__clip16(block->punctuation + counts.marks);
    block->digits = dana__clip16(block->digits + counts.digits);
}

/* Takes eight bytes into a hash. An odd number without a pattern: 2^64 by the golden ratio. */
static uint64_t mix(uint64_t hash, uint64_t bytes)
{
    hash = (hash ^ bytes) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

/* Appends bytes to those that wait for their eight to be full, at least one: a block's hash does
 * not tell where its pieces parted. */
static void hash_bytes(dana__text_hash *h, const char *p, size_t length, const char *readable)
{
    uint64_t bytes = readable - p >= 8 ? dana__load8(p) & UINT64_MAX >> (64 - 8 * length)
                                       : dana__load_few(p, length);

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

static void hash_all(dana__text_hash *hash, const char *p, const char *end, const char *readable)
{
    if (hash->count == 0) {
        /* Nothing waits, as at the beginning of most texts. */
        uint64_t value = hash->hash;

        for (; end - p >= 8; p += 8) {
            value = mix(value, dana__load8(p));
        }
        hash->hash = value;
    }
    for (; end - p >= 8; p += 8) {
        hash_bytes(hash, p, 8, readable);
    }
    if (p < end) {
        hash_bytes(hash, p, (size_t)(end - p), readable);
    }
}

void dana__measure_text(dana__block *block, dana__text_hash *hash, const char *p, const char *end,
                        const char *readable)
{
    count_marks(block, p, end, readable);
    hash_all(hash, p, end, readable);
}

/* Measures what the reference at p stands for, or '&' as text. Returns its end. */
static const char *measure_reference(dana__block *block, dana__text_hash *hash, const char *p,
                                     const char *end)
{
    char text[16];
    uint32_t code_points[2] = {'&', 0};
    size_t read = dana__read_reference(p, end, code_points);
    uint32_t c = code_points[0];
    size_t length = dana__utf8_encode(c, text);

    if (code_points[1] != 0) {
        length += dana__utf8_encode(code_points[1], text + length);
    }
    uint32_t marks = c < 0x80 ? (uint32_t)(c > 0 && strchr(",.;!?", (int)c) != NULL)
                              : count_wide_marks(text, text + length);

    block->punctuation = dana__clip16(block->punctuation + marks);
    block->digits = dana__clip16(block->digits + (uint32_t)(c - (uint32_t)'0' <= 9));
    hash_bytes(hash, text, length, text + sizeof(text));
    return p + (read > 0 ? read : 1);
}

void dana__measure_decoded(dana__block *block, dana__text_hash *hash, const char *p,
                           const char *end, const char *readable)
{
    while (p < end) {
        const char *reference = memchr(p, '&', (size_t)(end - p));
        const char *stop = reference != NULL ? reference : end;

        if (stop > p) {
            dana__measure_text(block, hash, p, stop, readable);
        }
        p = reference != NULL ? measure_reference(block, hash, reference, end) : end;
    }
}

uint32_t dana__count_hidden_text(const char *p, const char *end)
{
    static const dana_scan_options options = {.count = DANA_COUNT_CHARACTERS};
    dana__line_state state = {false, false};
    dana__text_count count;
    dana_view piece;
    uint32_t text = 0;

    while (dana__next_text(&p, end, true, &piece)) {
        dana__count_text(piece.data, piece.data + piece.length, end, &options, &state, &count);
        text += count.content;
    }
    return text;
}
