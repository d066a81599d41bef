/*
 * Trains the weights of MSS on pages with gold text and writes the table to stdout:
 *   CORPORA=<folder> train_mss wcxb-dev ar-mulham > core/src/extractors/lines/mss_table.inc
 *
 * A word of a page is content where three words in a row that hold it are in the gold text; a tag
 * is content between two such words. Counts of each feature among content and other tokens give its
 * naive Bayes weight; the most telling features are kept. Sets must allow what is made of them.
 */
#include "common.h"
#include "corpus.h"

#include "dana/text.h"
#include "extractors/lines/mss.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SLOTS      ((size_t)1 << 24)
#define KEPT       4096
#define LEAST      30
#define UNIT       16.0
#define GRAM       3
#define WEIGHT_MAX 127.0

/* Counts of a feature: among other tokens, among content. */
typedef struct {
    uint32_t feature;
    uint32_t counts[2];
} slot;

typedef struct {
    slot *slots;
    size_t used;
    double totals[2];
    size_t pages;
} training;

typedef struct {
    dana__mss_token *list;
    uint8_t *content;
    size_t count;
    size_t room;
} tokens;

static void count_feature(training *t, uint32_t feature, uint8_t content)
{
    size_t i = feature * 2654435761u % SLOTS;

    while (t->slots[i].counts[0] + t->slots[i].counts[1] > 0 && t->slots[i].feature != feature) {
        i = (i + 1) % SLOTS;
    }
    if (t->slots[i].counts[0] + t->slots[i].counts[1] == 0) {
        if (t->used > SLOTS / 8 * 7) {
            return;
        }
        t->used++;
        t->slots[i].feature = feature;
    }
    t->slots[i].counts[content]++;
}

static void read_tokens(dana_page *page, tokens *out)
{
    dana__mss_reader reader;
    dana__mss_token token;

    out->count = 0;
    dana__mss_start(&reader, page, &(dana_error){DANA_OK});
    while (dana__mss_next(&reader, &token)) {
        if (out->count == out->room) {
            out->room = out->room * 2 + 1024;
            out->list = realloc(out->list, out->room * sizeof(*out->list));
            out->content = realloc(out->content, out->room);
        }
        out->content[out->count] = 0;
        out->list[out->count++] = token;
    }
}

