#include "title/rank/candidates.h"

#include "extractors/auto/rules.h"
#include "page/page.h"
#include "title/rank/name_texts.h"
#include "title/rank/visible_texts.h"

#include <string.h>

/* Blocks and elements take at most this part of the memory that is left, but may be as many as this
 * where the page is small. */
#define ROOM_DIVISOR 2
#define RECORDS_MIN  256

/* A block with this much text outside links begins the main text, in code points. */
#define MAIN_TEXT_MIN 80

dana_status dana__rank_trace(dana_page *page, dana__auto_trace *out, dana_error *err)
{
    const size_t record = sizeof(dana__block) + sizeof(dana__node);
    size_t room = dana_arena_left(page->arena) / ROOM_DIVISOR / record;
    const dana__auto_settings rules = {.max_records = room > RECORDS_MIN ? room : RECORDS_MIN,
                                       .steps_off = DANA__STEP_LEARNED};

    return dana__auto_decide(page, &rules, out, err);
}

static uint32_t main_block(const dana__auto_trace *trace)
{
    const dana__node *subtree = &trace->blocks.nodes[trace->choice.subtree];

    for (uint32_t i = subtree->first_block; i < subtree->end_block; i++) {
        const dana__block *block = &trace->blocks.blocks[i];

        if (trace->blocks.nodes[block->node].pruned == 0 && block->heading == 0 &&
            block->text - block->link_text >= MAIN_TEXT_MIN) {
            return i;
        }
    }
    return subtree->first_block;
}

/* Counts, once all names are known, how many of each candidate's words each name holds. */
static void match_words(dana__candidates *pool)
{
    for (size_t i = 0; i < pool->count; i++) {
        dana__candidate *candidate = &pool->items[i];
        const uint64_t *words = (const uint64_t *)pool->words.data + candidate->word_at;

        for (size_t w = 0; w < candidate->words; w++) {
            uint16_t bits = dana__vocabulary_refs(&pool->vocabulary, words[w]);

            for (size_t r = 0; r < DANA__REF_COUNT; r++) {
                candidate->matched[r] = (uint16_t)(candidate->matched[r] +
                                                   ((uint32_t)bits >> r & 1u));
            }
        }
    }
}

static dana_status make_pool(dana__candidates *pool)
{
    dana_arena *arena = pool->page->arena;

    dana_buffer_init(&pool->memory[0], sizeof(*pool->items));
    dana_buffer_init(&pool->memory[1], sizeof(*pool->slots));
    dana_buffer_init(&pool->words, sizeof(uint64_t));
    dana_buffer_init(&pool->text, 1);
    dana_status status = dana_buffer_reserve(arena, &pool->memory[0], DANA__CANDIDATES_MAX,
                                             pool->err);

    if (status == DANA_OK) {
        status = dana_buffer_reserve(arena, &pool->memory[1], DANA__CANDIDATE_SLOTS, pool->err);
    }
    if (status != DANA_OK) {
        return status;
    }
    pool->items = pool->memory[0].data;
    pool->slots = pool->memory[1].data;
    memset(pool->slots, 0, DANA__CANDIDATE_SLOTS * sizeof(*pool->slots));
    return dana__vocabulary_make(pool->page, &pool->vocabulary, pool->err);
}

dana_status dana__collect_candidates(dana_page *page, const dana_scan *scan,
                                     const dana__auto_trace *trace, dana__candidates *out,
                                     dana_error *err)
{
    *out = (dana__candidates){
        .page = page, .scan = scan, .trace = trace, .main_block = main_block(trace), .err = err};
    dana_status status = make_pool(out);

    if (status == DANA_OK) {
        status = dana__add_names(out);
    }
    if (status == DANA_OK) {
        status = dana__add_visible_texts(out);
    }
    if (status == DANA_OK) {
        match_words(out);
    }
    return status;
}

void dana__release_candidates(dana__candidates *candidates)
{
    dana_arena *arena = candidates->page->arena;

    dana_buffer_release(arena, &candidates->memory[0]);
    dana_buffer_release(arena, &candidates->memory[1]);
    dana_buffer_release(arena, &candidates->vocabulary.memory);
    dana_buffer_release(arena, &candidates->words);
    dana_buffer_release(arena, &candidates->text);
}
