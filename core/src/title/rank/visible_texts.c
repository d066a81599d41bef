#include "title/rank/visible_texts.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/elements.h"
#include "page/page.h"
#include "text/permalink.h"
#include "text/raw.h"
#include "text/read_words.h"
#include "title/rank/cuts.h"

/* A block that is no heading must be this like one of the page's names: 2 common / (both). */
#define LIKENESS_MIN 0.35f

/* Texts of less than a fifth of the shortest name, or more than so many times the longest, are not.
 */
#define SHORTEST_PART 5
#define LONGEST_TIMES 3

/* Words that are read at once. */
#define WORDS_AT_ONCE 64

/* Headings that are split into segments: the first of level 1. */
#define SPLIT_HEADINGS 3

/* Texts at the beginning of the main content that are candidates whatever they say. */
#define LEAD_BLOCKS  4
#define LEAD_LETTERS 150

/* So many blocks after the beginning of the main text only headings are candidates. */
#define LATE_BLOCKS 40

/* The text units of a block: [*first, end); units are visited in order. */
static size_t units_of(const dana_scan *scan, dana_span span, size_t *first)
{
    size_t i = *first;

    while (i < scan->unit_count && scan->units[i].start < span.start) {
        i++;
    }
    *first = i;
    while (i < scan->unit_count && scan->units[i].start < span.end) {
        i++;
    }
    return i;
}

/* The marks that part breadcrumbs, and begin a text between two of them. */
static bool is_crumb_mark(uint32_t c)
{
    return c == '>' || c == '|' || c == 0x00BB || c == 0x203A || c == 0x2192 || c == 0x25B8 ||
           c == 0x3009 || c == 0x300B;
}

/* A text inside a heading without the marks that part it from the text before. */
static dana_view without_crumb_marks(dana_view text)
{
    size_t length;

    while (text.length > 0) {
        uint32_t c = dana__utf8_decode(text.data, &length);

        if (!is_crumb_mark(c) && !dana__is_white(c)) {
            break;
        }
        text.data += length;
        text.length -= length;
    }
    return text;
}

static dana_status add_visible(dana__candidates *pool, dana_span span, uint32_t places,
                               uint32_t block, uint8_t heading, dana__candidate **out)
{
    dana__place p = {.span = span, .places = places, .block = block, .heading = heading};

    *out = NULL;
    if (span.end - span.start > DANA__HEADLINE_BYTES_MAX) {
        return DANA_OK;
    }
    dana_status status = dana__render_span(pool->page, span, &pool->text, &p.text, pool->err);

    if ((places & DANA__AT_HEADING_UNIT) != 0) {
        p.text = without_crumb_marks(p.text);
    }
    return status == DANA_OK && p.text.length > 0 ? dana__add_place(pool, &p, out) : status;
}

static dana_span unit_span(const dana_unit *unit)
{
    return (dana_span){unit->start, unit->start + unit->length};
}

/* Adds each text of a block that holds several. */
static dana_status add_units(dana__candidates *pool, size_t first, size_t end, uint32_t places,
                             uint32_t block, uint8_t heading)
{
    dana_status status = DANA_OK;
    dana__candidate *candidate;

    for (size_t i = first; end - first > 1 && i < end && status == DANA_OK; i++) {
        status = add_visible(pool, unit_span(&pool->scan->units[i]), places, block, heading,
                             &candidate);
    }
    return status;
}

/* The heading element that a block lies in, or 0. */
static uint32_t heading_node(const dana__blocks *blocks, uint32_t node)
{
    while (node > 0 && blocks->nodes[node].kind != DANA__KIND_HEADING) {
        node = blocks->nodes[node].parent;
    }
    return node;
}

/* The last block of a heading that is no button's: buttons in headings copy or open something. */
static uint32_t heading_text_end(const dana__blocks *blocks, uint32_t first, uint32_t end)
{
    uint32_t last = end - 1;

    while (last > first &&
           dana__is_inside(&blocks->nodes[blocks->blocks[last].node], DANA__KIND_BIT(BUTTON))) {
        last--;
    }
    return last;
}

