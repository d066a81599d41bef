#include "title/rank/pool.h"

#include "base/ascii.h"
#include "dana/text.h"
#include "dates/date.h"
#include "page/page.h"
#include "text/read_words.h"
#include "text/trim.h"
#include "title/identity.h"

#include <string.h>

#define FNV_OFFSET 0xcbf29ce484222325u
#define FNV_PRIME  0x100000001b3u

/* Fewer single letters may be words: "A B C". */
#define SPACED_WORDS_MIN 5

/* Longer texts are no date alone. */
#define DATE_BYTES_MAX 40

/* Reads at most `max` words of a text to the end of pool->words. Returns OK with their number. */
static dana_status read_words(dana__candidates *pool, dana_view text, size_t max, size_t *count)
{
    dana__token_reader reader;
    dana_status status = dana_buffer_reserve(pool->page->arena, &pool->words, max, pool->err);

    *count = 0;
    if (status == DANA_OK) {
        dana__read_tokens(&reader, text.data, text.data + text.length);
        *count = dana__next_tokens(&reader, (uint64_t *)pool->words.data + pool->words.length, max);
        pool->words.length += *count;
    }
    return status;
}

static uint64_t sense_of(const uint64_t *words, size_t count)
{
    uint64_t hash = FNV_OFFSET;

    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ words[i]) * FNV_PRIME;
    }
    return count > 0 ? hash : 0;
}

static dana__candidate *slot_candidate(dana__candidates *pool, uint64_t identity, uint16_t **slot)
{
    size_t at = (size_t)(identity ^ identity >> 32) & (DANA__CANDIDATE_SLOTS - 1);

    while (pool->slots[at] != 0) {
        dana__candidate *candidate = &pool->items[pool->slots[at] - 1];

        if (candidate->identity == identity) {
            return candidate;
        }
        at = (at + 1) & (DANA__CANDIDATE_SLOTS - 1);
    }
    *slot = &pool->slots[at];
    return NULL;
}

/* A better place: visible before not, a heading before another text, what no rule prunes before
 * what one does, a higher heading before a lower one, the earlier one. */
static bool is_better(const dana__candidates *pool, const dana__place *p,
                      const dana__candidate *known)
{
    if (p->block == DANA__NO_BLOCK || known->block == DANA__NO_BLOCK) {
        return p->block != DANA__NO_BLOCK;
    }
    const dana__node *nodes = pool->trace->blocks.nodes;
    const dana__block *blocks = pool->trace->blocks.blocks;
    bool pruned = nodes[blocks[p->block].node].pruned != 0;
    bool was_pruned = nodes[blocks[known->block].node].pruned != 0;
    unsigned level = p->heading != 0 ? p->heading : 7;
    unsigned known_level = known->heading != 0 ? known->heading : 7;

    if ((p->heading == 0) != (known->heading == 0)) {
        return p->heading != 0;
    }
    return pruned != was_pruned ? was_pruned : level < known_level;
}

static void set_place(const dana__candidates *pool, const dana__place *p,
                      dana__candidate *candidate)
{
    candidate->span = p->span;
    candidate->origin = p->places;
    candidate->block = p->block;
    candidate->heading = p->heading;
    candidate->node = p->block != DANA__NO_BLOCK ? pool->trace->blocks.blocks[p->block].node : 0;
    if (p->heading > 0) {
        uint16_t all = 0;

        for (size_t level = 1; level <= 6; level++) {
            all = (uint16_t)(all + pool->headings[level]);
        }
        candidate->order = pool->headings[p->heading];
        candidate->heading_order = all;
    }
}

static bool keep_text(const dana__candidates *pool, dana_view text, dana_view *kept)
{
    char *copy = dana_arena_alloc(pool->page->arena, text.length, pool->err);

    if (copy == NULL) {
        return false;
    }
    memcpy(copy, text.data, text.length);
    *kept = (dana_view){copy, text.length};
    return true;
}

