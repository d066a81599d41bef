#include "extractors/auto/clean.h"

#include "extractors/auto/constants.h"
#include "html/elements.h"
#include "page/page.h"

#include <string.h>

/* Shorter texts may be on a page twice. */
#define REPEAT_TEXT 12

/* Code points outside links of a page that is small. */
#define SMALL_PAGE 600

/* A table of hashes with a number each, 0 for none; open addressing. */
typedef struct {
    uint32_t *hashes;
    uint32_t *counts;
    size_t mask;
    uint32_t none; /* the count of what found no slot */
    dana_buffer memory;
} hash_table;

/* Slots that are looked at for a hash: hostile pages cannot make it more. */
#define PROBES 64

/* The number of a hash; one that is always 0 where its slots are taken by others. */
static uint32_t *slot_of(hash_table *table, uint32_t hash)
{
    size_t slot = (hash * 0x9E3779B1u) & table->mask;

    for (int probe = 0; probe < PROBES; probe++) {
        if (table->counts[slot] == 0 || table->hashes[slot] == hash) {
            table->hashes[slot] = hash;
            return &table->counts[slot];
        }
        slot = (slot + 1) & table->mask;
    }
    table->none = 0;
    return &table->none;
}

static dana_status make_table(dana_page *page, size_t entries, hash_table *table, dana_error *err)
{
    size_t size = 16;

    while (size < 2 * entries) {
        size *= 2;
    }
    dana_buffer_init(&table->memory, sizeof(*table->hashes));
    dana_status status = dana_buffer_reserve(page->arena, &table->memory, 2 * size, err);

    if (status != DANA_OK) {
        return status;
    }
    table->hashes = table->memory.data;
    memset(table->hashes, 0, 2 * size * sizeof(*table->hashes));
    table->counts = table->hashes + size;
    table->mask = size - 1;
    return DANA_OK;
}

static void count_repeats(dana__blocks *blocks, hash_table *table)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        ++*slot_of(table, blocks->blocks[i].hash);
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        uint32_t count = *slot_of(table, blocks->blocks[i].hash);

        blocks->blocks[i].repeats = (uint8_t)(count < UINT8_MAX ? count : UINT8_MAX);
    }
}

/*
 * Whether a text that occurs twice is a copy: not where it is short, nor in cells and listings, nor
 * prices and ratings.
 */
static bool is_set_twice(const dana__blocks *blocks, const dana__block *block, uint32_t least)
{
    const uint64_t kept = DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(PRE);

    return block->repeats > 1 && block->text >= least &&
           100 * (uint64_t)block->digits < DANA__FOLDED_DIGITS * (uint64_t)block->text &&
           !dana__is_inside(&blocks->nodes[block->node], kept);
}

/* A text that was taken before is the same text set twice: for print, for small screens. */
static void drop_repeated(dana__blocks *blocks, hash_table *table)
{
    memset(table->counts, 0, (table->mask + 1) * sizeof(*table->counts));
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (dana__is_taken(block) && is_set_twice(blocks, block, REPEAT_TEXT) &&
            ++*slot_of(table, block->hash) > 1) {
            block->decision = DANA__DECISION_REPEATED;
        }
    }
}

/* In articles sentences may come again. */
static bool is_folded(const dana__blocks *blocks, const dana__block *block)
{
    bool article = (blocks->hints & DANA__HINT_ARTICLE) != 0;

    return is_set_twice(blocks, block, article ? DANA__FOLDED_TEXT_ARTICLE : DANA__FOLDED_TEXT);
}

static void fold(dana__block *block)
{
    block->score = 0.0f;
    block->decision = DANA__DECISION_REPEATED;
}

static size_t count_folded(const dana__blocks *blocks)
{
    size_t count = 0;

    for (size_t i = 0; i < blocks->block_count; i++) {
        count += is_folded(blocks, &blocks->blocks[i]);
    }
    return count;
}

dana_status dana__fold_repeats(dana_page *page, dana__blocks *blocks, dana_error *err)
{
    size_t count = count_folded(blocks);
    hash_table table = {0};

    if (count == 0) {
        return DANA_OK;
    }
    dana_status status = make_table(page, count, &table, err);

    if (status != DANA_OK) {
        return status;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (!is_folded(blocks, block)) {
            continue;
        }
        uint32_t *best = slot_of(&table, block->hash);

        if (*best == 0) {
            *best = (uint32_t)i + 1;
        } else if (blocks->blocks[*best - 1].score < block->score) {
            fold(&blocks->blocks[*best - 1]);
            *best = (uint32_t)i + 1;
        } else {
            fold(block);
        }
    }
    dana_buffer_release(page->arena, &table.memory);
    return DANA_OK;
}

/* Line numbers beside a listing: a preformatted block of nothing but digits and white space. */
static bool is_gutter(const dana__block *block, const dana__node *node)
{
    return dana__is_inside(node, DANA__KIND_BIT(PRE)) && block->punctuation == 0 &&
           block->text < 2u * block->digits;
}

static void drop_gutters(dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->decision != DANA__DECISION_PRUNED &&
            is_gutter(block, &blocks->nodes[block->node])) {
            block->decision = DANA__DECISION_CUT;
        }
    }
}

static bool is_link(const dana__block *block)
{
    return block->heading == 0 && 10 * (uint64_t)block->link_text > 9 * (uint64_t)block->text;
}

void dana__cut_small_menu(dana__blocks *blocks)
{
    size_t first = 0;

    if (blocks->non_link_text >= SMALL_PAGE) {
        return;
    }
    while (first < blocks->block_count &&
           (!dana__is_taken(&blocks->blocks[first]) || is_link(&blocks->blocks[first]))) {
        first++;
    }
    for (size_t i = 0; i < first && first < blocks->block_count; i++) {
        if (dana__is_taken(&blocks->blocks[i])) {
            blocks->blocks[i].decision = DANA__DECISION_CUT;
        }
    }
}

dana_status dana__clean_blocks(dana_page *page, dana__blocks *blocks,
                               const dana__auto_settings *settings, dana_error *err)
{
    hash_table table = {0};

    dana_status status = make_table(page, blocks->block_count, &table, err);

    if (status != DANA_OK) {
        return status;
    }
    count_repeats(blocks, &table);
    if ((settings->steps_off & DANA__STEP_REPEATED) == 0) {
        drop_repeated(blocks, &table);
    }
    dana_buffer_release(page->arena, &table.memory);
    if ((settings->steps_off & DANA__STEP_GUTTERS) == 0) {
        drop_gutters(blocks);
    }
    return DANA_OK;
}