/* The end of the units [first, end) of a heading without the links to itself and to what edits it;
 * span ends there, too. */
static size_t end_without_links(const dana__candidates *pool, size_t first, size_t end,
                                dana_span *span)
{
    const dana_unit *units = pool->scan->units;
    size_t last = end;

    while (last > first + 1 &&
           dana__is_permalink(pool->page->source, pool->scan, &units[last - 1])) {
        last--;
    }
    if (last < end && span->end > units[last].start) {
        span->end = unit_span(&units[last - 1]).end;
    }
    return last;
}

static dana_status add_heading(dana__candidates *pool, uint32_t first, uint32_t end, size_t *unit)
{
    const dana__blocks *blocks = &pool->trace->blocks;
    dana_span whole = {blocks->blocks[first].start, blocks->blocks[end - 1].end};
    dana_span span = {whole.start, blocks->blocks[heading_text_end(blocks, first, end)].end};
    uint8_t level = blocks->blocks[first].heading != 0 ? blocks->blocks[first].heading : 6;
    dana__candidate *candidate;
    size_t units_end = units_of(pool->scan, whole, unit);

    units_end = end_without_links(pool, *unit, units_end, &span);
    dana_status status = add_visible(pool, span, DANA__AT_HEADING, first, level, &candidate);

    if (status == DANA_OK && candidate != NULL && level == 1 && pool->headings[1] == 0) {
        status = dana__add_reference(pool, DANA__REF_H1, candidate->text);
    }
    for (uint32_t i = first; end - first > 1 && i < end && status == DANA_OK; i++) {
        dana_span block = {blocks->blocks[i].start, blocks->blocks[i].end};

        status = add_visible(pool, block, DANA__AT_HEADING_UNIT, i, level, &candidate);
    }
    if (status == DANA_OK) {
        status = add_units(pool, *unit, units_end, DANA__AT_HEADING_UNIT, first, level);
    }
    if (status == DANA_OK && level == 1 && pool->headings[1] < SPLIT_HEADINGS &&
        units_end - *unit == 1) {
        dana_span one = unit_span(&pool->scan->units[*unit]);
        const dana__split parts = {
            .raw = {pool->page->source.data + one.start, one.end - one.start},
            .first = DANA__AT_HEADING_PART,
            .last = DANA__AT_HEADING_PART,
            .part = DANA__AT_HEADING_PART,
            .block = first,
            .heading = level};

        status = dana__add_segments(pool, &parts);
    }
    if (pool->headings[level] < UINT16_MAX / 8) {
        pool->headings[level]++;
    }
    *unit = units_end;
    return status;
}

/* Adds up, by name, the words of a text that the name holds; returns the text's words. */
static uint32_t count_common(const dana__candidates *pool, const dana_unit *unit,
                             uint32_t common[DANA__REF_COUNT])
{
    const char *p = pool->page->source.data + unit->start;
    dana__token_reader reader;
    uint64_t words[WORDS_AT_ONCE];
    size_t count = 0;
    size_t more;

    dana__read_tokens(&reader, p, p + unit->length);
    do {
        more = dana__next_tokens(&reader, words, WORDS_AT_ONCE);
        count += more;
        for (size_t i = 0; i < more; i++) {
            uint16_t bits = dana__vocabulary_refs(&pool->vocabulary, words[i]);

            for (size_t r = 0; bits != 0 && r < DANA__REF_COUNT; r++) {
                common[r] += (uint32_t)bits >> r & 1u;
            }
        }
    } while (more == WORDS_AT_ONCE);
    return (uint32_t)count;
}

