#include "title/rank/features.h"

#include "base/utf8.h"
#include "blocks/head_tags.h"
#include "blocks/marks.h"
#include "title/rank/host.h"

#include <math.h>
#include <string.h>
#include <unicode/uchar.h>

/* The places of a part of the title. */
#define TITLE_PARTS (DANA__AT_TITLE_FIRST | DANA__AT_TITLE_LAST | DANA__AT_TITLE_PART)

/* Blocks between a part of the title and the main text. */
#define PART_DISTANCE 8

static float share(float part, float whole)
{
    return whole > 0.0f ? fminf(part / whole, 1.0f) : 0.0f;
}

static float held_in(const dana__candidate *c, dana__ref ref)
{
    return share((float)c->matched[ref], (float)c->words);
}

static float held_of(const dana__candidates *pool, const dana__candidate *c, dana__ref ref)
{
    return share((float)c->matched[ref], (float)pool->vocabulary.lengths[ref]);
}

/* The greatest of its likenesses to the page's names: harmonic means of the two shares. */
static float like_names(const dana__candidates *pool, const dana__candidate *c)
{
    static const dana__ref refs[] = {DANA__REF_TITLE,       DANA__REF_OG,      DANA__REF_TWITTER,
                                     DANA__REF_LD_HEADLINE, DANA__REF_LD_NAME, DANA__REF_META};
    float best = 0.0f;

    for (size_t i = 0; i < sizeof(refs) / sizeof(refs[0]); i++) {
        float both = (float)(c->words + pool->vocabulary.lengths[refs[i]]);

        if (pool->vocabulary.lengths[refs[i]] > 0) {
            best = fmaxf(best, share(2.0f * (float)c->matched[refs[i]], both));
        }
    }
    return best;
}

/* A bit that tells most senses apart. */
static uint64_t sense_bit(const dana__candidate *c)
{
    return UINT64_C(1) << (c->sense >> 58);
}

static void note_sense(const dana__candidate *c, dana__rank_page *out)
{
    if ((c->places & DANA__AT_HEADING) != 0) {
        out->said_twice |= out->said & sense_bit(c);
        out->said |= sense_bit(c);
    }
}

_Static_assert(DANA__REF_WORDS_MAX <= 64, "a bit for each word of the title");

static void note_title(const dana__candidates *pool, dana__rank_page *out)
{
    const uint64_t *words = pool->words.data;
    const dana__candidate *title = pool->title;

    for (size_t i = 0; title != NULL && i < title->words; i++) {
        uint64_t refs = dana__vocabulary_refs(&pool->vocabulary, words[title->word_at + i]);

        out->in_site |= (refs >> DANA__REF_SITE & 1) << i;
        out->in_h1 |= (refs >> DANA__REF_H1 & 1) << i;
    }
}

/* Blocks are compared, not candidates: headings of one text are one candidate. */
static void note_heading(const dana__candidates *pool, const dana__candidate *c,
                         dana__rank_page *out)
{
    if ((c->origin & DANA__AT_HEADING) == 0 || c->block > pool->main_block) {
        return;
    }
    if (out->last_heading == DANA__NO_BLOCK || c->block > out->last_heading) {
        out->last_heading = c->block;
    }
}

/* Whether a text near the main text holds some words of the title and no others. */
static bool is_seen_part(const dana__candidates *pool, const dana__candidate *c)
{
    return c->block != DANA__NO_BLOCK && c->matched[DANA__REF_TITLE] == c->words &&
           held_of(pool, c, DANA__REF_TITLE) < 1.0f && c->block <= pool->main_block &&
           pool->main_block - c->block <= PART_DISTANCE;
}

static bool is_shown_part(const dana__candidate *c)
{
    return (c->places & TITLE_PARTS) != 0 && c->block != DANA__NO_BLOCK;
}

static void note_part(const dana__candidates *pool, const dana__candidate *c, dana__rank_page *out)
{
    if (is_seen_part(pool, c)) {
        out->best_part = fmaxf(out->best_part, held_of(pool, c, DANA__REF_TITLE));
    }
    if (is_shown_part(c)) {
        out->first_part = c->block < out->first_part ? c->block : out->first_part;
        if ((c->places & DANA__AT_HEADING) != 0 && is_seen_part(pool, c)) {
            out->last_part = c->block > out->last_part ? c->block : out->last_part;
        }
    }
}

