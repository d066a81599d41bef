#include "text/words.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/references.h"

#include <stdlib.h>
#include <unicode/uchar.h>

/* Ranges sorted by insertion. */
#define INSERTION_COUNT 16
/* Ranges that wait: two for each halving of what a size_t counts. */
#define RANGES_MAX 66

void dana__read_tokens(dana__token_reader *reader, const char *p, const char *end)
{
    *reader = (dana__token_reader){.p = p, .end = end};
}

static bool next_code_point(dana__token_reader *reader, uint32_t *c)
{
    size_t length = 0;
    uint32_t code_points[2];

    if (reader->held != 0) {
        *c = reader->held;
        reader->held = 0;
        return true;
    }
    if (reader->p >= reader->end) {
        return false;
    }
    if (*reader->p == '&') {
        length = dana__read_reference(reader->p, reader->end, code_points);
    }
    if (length > 0) {
        *c = code_points[0];
        reader->held = code_points[1];
    } else {
        *c = dana__utf8_decode(reader->p, &length);
    }
    reader->p += length;
    return true;
}

bool dana__is_deleted(uint32_t c)
{
    return c == '\'' || c == '"' || c == ',' || c == ':' || c == 0xAB || c == 0xBB ||
           (c >= 0x2018 && c <= 0x201F) || c == 0x2039 || c == 0x203A;
}

bool dana__is_cjk(uint32_t c)
{
    return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

/* Scripts whose words are parted by spaces and have vowels as signs: Devanagari to Sinhala. */
#define FIRST_SIGNED 0x900
#define LAST_SIGNED  0xDFF

bool dana__is_of_word(uint32_t c)
{
    return u_isalnum((UChar32)c) != 0 || (c >= FIRST_SIGNED && c <= LAST_SIGNED &&
                                          (U_GET_GC_MASK((UChar32)c) & U_GC_M_MASK) != 0);
}

static bool is_alphanumeric(uint32_t c)
{
    return c < 0x80 ? dana__is_alphanumeric((char)c) : dana__is_of_word(c);
}

/* Hebrew to Myanmar, most of East Asia: no letter there has a case. */
static bool is_caseless(uint32_t c)
{
    return (c >= 0x590 && c < 0x10A0) || (c >= 0x2E80 && c < 0xA640) || (c >= 0xAC00 && c < 0xFB00);
}

static uint32_t lower(uint32_t c)
{
    if (c < 0x80) {
        return dana__is_letter((char)c) ? c | 0x20 : c;
    }
    return is_caseless(c) ? c : (uint32_t)u_tolower((UChar32)c);
}

/* Small letters of much text: of Latin with marks, Greek, Cyrillic, and of Hebrew and Arabic, which
 * have no others. */
static bool is_small_letter(uint32_t c)
{
    return (c >= 0x430 && c <= 0x45F) || (c >= 0x620 && c <= 0x64A) || (c >= 0x5D0 && c <= 0x5EA) ||
           (c >= 0xDF && c <= 0xFF && c != 0xF7) || (c >= 0x3AC && c <= 0x3CE);
}

/* A token being hashed: its characters in UTF-8, eight bytes at a time. */
typedef struct {
    uint64_t hash;
    uint64_t waiting;
    unsigned bits; /* that wait */
} hasher;

/* Adds bytes, the first one lowest. */
static inline void add_bytes(hasher *h, uint32_t bytes, unsigned width)
{
    h->waiting |= (uint64_t)bytes << h->bits;
    if (h->bits + width >= 64) {
        h->hash = dana__add_to_token(h->hash, h->waiting);
        h->waiting = (uint64_t)bytes >> (64 - h->bits);
    }
    h->bits = (h->bits + width) % 64;
}

static void add_character(hasher *h, uint32_t c)
{
    unsigned char encoded[4] = {0};
    size_t length = dana__utf8_encode(c, (char *)encoded);

    add_bytes(h,
              encoded[0] | (uint32_t)encoded[1] << 8 | (uint32_t)encoded[2] << 16 |
                  (uint32_t)encoded[3] << 24,
              8 * (unsigned)length);
}

static uint64_t finish_token(const hasher *h)
{
    return h->bits > 0 ? dana__add_to_token(h->hash, h->waiting) : h->hash;
}

/* A character that is part of a pair: no character has this bit. */
#define OF_PAIR UINT32_C(0x80000000)

uint64_t dana__pair_token(uint32_t first, uint32_t second)
{
    uint64_t pair = first | OF_PAIR | (uint64_t)(second != 0 ? second | OF_PAIR : 0) << 32;

    return dana__add_to_token(DANA__TOKEN_EMPTY, pair);
}

/* Takes a character of a run without spaces. Returns true where it ends a pair. */
static bool take_cjk(dana__token_reader *reader, uint32_t c, uint64_t *token)
{
    uint32_t before = reader->cjk;

    reader->cjk = c;
    reader->cjk_paired = before != 0;
    if (before != 0) {
        *token = dana__pair_token(before, c);
    }
    return before != 0;
}

/* Ends a run without spaces. Returns true where it was a single character, a token of its own. */
static bool end_cjk(dana__token_reader *reader, uint64_t *token)
{
    bool single = reader->cjk != 0 && !reader->cjk_paired;

    if (single) {
        *token = dana__pair_token(reader->cjk, 0);
    }
    reader->cjk = 0;
    return single;
}

/* Hangul's syllables: all are letters, and words are parted. */
#define FIRST_HANGUL 0xAC00
#define LAST_HANGUL  0xD7A3

/* Adds a letter or digit of two or three bytes, of a script that parts words: below U+2000, where
 * no letter is deleted. Returns its bytes, 0 where there is none. */
static size_t add_wide_letter(hasher *h, const char *p)
{
    unsigned char lead = (unsigned char)*p;
    size_t length;

    if (lead >= 0xE2 && (lead < 0xEA || lead > 0xED)) {
        return 0;
    }
    uint32_t c = dana__utf8_decode(p, &length);

    if (is_small_letter(c)) {
        add_bytes(h, lead | (uint32_t)(unsigned char)p[1] << 8, 16);
        return 2;
    }
    if (c >= 0x2000 && (c < FIRST_HANGUL || c > LAST_HANGUL)) {
        return 0;
    }
    if (!dana__is_of_word(c)) {
        return 0;
    }
    add_character(h, lower(c));
    return length;
}

/* Adds the letters and digits that follow: most of most words, without a look at each rule. */
static void add_letters(dana__token_reader *reader, hasher *h)
{
    const char *p = reader->p;

    while (reader->held == 0 && p < reader->end) {
        size_t length = 1;

        if ((*p & 0x80) != 0) {
            length = add_wide_letter(h, p);
        } else if (dana__is_alphanumeric(*p)) {
            add_bytes(h, (unsigned char)*p | 0x20u, 8);
        } else {
            break;
        }
        if (length == 0) {
            break;
        }
        p += length;
    }
    reader->p = p;
}

bool dana__next_token(dana__token_reader *reader, uint64_t *token)
{
    hasher h = {.hash = DANA__TOKEN_EMPTY};
    uint32_t c;
    bool inside = false;

    while (next_code_point(reader, &c)) {
        if (dana__is_deleted(c)) {
            continue;
        }
        bool cjk = dana__is_cjk(c);

        if (inside && (cjk || !is_alphanumeric(c))) {
            reader->held = c;
            break;
        }
        if (cjk) {
            if (take_cjk(reader, c, token)) {
                return true;
            }
            continue;
        }
        if (reader->cjk != 0 && end_cjk(reader, token)) {
            reader->held = c;
            return true;
        }
        if (is_alphanumeric(c)) {
            add_character(&h, lower(c));
            add_letters(reader, &h);
            inside = true;
        }
    }
    if (inside) {
        *token = finish_token(&h);
    }
    return inside || (reader->cjk != 0 && end_cjk(reader, token));
}

static void sift_down(uint64_t *values, size_t root, size_t count)
{
    uint64_t value = values[root];

    for (size_t child = 2 * root + 1; child < count; child = 2 * root + 1) {
        if (child + 1 < count && values[child + 1] > values[child]) {
            child++;
        }
        if (values[child] <= value) {
            break;
        }
        values[root] = values[child];
        root = child;
    }
    values[root] = value;
}

static void heap_sort(uint64_t *values, size_t count)
{
    for (size_t i = count / 2; i > 0; i--) {
        sift_down(values, i - 1, count);
    }
    for (size_t last = count; last > 1; last--) {
        uint64_t top = values[0];

        values[0] = values[last - 1];
        values[last - 1] = top;
        sift_down(values, 0, last - 1);
    }
}

static void insertion_sort(uint64_t *values, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        uint64_t value = values[i];
        size_t at = i;

        for (; at > 0 && values[at - 1] > value; at--) {
            values[at] = values[at - 1];
        }
        values[at] = value;
    }
}

