#include "extractors/chain/features.h"

#include "base/utf8.h"
#include "page/page.h"
#include "text/words.h"

#include <unicode/uchar.h>

/* Texts of more code points have no features of their words, and of each so many count. */
#define WORDY_TEXT 80
#define TEXT_WORDS 12
/* Elements around a block whose names count: so many near ones, so many in all. */
#define NEAR_NAMES  2
#define NAMES_DEPTH 8
/* Blocks from this length on are long; a block more than half inside links is one of links. */
#define LONG_TEXT 100
/* What is called a page's headline is within these distances. */
#define JUST_BLOCKS  3.0f
#define NEAR_BLOCKS  10.0f
#define FAR_BLOCKS   40.0f

#define BLOCK(group) ((unsigned)offsetof(dana__chain_block_layout, group))
#define STEP(group)  ((unsigned)offsetof(dana__chain_step_layout, group))

static void set(dana__chain_features *f, unsigned feature)
{
    if (f->on_count < DANA__CHAIN_ON_MAX) {
        f->on[f->on_count++] = (uint16_t)feature;
    }
}

static void set_step(dana__chain_features *f, unsigned feature)
{
    f->steps[f->step_count++] = (uint16_t)feature;
}

static void set_word(dana__chain_features *f, uint32_t hash)
{
    if (f->word_count < DANA__CHAIN_WORDS_MAX) {
        f->words[f->word_count++] = hash;
    }
}

/* 0, 1, 2 to 3, 4 to 7... */
static unsigned class_of(uint32_t count, unsigned classes)
{
    unsigned class = count == 0 ? 0 : 32u - (unsigned)__builtin_clz(count);

    return class < classes ? class : classes - 1;
}

static unsigned count_class(uint32_t count)
{
    return class_of(count, DANA__COUNT_CLASSES);
}

/* Texts have one character and more: 1, 2 to 3... */
static unsigned length_class(uint32_t text)
{
    return class_of(text / 2, DANA__LENGTH_CLASSES);
}

static unsigned share_class(double part, double whole)
{
    static const double bounds[] = {0.0, .1, .25, .5, .75};
    double share = whole > 0.0 ? part / whole : 0.0;
    unsigned class = 0;

    while (class < sizeof(bounds) / sizeof(bounds[0]) && share > bounds[class]) {
        class ++;
    }
    return class + (share >= 1.0);
}

static unsigned character_class(uint32_t c)
{
    UChar32 character = (UChar32)c;

    if (u_isupper(character)) {
        return DANA__CHARACTER_UPPER;
    }
    if (u_islower(character)) {
        return DANA__CHARACTER_LOWER;
    }
    if (u_isalpha(character)) {
        return DANA__CHARACTER_LETTER;
    }
    if (u_isdigit(character)) {
        return DANA__CHARACTER_DIGIT;
    }
    if (c == ':' || c == 0xff1a) {
        return DANA__CHARACTER_COLON;
    }
    return u_hasBinaryProperty(character, UCHAR_S_TERM) || c == 0x2026 ? DANA__CHARACTER_STOP
                                                                       : DANA__CHARACTER_OTHER;
}

/* The first and the last character of a block's source; a reference is what it is written with. */
static void measure_ends(const dana_page *page, const dana__block *block, dana__chain_features *out)
{
    const char *start = page->source.data + block->start;
    const char *last = page->source.data + block->end - 1;
    size_t bytes;

    while (last > start && ((unsigned char)*last & 0xc0) == 0x80) {
        last--;
    }
    set(out, BLOCK(begins) + character_class(dana__utf8_decode(start, &bytes)));
    set(out, BLOCK(ends) + character_class(dana__utf8_decode(last, &bytes)));
}