void dana__rank_measure_page(const dana__candidates *pool, dana__rank_page *out)
{
    *out = (dana__rank_page){
        .pool = pool, .last_heading = DANA__NO_BLOCK, .first_part = DANA__NO_BLOCK};
    note_title(pool, out);
    for (size_t i = 0; i < pool->count; i++) {
        note_heading(pool, &pool->items[i], out);
        note_part(pool, &pool->items[i], out);
        note_sense(&pool->items[i], out);
        float like = like_names(pool, &pool->items[i]);

        pool->items[i].like = like;

        out->best_like = fmaxf(out->best_like, like);
        if (pool->items[i].block != DANA__NO_BLOCK) {
            out->best_visible_like = fmaxf(out->best_visible_like, like);
        }
    }
}

static void measure_places(const dana__candidate *c, float *f)
{
    static const struct {
        uint32_t place;
        dana__rank_feature feature;
    } rows[] = {
        {DANA__AT_TITLE, DANA__RANK_AT_TITLE},
        {DANA__AT_TITLE_FIRST, DANA__RANK_AT_TITLE_FIRST},
        {DANA__AT_TITLE_LAST, DANA__RANK_AT_TITLE_LAST},
        {DANA__AT_OG, DANA__RANK_AT_OG},
        {DANA__AT_META, DANA__RANK_AT_META},
        {DANA__AT_LD_HEADLINE, DANA__RANK_AT_LD_HEADLINE},
        {DANA__AT_LD_PART, DANA__RANK_AT_LD_PART},
        {DANA__AT_CRUMB, DANA__RANK_AT_CRUMB},
        {DANA__AT_HEADING, DANA__RANK_AT_HEADING},
        {DANA__AT_HEADING_UNIT, DANA__RANK_AT_HEADING_UNIT},
        {DANA__AT_HEADING_PART, DANA__RANK_AT_HEADING_PART},
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        f[rows[i].feature] = (c->places & rows[i].place) != 0;
    }
    f[DANA__RANK_PLACES] = (float)__builtin_popcount(c->places);
    f[DANA__RANK_VISIBLE] = fminf((float)c->visible, 10.0f);
}

static void measure_heading(const dana__candidates *pool, const dana__candidate *c, float *f)
{
    bool whole = (c->places & DANA__AT_HEADING) != 0;

    f[DANA__RANK_LEVEL] = c->heading != 0 ? (float)c->heading : 7.0f;
    f[DANA__RANK_IS_H1] = whole && c->heading == 1;
    f[DANA__RANK_FIRST_H1] = whole && c->heading == 1 && c->order == 0;
    f[DANA__RANK_ONLY_H1] = whole && c->heading == 1 && pool->headings[1] == 1;
    f[DANA__RANK_ORDER] = c->heading != 0 ? fminf((float)c->order, 10.0f) : -1.0f;
    f[DANA__RANK_HEADING_ORDER] = c->heading != 0 ? fminf((float)c->heading_order, 20.0f) : -1.0f;
}

static bool says_another_heading(const dana__rank_page *page, const dana__candidate *c)
{
    const dana__candidates *pool = page->pool;
    uint64_t said = (c->places & DANA__AT_HEADING) != 0 ? page->said_twice : page->said;

    if ((said & sense_bit(c)) == 0) {
        return false;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *other = &pool->items[i];

        if (other != c && other->sense == c->sense && (other->places & DANA__AT_HEADING) != 0) {
            return true;
        }
    }
    return false;
}

static void measure_names(const dana__rank_page *page, const dana__candidate *c, float *f)
{
    static const struct {
        dana__ref ref;
        int in; /* -1: not measured */
        int of; /* likewise */
    } rows[] = {
        {DANA__REF_TITLE, DANA__RANK_IN_TITLE, DANA__RANK_OF_TITLE},
        {DANA__REF_OG, DANA__RANK_IN_OG, DANA__RANK_OF_OG},
        {DANA__REF_TWITTER, DANA__RANK_IN_TWITTER, -1},
        {DANA__REF_META, -1, DANA__RANK_OF_META},
        {DANA__REF_LD_HEADLINE, DANA__RANK_IN_LD_HEADLINE, -1},
        {DANA__REF_CRUMB, DANA__RANK_IN_CRUMB, -1},
        {DANA__REF_ADDRESS, DANA__RANK_IN_ADDRESS, DANA__RANK_OF_ADDRESS},
        {DANA__REF_H1, DANA__RANK_IN_H1, DANA__RANK_OF_H1},
    };
    const dana__candidates *pool = page->pool;
    float like = c->like;

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        if (rows[i].in >= 0) {
            f[rows[i].in] = held_in(c, rows[i].ref);
        }
        if (rows[i].of >= 0) {
            f[rows[i].of] = held_of(pool, c, rows[i].ref);
        }
    }
    f[DANA__RANK_SAME_TITLE] = c->sense == pool->senses[DANA__REF_TITLE];
    f[DANA__RANK_SAME_H1] = c->sense == pool->senses[DANA__REF_H1];
    f[DANA__RANK_SAME_VISIBLE] = says_another_heading(page, c);
    f[DANA__RANK_IN_LEAD] = held_in(c, DANA__REF_LEAD);
    f[DANA__RANK_LIKE_GAP] = page->best_like - like;
    f[DANA__RANK_LIKE_GAP_VISIBLE] = page->best_visible_like - like;
}

