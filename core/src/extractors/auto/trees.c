#include "extractors/auto/trees.h"

#include "extractors/auto/features.h"
#include "page/page.h"

#include <math.h>
#include <string.h>

/* A tree of TREE_DEPTH questions: node k asks whether a feature exceeds a threshold; its answers
 * are nodes 2k + 1 and 2k + 2. Leaves are log odds in units of 1 / LEAF_SCALE. */
#define TREE_DEPTH 5
#define TREE_NODES ((1 << TREE_DEPTH) - 1)
#define TREE_LEAFS (1 << TREE_DEPTH)

typedef struct {
    uint8_t feature[TREE_NODES];
    float threshold[TREE_NODES];
    int16_t leaf[TREE_LEAFS];
} tree;

#include "extractors/auto/trees_table.inc"

#define TREE_COUNT (sizeof(trees) / sizeof(trees[0]))

/* Blocks that are scored together: their walks through a tree do not wait for each other. */
#define BATCH 8

/* The share of the rules' own choice in a block's probability: it keeps pages of kinds that no
 * training page had from going wrong. */
#define RULE_SHARE         0.f
#define RULE_SHARE_ARTICLE .3f

/* What the trees' probability is worth where the rules prune a block of an article: the trees find
 * content in what readers wrote below it. Word F1 of forums cross-validated: +.009. */
#define PRUNED_TRUST .6f

/*
 * Of the content that is expected in all blocks, so much counts as missed where it is not taken:
 * the small probabilities of many blocks add up to content that is not there. Most of all beside
 * products, where reviews, questions and terms of the shop are content on one site and not on the
 * next. Word F1 of wcxb-dev cross-validated, against 1 for all pages: +.0008, with the
 * products' own share +.0020, on products +.018.
 */
#define MISSED_SHARE         .75f
#define MISSED_SHARE_PRODUCT .4f

float dana__missed_share(unsigned hints)
{
    bool product = (hints & DANA__HINT_PRODUCT) != 0 && (hints & DANA__HINT_ARTICLE) == 0;

    return product ? MISSED_SHARE_PRODUCT : MISSED_SHARE;
}

static float sigmoid(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

/* Adds up the leaves that BATCH rows of features reach in every tree. */
static void walk_trees(const float (*rows)[DANA__FEATURE_COUNT], int32_t sums[BATCH])
{
    memset(sums, 0, BATCH * sizeof(sums[0]));
    for (size_t t = 0; t < TREE_COUNT; t++) {
        const tree *here = &trees[t];
        unsigned node[BATCH] = {0};

        for (int level = 0; level < TREE_DEPTH; level++) {
            for (size_t b = 0; b < BATCH; b++) {
                unsigned k = node[b];

                node[b] = 2 * k + 1 + (rows[b][here->feature[k]] > here->threshold[k]);
            }
        }
        for (size_t b = 0; b < BATCH; b++) {
            sums[b] += here->leaf[node[b] - TREE_NODES];
        }
    }
}

static float probability(int32_t sum)
{
    return sigmoid(TREE_BASE + (float)sum / LEAF_SCALE);
}

/* The reference that walk_trees is tested against: one block, one tree after the other. */
float dana__score_features(const float *features)
{
    int32_t sum = 0;

    for (size_t t = 0; t < TREE_COUNT; t++) {
        unsigned node = 0;

        while (node < TREE_NODES) {
            bool exceeds = features[trees[t].feature[node]] > trees[t].threshold[node];

            node = 2 * node + (exceeds ? 2 : 1);
        }
        sum += trees[t].leaf[node - TREE_NODES];
    }
    return probability(sum);
}

static bool is_taken(const dana__block *block)
{
    return block->fate >= DANA__FATE_SUBTREE;
}

/* Line numbers are not asked, nor are the links that the rules prune from articles. */
static bool is_asked(const dana__block *block, bool article)
{
    bool pruned_link = block->fate == DANA__FATE_PRUNED && 2 * block->link_text > block->text;

    return block->fate != DANA__FATE_CUT && !(article && pruned_link);
}

/* Blocks that are scored together, and their features. */
typedef struct {
    float rows[BATCH][DANA__FEATURE_COUNT];
    dana__block *blocks[BATCH];
    size_t count;
} score_rows;

/* article: whether the page calls itself one. */
static void score_batch(score_rows *batch, bool article)
{
    float share = article ? RULE_SHARE_ARTICLE : RULE_SHARE;
    int32_t sums[BATCH];

    walk_trees((const float(*)[DANA__FEATURE_COUNT])batch->rows, sums);
    for (size_t b = 0; b < batch->count; b++) {
        dana__block *block = batch->blocks[b];
        float rules = is_taken(block) ? share : 0.0f;
        float trust = article && block->fate == DANA__FATE_PRUNED ? PRUNED_TRUST : 1.0f;

        block->score = (1.0f - share) * trust * probability(sums[b]) + rules;
    }
    batch->count = 0;
}

/* batch: room, all zero. */
static void score_blocks(dana__blocks *blocks, dana__page_features *page, score_rows *batch)
{
    bool article = (blocks->hints & DANA__HINT_ARTICLE) != 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (!is_asked(block, article)) {
            block->score = 0.0f;
            continue;
        }
        dana__measure_block(page, i, batch->rows[batch->count]);
        batch->blocks[batch->count++] = block;
        if (batch->count == BATCH) {
            score_batch(batch, article);
        }
    }
    score_batch(batch, article);
}

