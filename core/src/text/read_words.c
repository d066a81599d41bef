/*
 * Words of ASCII letters are found in bit masks of up to 64 bytes; those with signs of typography
 * in or behind them byte by byte; what has other characters in it is read one by one.
 */
#include "text/read_words.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/references.h"
#include "wide/fastest.h"

#include <string.h>

#define BLOCK DANA__LETTERS_MOST

/* First bytes of the characters of three bytes among which those are that part no words. */
#define FIRST_CJK 0xE3
#define LAST_CJK  0xEF

/* The first byte of the marks and signs of Latin-1, and the lowest one from U+2000 on. */
#define FIRST_MARKS 0xC2
#define FIRST_SIGNS 0xE2

#define WORD        8

/* A piece of the text: at its end its bytes are copied, with zeros after them, so that words can be
 * read eight bytes at a time. */
typedef struct {
    const char *source;
    const char *text; /* the same bytes */
    unsigned length;
    bool last; /* the text ends with it */
    dana__letters is;
    dana__letters_of *letters_of;
    char copy[BLOCK + WORD];
} piece;

static void read_piece(const char *p, const char *end, piece *out)
{
    size_t left = (size_t)(end - p);

    out->source = p;
    out->text = p;
    out->length = left < BLOCK ? (unsigned)left : BLOCK;
    out->last = left <= BLOCK;
    if (left < sizeof(out->copy)) {
        memset(out->copy, 0, sizeof(out->copy));
        memcpy(out->copy, p, out->length);
        out->text = out->copy;
    }
    out->is = out->letters_of(out->text, out->length);
}

/* The hash of a word of ASCII letters and digits. Small letters and digits have the bit of 0x20. */
static uint64_t hash_of(const char *p, unsigned length)
{
    uint64_t hash = DANA__TOKEN_EMPTY;
    uint64_t bytes;

    for (; length > WORD; length -= WORD, p += WORD) {
        memcpy(&bytes, p, WORD);
        hash = dana__add_to_token(hash, bytes | UINT64_C(0x2020202020202020));
    }
    memcpy(&bytes, p, WORD);
    bytes = (bytes | UINT64_C(0x2020202020202020)) & (UINT64_MAX >> (64 - 8 * length));
    return dana__add_to_token(hash, bytes);
}

/* Whether a word that ends before byte `at` is over: what is deleted there does not join it to
 * another one. */
static bool is_over(const piece *in, unsigned at)
{
    uint64_t bit = UINT64_C(1) << at;

    if (((in->is.deleted | in->is.special) & bit) == 0) {
        return true;
    }
    uint64_t joined = in->is.letters | in->is.deleted | in->is.special;
    bool inside = at + 1 < in->length;

    return (in->is.special & bit) == 0 && (inside ? (joined & bit << 1) == 0 : in->last);
}

/* What has to be read one by one among bytes right behind words (`ends`) and `special` ones: what
 * may join a word to another, as is_over tells, for all of a piece at once. */
static uint64_t stops_of(const piece *in, uint64_t ends, uint64_t special)
{
    uint64_t next_joined = (in->is.letters | in->is.deleted | in->is.special) >> 1 |
                           (in->last ? 0 : UINT64_C(1) << (BLOCK - 1));

    return special | (ends & in->is.deleted & next_joined);
}

/* Reads words as read_plain does, while they are over inside the piece. *all: nothing else is to be
 * read of it, but a word that goes on behind it, at which *at is. */
static size_t read_ended(const piece *in, uint64_t *tokens, size_t room, unsigned *at, bool *all)
{
    uint64_t letters = *at < BLOCK ? in->is.letters >> *at << *at : 0;
    uint64_t special = *at < BLOCK ? in->is.special >> *at << *at : 0;
    uint64_t starts = letters & ~(letters << 1);
    uint64_t ends = ~letters & letters << 1;
    uint64_t stops = stops_of(in, ends, special);
    size_t count = 0;

    ends &= ~stops & (stops - 1); /* all where there is no stop: 0 - 1 has all bits */
    for (; ends != 0 && count < room; starts &= starts - 1, ends &= ends - 1) {
        unsigned start = (unsigned)__builtin_ctzll(starts);

        *at = (unsigned)__builtin_ctzll(ends);
        tokens[count++] = hash_of(in->text + start, *at - start);
    }
    *all = stops == 0 && ends == 0 && (starts == 0 || !in->last);
    if (*all) {
        *at = starts != 0 ? (unsigned)__builtin_ctzll(starts) : in->length;
    }
    return count;
}

/*
 * Reads words of a piece from byte *at on. Returns their number, and sets *at to where reading goes
 * on: its length, or the beginning of what cannot be read here: *cut tells whether because the
 * piece ends in it.
 */
static size_t read_plain(const piece *in, uint64_t *tokens, size_t room, unsigned *at, bool *cut)
{
    size_t count = read_ended(in, tokens, room, at, cut);

    while (!*cut && count < room) {
        uint64_t marked = *at < BLOCK ? (in->is.letters | in->is.special) >> *at << *at : 0;
        unsigned start = marked != 0 ? (unsigned)__builtin_ctzll(marked) : in->length;

        *at = start;
        if (start >= in->length || (in->is.special >> start & 1) != 0) {
            *cut = start >= in->length;
            return count;
        }
        uint64_t after = ~in->is.letters >> start;
        unsigned end = after != 0 ? start + (unsigned)__builtin_ctzll(after) : BLOCK;

        if (end >= in->length ? !in->last : !is_over(in, end)) {
            *cut = end >= in->length;
            return count;
        }
        *at = end < in->length ? end : in->length;
        tokens[count++] = hash_of(in->text + start, *at - start);
    }
    return count;
}

