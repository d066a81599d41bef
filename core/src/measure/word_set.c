/*
 * Lines of ASCII are read in bit masks of 64 bytes, and a word is hashed where its first two
 * letters are those of one of the set. What has other signs is written as such a line first: most
 * have an apostrophe, a dash or a reference, and no letter outside ASCII.
 */
#include "measure/word_set.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "base/utf8.h"
#include "html/references.h"
#include "text/read_words.h"
#include "wide/fastest.h"

#include <string.h>

/* Bytes that are read at once, those of a word that are hashed at once, and most bytes of a text
 * that is written as ASCII. */
#define BLOCK      DANA__LETTERS_MOST
#define WORD       8
#define PLAIN_MOST 448

/* What few texts need stands apart. */
#define APART __attribute__((noinline))

/* Which bytes are deleted before words are split. */
static inline dana__bytes16 deleted_of(dana__bytes16 bytes)
{
    return dana__equal16(bytes, '\'') | dana__equal16(bytes, '"') | dana__equal16(bytes, ',') |
           dana__equal16(bytes, ':');
}

/* Which bytes begin references or are beyond ASCII. */
static inline dana__bytes16 special_of(dana__bytes16 bytes)
{
    return (bytes & 0x80) | dana__equal16(bytes, '&');
}

/* Whether the signs of a block part words, as blanks do: what is deleted joins no two. A run of it
 * that follows a letter is carried to the byte behind it. */
static bool part_words(const dana__letters *is)
{
    uint64_t runs = is->letters << 1 & is->deleted;

    return is->special == 0 && ((is->deleted + runs) & ~is->deleted & is->letters) == 0 &&
           is->deleted >> 63 == 0;
}

/* The token of a word of ASCII letters and digits. Small letters and digits have the bit of 0x20.
 */
static uint64_t token_of(const char *p, unsigned length)
{
    uint64_t token = DANA__TOKEN_EMPTY;

    for (; length > WORD; length -= WORD, p += WORD) {
        token = dana__add_to_token(token, dana__load8(p) | UINT64_C(0x2020202020202020));
    }
    return dana__add_to_token(token, (dana__load8(p) | UINT64_C(0x2020202020202020)) &
                                         UINT64_MAX >> (64 - 8 * length));
}

/* The set's tokens that are a token, as bits of their positions. */
static uint64_t places_of(const dana__word_set *set, uint64_t token)
{
    uint64_t places = 0;

    for (size_t i = set->first[token >> 58]; i != 0; i = set->next_same[i - 1]) {
        places |= (uint64_t)(set->tokens[i - 1] == token) << (i - 1);
    }
    return places;
}

/* Reads the words of a block. Returns their number. */
static inline size_t match_block(const dana__word_set *set, const char *p, uint64_t letters,
                                 uint64_t *matched)
{
    uint64_t starts = letters & ~(letters << 1);
    size_t count = 0;

    for (; starts != 0; starts &= starts - 1) {
        unsigned at = (unsigned)__builtin_ctzll(starts);

        count++;
        if ((set->seconds[p[at] & 31] >> (p[at + 1] & 31) & 1) != 0) {
            uint64_t after = ~(letters >> at);
            unsigned length = after != 0 ? (unsigned)__builtin_ctzll(after) : BLOCK;

            *matched |= places_of(set, token_of(p + at, length));
        }
    }
    return count;
}

/* What no text has as many tokens as. */
#define NOT_PLAIN SIZE_MAX

/* As dana__match_words, of a text of ASCII whose words have no signs in them; NOT_PLAIN: it has
 * others. */
static size_t match_plain(const dana__word_set *set, const char *p, const char *end,
                          const char *readable, uint64_t *matched)
{
    uint64_t found = 0;
    size_t count = 0;

    while (p < end) {
        bool last = end - p <= BLOCK;
        unsigned length = last ? (unsigned)(end - p) : BLOCK;

        if (readable - p < BLOCK + WORD) {
            return NOT_PLAIN;
        }
        dana__letters is = set->letters_of(p, length);
        bool is_plain = part_words(&is);

        if (!last) {
            /* A word at the block's end is left for the next one. */
            length = is.letters != UINT64_MAX ? BLOCK - (unsigned)__builtin_clzll(~is.letters) : 0;
            is.letters &= length > 0 ? UINT64_MAX >> (BLOCK - length) : 0;
        }
        if (!is_plain || length == 0) {
            return NOT_PLAIN;
        }
        count += match_block(set, p, is.letters, &found);
        p += length;
    }
    *matched |= found;
    return count;
}

/* Writes a character beyond ASCII, or one that a reference stands for. Returns its bytes in the
 * source, 0 where it is a letter. */