static bool holds_word(const dana__candidates *pool, const dana__candidate *c, uint64_t word)
{
    const uint64_t *words = (const uint64_t *)pool->words.data + c->word_at;

    for (size_t i = 0; i < c->words; i++) {
        if (words[i] == word) {
            return true;
        }
    }
    return false;
}

/* The words of the title that a candidate does not hold, a bit each. */
static uint64_t rest_of_title(const dana__candidates *pool, const dana__candidate *c)
{
    const uint64_t *words = pool->words.data;
    const dana__candidate *title = pool->title;
    uint64_t rest = 0;

    for (size_t i = 0; title != NULL && i < title->words; i++) {
        rest |= (uint64_t)!holds_word(pool, c, words[title->word_at + i]) << i;
    }
    return rest;
}

/* What the title has beyond the candidate: is it the site's name, is it in the heading? */
static void measure_rest(const dana__rank_page *page, const dana__candidate *c, float *f)
{
    const dana__candidates *pool = page->pool;
    uint64_t words = rest_of_title(pool, c);
    float rest = (float)__builtin_popcountll(words);
    float in_site = (float)__builtin_popcountll(words & page->in_site);
    float in_h1 = (float)__builtin_popcountll(words & page->in_h1);

    f[DANA__RANK_REST_SITE] = share(in_site, rest);
    f[DANA__RANK_REST_H1] = share(in_h1, rest);
    f[DANA__RANK_CUT_HOST] = c->cut_host;
    f[DANA__RANK_IS_SITE] = (c->places & DANA__AT_SITE) != 0;
    f[DANA__RANK_IS_HOST] = c->letters < pool->host.length + c->words &&
                            dana__is_in_host(pool->host, c->text);
}

/* Marks that end a sentence, of any script. */
static bool ends_in_mark(dana_view text)
{
    size_t at = text.length - 1;
    size_t length;

    while (at > 0 && dana__utf8_continues((unsigned char)text.data[at])) {
        at--;
    }
    uint32_t c = dana__utf8_decode(text.data + at, &length);

    return c < 0x80 ? c == '.' || c == '!' || c == '?'
                    : u_ispunct((UChar32)c) && u_hasBinaryProperty((UChar32)c, UCHAR_S_TERM);
}

/* Whether other parts of the title are seen before and after this one: of a masthead and an entry's
 * name the masthead stands first. Whether the title holds what is seen near the main text. */
static void measure_parts(const dana__rank_page *page, const dana__candidate *c, float *f)
{
    f[DANA__RANK_SEEN] = c->block != DANA__NO_BLOCK;
    f[DANA__RANK_PART_SEEN] = is_seen_part(page->pool, c);
    f[DANA__RANK_PART_BEFORE] = is_shown_part(c) && page->first_part < c->block;
    f[DANA__RANK_PART_AFTER] = is_shown_part(c) && page->last_part > c->block;
}

static void measure_form(const dana__candidate *c, float *f)
{
    f[DANA__RANK_CUT_BEFORE] = c->cut_before;
    f[DANA__RANK_CUT_AFTER] = c->cut_after;
    f[DANA__RANK_CUT_INSIDE] = c->cut_inside;
    f[DANA__RANK_SEGMENTS] = c->segments;
    f[DANA__RANK_WORDS] = (float)c->words;
    f[DANA__RANK_LETTERS] = (float)c->letters;
    f[DANA__RANK_ENDS_IN_MARK] = ends_in_mark(c->text);
}

