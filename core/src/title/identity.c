/*
 * The text is hashed eight bytes at a time: of ASCII with single spaces as many are folded at once,
 * else character by character.
 */
#include "title/identity.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "base/utf8.h"
#include "text/words.h"

#include <stdbool.h>
#include <unicode/uchar.h>

#define WORD 8
/* A byte of value 1 in each place of a word. */
#define ONES  UINT64_C(0x0101010101010101)
#define HIGHS (ONES * 0x80)

/* Bytes of a character that is not ASCII, and what tells its last byte from ASCII. */
#define WIDE    3
#define IS_WIDE UINT64_C(0x800000)

/* Folded bytes being hashed. */
typedef struct {
    uint64_t hash;
    uint64_t waiting; /* bytes, the first one lowest */
    unsigned bits;    /* that wait, fewer than 64 */
    bool begun;       /* something stands before */
    bool space;       /* white space that was read, but not added */
} hasher;

/* Adds up to eight bytes; the first one lowest, zeros behind them. */
static inline void add_bytes(hasher *h, uint64_t bytes, unsigned count)
{
    h->waiting |= bytes << h->bits;
    h->bits += 8 * count;
    if (h->bits >= 64) {
        h->hash = dana__add_to_token(h->hash, h->waiting);
        h->bits -= 64;
        h->waiting = h->bits > 0 ? bytes >> (8 * count - h->bits) : 0;
    }
    h->begun = true;
}

/* Bytes of a word below a limit of up to 128, as their highest bits; all are ASCII. */
static inline uint64_t below(uint64_t word, unsigned limit)
{
    return ~((word | HIGHS) - ONES * limit) & HIGHS;
}

/* Adds eight bytes of which none is white but single spaces. Returns whether they are so. */
static inline bool add_word(hasher *h, uint64_t word)
{
    uint64_t spaces = below(word ^ ONES * ' ', 1);

    if ((word & HIGHS) != 0 || below(word, ' ') != 0 || (spaces & spaces << 8) != 0 ||
        ((spaces & 0x80) != 0 && (h->space || !h->begun))) {
        return false;
    }
    uint64_t capitals = below(word, 'Z' + 1) & ~below(word, 'A');
    unsigned last = (unsigned)(spaces >> 63); /* held back: white space may follow */

    if (h->space) {
        add_bytes(h, ' ', 1);
    }
    word |= capitals >> 2;
    add_bytes(h, last != 0 ? word & UINT64_MAX >> 8 : word, WORD - last);
    h->space = last != 0;
    return true;
}

static bool is_white(uint32_t c)
{
    return c < 0x80 ? c == ' ' || (c >= '\t' && c <= '\r') : u_isUWhiteSpace((UChar32)c);
}

static uint32_t lower(uint32_t c)
{
    return c < 0x80 ? (uint32_t)dana__to_lower((char)c) : (uint32_t)u_tolower((UChar32)c);
}

static void add_character(hasher *h, uint32_t c)
{
    if (is_white(c)) {
        h->space = h->begun;
        return;
    }
    if (h->space) {
        add_bytes(h, ' ', 1);
        h->space = false;
    }
    c = lower(c);
    add_bytes(h, c < 0x80 ? c : c | IS_WIDE, c < 0x80 ? 1 : WIDE);
}

uint64_t dana__text_identity(dana_view text)
{
    hasher h = {.hash = DANA__TOKEN_EMPTY};

    for (size_t i = 0; i < text.length;) {
        if (text.length - i >= WORD && add_word(&h, dana__load8(text.data + i))) {
            i += WORD;
            continue;
        }
        size_t length = 1;
        uint32_t c = (unsigned char)text.data[i];

        if (c >= 0x80) {
            c = dana__utf8_decode(text.data + i, &length);
        }
        add_character(&h, c);
        i += length;
    }
    return dana__add_to_token(h.hash, h.waiting) ^ h.bits;
}
