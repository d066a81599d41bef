/*
 * Content extraction via sequence labelling (Gibson, Wellner, Lubar 2007; thesis 3.3.2.2): a page
 * is a sequence of blocks, each of which is content or not. Three models of the same binary
 * features, as there:
 *
 *   crf     p(y|x) ~ exp(sum of steps), step(y', y) = y (u . f) + W[y'][y] . g
 *   memm    p(y|x) = product of p(y | y', f, g), each normalised on its own
 *   maxent  p(y|x) = product of p(y | f, g)
 *
 * f are the features of a block, g those of the step to it. Each is decoded by Viterbi's algorithm.
 */
#include "base/ascii.h"
#include "blocks/read_blocks.h"
#include "extractors/chain/features.h"
#include "extractors/chain/viterbi.h"
#include "page/ops.h"
#include "page/page.h"
#include "text/span_builder.h"

#include <math.h>

#define POLL_BLOCKS 4096

typedef enum { CRF, MEMM, MAXENT, MODEL_COUNT } model;

/* The weights of a model, in units of 1 / CHAIN_UNIT. */
typedef struct {
    int16_t block[DANA__CHAIN_BLOCK_COUNT];
    int16_t step[DANA__CHAIN_STEP_COUNT][4]; /* from, to: 00, 01, 10, 11 */
} chain_weights;

/* A word and its weights in each model. */
typedef struct {
    uint32_t hash;
    int16_t weights[MODEL_COUNT];
} chain_word;

#include "extractors/chain/chain_table.inc"

/* Returns the row of a word, NULL where it has none. */
static const chain_word *find_word(uint32_t hash)
{
    size_t low = 0;
    size_t high = DANA__COUNT(chain_words);

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (chain_words[middle].hash == hash) {
            return &chain_words[middle];
        }
        if (chain_words[middle].hash < hash) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NULL;
}

static bool knows_name(uint32_t hash)
{
    return find_word(dana__near_name(hash)) != NULL || find_word(dana__around_name(hash)) != NULL;
}

/* u . f */
static float weigh_block(model m, const dana__chain_features *f)
{
    int sum = 0;

    for (size_t i = 0; i < f->on_count; i++) {
        sum += chain_models[m].block[f->on[i]];
    }
    for (size_t i = 0; i < f->word_count; i++) {
        const chain_word *word = find_word(f->words[i]);

        sum += word != NULL ? word->weights[m] : 0;
    }
    return (float)sum / CHAIN_UNIT;
}

/* The potentials of the step to a block. MEMM's and MaxEnt's are logarithms of probabilities. */
static dana__chain_step weigh_step(model m, const dana__chain_features *f)
{
    float unary = weigh_block(m, f);
    dana__chain_step out = {{{0.0f, unary}, {0.0f, unary}}};

    for (unsigned from = 0; from < 2; from++) {
        float *to = out.step[from];

        for (size_t i = 0; i < f->step_count; i++) {
            const int16_t *weights = chain_models[m].step[f->steps[i]];

            to[0] += (float)weights[2 * from] / CHAIN_UNIT;
            to[1] += (float)weights[2 * from + 1] / CHAIN_UNIT;
        }
        if (m != CRF) {
            float highest = fmaxf(to[0], to[1]);
            float sum = highest + log1pf(expf(-fabsf(to[0] - to[1])));

            to[0] -= sum;
            to[1] -= sum;
        }
    }
    return out;
}

/* Weighs the steps to all blocks. */
static dana_status weigh_all(model m, dana_page *page, const dana__blocks *blocks,
                             dana__chain_step *steps, dana_error *err)
{
    dana__chain_page *chain = dana_arena_alloc(page->arena, sizeof(*chain), err);
    dana__chain_features features;

    if (chain == NULL || dana__chain_start(chain, page, blocks, knows_name, err) != DANA_OK) {
        return err->status;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        if (i % POLL_BLOCKS == 0 && dana__poll(page, err) != DANA_OK) {
            return err->status;
        }
        dana__chain_measure(chain, i, &features);
        steps[i] = weigh_step(m, &features);
    }
    dana__chain_end(chain);
    return DANA_OK;
}

