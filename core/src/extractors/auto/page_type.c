#include "extractors/auto/page_type.h"

#include "blocks/marks.h"
#include "dana/result.h"

#include <math.h>
#include <stddef.h>

/* Questions from a tree's root to a leaf; node k's answers are nodes 2k + 1 and 2k + 2. */
#define TYPE_DEPTH 3
#define TYPE_NODES ((1 << TYPE_DEPTH) - 1)

typedef struct {
    uint8_t feature[TYPE_NODES];
    float threshold[TYPE_NODES];
    int16_t leaf[TYPE_NODES + 1];
} type_tree;

#define F(name) ((uint8_t)(offsetof(dana__type_question, name) / sizeof(float)))
#include "extractors/auto/page_type_table.inc"
#undef F

const char *dana_page_type_name(dana_page_type type)
{
#define NAME(name, wire) [DANA_PAGE_##name] = #wire,
    static const char *const names[DANA_PAGE_TYPE_COUNT] = {DANA_PAGE_TYPE_LIST(NAME)};
#undef NAME

    return names[type];
}

/* Values of the group by the mark or the kind of the elements whose text they sum. */
typedef uint8_t place_table[64];

#define PLACE(name) (offsetof(dana__look_group, name) / sizeof(float))

/* Marks and kinds whose text is summed: X(mark or kind, value). */
#define LOOK_MARKS(X)                                                                              \
    X(POST, post)                                                                                  \
    X(CARD, card)                                                                                  \
    X(PRICE, price)                                                                                \
    X(REVIEW, review)                                                                              \
    X(HERO, hero)                                                                                  \
    X(COMMENTS, comments)                                                                          \
    X(CONTENT, content)                                                                            \
    X(META, meta)                                                                                  \
    X(AUTHOR, author)                                                                              \
    X(WIDGET, widget)
#define LOOK_KINDS(X)                                                                              \
    X(P, paragraphs)                                                                               \
    X(PRE, code)                                                                                   \
    X(DEFINITIONS, definitions)                                                                    \
    X(QUOTE, quotes)                                                                               \
    X(SECTION, sections)                                                                           \
    X(FIGURE, figures)

/* Adds a text to the values of bits; what has not the bit would add 0. */
static void add_bits(dana__look_group *sum, uint64_t bits, const place_table places, float text)
{
    float *values = (float *)sum;

    for (; bits != 0; bits &= bits - 1) {
        values[places[__builtin_ctzll(bits)]] += text;
    }
}

static void add_all(dana__look_group *sum, const dana__node *node, float text)
{
#define MARK_PLACE(name, value) [DANA__MARK_##name] = PLACE(value),
#define KIND_PLACE(name, value) [DANA__KIND_##name] = PLACE(value),
#define MARK_BIT(name, value)   DANA__MARK_BIT(name) |
#define KIND_BIT(name, value)   DANA__KIND_BIT(name) |
    static const place_table of_mark = {LOOK_MARKS(MARK_PLACE)};
    static const place_table of_kind = {LOOK_KINDS(KIND_PLACE)};

    add_bits(sum, node->all_marks & (LOOK_MARKS(MARK_BIT) 0), of_mark, text);
    add_bits(sum, node->inside & (LOOK_KINDS(KIND_BIT) 0), of_kind, text);
#undef MARK_PLACE
#undef KIND_PLACE
#undef MARK_BIT
#undef KIND_BIT
}

#define INSIDE(name) ((float)(node->inside >> DANA__KIND_##name & 1u) * text)
static void add_taken(dana__look_group *sum, const dana__node *node, const dana__block *block)
{
    float text = (float)block->text;

    sum->taken_text += text;
    sum->taken_blocks += 1.0f;
    sum->taken_longest = text > sum->taken_longest ? text : sum->taken_longest;
    sum->taken_links += (float)block->link_text;
    sum->taken_paragraphs += INSIDE(P);
    sum->taken_lists += INSIDE(LIST);
    sum->taken_headings += block->heading != 0 ? text : 0.0f;
    sum->taken_digits += (float)block->digits;
    sum->taken_punctuation += (float)block->punctuation;
}
#undef INSIDE

/* Divides values [first, end) of the group. */
static void divide(dana__look_group *look, size_t first, size_t end, float by)
{
    float *values = (float *)look;

    for (size_t i = first; i < end; i++) {
        values[i] = dana__share(values[i], by);
    }
}