static uint64_t gram_of(const tokens *t, const size_t at[GRAM])
{
    uint64_t hash = 0;

    for (size_t i = 0; i < GRAM; i++) {
        hash = (hash ^ t->list[at[i]].self) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* Calls `use` with each run of three words. */
typedef void use_gram(tokens *t, const size_t at[GRAM], void *arg);

static void each_gram(tokens *t, use_gram *use, void *arg)
{
    size_t at[GRAM];
    size_t words = 0;

    for (size_t i = 0; i < t->count; i++) {
        if (!t->list[i].is_word) {
            continue;
        }
        memmove(at, at + 1, sizeof(at) - sizeof(at[0]));
        at[GRAM - 1] = i;
        if (++words >= GRAM) {
            use(t, at, arg);
        }
    }
}

typedef struct {
    uint64_t *list;
    size_t count;
} grams;

static void keep_gram(tokens *t, const size_t at[GRAM], void *arg)
{
    grams *g = arg;

    g->list[g->count++] = gram_of(t, at);
}

static void label_gram(tokens *t, const size_t at[GRAM], void *arg)
{
    grams *g = arg;
    uint64_t gram = gram_of(t, at);

    if (bsearch(&gram, g->list, g->count, sizeof(gram), compare_uint64) != NULL) {
        for (size_t i = 0; i < GRAM; i++) {
            t->content[at[i]] = 1;
        }
    }
}

/* Tags between two words of the content are content. */
static void label_tags(tokens *t)
{
    size_t last = SIZE_MAX;

    for (size_t i = 0; i < t->count; i++) {
        if (!t->list[i].is_word) {
            continue;
        }
        for (size_t j = last + 1; last != SIZE_MAX && j < i; j++) {
            t->content[j] = t->content[last] && t->content[i];
        }
        last = i;
    }
}

static bool train_page(const corpus_page *page, void *arg)
{
    static tokens words;
    static tokens gold;
    training *t = arg;
    dana_page *opened;
    dana_page *gold_page;
    grams g = {NULL, 0};

    if (page->gold == NULL ||
        dana_page_open(page->html, page->html_length, 0, NULL, &opened, NULL) != DANA_OK) {
        return true;
    }
    if (dana_page_open(page->gold, page->gold_length, 0, NULL, &gold_page, NULL) == DANA_OK) {
        read_tokens(opened, &words);
        read_tokens(gold_page, &gold);
        g.list = malloc((gold.count + 1) * sizeof(*g.list));
        each_gram(&gold, keep_gram, &g);
        qsort(g.list, g.count, sizeof(*g.list), compare_uint64);
        each_gram(&words, label_gram, &g);
        label_tags(&words);
        for (size_t i = 0; i < words.count; i++) {
            t->totals[words.content[i]] += 1.0;
            count_feature(t, words.list[i].trigram, words.content[i]);
            count_feature(t, words.list[i].parent, words.content[i]);
        }
        t->pages++;
        free(g.list);
    }
    dana_page_close(gold_page);
    dana_page_close(opened);
    return true;
}

/* The logarithm of P(feature | content) / P(feature | other), one added to each count. */
static double weight_of(const training *t, const slot *s)
{
    double content = (s->counts[1] + 1.0) / (t->totals[1] + 2.0);
    double other = (s->counts[0] + 1.0) / (t->totals[0] + 2.0);

    return fmax(-WEIGHT_MAX, fmin(WEIGHT_MAX, round(UNIT * log(content / other))));
}

static double worth_of(const training *t, const slot *s)
{
    uint32_t count = s->counts[0] + s->counts[1];

    return count >= LEAST ? count * fabs(weight_of(t, s)) : 0.0;
}

static const training *sorted_by;

static int compare_worth(const void *a, const void *b)
{
    double x = worth_of(sorted_by, a);
    double y = worth_of(sorted_by, b);

    if (x != y) {
        return x < y ? 1 : -1;
    }
    return ((const slot *)a)->feature < ((const slot *)b)->feature ? -1 : 1;
}

static int compare_features(const void *a, const void *b)
{
    return ((const slot *)a)->feature < ((const slot *)b)->feature ? -1 : 1;
}

static void write_table(training *t, int argc, char **argv)
{
    size_t count = 0;

    for (size_t i = 0; i < SLOTS; i++) {
        if (worth_of(t, &t->slots[i]) > 0.0) {
            t->slots[count++] = t->slots[i];
        }
    }
    sorted_by = t;
    qsort(t->slots, count, sizeof(*t->slots), compare_worth);
    count = count < KEPT ? count : KEPT;
    qsort(t->slots, count, sizeof(*t->slots), compare_features);
    printf("/*\n * Generated by tests/corpus/train_mss.c");
    for (int i = 1; i < argc; i++) {
        printf(" %s", argv[i]);
    }
    printf("; do not edit.\n * Weights of MSS, from %zu pages.", t->pages);
    printf("\n * Derived from WCXB (Foley 2026; wcxb-dev) and from Mulham's blog (mulham.github.io;"
           "\n * ar-mulham), both under CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/),"
           "\n * changed: counts of hashed features are left, no text. Weights and the prior are"
           "\n * log odds in sixteenths. */\n\n/* clang-format off */\n");
    printf("#define PRIOR (%.0f)\n\nstatic const dana__mss_weight weights[] = {\n",
           round(UNIT * log(t->totals[1] / t->totals[0])));
    for (size_t i = 0; i < count; i++) {
        printf("%s{%u, %.0f},%s", i % 5 == 0 ? "    " : " ", t->slots[i].feature,
               weight_of(t, &t->slots[i]), i % 5 == 4 || i + 1 == count ? "\n" : "");
    }
    printf("};\n/* clang-format on */\n");
}

int main(int argc, char **argv)
{
    static training t;
    const char *folder = getenv("CORPORA");

    t.slots = calloc(SLOTS, sizeof(*t.slots));
    if (folder == NULL || argc < 2 || t.slots == NULL) {
        fprintf(stderr, "usage: CORPORA=<folder> train_mss SET...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        if (corpus_each(folder, argv[i], train_page, &t) < 0) {
            return 1;
        }
    }
    write_table(&t, argc, argv);
    free(t.slots);
    return 0;
}
