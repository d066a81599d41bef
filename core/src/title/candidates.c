#include "title/candidates.h"

#include "base/utf8.h"
#include "dana/text.h"
#include "page/elements.h"
#include "page/page.h"
#include "render/raw.h"
#include "title/tokens.h"

#include <string.h>
#include <unicode/uchar.h>

#define SLOTS 512 /* by identity; a power of two, over twice the candidates */

/* Longest text that may be a headline, in code points and in source bytes. */
#define LETTERS_MAX 300
#define BYTES_MAX   2000

/* A block that is no heading must be this like one of the page's names: 2 common / (both). */
#define LIKENESS_MIN 0.35f

/* Headings that are split into segments: the first of level 1. */
#define SPLIT_HEADINGS 3

/* Texts at the beginning of the main content that are candidates whatever they say. */
#define LEAD_BLOCKS  4
#define LEAD_LETTERS 150

/* A name that is looked for in the host, in letters. */
#define HOST_NAME_MIN 4
#define HOST_NAME_MAX 64

#define FNV_OFFSET    0xcbf29ce484222325u
#define FNV_PRIME     0x100000001b3u

#define INSIDE(kind)  (UINT64_C(1) << DANA__KIND_##kind)

/* A place where a text stands, before it is known whether the text is new. */
typedef struct {
    dana_span span;
    dana_view text;
    uint32_t places;
    uint32_t block;
    uint8_t heading;
} place;

/* Hashes a decoded text as dana_same_text compares: case and white space count nothing. */
static uint64_t identity_of(dana_view text)
{
    uint64_t hash = FNV_OFFSET;
    bool space = false;
    size_t length;

    for (size_t i = 0; i < text.length; i += length) {
        UChar32 c = (UChar32)dana__utf8_decode(text.data + i, &length);

        if (u_isUWhiteSpace(c)) {
            space = hash != FNV_OFFSET;
            continue;
        }
        if (space) {
            hash = (hash ^ ' ') * FNV_PRIME;
            space = false;
        }
        hash = (hash ^
                (uint32_t)(c < 0x80 ? (c >= 'A' && c <= 'Z' ? c | 0x20 : c) : u_tolower(c))) *
               FNV_PRIME;
    }
    return hash;
}

/* Characters that are not seen and join nothing: marks of direction, zero-width spaces. */
static bool is_unseen(uint32_t c)
{
    return c == 0x200B || c == 0x200E || c == 0x200F || c == 0x061C || c == 0x2060 || c == 0xFEFF ||
           (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069);
}

/* Cuts off what is not seen at both ends. */
static dana_view trim_unseen(dana_view text)
{
    size_t length;

    while (text.length > 0 && is_unseen(dana__utf8_decode(text.data, &length))) {
        text.data += length;
        text.length -= length;
    }
    while (text.length > 0) {
        size_t at = text.length - 1;

        while (at > 0 && dana__utf8_continues((unsigned char)text.data[at])) {
            at--;
        }
        if (!is_unseen(dana__utf8_decode(text.data + at, &length))) {
            break;
        }
        text.length = at;
    }
    return text;
}

/* Reads at most `max` words of a text to the end of pool->words. Returns OK with their number. */
static dana_status read_words(dana__candidates *pool, dana_view text, size_t max, size_t *count)
{
    dana__token_reader reader;
    uint64_t word;

    *count = 0;
    dana__read_tokens(&reader, text.data, text.data + text.length);
    while (*count < max && dana__next_token(&reader, &word)) {
        if (dana_buffer_reserve(pool->page->arena, &pool->words, 1, pool->err) != DANA_OK) {
            return pool->err->status;
        }
        ((uint64_t *)pool->words.data)[pool->words.length++] = word;
        (*count)++;
    }
    return DANA_OK;
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
    size_t at = (size_t)(identity ^ identity >> 32) & (SLOTS - 1);

    while (pool->slots[at] != 0) {
        dana__candidate *candidate = &pool->items[pool->slots[at] - 1];

        if (candidate->identity == identity) {
            return candidate;
        }
        at = (at + 1) & (SLOTS - 1);
    }
    *slot = &pool->slots[at];
    return NULL;
}

