/*
 * Similarity (thesis 7.2.3): the texts of the main content are like one another.
 *
 * Each block's term vector is compared with the sum of all other blocks' vectors by the cosine.
 * With a weight w of each term, b the block's vector and p the page's, the dot product is b . (p -
 * b) and |p - b| is from |p|, b . p and |b|, so that a page is read twice and no pair of blocks is
 * compared.
 */
#include "base/ascii.h"
#include "page/ops.h"
#include "page/page.h"
#include "terms/term_vectors.h"
#include "terms/terms.h"
#include "text/span_builder.h"

#include <math.h>

enum { WEIGHT, LEAST };
enum { WEIGHT_TF, WEIGHT_TF_IDF };

#define POLL_BLOCKS 1024

static const char *const weight_choices[] = {"tf", "tf-idf", NULL};

static const dana_param similarity_params[] = {
    [WEIGHT] = {.name = "weight",
                .type = DANA_PARAM_CHOICE,
                .choices = weight_choices,
                .default_value = WEIGHT_TF,
                .unit = "",
                .doc = "Weight of a term: how often it occurs, or that times the logarithm of "
                       "blocks by blocks that hold it."},
    [LEAST] = {.name = "least",
               .type = DANA_PARAM_INTEGER,
               .minimum = 0,
               .maximum = 100,
               .default_value = 25,
               .unit = "%",
               .doc = "Least similarity of content to the rest of the page, as a share of the "
                      "greatest one."},
};

/* A block: text units without a border of blocks between them. */
typedef struct {
    size_t unit;
    size_t unit_end;
    double similarity;
} block;

typedef struct {
    dana_page *page;
    const dana_scan *scan;
    dana_error *err;
    dana__term_rules rules;
    bool uses_idf;
    dana_buffer blocks;
    dana_buffer tokens;      /* of the block at hand, reused */
    dana_buffer frequencies; /* of the block at hand, reused */
    dana__term_vector sums;  /* of the page */
    uint32_t *holders;       /* per term of the page: the blocks that hold it */
    double square;           /* |p|, squared */
} block_list;

static dana_status collect_blocks(block_list *b)
{
    const dana_unit *units = b->scan->units;

    for (size_t i = 0; i < b->scan->unit_count;) {
        block next = {.unit = i};

        do {
            i++;
        } while (i < b->scan->unit_count && !units[i].break_before);
        next.unit_end = i;
        if (dana_buffer_append(b->page->arena, &b->blocks, &next, 1, b->err) != DANA_OK) {
            return b->err->status;
        }
    }
    return DANA_OK;
}

/* Adds the terms of units to a buffer. */
static dana_status add_terms(block_list *b, size_t unit, size_t unit_end, dana_buffer *tokens)
{
    for (; unit < unit_end; unit++) {
        const dana_unit *u = &b->scan->units[unit];
        const char *start = b->page->source.data + u->start;
        dana__term_reader reader;
        uint64_t term;

        dana__read_terms(&reader, &b->rules, start, start + u->length);
        while (dana__next_term(&reader, &term)) {
            if (dana_buffer_append(b->page->arena, tokens, &term, 1, b->err) != DANA_OK) {
                return b->err->status;
            }
        }
    }
    return DANA_OK;
}

/* The vector of a block, over buffers that are reused. */
static dana_status block_vector(block_list *b, const block *of, dana__term_vector *vector)
{
    b->tokens.length = 0;
    b->frequencies.length = 0;
    dana_status status = add_terms(b, of->unit, of->unit_end, &b->tokens);

    if (status == DANA_OK) {
        status = dana_buffer_reserve(b->page->arena, &b->frequencies, b->tokens.length, b->err);
    }
    if (status == DANA_OK) {
        *vector = dana__make_term_vector(b->tokens.data, b->tokens.length, b->frequencies.data);
    }
    return status;
}

static dana_status sum_page(block_list *b)
{
    dana_buffer all;
    dana_buffer counts;

    dana_buffer_init(&all, sizeof(uint64_t));
    dana_buffer_init(&counts, sizeof(uint32_t));
    dana_status status = add_terms(b, 0, b->scan->unit_count, &all);

    if (status == DANA_OK) {
        status = dana_buffer_reserve(b->page->arena, &counts, all.length, b->err);
    }
    if (status != DANA_OK) {
        return status;
    }
    b->sums = dana__make_term_vector(all.data, all.length, counts.data);
    b->holders = dana_arena_zeroed(b->page->arena, b->sums.count, sizeof(*b->holders), b->err);
    return b->holders != NULL ? DANA_OK : b->err->status;
}

/* A pass over the blocks. */
typedef void visit(block_list *b, block *at, const dana__term_vector *vector);

