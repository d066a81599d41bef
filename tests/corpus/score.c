#include "base/utf8.h"
#include "corpus.h"
#include "dana/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <unicode/uchar.h>

#define FNV_OFFSET 0xcbf29ce484222325u
#define FNV_PRIME  0x100000001b3u

typedef struct {
    uint64_t *hashes;
    size_t count;
} words;

static uint64_t hash_word(dana_view text, dana_span word)
{
    uint64_t hash = FNV_OFFSET;
    size_t length;

    for (size_t i = word.start; i < word.end; i += length) {
        UChar32 c = (UChar32)dana__utf8_decode(text.data + i, &length);

        hash = (hash ^ (uint64_t)u_tolower(c)) * FNV_PRIME;
    }
    return hash;
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

static words read_words(dana_view text)
{
    words out = {malloc((text.length + 1) * sizeof(uint64_t)), 0};
    size_t position = 0;
    dana_span word;

    while (dana_next_word(text, &position, &word)) {
        out.hashes[out.count++] = hash_word(text, word);
    }
    qsort(out.hashes, out.count, sizeof(uint64_t), compare);
    return out;
}

static size_t overlap(const words *a, const words *b)
{
    size_t common = 0;

    for (size_t i = 0, j = 0; i < a->count && j < b->count;) {
        if (a->hashes[i] == b->hashes[j]) {
            common++;
            i++;
            j++;
        } else if (a->hashes[i] < b->hashes[j]) {
            i++;
        } else {
            j++;
        }
    }
    return common;
}

double corpus_word_f1(dana_view text, dana_view gold, double *precision, double *recall)
{
    words found = read_words(text);
    words wanted = read_words(gold);
    double common = (double)overlap(&found, &wanted);
    double p = found.count > 0 ? common / (double)found.count : 0.0;
    double r = wanted.count > 0 ? common / (double)wanted.count : 0.0;

    free(found.hashes);
    free(wanted.hashes);
    if (precision != NULL) {
        *precision = p;
    }
    if (recall != NULL) {
        *recall = r;
    }
    return p + r > 0.0 ? 2.0 * p * r / (p + r) : 0.0;
}

/* Returns the next character of a text, lower-cased, a white-space run as one space; -1: end. */
static UChar32 next_folded(dana_view text, size_t *position)
{
    size_t length;
    bool space = false;

    while (*position < text.length) {
        UChar32 c = (UChar32)dana__utf8_decode(text.data + *position, &length);

        if (!u_isUWhiteSpace(c)) {
            if (space) {
                return ' ';
            }
            *position += length;
            return u_tolower(c);
        }
        space = *position > 0;
        *position += length;
    }
    return -1;
}

bool corpus_same_text(dana_view a, dana_view b)
{
    size_t i = 0;
    size_t j = 0;
    UChar32 x;
    UChar32 y;

    do {
        x = next_folded(a, &i);
        y = next_folded(b, &j);
    } while (x == y && x >= 0);
    return x == y;
}