/* A better place: visible before not, a higher heading before a lower one, the earlier one. */
static bool is_better(const dana__candidates *pool, const place *p, const dana__candidate *known)
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

    return pruned != was_pruned ? was_pruned : level < known_level;
}

static void set_place(const dana__candidates *pool, const place *p, dana__candidate *candidate)
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

/* Adds a text, or a place to a known text. *out: the candidate, NULL where there is no room or the
 * text has no letter. */
static dana_status add_place(dana__candidates *pool, place *p, dana__candidate **out)
{
    p->text = trim_unseen(p->text);
    uint64_t identity = identity_of(p->text);
    uint16_t *slot = NULL;
    dana__candidate *known = slot_candidate(pool, identity, &slot);

    *out = known;
    if (known == NULL) {
        size_t at = pool->words.length;
        size_t words;
        dana_status status = read_words(pool, p->text, DANA__REF_WORDS_MAX, &words);
        size_t letters = dana_count_code_points(p->text);

        if (status != DANA_OK || words == 0 || letters > LETTERS_MAX ||
            pool->count >= DANA__CANDIDATES_MAX) {
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
    }
    known->places |= p->places;
    known->visible += p->block != DANA__NO_BLOCK;
    return DANA_OK;
}

/* Where the segments of each name go; 0: it is not split. */
static const struct {
    uint32_t whole;
    uint32_t part;
    dana__ref ref;
} sources[] = {
    [DANA__HEAD_OG] = {DANA__AT_OG, DANA__AT_OG_PART, DANA__REF_OG},
    [DANA__HEAD_TWITTER] = {DANA__AT_TWITTER, DANA__AT_OG_PART, DANA__REF_TWITTER},
    [DANA__HEAD_META] = {DANA__AT_META, DANA__AT_OG_PART, DANA__REF_META},
    [DANA__HEAD_LD_HEADLINE] = {DANA__AT_LD_HEADLINE, DANA__AT_LD_PART, DANA__REF_LD_HEADLINE},
    [DANA__HEAD_LD_NAME] = {DANA__AT_LD_NAME, DANA__AT_LD_PART, DANA__REF_LD_NAME},
    [DANA__HEAD_CRUMB] = {DANA__AT_CRUMB, 0, DANA__REF_CRUMB},
    [DANA__HEAD_SITE] = {DANA__AT_SITE, 0, DANA__REF_SITE},
};

static dana_span span_of(const dana__candidates *pool, const char *start, const char *end)
{
    const char *base = pool->page->source.data;

    return (dana_span){(uint32_t)(start - base), (uint32_t)(end - base)};
}

/* Whether the ASCII letters and digits of a text, written together, are part of the host. */
bool dana__is_in_host(dana_view host, dana_view text)
{
    char name[HOST_NAME_MAX];
    size_t length = 0;

    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];

        if (c >= 0x80 || length == sizeof(name)) {
            return false;
        }
        if (u_isalnum(c)) {
            name[length++] = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        }
    }
    return length >= HOST_NAME_MIN && host.length >= length &&
           memmem(host.data, host.length, name, length) != NULL;
}

static bool is_host(const dana__candidates *pool, const dana__segment *segment)
{
    return dana__is_in_host(pool->host,
                            (dana_view){segment->start, (size_t)(segment->end - segment->start)});
}

static void note_cuts(const dana__candidates *pool, dana__candidate *candidate,
                      const dana__segment *segments, size_t count, size_t first, size_t last)
{
    if (candidate == NULL || candidate->segments > 0) {
        return;
    }
    candidate->cut_host = (first > 0 && is_host(pool, &segments[first - 1])) ||
                          (last + 1 < count && is_host(pool, &segments[last + 1]));
    candidate->segments = (uint8_t)count;
    candidate->cut_before = (uint8_t)(first > 0 ? segments[first - 1].cut : DANA__CUT_NONE);
    candidate->cut_behind = (uint8_t)segments[last].cut;
    for (size_t i = first; i < last; i++) {
        if (segments[i].cut > candidate->cut_inside) {
            candidate->cut_inside = (uint8_t)segments[i].cut;
        }
    }
}

