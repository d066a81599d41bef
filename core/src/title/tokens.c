#include "title/tokens.h"

#include "base/utf8.h"
#include "page/references.h"

#include <unicode/uchar.h>

#define FNV_OFFSET 0xcbf29ce484222325u
#define FNV_PRIME  0x100000001b3u

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

/* Scripts written without spaces: Han, Hiragana, Katakana. */
static bool is_cjk(uint32_t c)
{
    return (c >= 0x3040 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x3FFFF);
}

static bool is_alphanumeric(uint32_t c)
{
    if (c < 0x80) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
    return u_isalnum((UChar32)c) != 0;
}

static uint32_t lower(uint32_t c)
{
    if (c < 0x80) {
        return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    }
    return (uint32_t)u_tolower((UChar32)c);
}

static uint64_t hash_character(uint64_t hash, uint32_t c)
{
    for (int shift = 0; shift < 32; shift += 8) {
        hash = (hash ^ (c >> shift & 0xFF)) * FNV_PRIME;
    }
    return hash;
}

/* Takes a character of a run without spaces. Returns true where it ends a pair. */
static bool take_cjk(dana__token_reader *reader, uint32_t c, uint64_t *token)
{
    uint32_t before = reader->cjk;

    reader->cjk = c;
    reader->cjk_paired = before != 0;
    *token = hash_character(hash_character(FNV_OFFSET, before), c);
    return before != 0;
}

/* Ends a run without spaces. Returns true where it was a single character, a token of its own. */
static bool end_cjk(dana__token_reader *reader, uint64_t *token)
{
    bool single = reader->cjk != 0 && !reader->cjk_paired;

    *token = hash_character(FNV_OFFSET, reader->cjk);
    reader->cjk = 0;
    return single;
}

bool dana__next_token(dana__token_reader *reader, uint64_t *token)
{
    uint64_t hash = FNV_OFFSET;
    uint32_t c;
    bool inside = false;

    while (next_code_point(reader, &c)) {
        if (is_deleted(c)) {
            continue;
        }
        bool cjk = is_cjk(c);

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

void dana__sort_tokens(uint64_t *values, size_t count)
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
