#include "extractors/auto/fold_copies.h"

#include "extractors/auto/choose.h"

void dana__drop_copies(dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        const dana__block *before = block->copy_of != 0 ? &blocks->blocks[block->copy_of - 1]
                                                        : NULL;

        if (before != NULL && dana__is_taken(block) &&
            (dana__is_taken(before) || before->decision == DANA__DECISION_REPEATED)) {
            block->decision = DANA__DECISION_REPEATED;
        }
    }
}

/* The block that counts of those that a copy is one of; the way to it is made short. */
static size_t rival_of(dana__blocks *blocks, size_t copy)
{
    size_t rival = blocks->blocks[copy].copy_of - 1;

    while (blocks->blocks[rival].score <= 0.0f && blocks->blocks[rival].copy_of != 0) {
        rival = blocks->blocks[rival].copy_of - 1;
    }
    blocks->blocks[copy].copy_of = (uint32_t)rival + 1;
    return rival;
}

/* Two runs of scored copies, and the sums of their scores. */
typedef struct {
    size_t first; /* block at which each run begins */
    size_t second;
    size_t length;
    float first_score;
    float second_score;
} scored_pair;

/* The copies that begin at a block. */
static scored_pair score_copies(dana__blocks *blocks, size_t copy)
{
    scored_pair pair = {.first = rival_of(blocks, copy), .second = copy};

    do {
        pair.first_score += blocks->blocks[pair.first + pair.length].score;
        pair.second_score += blocks->blocks[copy].score;
        pair.length++;
        copy++;
    } while (pair.first + pair.length < pair.second && copy < blocks->block_count &&
             blocks->blocks[copy].copy_of != 0 &&
             rival_of(blocks, copy) == pair.first + pair.length);
    return pair;
}

/* `loser` is the copy from now on. */
static void fold(dana__blocks *blocks, size_t loser, size_t winner)
{
    blocks->blocks[loser].score = 0.0f;
    blocks->blocks[loser].decision = DANA__DECISION_REPEATED;
    blocks->blocks[loser].copy_of = (uint32_t)winner + 1;
    blocks->blocks[winner].copy_of = 0;
}

void dana__fold_copies(dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count;) {
        if (blocks->blocks[i].copy_of == 0) {
            i++;
            continue;
        }
        scored_pair pair = score_copies(blocks, i);
        bool later = pair.second_score > pair.first_score;

        for (size_t k = 0; k < pair.length; k++) {
            size_t first = pair.first + k;
            size_t second = pair.second + k;

            fold(blocks, later ? first : second, later ? second : first);
        }
        i += pair.length;
    }
}