/* What a text that is split is; the places of its beginning, its end and what is between. */
typedef struct {
    dana_view raw;
    bool is_json;
    uint32_t first;
    uint32_t last;
    uint32_t part;
    uint32_t block;
    uint8_t heading;
} split;

static dana_status add_run(dana__candidates *pool, const split *s, const dana__segment *segments,
                           size_t count, size_t from, size_t to)
{
    const char *start = segments[from].start;
    const char *end = segments[to].end;
    place p = {.span = span_of(pool, start, end), .block = s->block, .heading = s->heading};
    dana__candidate *candidate = NULL;
    dana_status status = dana__head_text(pool->page, (dana_view){start, (size_t)(end - start)},
                                         s->is_json, &pool->text, &p.text, pool->err);

    p.places = from == 0 ? s->first : to == count - 1 ? s->last : s->part;
    if (status == DANA_OK) {
        status = add_place(pool, &p, &candidate);
    }
    note_cuts(pool, candidate, segments, count, from, to);
    return status;
}

/* Beginnings, ends and single segments of a text. */
static dana_status add_segments(dana__candidates *pool, const split *s)
{
    dana__segment segments[DANA__SEGMENTS_MAX];
    size_t count = s->raw.length <= BYTES_MAX ? dana__split_title(s->raw, segments) : 0;
    dana_status status = DANA_OK;

    for (size_t from = 0; count > 1 && from < count; from++) {
        for (size_t to = from; to < count && status == DANA_OK; to++) {
            bool whole = from == 0 && to == count - 1;

            if (!whole && (from == 0 || to == count - 1 || from == to)) {
                status = add_run(pool, s, segments, count, from, to);
            }
        }
    }
    return status;
}

/* Makes the words of a text those of a name too. */
static dana_status add_reference(dana__candidates *pool, dana__ref ref, dana_view text)
{
    size_t at = pool->words.length;
    size_t count;
    dana_status status = read_words(pool, text, DANA__REF_WORDS_MAX, &count);
    const uint64_t *words = (const uint64_t *)pool->words.data + at;

    if (status == DANA_OK && count > 0) {
        dana__vocabulary_add(&pool->vocabulary, ref, words, count);
        if (pool->senses[ref] == 0) {
            pool->senses[ref] = sense_of(words, count);
        }
    }
    pool->words.length = at;
    return status;
}

static dana_status add_name(dana__candidates *pool, dana_view raw, bool is_json, uint32_t whole,
                            dana__ref ref, const split *parts)
{
    place p = {.span = span_of(pool, raw.data, raw.data + raw.length),
               .places = whole,
               .block = DANA__NO_BLOCK};
    dana__candidate *candidate = NULL;
    dana_status status;

    if (raw.length > BYTES_MAX) {
        return DANA_OK;
    }
    status = dana__head_text(pool->page, raw, is_json, &pool->text, &p.text, pool->err);
    if (status == DANA_OK) {
        status = add_place(pool, &p, &candidate);
    }
    if (whole == DANA__AT_TITLE) {
        pool->title = candidate;
    }
    if (status == DANA_OK && (ref == DANA__REF_SITE || pool->senses[ref] == 0)) {
        status = add_reference(pool, ref, p.text);
    }
    return status == DANA_OK && parts->first != 0 ? add_segments(pool, parts) : status;
}

static dana_status add_title(dana__candidates *pool)
{
    dana_span span = pool->trace->blocks.title;
    dana_view raw = {pool->page->source.data + span.start, (size_t)span.end - span.start};
    const split parts = {.raw = raw,
                         .first = DANA__AT_TITLE_FIRST,
                         .last = DANA__AT_TITLE_LAST,
                         .part = DANA__AT_TITLE_PART,
                         .block = DANA__NO_BLOCK};

    return add_name(pool, raw, false, DANA__AT_TITLE, DANA__REF_TITLE, &parts);
}

