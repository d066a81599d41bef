#include "extractors/auto/trees.h"
#include "extractors/auto/choose.h"

#include "base/ascii.h"
#include "blocks/marks.h"
#include "extractors/auto/constants.h"
#include "extractors/auto/features.h"
#include "extractors/auto/page_type.h"
#include "extractors/auto/rules.h"
#include "extractors/auto/trees_table.h"
#include "page/page.h"

#include <math.h>
#include <string.h>

static const dana__forest forest = {
    .asked = asked,
    .asked_count = DANA__COUNT(asked),
    .thresholds = thresholds,
    .condition_count = DANA__COUNT(thresholds),
    .trees = trees,
    .tree_count = DANA__COUNT(trees),
    .leaf_most = LEAF_MOST,
};

static float sigmoid(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

static float probability(int32_t sum)
{
    return sigmoid(TREE_BASE + (float)sum / LEAF_SCALE);
}

/* Line numbers are not scored, nor are links that the rules prune from articles, and those that
 * lead around in manuals. */
static bool is_scored(const dana__block *block, bool article, bool manual)
{
    bool pruned_link = block->decision == DANA__DECISION_PRUNED &&
                       2 * block->link_text > block->text;
    bool passed = article || (manual && dana__rules[block->rule].mark == DANA__MARK_NAV);

    return block->decision != DANA__DECISION_CUT && !(passed && pruned_link);
}

/* Blocks that are scored together: their features are the rows of `asking`. */
typedef struct {
    dana__asking asking;
    dana__block *blocks[DANA__FOREST_ROWS];
    size_t count;
} score_rows;

static void score_batch(score_rows *batch, bool article)
{
    float share = article ? 0.0f : DANA__RULE_SHARE;
    int32_t sums[DANA__FOREST_ROWS];

    if (batch->count > 0) {
        dana__ask_rows(&batch->asking, batch->count, sums);
    }
    for (size_t b = 0; b < batch->count; b++) {
        dana__block *block = batch->blocks[b];
        float rules = dana__is_taken(block) ? share : 0.0f;

        block->score = (1.0f - share) * probability(sums[b]) + rules;
    }
    batch->count = 0;
}

static void add_row(score_rows *batch, dana__page_features *page, size_t index, dana__block *block)
{
    if (batch->count == 0) {
        dana__clear_columns(batch->asking.columns);
    }
    dana__measure_row(page, index, batch->asking.columns, batch->count);
    batch->blocks[batch->count++] = block;
}

static void score_rows_of(dana__blocks *blocks, dana__page_features *page, score_rows *batch)
{
    bool article = (blocks->hints & DANA__HINT_ARTICLE) != 0;
    bool manual = dana__is_told_manual(blocks);

    for (size_t i = 0; i < blocks->block_count; i++) {
        if (!is_scored(&blocks->blocks[i], article, manual)) {
            blocks->blocks[i].score = 0.0f;
            continue;
        }
        add_row(batch, page, i, &blocks->blocks[i]);
        if (batch->count == DANA__FOREST_ROWS) {
            score_batch(batch, article);
        }
    }
    score_batch(batch, article);
}

static dana_status score_blocks(dana_page *page, dana__blocks *blocks,
                                dana__page_features *features, score_rows *batch, dana_error *err)
{
    const dana__named_features shared = {.page = features->shared, .type = features->types};
    dana_status status = dana__start_asking(page->arena, &forest, DANA__FEATURE_COUNT,
                                            DANA__SHARED_FEATURES, (const float *)&shared,
                                            &batch->asking, err);

    batch->count = 0;
    if (status == DANA_OK) {
        score_rows_of(blocks, features, batch);
    }
    dana__end_asking(page->arena, &batch->asking);
    return status;
}

/* Scores are sorted by counting them in this many steps: linear, and finer than they are sure. */
#define SCORE_STEPS 512

static size_t step_of(const dana__block *block)
{
    float step = block->score * SCORE_STEPS;

    return step < SCORE_STEPS ? (size_t)step : SCORE_STEPS - 1;
}

/* What a character that is missed counts, by what is favored, what the page is, and which share of
 * its text is expected to be content. */
static float missed_share(dana__favor favor, const dana__choice *choice, bool is_manual,
                          float expected)
{
    static const float beta2[] = {
        [DANA__FAVOR_BALANCED] = DANA__BETA2_BALANCED,
        [DANA__FAVOR_PRECISION] = DANA__BETA2_PRECISION,
        [DANA__FAVOR_RECALL] = DANA__BETA2_RECALL,
    };
    float part = fminf(expected / DANA__MISSED_LARGE, 1.0f);
    float missed = DANA__MISSED_LEAST + (DANA__MISSED_MOST - DANA__MISSED_LEAST) * part;
    float things = choice->types[DANA_PAGE_LISTING] + choice->types[DANA_PAGE_SERVICE] +
                   choice->types[DANA_PAGE_COLLECTION] + choice->types[DANA_PAGE_PRODUCT];

    if (is_manual) {
        things = choice->types[DANA_PAGE_DOCUMENTATION];
    }
    float sure = fmaxf(things - DANA__MISSED_SURE, 0.0f) / (1.0f - DANA__MISSED_SURE);

    return beta2[favor] * (missed + (DANA__MISSED_THINGS - missed) * sure);
}

/*
 * The lowest step that is taken. Taking the blocks from the highest score down to a step, with n
 * characters of which e are expected to be content, promises F1 = 2 e / (n + all that is expected),
 * of which the share `missed` counts; F of another beta weighs what is expected by its square (van
 * Rijsbergen, Information Retrieval, 1979, chapter 7).
 */
static size_t best_step(const dana__blocks *blocks, const dana__choice *choice, dana__favor favor,
                        float *texts, float *expected)
{
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
    float missed = missed_share(favor, choice, dana__is_told_manual(blocks),
                                dana__share(all, (float)blocks->text));

    for (size_t step = SCORE_STEPS; step > 0; step--) {
        text += texts[step - 1];
        content += expected[step - 1];
        float f = 2.0f * content / (text + missed * all + 1e-6f);

        if (f > best) {
            best = f;
            lowest = step - 1;
        }
    }
    return lowest;
}

/* What the step needs besides the blocks. */
typedef struct {
    dana__page_features features;
    score_rows batch;
    float texts[SCORE_STEPS];
    float expected[SCORE_STEPS];
} scratch;

static void note_types(const dana__type_group *types, dana__choice *choice)
{
#define TYPE(name, wire) choice->types[DANA_PAGE_##name] = types->wire;
    DANA_PAGE_TYPE_LIST(TYPE)
#undef TYPE
}

/* The headline of an article, and of a manual, is a heading that is two thirds as like the title
 * element as the block that is most: the last of the breadcrumbs, a list of entries, a hidden copy
 * of the title. */
#define HEADING_ARTICLE .5f
#define HEADING_PARTS   1.5f

static size_t headline_of(const dana__headline *headline, const dana__choice *choice)
{
    bool is_heading = headline->heading < headline->blocks->block_count &&
                      (choice->types[DANA_PAGE_ARTICLE] >= HEADING_ARTICLE ||
                       dana__is_told_manual(headline->blocks)) &&
                      HEADING_PARTS * dana__likeness_of(headline, headline->heading) >=
                          dana__likeness_of(headline, headline->anchor);

    return is_heading ? headline->heading : headline->anchor;
}

/* Notes the headline for the rules; the trees measure from the block that is most like the title.
 */
static void note_headline(const dana__headline *headline, dana__choice *choice)
{
    choice->headline = headline_of(headline, choice);
    choice->headline_likeness = choice->headline < headline->blocks->block_count
                                    ? dana__likeness_of(headline, choice->headline)
                                    : 0.0f;
}

dana_status dana__learned_step(dana_page *page, dana__blocks *blocks, dana__choice *choice,
                               const dana__auto_settings *settings, dana_error *err)
{
    scratch *s = dana_arena_alloc(page->arena, sizeof(*s), err);

    if (s == NULL) {
        return err->status;
    }
    memset(s->texts, 0, sizeof(s->texts));
    memset(s->expected, 0, sizeof(s->expected));
    /* What is given back is more than the trees need, where blocks are few. */
    dana__trim_blocks(page, blocks);
    dana_status status = dana__measure_page(page, blocks, choice, &s->features, err);

    if (status != DANA_OK) {
        return status;
    }
    status = score_blocks(page, blocks, &s->features, &s->batch, err);
    note_types(&s->features.types, choice);
    dana__heed_manual(blocks, choice->types);
    dana__heed_front(blocks, choice->types);
    note_headline(&s->features.headline, choice);
    dana__release_features(page, &s->features);
    if (status != DANA_OK) {
        return status;
    }
    if ((settings->steps_off & DANA__STEP_REPEATED) == 0) {
        dana__fold_copies(blocks);
    }
    size_t lowest = best_step(blocks, choice, settings->favor, s->texts, s->expected);

    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        bool taken = block->score > 0.0f && step_of(block) >= lowest;

        if (taken && !dana__is_taken(block)) {
            block->decision = DANA__DECISION_LEARNED;
        } else if (!taken && dana__is_taken(block)) {
            block->decision = DANA__DECISION_REFUSED;
        }
    }
    return dana__poll(page, err);
}