static dana_status each_block(block_list *b, visit *visitor)
{
    block *blocks = b->blocks.data;
    dana__term_vector vector;

    for (size_t i = 0; i < b->blocks.length; i++) {
        if (i % POLL_BLOCKS == 0 && dana__poll(b->page, b->err) != DANA_OK) {
            return b->err->status;
        }
        if (block_vector(b, &blocks[i], &vector) != DANA_OK) {
            return b->err->status;
        }
        visitor(b, &blocks[i], &vector);
    }
    return DANA_OK;
}

static void count_holders(block_list *b, block *at, const dana__term_vector *vector)
{
    (void)at;
    for (size_t i = 0; i < vector->count; i++) {
        b->holders[dana__find_term(&b->sums, vector->tokens[i])]++;
    }
}

/* The weight of a term of the page: 1, or idf = log(N / df). */
static double weight_of(const block_list *b, size_t term)
{
    return b->uses_idf ? log((double)b->blocks.length / b->holders[term]) : 1.0;
}

/* |p|, squared. */
static double page_square(const block_list *b)
{
    double square = 0.0;

    for (size_t i = 0; i < b->sums.count; i++) {
        double value = b->sums.frequencies[i] * weight_of(b, i);

        square += value * value;
    }
    return square;
}

/* The cosine of a block's vector and that of all others. */
static double cosine_to_rest(const block_list *b, const dana__term_vector *vector)
{
    double dot = 0.0;
    double own = 0.0;

    for (size_t i = 0; i < vector->count; i++) {
        size_t term = dana__find_term(&b->sums, vector->tokens[i]);
        double weight = weight_of(b, term);
        double value = vector->frequencies[i] * weight;

        dot += value * b->sums.frequencies[term] * weight;
        own += value * value;
    }
    double rest = b->square - 2.0 * dot + own;

    return own > 0.0 && rest > 0.0 ? fmax(0.0, dot - own) / sqrt(own * rest) : 0.0;
}

static void compare(block_list *b, block *at, const dana__term_vector *vector)
{
    at->similarity = cosine_to_rest(b, vector);
}

/* Selects the blocks that are similar enough. */
static dana_status select_similar(block_list *b, int least, dana_selection *out)
{
    const block *blocks = b->blocks.data;
    const char *source = b->page->source.data;
    double greatest = 0.0;
    dana__spans spans;

    for (size_t i = 0; i < b->blocks.length; i++) {
        greatest = fmax(greatest, blocks[i].similarity);
    }
    dana__spans_start(&spans, b->page, b->err);
    for (size_t i = 0; i < b->blocks.length; i++) {
        const dana_unit *first = &b->scan->units[blocks[i].unit];
        const dana_unit *last = &b->scan->units[blocks[i].unit_end - 1];

        if (blocks[i].similarity <= 0.0 || blocks[i].similarity * 100.0 < greatest * least) {
            dana__spans_skip(&spans);
        } else if (dana__spans_add(&spans, source + first->start,
                                   source + last->start + last->length) != DANA_OK) {
            return b->err->status;
        }
    }
    *out = dana__spans_finish(&spans);
    return DANA_OK;
}

static dana_status extract_similarity(dana_page *page, dana_result *result, dana_error *err)
{
    block_list b = {.page = page,
                    .scan = result->scan,
                    .err = err,
                    .rules = {.stems = true},
                    .uses_idf = result->params.values[WEIGHT] == WEIGHT_TF_IDF};
    dana_status status = dana__make_stop_words(page->arena, &b.rules.stop_words, err);

    dana__share_profile(result);
    dana_buffer_init(&b.blocks, sizeof(block));
    dana_buffer_init(&b.tokens, sizeof(uint64_t));
    dana_buffer_init(&b.frequencies, sizeof(uint32_t));
    if (status == DANA_OK) {
        status = collect_blocks(&b);
    }
    if (status == DANA_OK) {
        status = sum_page(&b);
    }
    if (status == DANA_OK && b.uses_idf) {
        status = each_block(&b, count_holders);
    }
    if (status == DANA_OK) {
        b.square = page_square(&b);
        status = each_block(&b, compare);
    }
    return status == DANA_OK ? select_similar(&b, result->params.values[LEAST], &result->selection)
                             : status;
}

static const struct dana_algorithm_ops similarity_ops = {.scan_options = dana__default_scan,
                                                         .extract = extract_similarity};

const dana_algorithm dana__similarity = {
    .id = "similarity",
    .title = "Similarity",
    .citation = "Mohammadzadeh: Improving Retrieval Accuracy in Main Content Extraction from "
                "HTML Web Documents, Leipzig 2013, 7.2.3",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes =
        "The thesis names the parts: no stop words, stems, a cosine under tf or tf-idf. Chosen: "
        "the texts are blocks, each is compared with all others together, and those that are "
        "at least a quarter as similar as the most similar one are content. Stop words and stems "
        "are English.",
    .kind = DANA_KIND_CONTENT,
    .params = similarity_params,
    .param_count = DANA__COUNT(similarity_params),
    .ops = &similarity_ops,
};