static void measure_text(dana__chain_page *c, const dana__block *block, dana__chain_features *out)
{
    unsigned length = length_class(block->text);
    unsigned links = share_class(block->link_text, block->text);

    set(out, BLOCK(bias));
    set(out, BLOCK(length) + length);
    set(out, BLOCK(links) + links);
    set(out, BLOCK(length_links) + length * DANA__SHARE_CLASSES + links);
    set(out, BLOCK(link_count) + count_class(block->links));
    set(out, BLOCK(marks) + count_class(block->punctuation));
    set(out, BLOCK(digits) + share_class(block->digits, block->text));
    set(out, BLOCK(heading) + (block->heading <= 6 ? block->heading : 0u));
    set(out, BLOCK(tags) + count_class(block->tags));
    set(out, BLOCK(position) + share_class(c->text_before, c->blocks->text));
    measure_ends(c->page, block, out);
    c->text_before += block->text;
}

static void measure_node(const dana__chain_page *c, const dana__node *node, unsigned text,
                         unsigned links, unsigned blocks, dana__chain_features *out)
{
    set(out, text + share_class(node->text, c->blocks->text));
    set(out, links + share_class(node->text - node->non_link_text, node->text));
    set(out, blocks + count_class(node->end_block - node->first_block));
}

static void measure_elements(const dana__chain_page *c, const dana__block *block,
                             dana__chain_features *out)
{
    const dana__node *parent = &c->blocks->nodes[block->node];
    const dana__node *grandparent = &c->blocks->nodes[parent->parent];

    set(out, BLOCK(parent) + parent->kind);
    set(out,
        BLOCK(parent_length) + parent->kind * DANA__LENGTH_CLASSES + length_class(block->text));
    set(out, BLOCK(grandparent) + grandparent->kind);
    measure_node(c, parent, BLOCK(parent_text), BLOCK(parent_links), BLOCK(parent_blocks), out);
    measure_node(c, grandparent, BLOCK(grandparent_text), BLOCK(grandparent_links),
                 BLOCK(grandparent_blocks), out);
    for (uint64_t kinds = parent->inside; kinds != 0; kinds &= kinds - 1) {
        set(out, BLOCK(inside) + (unsigned)__builtin_ctzll(kinds));
    }
}

static void measure_neighbour(const dana__block *block, unsigned length, unsigned links,
                              unsigned heading, dana__chain_features *out)
{
    set(out, length + length_class(block->text));
    set(out, links + share_class(block->link_text, block->text));
    if (block->heading > 0) {
        set(out, heading);
    }
}

static unsigned place_class(float blocks)
{
    if (blocks < -JUST_BLOCKS) {
        return DANA__PLACE_BEFORE;
    }
    if (blocks < 0.0f) {
        return DANA__PLACE_JUST_BEFORE;
    }
    if (blocks == 0.0f) {
        return DANA__PLACE_AT;
    }
    return blocks <= JUST_BLOCKS   ? DANA__PLACE_JUST_AFTER
           : blocks <= NEAR_BLOCKS ? DANA__PLACE_AFTER
           : blocks <= FAR_BLOCKS  ? DANA__PLACE_FAR_AFTER
                                   : DANA__PLACE_BEHIND;
}

static void measure_title(dana__chain_page *c, size_t index, dana__chain_features *out)
{
    dana__headline_group place = dana__measure_headline(&c->headline, index);
    bool known = c->headline.anchor < c->blocks->block_count;

    set(out, BLOCK(title) + share_class((double)place.likeness, 1.0));
    set(out, BLOCK(headline) + (known ? place_class(place.from_blocks) : DANA__PLACE_UNKNOWN));
}

/* The words of a block's text where it is short. Moves on to the first text after the block. */
static void read_text(dana__chain_page *c, const dana__block *block, dana__chain_features *out)
{
    const dana_scan *scan = &c->page->scan;
    dana__token_reader reader;
    uint64_t token;
    int left = block->text <= WORDY_TEXT ? TEXT_WORDS : 0;

    while (c->unit < scan->unit_count && scan->units[c->unit].start < block->start) {
        c->unit++;
    }
    for (; c->unit < scan->unit_count && scan->units[c->unit].start < block->end; c->unit++) {
        const char *text = c->page->source.data + scan->units[c->unit].start;

        dana__read_tokens(&reader, text, text + scan->units[c->unit].length);
        while (left > 0 && dana__next_token(&reader, &token)) {
            set_word(out, dana__text_word((uint32_t)(token ^ token >> 32)));
            left--;
        }
    }
}