void dana__measure_look(const dana__blocks *blocks, dana__look_group *out)
{
    *out = (dana__look_group){.post = 0.0f};
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        const dana__node *node = &blocks->nodes[block->node];

        add_all(out, node, (float)block->text);
        if (dana__is_taken(block)) {
            add_taken(out, node, block);
        }
    }
    divide(out, PLACE(post), PLACE(taken_text), (float)blocks->text);
    divide(out, PLACE(taken_links), PLACE(headline), out->taken_text);
}

static int32_t ask_tree(const type_tree *tree, const float *values)
{
    unsigned k = 0;

    while (k < TYPE_NODES) {
        k = 2 * k + 1 + (values[tree->feature[k]] > tree->threshold[k]);
    }
    return tree->leaf[k - TYPE_NODES];
}

dana__type_group dana__find_type(const dana__type_question *question)
{
    int32_t sums[DANA_PAGE_TYPE_COUNT] = {0};
    float shares[DANA_PAGE_TYPE_COUNT];
    float all = 0.0f;

    for (size_t t = 0; t < sizeof(type_trees) / sizeof(type_trees[0]); t++) {
        sums[t % DANA_PAGE_TYPE_COUNT] += ask_tree(&type_trees[t], (const float *)question);
    }
    for (size_t i = 0; i < DANA_PAGE_TYPE_COUNT; i++) {
        shares[i] = expf(type_bases[i] + (float)sums[i] / TYPE_LEAF_SCALE);
        all += shares[i];
    }
#define SHARE(name, wire) .wire = shares[DANA_PAGE_##name] / all,
    return (dana__type_group){DANA_PAGE_TYPE_LIST(SHARE)};
#undef SHARE
}

/* The page is taken for a thread from this probability on. */
#define THREAD_LEAST .5f

bool dana__is_article(const dana__blocks *blocks, const float *types)
{
    return (blocks->hints & DANA__HINT_ARCHIVE) == 0 &&
           ((blocks->hints & DANA__HINT_ARTICLE) != 0 || blocks->article_count == 1 ||
            types[DANA_PAGE_ARTICLE] >= DANA__LIKELY_ARTICLE);
}

bool dana__is_thread(const dana__blocks *blocks, const float *types)
{
    return (blocks->hints & DANA__HINT_FORUM) != 0 || types[DANA_PAGE_FORUM] >= THREAD_LEAST;
}

/* A page is likely documentation from this probability on. */
#define MANUAL_LEAST .5f

bool dana__is_manual(const dana__blocks *blocks, const float *types)
{
    return (blocks->hints & DANA__HINT_MANUAL) != 0 ||
           types[DANA_PAGE_DOCUMENTATION] >= MANUAL_LEAST;
}

/* A page is likely a thread from this probability on, so that others may write on it. */
#define THREAD_MOST .3f

bool dana__is_one_text(const dana__blocks *blocks, const float *types)
{
    return (blocks->hints &
            (DANA__HINT_FORUM | DANA__HINT_THREAD | DANA__HINT_LIVE | DANA__HINT_ARCHIVE)) == 0 &&
           types[DANA_PAGE_FORUM] <= THREAD_MOST;
}

bool dana__ends_before_rows(const dana__blocks *blocks, const float *types)
{
    return dana__is_one_text(blocks, types) && types[DANA_PAGE_ARTICLE] >= DANA__LIKELY_ARTICLE;
}

/* How likely a page is an article at least whose text may end before all that is taken does; the
 * same where its title is a heading of the first level, so much like it, and nothing says that it
 * is something else: notes on portals, most of which is links, look like lists and services. */
#define ARTICLE_MAYBE   .4f
#define ARTICLE_TITLED  .15f
#define HEADLINE_TITLED .7f
#define OTHER_KIND_HINTS                                                                           \
    (DANA__HINT_FORUM | DANA__HINT_PRODUCT | DANA__HINT_LISTING | DANA__HINT_THREAD |              \
     DANA__HINT_OFFER | DANA__HINT_MANUAL | DANA__HINT_ARCHIVE)

static bool has_price(const dana__blocks *blocks)
{
    size_t i = 0;

    while (i < blocks->node_count && (blocks->nodes[i].marks & DANA__MARK_BIT(PRICE)) == 0) {
        i++;
    }
    return i < blocks->node_count;
}