/* Scores are sorted by counting them in this many steps: linear, and finer than they are sure. */
#define SCORE_STEPS 512

static size_t step_of(const dana__block *block)
{
    float step = block->score * SCORE_STEPS;

    return step < SCORE_STEPS ? (size_t)step : SCORE_STEPS - 1;
}

/*
 * The lowest step that is taken. Taking the blocks from the highest score down to a step, with n
 * characters of which e are expected to be content, promises F1 = 2 e / (n + all that is expected),
 * of which a share counts.
 */
static size_t best_step(const dana__blocks *blocks, float *texts, float *expected)
{
    float missed = dana__missed_share(blocks->hints);
    float all = 0.0f;
    float text = 0.0f;
    float content = 0.0f;
    float best = 0.0f;
    size_t lowest = SCORE_STEPS;

    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        size_t step = step_of(block);

        if (block->score <= 0.0f) {
            continue;
        }
        texts[step] += (float)block->text;
        expected[step] += (float)block->text * block->score;
        all += (float)block->text * block->score;
    }
    for (size_t step = SCORE_STEPS; step > 0; step--) {
        text += texts[step - 1];
        content += expected[step - 1];
        float f1 = 2.0f * content / (text + missed * all + 1e-6f);

        if (f1 > best) {
            best = f1;
            lowest = step - 1;
        }
    }
    return lowest;
}

/* What the step needs besides the blocks. */
typedef struct {
    score_rows batch;
    float texts[SCORE_STEPS];
    float expected[SCORE_STEPS];
} scratch;

dana_status dana__learned_step(dana_page *page, dana__blocks *blocks, const dana__choice *choice,
                               dana_error *err)
{
    dana__page_features features;
    scratch *room = dana_arena_alloc(page->arena, sizeof(*room), err);

    if (room == NULL) {
        return err->status;
    }
    memset(room, 0, sizeof(*room));
    dana_status status = dana__measure_page(page, blocks, choice, &features, err);

    if (status != DANA_OK) {
        return status;
    }
    score_blocks(blocks, &features, &room->batch);
    dana__release_features(page, &features);
    status = dana__fold_repeats(page, blocks, err);
    if (status != DANA_OK) {
        return status;
    }
    size_t lowest = best_step(blocks, room->texts, room->expected);

    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        bool taken = block->score > 0.0f && step_of(block) >= lowest;

        if (taken && !is_taken(block)) {
            block->fate = DANA__FATE_LEARNED;
        } else if (!taken && is_taken(block)) {
            block->fate = DANA__FATE_REFUSED;
        }
    }
    return dana__poll(page, err);
}