static size_t write_sign(const char *p, const char *end, char *out, size_t *written)
{
    uint32_t code_points[2] = {' ', 0};
    size_t length = 1;

    if (*p == '&') {
        length = dana__read_reference(p, end, code_points);
        length += length == 0; /* a sign of its own */
    } else {
        code_points[0] = dana__utf8_decode(p, &length);
    }
    uint32_t c = code_points[0];

    if (code_points[1] != 0 || (c >= 0x80 && (dana__is_cjk(c) || dana__is_of_word(c)))) {
        return 0;
    }
    out[*written] = c < 0x80 ? (char)c : ' ';
    *written += !dana__is_deleted(c);
    return length;
}

/* Copies the bytes of ASCII that stand before the next sign, sixteen at a time; as many more may be
 * written behind them. Returns that sign's place. */
static const char *copy_plain(const char *p, const char *end, char *out, size_t *written)
{
    for (; end - p >= DANA__STEP; p += DANA__STEP, *written += DANA__STEP) {
        dana__bytes16 bytes = dana__load16(p);
        unsigned signs = dana__bits16(deleted_of(bytes) | special_of(bytes));

        memcpy(out + *written, &bytes, sizeof(bytes));
        if (signs != 0) {
            unsigned before = dana__first16(signs);

            *written += before;
            return p + before;
        }
    }
    for (; p < end && *p != '&' && (*p & 0x80) == 0 && !dana__is_deleted((unsigned char)*p); p++) {
        out[(*written)++] = *p;
    }
    return p;
}

/* Writes a text without what is deleted, and as ASCII: what parts words as blanks. Returns its
 * length; NOT_PLAIN: it has other letters, or is long. */
static size_t write_plain(const char *p, const char *end, char out[PLAIN_MOST + DANA__STEP])
{
    size_t written = 0;

    if (end - p > PLAIN_MOST) {
        return NOT_PLAIN;
    }
    for (p = copy_plain(p, end, out, &written); p < end; p = copy_plain(p, end, out, &written)) {
        bool is_sign = *p == '&' || (*p & 0x80) != 0;
        size_t length = is_sign ? write_sign(p, end, out, &written) : 1;

        if (length == 0) {
            return NOT_PLAIN;
        }
        p += length;
    }
    return written;
}

/* As dana__match_words, of any text. */
static size_t match_any(const dana__word_set *set, const char *p, const char *end,
                        uint64_t *matched)
{
    dana__token_reader reader;
    uint64_t tokens[DANA__SET_TOKENS];
    size_t count = 0;
    size_t more;

    dana__read_tokens(&reader, p, end);
    do {
        more = dana__next_tokens(&reader, tokens, DANA__SET_TOKENS);
        count += more;
        for (size_t i = 0; i < more; i++) {
            *matched |= places_of(set, tokens[i]);
        }
    } while (more == DANA__SET_TOKENS);
    return count;
}

/* As match_plain, of a text that is written as ASCII. */
static APART size_t match_written(const dana__word_set *set, const char *p, const char *end,
                                  uint64_t *matched)
{
    char plain[PLAIN_MOST + BLOCK + WORD];
    size_t length = write_plain(p, end, plain);

    if (length == NOT_PLAIN) {
        return NOT_PLAIN;
    }
    memset(plain + length, ' ', BLOCK + WORD);
    return match_plain(set, plain, plain + length, plain + length + BLOCK + WORD, matched);
}

size_t dana__match_words(const dana__word_set *set, const char *p, const char *end,
                         const char *readable, uint64_t *matched)
{
    size_t count = match_plain(set, p, end, readable, matched);

    if (count == NOT_PLAIN) {
        count = match_written(set, p, end, matched);
    }
    return count != NOT_PLAIN ? count : match_any(set, p, end, matched);
}

/* Notes the first two letters of the words of a text of ASCII; what stands behind a word of one
 * letter is not known. */
static void note_letters(const char *p, size_t length, dana__word_set *set)
{
    for (size_t i = 0; i < length; i++) {
        if (dana__is_alphanumeric(p[i]) && (i == 0 || !dana__is_alphanumeric(p[i - 1]))) {
            bool is_long = i + 1 < length && dana__is_alphanumeric(p[i + 1]);

            set->seconds[p[i] & 31] |= is_long ? UINT32_C(1) << (p[i + 1] & 31) : UINT32_MAX;
        }
    }
}

void dana__make_word_set(const char *p, const char *end, dana__word_set *out)
{
    dana__token_reader reader;
    char plain[PLAIN_MOST + DANA__STEP];
    size_t length = write_plain(p, end, plain);

    *out = (dana__word_set){.letters_of = dana__choose_letters()};
    dana__read_tokens(&reader, p, end);
    out->count = dana__next_tokens(&reader, out->tokens, DANA__SET_TOKENS);
    for (size_t i = 0; i < out->count; i++) {
        uint8_t *first = &out->first[out->tokens[i] >> 58];

        out->next_same[i] = *first;
        *first = (uint8_t)(i + 1);
    }
    if (length != NOT_PLAIN) {
        note_letters(plain, length, out);
    } else {
        memset(out->seconds, 0xFF, sizeof(out->seconds));
    }
}