static char *decode_percent(dana__candidates *pool, dana_view raw, size_t *length)
{
    char *out = dana_arena_alloc(pool->page->arena, raw.length + 1, pool->err);
    static const char digits[] = "0123456789abcdef";

    *length = 0;
    for (size_t i = 0; out != NULL && i < raw.length; i++) {
        const char *high = NULL;
        const char *low = NULL;

        if (raw.data[i] == '%' && i + 2 < raw.length) {
            high = memchr(digits, raw.data[i + 1] | 0x20, 16);
            low = memchr(digits, raw.data[i + 2] | 0x20, 16);
        }
        if (high != NULL && low != NULL) {
            out[(*length)++] = (char)((high - digits) << 4 | (low - digits));
            i += 2;
        } else {
            out[(*length)++] = raw.data[i];
        }
    }
    return out;
}

/* The last part of an address's path that is not empty, without what is behind a dot. */
static dana_view slug_of(dana_view path)
{
    size_t end = path.length;
    size_t start;

    for (size_t i = 0; i < path.length; i++) {
        if (path.data[i] == '?' || path.data[i] == '#') {
            end = i;
            break;
        }
    }
    while (end > 0 && path.data[end - 1] == '/') {
        end--;
    }
    for (start = end; start > 0 && path.data[start - 1] != '/'; start--) {
    }
    const char *dot = memchr(path.data + start, '.', end - start);

    return (dana_view){path.data + start,
                       dot != NULL ? (size_t)(dot - path.data) - start : end - start};
}

/* Takes host and slug of the page's address, where it is a whole one. */
static dana_status add_address(dana__candidates *pool, dana_view raw)
{
    const char *end = raw.data + raw.length;
    const char *host = memmem(raw.data, raw.length, "//", 2);

    if (host == NULL || pool->host.length > 0) {
        return DANA_OK;
    }
    host += 2;
    const char *path = memchr(host, '/', (size_t)(end - host));

    pool->host = (dana_view){host, (size_t)((path != NULL ? path : end) - host)};
    if (path == NULL) {
        return DANA_OK;
    }
    size_t length;
    dana_view slug = slug_of((dana_view){path, (size_t)(end - path)});
    char *plain = decode_percent(pool, slug, &length);

    if (plain == NULL) {
        return pool->err->status;
    }
    if (dana_utf8_valid_length(plain, length) == length) {
        slug = (dana_view){plain, length};
    }
    return add_reference(pool, DANA__REF_ADDRESS, slug);
}

static dana_view raw_of(const dana__candidates *pool, const dana__head_entry *entry)
{
    return (dana_view){pool->page->source.data + entry->span.start,
                       (size_t)entry->span.end - entry->span.start};
}

static dana_status add_head(dana__candidates *pool)
{
    dana__head names;
    const dana__head *head = &names;
    dana_status status = dana__head_names(pool->page, &pool->trace->blocks.head, &names, pool->err);

    for (size_t i = 0; i < head->count && status == DANA_OK; i++) {
        if (head->entries[i].source == DANA__HEAD_ADDRESS) {
            status = add_address(pool, raw_of(pool, &head->entries[i]));
        }
    }
    if (status == DANA_OK) {
        status = add_title(pool);
    }
    for (size_t i = 0; i < head->count && status == DANA_OK; i++) {
        const dana__head_entry *entry = &head->entries[i];
        dana_view raw = raw_of(pool, entry);

        if (entry->source == DANA__HEAD_ADDRESS) {
            continue;
        }
        uint32_t part = sources[entry->source].part;
        const split parts = {.raw = raw,
                             .is_json = entry->is_json,
                             .first = part,
                             .last = part,
                             .part = part,
                             .block = DANA__NO_BLOCK};

        status = add_name(pool, raw, entry->is_json, sources[entry->source].whole,
                          sources[entry->source].ref, &parts);
    }
    return status;
}