/* How like the text of units is to the most similar name: 2 common / (its words + the name's). */
static float likeness(const dana__candidates *pool, size_t first, size_t end)
{
    static const dana__ref refs[] = {DANA__REF_TITLE,       DANA__REF_OG,      DANA__REF_META,
                                     DANA__REF_LD_HEADLINE, DANA__REF_LD_NAME, DANA__REF_CRUMB};
    uint32_t common[DANA__REF_COUNT] = {0};
    uint32_t words = 0;
    float most = 0.0f;

    for (size_t i = first; i < end; i++) {
        words += count_common(pool, &pool->scan->units[i], common);
    }
    for (size_t r = 0; r < DANA__COUNT(refs); r++) {
        float both = (float)(words + pool->vocabulary.lengths[refs[r]]);
        float like = both > 0.0f ? 2.0f * (float)common[refs[r]] / both : 0.0f;

        most = like > most ? like : most;
    }
    return most;
}

/* Whether a text of so many code points can be like a name: its words are about as long. */
static bool may_be_like(const dana__candidates *pool, size_t length)
{
    return SHORTEST_PART * length >= pool->shortest_name &&
           length <= LONGEST_TIMES * pool->longest_name;
}

static bool is_lead(const dana__candidates *pool, uint32_t block)
{
    const dana__blocks *blocks = &pool->trace->blocks;
    uint32_t first = blocks->nodes[pool->trace->choice.subtree].first_block;

    return block + LEAD_BLOCKS / 2 >= first && block < first + LEAD_BLOCKS &&
           blocks->blocks[block].text <= LEAD_LETTERS;
}

/* The words that the main text begins with. */
static dana_status add_lead(dana__candidates *pool, size_t first, size_t end)
{
    dana_status status = DANA_OK;

    for (size_t i = first; i < end && status == DANA_OK &&
                           pool->vocabulary.lengths[DANA__REF_LEAD] < DANA__REF_WORDS_MAX;
         i++) {
        const dana_unit *text = &pool->scan->units[i];

        status = dana__add_reference(
            pool, DANA__REF_LEAD, (dana_view){pool->page->source.data + text->start, text->length});
    }
    return status;
}

/* Whether a text stands too late for a headline: after the beginning of the main text links lead to
 * other pages, and far after it nothing names this one. */
static bool is_late(const dana__candidates *pool, uint32_t index)
{
    const dana__block *block = &pool->trace->blocks.blocks[index];

    return index > pool->main_block + LATE_BLOCKS ||
           (index > pool->main_block + LEAD_BLOCKS && block->link_text >= block->text);
}

static dana_status add_block(dana__candidates *pool, uint32_t index, size_t *unit)
{
    const dana__block *block = &pool->trace->blocks.blocks[index];
    dana_span span = {block->start, block->end};
    dana__candidate *candidate;
    size_t end = units_of(pool->scan, span, unit);
    size_t first = *unit;

    *unit = end;
    if (index == pool->main_block) {
        dana_status status = add_lead(pool, first, end);

        if (status != DANA_OK) {
            return status;
        }
    }
    if (block->text > DANA__HEADLINE_LETTERS_MAX || first == end ||
        (!is_lead(pool, index) && (is_late(pool, index) || !may_be_like(pool, block->text) ||
                                   likeness(pool, first, end) < LIKENESS_MIN))) {
        return DANA_OK;
    }
    dana_status status = add_visible(pool, span, DANA__AT_BLOCK, index, 0, &candidate);

    return status == DANA_OK ? add_units(pool, first, end, DANA__AT_UNIT, index, 0) : status;
}

dana_status dana__add_visible_texts(dana__candidates *pool)
{
    const dana__blocks *blocks = &pool->trace->blocks;
    dana_status status = DANA_OK;
    size_t unit = 0;
    uint32_t next;

    for (uint32_t i = 0; i < blocks->block_count && status == DANA_OK; i = next) {
        uint32_t node = blocks->blocks[i].node;
        bool heading = dana__is_inside(&blocks->nodes[node], DANA__KIND_BIT(HEADING));

        next = i + 1;
        if (!heading) {
            status = add_block(pool, i, &unit);
            continue;
        }
        uint32_t end = blocks->nodes[heading_node(blocks, node)].end_block;

        next = end > next ? end : next;
        status = add_heading(pool, i, next, &unit);
    }
    return status;
}
