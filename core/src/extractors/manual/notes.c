#include "extractors/manual/notes.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "measure/calls.h"

#include <string.h>

/* Code points of the signs of a note that lead to its mark: "^", "[12]", "a b c". */
#define SIGN_MOST 24

/* Code points of a note's sign that stands alone, before its text. */
#define ALONE_MOST 8

/* Blocks from a note to the next one at most: its other paragraphs. */
#define NOTE_BLOCKS 6

/* Places that the text leads to, by the hashes of their names: a set with 2^14 bits. */
#define PLACE_BITS 14

typedef struct {
    uint64_t bits[(1 << PLACE_BITS) / 64];
} places;

/* What a block that is no content may be marked with, and be a note of the text. */
#define FOREIGN (DANA__BESIDE_MARKS & ~(DANA__MARK_BIT(FOOTER) | DANA__MARK_BIT(ASIDE)))

static uint32_t hash_of(dana_view name)
{
    uint32_t hash = DANA__HASH32_EMPTY;

    for (size_t i = 0; i < name.length; i++) {
        hash = dana__hash32(hash, name.data[i]);
    }
    return (hash ^ hash >> PLACE_BITS) & ((1u << PLACE_BITS) - 1);
}

/* The name of the place that an address leads to; empty: to none. */
static dana_view place_of(dana_view address)
{
    const char *mark = address.length > 0 ? memchr(address.data, '#', address.length) : NULL;

    if (mark == NULL) {
        return (dana_view){NULL, 0};
    }
    dana_view place = dana__between(mark + 1, address.data + address.length);

    if (place.length > 0 && *place.data == '/') { /* of a slide */
        place = dana__between(place.data + 1, place.data + place.length);
    }
    return place;
}

static bool may_be_note(const dana__blocks *blocks, const dana__block *block)
{
    uint32_t marks = blocks->nodes[block->node].all_marks;

    return block->decision == DANA__DECISION_REFUSED || block->decision == DANA__DECISION_OUTSIDE ||
           block->decision == DANA__DECISION_CUT ||
           (block->decision == DANA__DECISION_PRUNED && (marks & FOREIGN) == 0);
}

static bool is_sign(const dana__block *block)
{
    return block->text <= ALONE_MOST && 2 * (uint64_t)block->link_text > block->text;
}

/* Whether a block may begin a note: a text with few signs that lead somewhere, or such a sign. */
static bool may_begin(const dana__blocks *blocks, size_t i)
{
    const dana__block *block = &blocks->blocks[i];

    return block->link_text > 0 && block->link_text <= SIGN_MOST && !dana__is_taken(block) &&
           (2 * (uint64_t)block->link_text <= block->text || is_sign(block)) &&
           may_be_note(blocks, block);
}

/* Whether an address leads to a place called as those are that refer to notes: with a number, and
 * on pages that name themselves in links after that. */
static bool leads_to_mark(dana_view address, dana_view place)
{
    bool has_number = false;

    for (size_t i = 0; i < place.length && !has_number; i++) {
        has_number = dana__is_digit(place.data[i]);
    }
    return has_number &&
           (*address.data == '#' || memmem(place.data, place.length, "ref", 3) != NULL);
}

/* The place of its page that a block leads back to with its first such link, whose name has a
 * number as the notes have; empty: none. */
static dana_view way_back(const dana_page *page, const dana__block *block)
{
    const char *p = dana__start_with_tags(page, block);
    const char *end = page->source.data + block->end;
    dana_view address;

    while (memchr(p, '#', (size_t)(end - p)) != NULL && dana__next_link(&p, end, &address)) {
        dana_view place = place_of(address);

        if (leads_to_mark(address, place)) {
            return place;
        }
    }
    return (dana_view){NULL, 0};
}

/* Notes the places that the taken blocks lead to. */
static void gather_places(const dana_page *page, const dana__blocks *blocks, places *out)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (block->link_text == 0 || !dana__is_taken(block)) {
            continue;
        }
        const char *p = dana__start_with_tags(page, block);
        dana_view address;

        while (dana__next_link(&p, page->source.data + block->end, &address)) {
            dana_view place = place_of(address);
            uint32_t hash = hash_of(place);

            out->bits[hash / 64] |= (uint64_t)(place.length > 0) << hash % 64;
        }
    }
}

/* The name of the place that a tag is; empty: it is none. */
static dana_view name_of(const dana__markup *tag)
{
    dana_view name;

    return tag->kind == DANA__START_TAG && (dana_tag_attribute(dana__tag_view(tag), "id", &name) ||
                                            dana_tag_attribute(dana__tag_view(tag), "name", &name))
               ? name
               : (dana_view){NULL, 0};
}

/* Whether the text leads to a place in [p, end), which is not where the note there leads: such a
 * link is one to itself. */
static bool is_led_to(const places *from, const char *p, const char *end, dana_view back)
{
    bool is_led = false;
    dana__markup tag;

    for (p = dana__find_markup(p, end); p < end; p = dana__find_markup(p, end)) {
        dana__read_markup(p, end, &tag);
        p = tag.end > p ? tag.end : p + 1;
        dana_view name = name_of(&tag);

        if (name.length > 0 && name.length == back.length &&
            memcmp(name.data, back.data, back.length) == 0) {
            return false;
        }
        uint32_t hash = hash_of(name);

        is_led |= name.length > 0 && (from->bits[hash / 64] >> hash % 64 & 1u) != 0;
    }
    return is_led;
}

static bool is_note(const dana_page *page, const dana__blocks *blocks, const places *from, size_t i)
{
    const char *source = page->source.data;
    const char *start = i > 0 ? source + blocks->blocks[i - 1].end : source;
    dana_view back = way_back(page, &blocks->blocks[i]);

    return back.length > 0 && is_led_to(from, start, source + blocks->blocks[i].end, back);
}

static void take(dana__blocks *blocks, size_t i)
{
    if (!dana__is_taken(&blocks->blocks[i]) && may_be_note(blocks, &blocks->blocks[i])) {
        blocks->blocks[i].decision = DANA__DECISION_LEARNED;
    }
}

/* Takes a note, and what stands between it and the note before: more paragraphs of that; the
 * heading above the first. */
static void take_note(dana__blocks *blocks, size_t i, size_t before)
{
    take(blocks, i);
    if (is_sign(&blocks->blocks[i]) && i + 1 < blocks->block_count) {
        take(blocks, i + 1);
    }
    if (before < i && i - before <= NOTE_BLOCKS) {
        for (size_t k = before + 1; k < i; k++) {
            take(blocks, k);
        }
    } else if (before == i && i > 0 && blocks->blocks[i - 1].heading > 0) {
        take(blocks, i - 1);
    }
}

void dana__keep_referred_notes(const dana_page *page, dana__blocks *blocks)
{
    places from = {{0}};
    bool is_gathered = false;
    size_t before = 0;
    size_t i = 0;

    while (i < blocks->block_count && !dana__is_taken(&blocks->blocks[i])) {
        i++;
    }
    for (; i < blocks->block_count; i++) {
        if (!may_begin(blocks, i) || way_back(page, &blocks->blocks[i]).length == 0) {
            continue;
        }
        if (!is_gathered) {
            gather_places(page, blocks, &from);
            is_gathered = true;
        }
        if (is_note(page, blocks, &from, i)) {
            take_note(blocks, i, before > 0 ? before : i);
            before = i;
        }
    }
}