static uint64_t median(uint64_t a, uint64_t b, uint64_t c)
{
    if (a > b) {
        uint64_t swapped = a;

        a = b;
        b = swapped;
    }
    return c < a ? a : c > b ? b : c;
}

/* Sorts values into those below a pivot, those equal to it and those above; words repeat a lot. */
static void partition(uint64_t *values, size_t count, size_t *equal, size_t *above)
{
    uint64_t pivot = median(values[0], values[count / 2], values[count - 1]);
    size_t low = 0;
    size_t high = count;

    for (size_t i = 0; i < high;) {
        uint64_t value = values[i];

        if (value < pivot) {
            values[i++] = values[low];
            values[low++] = value;
        } else if (value > pivot) {
            values[i] = values[--high];
            values[high] = value;
        } else {
            i++;
        }
    }
    *equal = low;
    *above = high;
}

/* A range still to be sorted, and how often it may be split before its pivots count as bad. */
typedef struct {
    uint64_t *values;
    size_t count;
    unsigned splits_left;
} range;

/* Twice the splits that halve a range down to one: beyond them heap sort takes over. */
static unsigned splits_of(size_t count)
{
    unsigned splits = 0;

    for (; count > 1; count /= 2) {
        splits += 2;
    }
    return splits;
}

void dana__sort_tokens(uint64_t *values, size_t count)
{
    range stack[RANGES_MAX];
    size_t depth = 0;

    stack[depth++] = (range){values, count, splits_of(count)};
    while (depth > 0) {
        range r = stack[--depth];
        size_t equal;
        size_t above;

        if (r.count <= INSERTION_COUNT) {
            insertion_sort(r.values, r.count);
            continue;
        }
        if (r.splits_left == 0) {
            heap_sort(r.values, r.count);
            continue;
        }
        partition(r.values, r.count, &equal, &above);
        range below_it = {r.values, equal, r.splits_left - 1};
        range above_it = {r.values + above, r.count - above, r.splits_left - 1};
        bool smaller = below_it.count < above_it.count;

        /* The smaller one on top: the stack stays as deep as a logarithm. */
        stack[depth++] = smaller ? above_it : below_it;
        stack[depth++] = smaller ? below_it : above_it;
    }
}

static int compare_values(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

const uint64_t *dana__find_token(const uint64_t *values, size_t count, uint64_t value)
{
    return bsearch(&value, values, count, sizeof(*values), compare_values);
}