/* The words of a short text, and of the names of elements around a block. */
static void measure_words(dana__chain_page *c, const dana__block *block, dana__chain_features *out)
{
    const uint32_t *words = c->names.words.data;
    const uint32_t *starts = c->names.starts.data;
    uint32_t node = block->node;

    read_text(c, block, out);
    for (int level = 0; level < NAMES_DEPTH && node != 0; level++) {
        for (uint32_t i = starts[node]; i < starts[node + 1]; i++) {
            set_word(out,
                     level < NEAR_NAMES ? dana__near_name(words[i]) : dana__around_name(words[i]));
        }
        node = c->blocks->nodes[node].parent;
    }
}

static unsigned relation_of(const dana__blocks *blocks, uint32_t from, uint32_t to)
{
    const dana__node *a = &blocks->nodes[from];
    const dana__node *b = &blocks->nodes[to];

    if (from == to) {
        return DANA__RELATION_SAME;
    }
    if (from < to && to < a->end) {
        return DANA__RELATION_INTO;
    }
    if (to < from && from < b->end) {
        return DANA__RELATION_OUT_OF;
    }
    if (a->parent == b->parent) {
        return DANA__RELATION_SIBLING;
    }
    return blocks->nodes[a->parent].parent == blocks->nodes[b->parent].parent
               ? DANA__RELATION_COUSIN
               : DANA__RELATION_FAR;
}

static bool is_linked(const dana__block *block)
{
    return 2 * block->link_text > block->text;
}

static void measure_step(const dana__blocks *blocks, const dana__block *from, const dana__block *to,
                         dana__chain_features *out)
{
    set_step(out, STEP(step));
    set_step(out, STEP(relation) + relation_of(blocks, from->node, to->node));
    set_step(out, STEP(step_tags) + count_class(to->tags));
    set_step(out, STEP(link_change) + 2u * is_linked(from) + is_linked(to));
    set_step(out, STEP(length_change) + 2u * (from->text >= LONG_TEXT) + (to->text >= LONG_TEXT));
    if (blocks->nodes[from->node].shape == blocks->nodes[to->node].shape) {
        set_step(out, STEP(shape));
    }
    if (from->heading > 0) {
        set_step(out, STEP(from_heading));
    }
    if (to->heading > 0) {
        set_step(out, STEP(to_heading));
    }
}

dana_status dana__chain_start(dana__chain_page *c, dana_page *page, const dana__blocks *blocks,
                              dana__knows_word *known, dana_error *err)
{
    *c = (dana__chain_page){.page = page, .blocks = blocks};
    dana_status status = dana__find_headline_block(page, blocks, &c->headline, err);

    return status == DANA_OK ? dana__read_names(page, blocks, known, &c->names, err) : status;
}

void dana__chain_end(dana__chain_page *c)
{
    dana__release_headline(c->page, &c->headline);
    dana_buffer_release(c->page->arena, &c->names.words);
    dana_buffer_release(c->page->arena, &c->names.starts);
}

void dana__chain_measure(dana__chain_page *c, size_t index, dana__chain_features *out)
{
    const dana__block *block = &c->blocks->blocks[index];

    out->on_count = 0;
    out->step_count = 0;
    out->word_count = 0;
    measure_text(c, block, out);
    measure_elements(c, block, out);
    measure_title(c, index, out);
    measure_words(c, block, out);
    if (index + 1 < c->blocks->block_count) {
        measure_neighbour(block + 1, BLOCK(after_length), BLOCK(after_links), BLOCK(after_heading),
                          out);
    }
    if (index == 0) {
        set_step(out, STEP(first));
        return;
    }
    measure_neighbour(block - 1, BLOCK(before_length), BLOCK(before_links), BLOCK(before_heading),
                      out);
    measure_step(c->blocks, block - 1, block, out);
}
