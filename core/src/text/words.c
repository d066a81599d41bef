#include "text/words.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "html/references.h"

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

/* Characters that are deleted before words are split: ' " , : and typographic quotes. */
static bool is_deleted(uint32_t c)
{
    return c == '\'' || c == '"' || c == ',' || c == ':' || c == 0xAB || c == 0xBB ||
           (c >= 0x2018 && c <= 0x201F) || c == 0x2039 || c == 0x203A;
}

bool dana__is_cjk(uint32_t c)
{
    return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

static bool is_alphanumeric(uint32_t c)
{
    if (c < 0x80) {
        return dana__is_alphanumeric((char)c);
    }
    return u_isalnum((UChar32)c) != 0;
}

static uint32_t lower(uint32_t c)
{
    if (c < 0x80) {
        return dana__is_letter((char)c) ? c | 0x20 : c;
    }
    return (uint32_t)u_tolower((UChar32)c);
}

/* Adds the four bytes of a code point, the lowest first; those that are 0 only multiply. */
static uint64_t hash_character(uint64_t hash, uint32_t c)
{
    const uint64_t prime = dana__hash(0, 1);

    if (c < 0x80) {
        return (hash ^ c) * (prime * prime * prime * prime);
    }
    for (int shift = 0; shift < 32; shift += 8) {
        hash = dana__hash(hash, c >> shift & 0xFF);
    }
    return hash;
}

/* Takes a character of a run without spaces. Returns true where it ends a pair. */
static bool take_cjk(dana__token_reader *reader, uint32_t c, uint64_t *token)
{
    uint32_t before = reader->cjk;

    reader->cjk = c;
    reader->cjk_paired = before != 0;
    *token = hash_character(hash_character(DANA__HASH_EMPTY, before), c);
    return before != 0;
}

/* Ends a run without spaces. Returns true where it was a single character, a token of its own. */
static bool end_cjk(dana__token_reader *reader, uint64_t *token)
{
    bool single = reader->cjk != 0 && !reader->cjk_paired;

    *token = hash_character(DANA__HASH_EMPTY, reader->cjk);
    reader->cjk = 0;
    return single;
}

/* What ASCII is to words: a letter or digit by its lower case; 0: it parts words, or is not read
 * here (references); DELETED: it stands in words and does not count. */
#define DELETED 1
static const unsigned char word_bytes[128] = {
    ['\''] = DELETED, ['"'] = DELETED, [','] = DELETED, [':'] = DELETED, ['0'] = '0', ['1'] = '1',
    ['2'] = '2',      ['3'] = '3',     ['4'] = '4',     ['5'] = '5',     ['6'] = '6', ['7'] = '7',
    ['8'] = '8',      ['9'] = '9',     ['A'] = 'a',     ['B'] = 'b',     ['C'] = 'c', ['D'] = 'd',
    ['E'] = 'e',      ['F'] = 'f',     ['G'] = 'g',     ['H'] = 'h',     ['I'] = 'i', ['J'] = 'j',
    ['K'] = 'k',      ['L'] = 'l',     ['M'] = 'm',     ['N'] = 'n',     ['O'] = 'o', ['P'] = 'p',
    ['Q'] = 'q',      ['R'] = 'r',     ['S'] = 's',     ['T'] = 't',     ['U'] = 'u', ['V'] = 'v',
    ['W'] = 'w',      ['X'] = 'x',     ['Y'] = 'y',     ['Z'] = 'z',     ['a'] = 'a', ['b'] = 'b',
    ['c'] = 'c',      ['d'] = 'd',     ['e'] = 'e',     ['f'] = 'f',     ['g'] = 'g', ['h'] = 'h',
    ['i'] = 'i',      ['j'] = 'j',     ['k'] = 'k',     ['l'] = 'l',     ['m'] = 'm', ['n'] = 'n',
    ['o'] = 'o',      ['p'] = 'p',     ['q'] = 'q',     ['r'] = 'r',     ['s'] = 's', ['t'] = 't',
    ['u'] = 'u',      ['v'] = 'v',     ['w'] = 'w',     ['x'] = 'x',     ['y'] = 'y', ['z'] = 'z',
};

/* Reads ASCII up to the end of a word, or to what needs more care: another character, a reference,
 * text that was read ahead. Returns true at the word's end. */
static inline bool read_ascii(dana__token_reader *reader, uint64_t *hash, bool *inside)
{
    const char *p = reader->p;
    uint64_t so_far = *hash;
    bool ends = false;

    if (reader->held != 0 || reader->cjk != 0) {
        return false;
    }
    for (; p < reader->end && (unsigned char)*p < 0x80 && *p != '&'; p++) {
        unsigned char byte = word_bytes[(unsigned char)*p];

        if (byte > DELETED) {
            so_far = hash_character(so_far, byte);
            *inside = true;
        } else if (byte == 0 && *inside) {
            ends = true;
            break;
        }
    }
    reader->p = p;
    *hash = so_far;
    return ends;
}

bool dana__next_token(dana__token_reader *reader, uint64_t *token)
{
    uint64_t hash = DANA__HASH_EMPTY;
    uint32_t c;
    bool inside = false;

    while (!read_ascii(reader, &hash, &inside) && next_code_point(reader, &c)) {
        if (is_deleted(c)) {
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
            hash = hash_character(hash, lower(c));
            inside = true;
        }
    }
    *token = hash;
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