/* Whether nothing of what was read before belongs to what comes. A separator that is held does not
 * count. */
static bool is_free(const dana__token_reader *reader)
{
    return reader->cjk == 0 && reader->held < 0x80 && !dana__is_alphanumeric((char)reader->held);
}

/* Bytes of a character at p that is no letter: ASCII, a reference to one, or what stands beside
 * letters of Latin, as typographic quotes, dashes, spaces and pictures do. 0: it is to be read
 * otherwise. *deleted: it does not part words. */
static size_t sign_length(const char *p, const char *end, bool *deleted)
{
    unsigned char lead = (unsigned char)*p;
    size_t length = 1;
    uint32_t c[2] = {lead, 0};

    if (lead < 0x80 && lead != '&') {
        *deleted = dana__is_deleted(lead);
        return 1;
    }
    if (lead == '&') {
        length = dana__read_reference(p, end, c);
    } else if (lead == FIRST_MARKS || lead >= FIRST_SIGNS) {
        c[0] = dana__utf8_decode(p, &length);
    } else {
        return 0;
    }
    *deleted = dana__is_deleted(c[0]);
    return c[1] != 0 || dana__is_cjk(c[0]) || dana__is_of_word(c[0]) ? 0 : length;
}

/* Reads a word of ASCII letters, with the signs before, inside and right behind it. Returns whether
 * there is one; else signs alone are read where nothing follows them, or nothing. */
static bool read_signed(dana__token_reader *reader, uint64_t *token)
{
    const char *p = reader->p;
    uint64_t hash = DANA__TOKEN_EMPTY;
    uint64_t waiting = 0;
    unsigned letters = 0;

    while (p < reader->end) {
        if (dana__is_alphanumeric(*p)) {
            if (letters > 0 && letters % WORD == 0) {
                hash = dana__add_to_token(hash, waiting);
                waiting = 0;
            }
            waiting |= (uint64_t)((unsigned char)*p++ | 0x20u) << 8 * (letters++ % WORD);
            continue;
        }
        bool deleted = false;
        size_t length = sign_length(p, reader->end, &deleted);

        if (length == 0) {
            return false;
        }
        if (letters > 0 && !deleted) {
            break;
        }
        p += length;
    }
    *token = dana__add_to_token(hash, waiting);
    reader->p = p;
    reader->held = 0;
    return letters > 0;
}

/* Reads words from the piece at hand, or the one that begins where reading is. Returns their
 * number; *more: words may follow that can be read so. */
static size_t read_ascii(dana__token_reader *reader, piece *in, uint64_t *tokens, size_t room,
                         bool *more)
{
    bool known = in->source != NULL && reader->p < in->source + in->length;
    unsigned at = known ? (unsigned)(reader->p - in->source) : 0;
    bool cut;

    if (!known) {
        read_piece(reader->p, reader->end, in);
    }
    size_t count = read_plain(in, tokens, room, &at, &cut);

    reader->p = in->source + at;
    reader->held = 0;
    /* The rest of a piece that ends in a word begins the next one, unless that was all of it. */
    *more = cut && (known || at > 0);
    if (cut) {
        in->source = NULL;
    }
    return count;
}

/* Reads pairs of characters of a script that parts no words. Returns their number. */
static size_t read_pairs(dana__token_reader *reader, uint64_t *tokens, size_t room)
{
    size_t count = 0;

    while (count < room && reader->held == 0 && reader->end - reader->p >= 3 &&
           (unsigned char)(*reader->p - FIRST_CJK) <= LAST_CJK - FIRST_CJK) {
        size_t length;
        uint32_t c = dana__utf8_decode(reader->p, &length);

        if (!dana__is_cjk(c)) {
            break;
        }
        if (reader->cjk != 0) {
            tokens[count++] = dana__pair_token(reader->cjk, c);
        }
        reader->cjk_paired = reader->cjk != 0;
        reader->cjk = c;
        reader->p += length;
    }
    return count;
}

/* Whether all is read: nothing waits either. */
static bool is_done(const dana__token_reader *reader)
{
    return reader->p >= reader->end && reader->held == 0 && reader->cjk == 0;
}

size_t dana__next_tokens(dana__token_reader *reader, uint64_t *tokens, size_t room)
{
    size_t count = 0;
    bool more = false;
    piece in;

    in.source = NULL;
    in.letters_of = dana__choose_letters();
    while (count < room) {
        bool free = is_free(reader);

        if (free && reader->p < reader->end && (*reader->p & 0x80) == 0) {
            count += read_ascii(reader, &in, tokens + count, room - count, &more);
            if (more) {
                continue;
            }
        }
        if (free && count < room && read_signed(reader, &tokens[count])) {
            count++;
            continue;
        }
        count += read_pairs(reader, tokens + count, room - count);
        if (count == room || is_done(reader) || !dana__next_token(reader, &tokens[count])) {
            break;
        }
        count++;
    }
    return count;
}