/* Single characters with spaces between, as mastheads are set. */
static bool is_spaced_out(dana_view text, size_t words, size_t letters)
{
    size_t spaces = 0;

    if (words < SPACED_WORDS_MIN || letters != 2 * words - 1) {
        return false;
    }
    for (size_t i = 0; i < text.length; i++) {
        spaces += text.data[i] == ' ';
    }
    return spaces == words - 1;
}

/* Whether all of a text is a date, as blogs set above each entry. */
static bool is_date(dana_view text)
{
    static const dana__date_reading strict = {.month_first = false};
    dana__date date;
    dana_span span;

    return text.length <= DATE_BYTES_MAX &&
           (dana__is_digit(*text.data) || dana__is_digit(text.data[text.length - 1])) &&
           dana__find_date(text, strict, &date, &span) && span.start == 0 &&
           span.end == text.length;
}

/* Whether a text is no name of a page, unless the page itself calls itself so. */
static bool is_no_name(const dana__place *p, size_t words, size_t letters)
{
    return is_spaced_out(p->text, words, letters) ||
           ((p->places & (DANA__AT_TITLE | DANA__AT_STATED)) == 0 && is_date(p->text));
}

/* Whether a text begins with a capital and another one with the same letter small: a part of the
 * title behind its separator. */
static bool begins_higher(dana_view text, dana_view other)
{
    return text.data[0] >= 'A' && text.data[0] <= 'Z' && other.data[0] >= 'a' &&
           other.data[0] <= 'z';
}

dana_status dana__add_place(dana__candidates *pool, dana__place *p, dana__candidate **out)
{
    p->text = dana__trim_unseen(p->text);
    uint64_t identity = dana__text_identity(p->text);
    uint16_t *slot = NULL;
    dana__candidate *known = slot_candidate(pool, identity, &slot);

    *out = known;
    if (known == NULL) {
        size_t at = pool->words.length;
        size_t words;
        dana_status status = read_words(pool, p->text, DANA__REF_WORDS_MAX, &words);
        size_t letters = dana_count_code_points(p->text);

        if (status != DANA_OK || words == 0 || is_no_name(p, words, letters) ||
            letters > DANA__HEADLINE_LETTERS_MAX || pool->count >= DANA__CANDIDATES_MAX) {
            pool->words.length = at;
            return status;
        }
        known = &pool->items[pool->count++];
        *slot = (uint16_t)pool->count;
        *known = (dana__candidate){.identity = identity,
                                   .sense = sense_of((uint64_t *)pool->words.data + at, words),
                                   .words = (uint32_t)words,
                                   .letters = (uint32_t)letters,
                                   .word_at = (uint16_t)at};
        if (!keep_text(pool, p->text, &known->text)) {
            return pool->err->status;
        }
        set_place(pool, p, known);
        *out = known;
    } else if (is_better(pool, p, known)) {
        set_place(pool, p, known);
        if (begins_higher(p->text, known->text) && !keep_text(pool, p->text, &known->text)) {
            return pool->err->status;
        }
    }
    known->places |= p->places;
    known->visible += p->block != DANA__NO_BLOCK;
    return DANA_OK;
}

dana_status dana__add_reference(dana__candidates *pool, dana__ref ref, dana_view text)
{
    size_t at = pool->words.length;
    size_t count;
    dana_status status = read_words(pool, text, DANA__REF_WORDS_MAX, &count);

    if (status == DANA_OK && count > 0) {
        const uint64_t *words = (const uint64_t *)pool->words.data + at;

        dana__vocabulary_add(&pool->vocabulary, ref, words, count);
        if (pool->senses[ref] == 0) {
            pool->senses[ref] = sense_of(words, count);
        }
    }
    pool->words.length = at;
    return status;
}

dana_span dana__source_span(const dana__candidates *pool, dana_view raw)
{
    uint32_t start = (uint32_t)(raw.data - pool->page->source.data);

    return (dana_span){start, start + (uint32_t)raw.length};
}