bool dana__may_be_article(const dana__blocks *blocks, const float *types, size_t headline,
                          float likeness)
{
    if (types[DANA_PAGE_ARTICLE] >= ARTICLE_MAYBE) {
        return true;
    }
    return types[DANA_PAGE_ARTICLE] >= ARTICLE_TITLED && likeness >= HEADLINE_TITLED &&
           headline < blocks->block_count && blocks->blocks[headline].heading == 1 &&
           (blocks->hints & OTHER_KIND_HINTS) == 0 && !has_price(blocks);
}

/* What a page says that is none of a manual's. */
#define OTHER_THAN_MANUAL (DANA__HINT_FORUM | DANA__HINT_THREAD | DANA__HINT_OFFER)

bool dana__is_told_manual(const dana__blocks *blocks)
{
    return (blocks->hints & (DANA__HINT_MANUAL | DANA__HINT_WIKI)) != 0 &&
           (blocks->hints & OTHER_THAN_MANUAL) == 0;
}

void dana__heed_manual(const dana__blocks *blocks, float *types)
{
    float likely = types[DANA_PAGE_DOCUMENTATION];

    if (!dana__is_told_manual(blocks) || likely >= DANA__TOLD_MANUAL) {
        return;
    }
    for (int i = 0; i < DANA_PAGE_TYPE_COUNT; i++) {
        types[i] *= (1.0f - DANA__TOLD_MANUAL) / (1.0f - likely);
    }
    types[DANA_PAGE_DOCUMENTATION] = DANA__TOLD_MANUAL;
}

/* How likely a front page is an article at most. */
#define FRONT_ARTICLE .1f

void dana__heed_front(const dana__blocks *blocks, float *types)
{
    static const dana_page_type kinds[] = {DANA_PAGE_SERVICE, DANA_PAGE_LISTING,
                                           DANA_PAGE_COLLECTION};
    float more = types[DANA_PAGE_ARTICLE] - FRONT_ARTICLE;
    float all = types[kinds[0]] + types[kinds[1]] + types[kinds[2]];

    if ((blocks->hints & (DANA__HINT_FRONT | DANA__HINT_ARTICLE)) != DANA__HINT_FRONT ||
        more <= 0.0f || all <= 0.0f) {
        return;
    }
    for (size_t i = 0; i < DANA__COUNT(kinds); i++) {
        types[kinds[i]] *= 1.0f + more / all;
    }
    types[DANA_PAGE_ARTICLE] = FRONT_ARTICLE;
}

/* What a page says of itself, and the type that it is then, by the first row that fits. Of 5 161
 * pages 78, 12, 26, 26 and 3 do, and all of them are what they say, but for two collections. */
static const struct {
    unsigned hints;
    dana_page_type type;
} told[] = {
    {DANA__HINT_THREAD | DANA__HINT_FORUM, DANA_PAGE_FORUM},
    {DANA__HINT_GOODS, DANA_PAGE_COLLECTION},
    {DANA__HINT_OFFER, DANA_PAGE_PRODUCT},
    {DANA__HINT_MANUAL, DANA_PAGE_DOCUMENTATION},
    {DANA__HINT_ARCHIVE, DANA_PAGE_LISTING},
};

/* How sure a page's type is that it tells itself. */
#define TOLD_SURE .95f

dana_page_type dana__told_type(const dana__blocks *blocks, const float *types, float *confidence)
{
    bool is_wiki = (blocks->hints & (DANA__HINT_WIKI | DANA__HINT_MANUAL)) == DANA__HINT_WIKI &&
                   types[DANA_PAGE_DOCUMENTATION] == DANA__TOLD_MANUAL;
    int likeliest = 0;

    for (int i = 1; i < DANA_PAGE_TYPE_COUNT; i++) {
        bool is_told = is_wiki && i == DANA_PAGE_DOCUMENTATION;

        likeliest = types[i] > types[likeliest] && !is_told ? i : likeliest;
    }
    *confidence = types[likeliest] / (is_wiki ? 1.0f - DANA__TOLD_MANUAL : 1.0f);
    for (size_t i = 0; i < DANA__COUNT(told) && *confidence > 0.0f; i++) {
        if ((blocks->hints & told[i].hints) != 0) {
            *confidence = types[told[i].type] > TOLD_SURE ? types[told[i].type] : TOLD_SURE;
            return told[i].type;
        }
    }
    return (dana_page_type)likeliest;
}