/* The text units of a block: [*first, behind); units are visited in order. */
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

static dana_status add_visible(dana__candidates *pool, dana_span span, uint32_t places,
                               uint32_t block, uint8_t heading, dana__candidate **out)
{
    place p = {.span = span, .places = places, .block = block, .heading = heading};

    *out = NULL;
    if (span.end - span.start > BYTES_MAX) {
        return DANA_OK;
    }
    dana_status status = dana__render_span(pool->page, span, &pool->text, &p.text, pool->err);

    return status == DANA_OK && p.text.length > 0 ? add_place(pool, &p, out) : status;
}

static dana_span unit_span(const dana_unit *unit)
{
    return (dana_span){unit->start, unit->start + unit->length};
}

/* Adds each text of a block that holds several. */
static dana_status add_units(dana__candidates *pool, size_t first, size_t behind, uint32_t places,
                             uint32_t block, uint8_t heading)
{
    dana_status status = DANA_OK;
    dana__candidate *candidate;

    for (size_t i = first; behind - first > 1 && i < behind && status == DANA_OK; i++) {
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
static uint32_t heading_text_end(const dana__blocks *blocks, uint32_t first, uint32_t behind)
{
    uint32_t last = behind - 1;

    while (last > first &&
           dana__is_inside(&blocks->nodes[blocks->blocks[last].node], INSIDE(BUTTON))) {
        last--;
    }
    return last;
}

static dana_status add_heading(dana__candidates *pool, uint32_t first, uint32_t behind,
                               size_t *unit)
{
    const dana__blocks *blocks = &pool->trace->blocks;
    dana_span whole = {blocks->blocks[first].start, blocks->blocks[behind - 1].end};
    dana_span span = {whole.start, blocks->blocks[heading_text_end(blocks, first, behind)].end};
    uint8_t level = blocks->blocks[first].heading != 0 ? blocks->blocks[first].heading : 6;
    dana__candidate *candidate;
    size_t units_end = units_of(pool->scan, whole, unit);
    dana_status status = add_visible(pool, span, DANA__AT_HEADING, first, level, &candidate);

    if (status == DANA_OK && candidate != NULL && level == 1 && pool->headings[1] == 0) {
        status = add_reference(pool, DANA__REF_H1, candidate->text);
    }
    for (uint32_t i = first; behind - first > 1 && i < behind && status == DANA_OK; i++) {
        dana_span block = {blocks->blocks[i].start, blocks->blocks[i].end};

        status = add_visible(pool, block, DANA__AT_HEADING_UNIT, i, level, &candidate);
    }
    if (status == DANA_OK) {
        status = add_units(pool, *unit, units_end, DANA__AT_HEADING_UNIT, first, level);
    }
    if (status == DANA_OK && level == 1 && pool->headings[1] < SPLIT_HEADINGS &&
        units_end - *unit == 1) {
        dana_span one = unit_span(&pool->scan->units[*unit]);
        const split parts = {.raw = {pool->page->source.data + one.start, one.end - one.start},
                             .first = DANA__AT_HEADING_PART,
                             .last = DANA__AT_HEADING_PART,
                             .part = DANA__AT_HEADING_PART,
                             .block = first,
                             .heading = level};

        status = add_segments(pool, &parts);
    }
    if (pool->headings[level] < UINT16_MAX / 8) {
        pool->headings[level]++;
    }
    *unit = units_end;
    return status;
}

/* How like the text of units is to the most similar name: 2 common / (its words + the name's). */
static dana_status likeness(dana__candidates *pool, size_t first, size_t behind, float *out)
{
    static const dana__ref refs[] = {DANA__REF_TITLE,       DANA__REF_OG,      DANA__REF_META,
                                     DANA__REF_LD_HEADLINE, DANA__REF_LD_NAME, DANA__REF_CRUMB};
    uint32_t common[DANA__REF_COUNT] = {0};
    uint32_t words = 0;

    for (size_t i = first; i < behind; i++) {
        const dana_unit *unit = &pool->scan->units[i];
        const char *p = pool->page->source.data + unit->start;
        dana__token_reader reader;
        uint64_t word;

        dana__read_tokens(&reader, p, p + unit->length);
        while (dana__next_token(&reader, &word)) {
            uint16_t bits = dana__vocabulary_refs(&pool->vocabulary, word);

            words++;
            for (size_t r = 0; bits != 0 && r < DANA__REF_COUNT; r++) {
                common[r] += (uint32_t)bits >> r & 1u;
            }
        }
    }
    *out = 0.0f;
    for (size_t r = 0; r < sizeof(refs) / sizeof(refs[0]); r++) {
        float both = (float)(words + pool->vocabulary.lengths[refs[r]]);
        float like = both > 0.0f ? 2.0f * (float)common[refs[r]] / both : 0.0f;

        *out = like > *out ? like : *out;
    }
    return DANA_OK;
}

static bool is_lead(const dana__candidates *pool, uint32_t block)
{
    const dana__blocks *blocks = &pool->trace->blocks;
    uint32_t first = blocks->nodes[pool->trace->choice.subtree].first_block;

    return block + LEAD_BLOCKS / 2 >= first && block < first + LEAD_BLOCKS &&
           blocks->blocks[block].text <= LEAD_LETTERS;
}

static dana_status add_block(dana__candidates *pool, uint32_t index, size_t *unit)
{
    const dana__block *block = &pool->trace->blocks.blocks[index];
    dana_span span = {block->start, block->end};
    dana__candidate *candidate;
    float like = 0.0f;
    size_t behind = units_of(pool->scan, span, unit);
    size_t first = *unit;
    dana_status status = DANA_OK;

    *unit = behind;
    if (block->text > LETTERS_MAX || first == behind) {
        return DANA_OK;
    }
    if (!is_lead(pool, index)) {
        status = likeness(pool, first, behind, &like);
        if (status != DANA_OK || like < LIKENESS_MIN) {
            return status;
        }
    }
    status = add_visible(pool, span, DANA__AT_BLOCK, index, 0, &candidate);
    return status == DANA_OK ? add_units(pool, first, behind, DANA__AT_UNIT, index, 0) : status;
}

static dana_status add_body(dana__candidates *pool)
{
    const dana__blocks *blocks = &pool->trace->blocks;
    dana_status status = DANA_OK;
    size_t unit = 0;
    uint32_t behind;

    for (uint32_t i = 0; i < blocks->block_count && status == DANA_OK; i = behind) {
        uint32_t node = blocks->blocks[i].node;
        bool heading = dana__is_inside(&blocks->nodes[node], INSIDE(HEADING));

        behind = i + 1;
        if (!heading) {
            status = add_block(pool, i, &unit);
            continue;
        }
        uint32_t end = blocks->nodes[heading_node(blocks, node)].end_block;

        behind = end > behind ? end : behind;
        status = add_heading(pool, i, behind, &unit);
    }
    return status;
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
        status = dana_buffer_reserve(arena, &pool->memory[1], SLOTS, pool->err);
    }
    if (status != DANA_OK) {
        return status;
    }
    pool->items = pool->memory[0].data;
    pool->slots = pool->memory[1].data;
    memset(pool->slots, 0, SLOTS * sizeof(*pool->slots));
    return dana__vocabulary_make(pool->page, &pool->vocabulary, pool->err);
}

dana_status dana__collect_candidates(dana_page *page, const dana_scan *scan,
                                     const dana__auto_trace *trace, dana__candidates *out,
                                     dana_error *err)
{
    *out = (dana__candidates){.page = page, .scan = scan, .trace = trace, .err = err};
    dana_status status = make_pool(out);

    if (status == DANA_OK) {
        status = add_head(out);
    }
    if (status == DANA_OK) {
        status = add_body(out);
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