/* The labels of all blocks; borrowed from the page. NULL: err says why. */
static const uint8_t *label(model m, dana_page *page, const dana__blocks *blocks, dana_error *err)
{
    size_t count = blocks->block_count;
    dana__chain_step *steps = dana_arena_alloc(page->arena, count * sizeof(*steps), err);
    uint8_t *labels = steps != NULL ? dana_arena_alloc(page->arena, 2 * count, err) : NULL;

    if (labels == NULL || weigh_all(m, page, blocks, steps, err) != DANA_OK) {
        return NULL;
    }
    dana__viterbi(steps, count, labels + count, labels);
    return labels;
}

static dana_status select_labelled(dana_page *page, const dana__blocks *blocks,
                                   const uint8_t *labels, dana_selection *out, dana_error *err)
{
    const char *source = page->source.data;
    dana__spans spans;

    dana__spans_start(&spans, page, err);
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (labels[i] == 0) {
            dana__spans_skip(&spans);
        } else if (dana__spans_add(&spans, source + block->start, source + block->end) != DANA_OK) {
            return err->status;
        }
    }
    *out = dana__spans_finish(&spans);
    return DANA_OK;
}

static dana_status extract_chain(model m, dana_page *page, dana_result *result, dana_error *err)
{
    dana__blocks blocks;

    dana__share_profile(result);
    if (dana__read_blocks(page, false, 0, &blocks, err) != DANA_OK) {
        return err->status;
    }
    const uint8_t *labels = label(m, page, &blocks, err);

    if (labels == NULL ||
        select_labelled(page, &blocks, labels, &result->selection, err) != DANA_OK) {
        return err->status;
    }
    result->warnings |= blocks.merged ? 1u << DANA_WARNING_BLOCKS_MERGED : 0u;
    dana__release_blocks(page, &blocks);
    return DANA_OK;
}

static dana_status extract_crf(dana_page *page, dana_result *result, dana_error *err)
{
    return extract_chain(CRF, page, result, err);
}

static dana_status extract_memm(dana_page *page, dana_result *result, dana_error *err)
{
    return extract_chain(MEMM, page, result, err);
}

static dana_status extract_maxent(dana_page *page, dana_result *result, dana_error *err)
{
    return extract_chain(MAXENT, page, result, err);
}

#define GIBSON                                                                                     \
    "Gibson, Wellner, Lubar: Adaptive Web-page Content Identification, WIDM 2007; thesis 3.3.2.2"

#define OUR_FEATURES                                                                               \
    "Neither the thesis nor the abstract names the features: ours are binary, of the block's "     \
    "text, "                                                                                       \
    "the elements around it and the words of their names, the neighbours and the title element. "  \
    "Blocks are texts between block-level tags. Weights are our own, trained on twelve sets of "   \
    "pages (core/README.md). "

#define CHAIN_OPS(name)                                                                            \
    static const struct dana_algorithm_ops name##_ops = {.scan_options = dana__default_scan,       \
                                                         .extract = extract_##name}

CHAIN_OPS(crf);
CHAIN_OPS(memm);
CHAIN_OPS(maxent);

const dana_algorithm dana__crf = {
    .id = "crf",
    .title = "CRF",
    .citation = GIBSON "; conditional random field",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = OUR_FEATURES "The chain is linear, of two labels, decoded by Viterbi's algorithm.",
    .kind = DANA_KIND_CONTENT,
    .params = NULL,
    .param_count = 0,
    .ops = &crf_ops,
};

const dana_algorithm dana__memm = {
    .id = "memm",
    .title = "MEMM",
    .citation = GIBSON "; maximum entropy Markov model",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = OUR_FEATURES "Each block's label depends on the one before, decoded by Viterbi's "
                          "algorithm.",
    .kind = DANA_KIND_CONTENT,
    .params = NULL,
    .param_count = 0,
    .ops = &memm_ops,
};

const dana_algorithm dana__maxent = {
    .id = "maxent",
    .title = "MaxEnt",
    .citation = GIBSON "; maximum entropy classifier",
    .revision = 1,
    .fidelity = DANA_FIDELITY_COMPLETED,
    .notes = OUR_FEATURES "Each block is judged on its own: what the chains are compared with.",
    .kind = DANA_KIND_CONTENT,
    .params = NULL,
    .param_count = 0,
    .ops = &maxent_ops,
};