static void measure_marks(const dana__node *node, float *f)
{
    uint32_t marks = node->all_marks;

    f[DANA__RANK_IN_NAV] = (marks & (DANA__MARK_BIT(NAV) | DANA__MARK_BIT(FOOTER) |
                                     DANA__MARK_BIT(ASIDE))) != 0;
    f[DANA__RANK_IN_CARD] = (marks & DANA__MARK_BIT(CARD)) != 0;
    f[DANA__RANK_IN_POST] = (marks & DANA__MARK_BIT(POST)) != 0;
}

/* What the tags right before a text say: class names, a link. */
static void measure_tags(const dana__candidates *pool, uint32_t start, float *f)
{
    dana_view href;
    unsigned hints = dana__tag_hints(pool->page, start, &href);

    f[DANA__RANK_NAMED_TITLE] = (hints & DANA__TAG_TITLE) != 0;
    f[DANA__RANK_NAMED_SITE] = (hints & DANA__TAG_SITE) != 0;
    if (href.data != NULL) {
        dana__leads leads = dana__link_leads(href, pool->path);

        f[DANA__RANK_HOME_LINK] = leads == DANA__LEADS_HOME;
        f[DANA__RANK_SELF_LINK] = leads == DANA__LEADS_HERE;
        f[DANA__RANK_OTHER_LINK] = leads == DANA__LEADS_ELSEWHERE;
    }
}

static void measure_position(const dana__rank_page *page, const dana__candidate *c, float *f)
{
    const dana__auto_trace *trace = page->pool->trace;
    const dana__blocks *blocks = &trace->blocks;

    f[DANA__RANK_BLOCK_SHARE] = -1.0f;
    f[DANA__RANK_BEFORE_MAIN] = -1.0f;
    f[DANA__RANK_IN_MAIN] = -1.0f;
    if (c->block == DANA__NO_BLOCK) {
        return;
    }
    const dana__block *block = &blocks->blocks[c->block];
    const dana__node *node = &blocks->nodes[block->node];
    const dana__node *subtree = &blocks->nodes[trace->choice.subtree];
    bool after = c->block > page->pool->main_block;
    float far = log1pf(fabsf((float)c->block - (float)page->pool->main_block));

    f[DANA__RANK_BLOCK_SHARE] = share((float)c->block, (float)blocks->block_count);
    f[DANA__RANK_BEFORE_MAIN] = after ? -1.0f : far;
    f[DANA__RANK_IN_MAIN] = c->block >= subtree->first_block && c->block < subtree->end_block;
    f[DANA__RANK_PRUNED] = node->pruned != 0;
    f[DANA__RANK_LINKED] = share((float)block->link_text, (float)block->text);
    f[DANA__RANK_DEPTH] = fminf((float)node->depth, 50.0f);
    if (c->block + 1 < blocks->block_count) {
        f[DANA__RANK_TEXT_AFTER] = log1pf((float)blocks->blocks[c->block + 1].text);
    }
    measure_marks(node, f);
    measure_tags(page->pool, block->start, f);
    f[DANA__RANK_LAST_HEADING] = c->block == page->last_heading;
}

static void measure_whole(const dana__rank_page *page, float *f)
{
    const dana__candidates *pool = page->pool;
    const dana__blocks *blocks = &pool->trace->blocks;

    f[DANA__RANK_BEST_PART] = page->best_part;
    f[DANA__RANK_BEST_VISIBLE] = page->best_visible_like;
    f[DANA__RANK_HAS_LD] = pool->senses[DANA__REF_LD_HEADLINE] != 0;
    f[DANA__RANK_HINT_ARTICLE] = (blocks->hints & DANA__HINT_ARTICLE) != 0;
    f[DANA__RANK_HINT_FORUM] = (blocks->hints & DANA__HINT_FORUM) != 0;
    f[DANA__RANK_HINT_PRODUCT] = (blocks->hints & DANA__HINT_PRODUCT) != 0;
}

void dana__rank_measure(const dana__rank_page *page, const dana__candidate *candidate,
                        float features[DANA__RANK_COUNT])
{
    memset(features, 0, DANA__RANK_COUNT * sizeof(*features));
    measure_places(candidate, features);
    measure_heading(page->pool, candidate, features);
    measure_names(page, candidate, features);
    measure_rest(page, candidate, features);
    measure_parts(page, candidate, features);
    measure_form(candidate, features);
    measure_position(page, candidate, features);
    measure_whole(page, features);
}
