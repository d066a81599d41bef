#include "measure/copies.h"

#include "base/ascii.h"
#include "blocks/marks.h"
#include "dana/scan.h"
#include "html/elements.h"
#include "html/tokenizer.h"
#include "page/page.h"

#include <string.h>

/* Code points that a run of copied blocks has at least, and a copied block alone. A copy that is
 * hidden may be as short as any line. */
#define RUN_TEXT    60
#define SINGLE_TEXT 100
#define HIDDEN_TEXT 12

/* Prices and ratings are what they are in each place: digits in a hundred characters. */
#define LEAST_DIGITS 30

/* Elements that are climbed to where two copies meet; copies that meet further up are kept. */
#define CLIMB_MAX 64

/* Bytes of a start tag that are read for its class. */
#define TAG_BYTES 1024

/* A hash and its number, 0 for none. Side by side: on large pages a look is a miss of the cache. */
typedef struct {
    uint32_t hash;
    uint32_t number;
} hash_slot;

/* A table of hashes; open addressing. */
typedef struct {
    hash_slot *slots;
    size_t mask;
    uint32_t none; /* the number of what found no slot */
    dana_buffer memory;
} hash_table;

/* Slots that are looked at for a hash: hostile pages cannot make it more. */
#define PROBES 64

/* The number of a hash; one that is always 0 where its slots are taken by others. */
static uint32_t *slot_of(hash_table *table, uint32_t hash)
{
    size_t slot = (hash * 0x9E3779B1u) & table->mask;

    for (int probe = 0; probe < PROBES; probe++) {
        hash_slot *here = &table->slots[slot];

        if (here->number == 0 || here->hash == hash) {
            here->hash = hash;
            return &here->number;
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
    dana_buffer_init(&table->memory, sizeof(*table->slots));
    dana_status status = dana_buffer_reserve(page->arena, &table->memory, size, err);

    if (status != DANA_OK) {
        return status;
    }
    table->slots = table->memory.data;
    memset(table->slots, 0, size * sizeof(*table->slots));
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

/* Two runs of equal blocks, [first, first + length) and [second, second + length). */
typedef struct {
    size_t first;
    size_t second;
    size_t length;
} run_pair;

/* Distances whose runs are remembered. */
#define KNOWN_RUNS 64
/* Blocks that may be compared for each one of a page: runs of hostile pages end early. */
#define COMPARED_MAX 64

/* Blocks that are equal to those at a distance before them, up to `end`. */
typedef struct {
    size_t distance, end;
} known_run;

/* What is known of the runs of a page, so that no block is compared twice at one distance. */
typedef struct {
    run_pair last; /* what begins inside it ends with it */
    known_run runs[KNOWN_RUNS];
    size_t left; /* blocks that may still be compared */
} known_runs;

/* Returns where the run that reaches a block, equal to that at a distance before it, ends. */
static size_t run_end(const dana__blocks *blocks, size_t block, size_t distance, known_runs *known)
{
    known_run *run = &known->runs[distance % KNOWN_RUNS];

    if (run->distance == distance && block < run->end) {
        return run->end;
    }
    *run = (known_run){distance, block};
    while (run->end < blocks->block_count && known->left > 0 &&
           blocks->blocks[run->end - distance].hash == blocks->blocks[run->end].hash) {
        run->end++;
        known->left--;
    }
    return run->end;
}

/* The runs that begin with two equal blocks; they do not overlap. */
static run_pair pair_runs(const dana__blocks *blocks, size_t first, size_t second,
                          known_runs *known)
{
    const run_pair *last = &known->last;
    size_t last_end = last->second + last->length;
    run_pair runs = {first, second, 0};

    if (last->second - last->first == second - first && second < last_end) {
        runs.length = last_end - second;
    } else {
        size_t end = run_end(blocks, second, second - first, known);

        runs.length = end - second < second - first ? end - second : second - first;
    }
    known->last = runs;
    return runs;
}

static bool holds(const dana__node *node, size_t block)
{
    return node->first_block <= block && block < node->end_block;
}

/*
 * The element around a block that is a child of the smallest element around it and `other`; 0 where
 * there is none: the block is that element's own, or they meet too far up.
 */
static uint32_t branch_of(const dana__blocks *blocks, size_t block, size_t other)
{
    uint32_t branch = 0;
    uint32_t node = blocks->blocks[block].node;

    for (int climbed = 0; climbed < CLIMB_MAX && node != 0; climbed++) {
        if (holds(&blocks->nodes[node], other)) {
            return branch;
        }
        branch = node;
        node = blocks->nodes[node].parent;
    }
    return node == 0 ? branch : 0;
}

/* The class of an element; empty where its start tag has none or is long. */
static dana_view class_of(const dana_page *page, const dana__node *node)
{
    size_t left = page->source.length - node->start;
    const char *start = page->source.data + node->start;
    const char *end = start + (left < TAG_BYTES ? left : TAG_BYTES);
    dana_view class = {"", 0};
    dana__markup tag;

    dana__read_markup(start, end, &tag);
    if (tag.kind == DANA__START_TAG) {
        dana_tag_attribute(dana__tag_view(&tag), "class", &class);
    }
    return class;
}

static bool same_class(const dana_page *page, const dana__node *a, const dana__node *b)
{
    return dana__same_text(class_of(page, a), class_of(page, b));
}

/* Blocks of a run that are looked at for digits, cells and listings. */
#define SUMMED_BLOCKS 64

/* Text and digits of the second run; whether a part of it is a cell or a listing. */
typedef struct {
    uint64_t text;
    uint64_t digits;
    bool kept;
} run_sums;

static run_sums sum_run(const dana__blocks *blocks, run_pair runs)
{
    const uint64_t kept = DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(PRE);
    size_t summed = runs.length < SUMMED_BLOCKS ? runs.length : SUMMED_BLOCKS;
    run_sums sums = {0};

    for (size_t i = runs.second; i < runs.second + summed; i++) {
        const dana__block *block = &blocks->blocks[i];

        sums.text += block->text;
        sums.digits += block->digits;
        sums.kept |= dana__is_inside(&blocks->nodes[block->node], kept);
    }
    return sums;
}

static bool is_hidden(const dana__blocks *blocks, size_t block)
{
    return (blocks->nodes[blocks->blocks[block].node].all_marks >> DANA__MARK_HIDDEN & 1u) != 0;
}

static size_t smaller_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Whether the text of a run is enough to be a copy; covers: it is at least half of its branch. */
static bool is_long(run_pair runs, uint64_t text, bool covers, bool hidden)
{
    if (hidden) {
        return covers && text >= HIDDEN_TEXT;
    }
    if (runs.length == 1) {
        return covers && text >= SINGLE_TEXT;
    }
    return text >= SINGLE_TEXT || (covers && text >= RUN_TEXT);
}

/* Whether a run is a part of a list with other items: what two offers have in common. */
static bool is_of_longer_list(const dana__blocks *blocks, size_t first, size_t length)
{
    uint32_t node = blocks->blocks[first].node;

    if (!dana__is_inside(&blocks->nodes[node], DANA__KIND_BIT(LIST))) {
        return false;
    }
    for (int climbed = 0; climbed < CLIMB_MAX && node != 0; climbed++) {
        if (blocks->nodes[node].kind == DANA__KIND_LIST) {
            return blocks->nodes[node].end_block > first + length ||
                   blocks->nodes[node].first_block < first;
        }
        node = blocks->nodes[node].parent;
    }
    return false;
}

/* Whether two runs are one card set twice in an item of a list: each begins with its name, a
 * heading that leads to the same page. */
static bool is_card_twice(const dana__blocks *blocks, run_pair runs)
{
    const dana__block *name = &blocks->blocks[runs.first];
    uint32_t node = name->node;

    if (runs.length < 2 || name->heading == 0 || 2 * (uint64_t)name->link_text <= name->text) {
        return false;
    }
    for (int climbed = 0; climbed < CLIMB_MAX && node != 0; climbed++) {
        if (blocks->nodes[node].kind == DANA__KIND_ITEM) {
            return runs.second + runs.length <= blocks->nodes[node].end_block;
        }
        node = blocks->nodes[node].parent;
    }
    return false;
}

/*
 * Cuts two runs to the branches that they are in; length 0 where they are no copies. Copies are in
 * two branches, and one is hidden where the other is not, or the branches have another class.
 */
static run_pair copied_part(const dana_page *page, const dana__blocks *blocks, run_pair runs)
{
    uint32_t a = branch_of(blocks, runs.first, runs.second);
    uint32_t b = branch_of(blocks, runs.second, runs.first);

    if (a == 0 || b == 0) {
        return (run_pair){0, 0, 0};
    }
    const dana__node *first = &blocks->nodes[a];
    const dana__node *second = &blocks->nodes[b];
    size_t smaller = smaller_of(first->end_block - first->first_block,
                                second->end_block - second->first_block);

    runs.length = smaller_of(
        runs.length, smaller_of(first->end_block - runs.first, second->end_block - runs.second));
    run_sums sums = sum_run(blocks, runs);
    bool hidden = is_hidden(blocks, runs.first) != is_hidden(blocks, runs.second);
    bool is_set_twice = is_long(runs, sums.text, 2 * runs.length >= smaller, hidden) &&
                        (hidden || (!same_class(page, first, second) &&
                                    !is_of_longer_list(blocks, runs.first, runs.length) &&
                                    !is_of_longer_list(blocks, runs.second, runs.length)));
    bool is_copy = !sums.kept && (is_card_twice(blocks, runs) ||
                                  (is_set_twice && 100 * sums.digits < LEAST_DIGITS * sums.text));

    return is_copy ? runs : (run_pair){0, 0, 0};
}

/* Compares each block with the last one of the same text. Most texts stand once. */
static void pair_blocks(dana_page *page, dana__blocks *blocks, hash_table *table)
{
    known_runs known = {.left = COMPARED_MAX * blocks->block_count};

    memset(table->slots, 0, (table->mask + 1) * sizeof(*table->slots));
    for (size_t i = 0; i < blocks->block_count; i++) {
        if (blocks->blocks[i].repeats < 2) {
            continue;
        }
        uint32_t *before = slot_of(table, blocks->blocks[i].hash);

        if (*before != 0 && blocks->blocks[i].copy_of == 0) {
            run_pair runs = pair_runs(blocks, *before - 1, i, &known);
            run_pair copied = copied_part(page, blocks, runs);

            for (size_t k = 0; k < copied.length; k++) {
                blocks->blocks[copied.second + k].copy_of = (uint32_t)(copied.first + k) + 1;
            }
        }
        *before = (uint32_t)i + 1;
    }
}

dana_status dana__find_copies(dana_page *page, dana__blocks *blocks, dana_error *err)
{
    hash_table table = {0};
    dana_status status = make_table(page, blocks->block_count, &table, err);

    if (status != DANA_OK) {
        return status;
    }
    count_repeats(blocks, &table);
    pair_blocks(page, blocks, &table);
    dana_buffer_release(page->arena, &table.memory);
    return DANA_OK;
}
