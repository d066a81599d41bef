#include "extractors/auto/features.h"

#include "extractors/auto/rules.h"
#include "extractors/auto/trees_table.h"

#include <string.h>

/* Hints that the trees were trained with. */
#define LEARNED_HINTS                                                                              \
    ((unsigned)(DANA__HINT_ARTICLE | DANA__HINT_FORUM | DANA__HINT_PRODUCT | DANA__HINT_LISTING))

/* Sums over the blocks of a page. */
typedef struct {
    float taken;
    float pruned;
    float longest;
    float listed;
    float tabled;
    float in_main;
    float in_article;
    float punctuation;
    float digits;
    float long_text; /* in blocks of at least 100 code points */
    float headings;
    float link_blocks;
    float repeated;
} page_sums;

static void add_block(page_sums *sums, const dana__block *block, const dana__node *node)
{
    float text = (float)block->text;

    sums->taken += dana__is_taken(block) ? text : 0.0f;
    sums->pruned += block->decision == DANA__DECISION_PRUNED ? text : 0.0f;
    sums->longest = text > sums->longest ? text : sums->longest;
    sums->listed += dana__is_inside(node, DANA__KIND_BIT(LIST)) ? text : 0.0f;
    sums->tabled += dana__is_inside(node, DANA__KIND_BIT(TABLE)) ? text : 0.0f;
    sums->in_main += dana__is_inside(node, DANA__KIND_BIT(MAIN)) ? text : 0.0f;
    sums->in_article += dana__is_inside(node, DANA__KIND_BIT(ARTICLE)) ? text : 0.0f;
    sums->punctuation += (float)block->punctuation;
    sums->digits += (float)block->digits;
    sums->long_text += block->text >= 100 ? text : 0.0f;
    sums->headings += block->heading != 0 ? 1.0f : 0.0f;
    sums->link_blocks += 2 * block->link_text > block->text ? 1.0f : 0.0f;
    sums->repeated += block->repeats > 1 ? 1.0f : 0.0f;
}

static void count_marks(const dana__blocks *blocks, dana__page_group *out)
{
    for (size_t i = 1; i < blocks->node_count; i++) {
        uint32_t marks = blocks->nodes[i].marks;

        out->posts += (float)(marks >> DANA__MARK_POST & 1u);
        out->cards += (float)(marks >> DANA__MARK_CARD & 1u);
        out->prices_or_comments += (float)((marks >> DANA__MARK_PRICE & 1u) +
                                           (marks >> DANA__MARK_COMMENTS & 1u));
    }
}

static void find_type(dana__page_features *page)
{
    dana__measure_look(page->blocks, &page->look);
    page->look.headline = page->headline.anchor < page->blocks->block_count ? 1.0f : 0.0f;
    page->look.parts = (float)page->sections.count;
    dana__type_question question = {page->shared, page->look};

    page->types = dana__find_type(&question);
}

/* The first paragraph behind the headline, or the first h1 where no block is like the title. */
static void find_body(const dana_page *source, dana__page_features *page)
{
    size_t headline = page->headline.anchor;

    dana__find_first_paragraph(source, page->blocks,
                               headline < page->blocks->block_count ? headline : page->first_h1,
                               page->shapes.of_block, &page->body);
}

static void begin_page(const dana__blocks *blocks, const dana__choice *choice,
                       dana__page_features *out)
{
    *out = (dana__page_features){.blocks = blocks,
                                 .choice = choice,
                                 .parent = {.node = UINT32_MAX},
                                 .grandparent = {.node = UINT32_MAX}};
    while (out->first_h1 < blocks->block_count && blocks->blocks[out->first_h1].heading != 1) {
        out->first_h1++;
    }
}

dana_status dana__measure_page(dana_page *page, const dana__blocks *blocks,
                               const dana__choice *choice, dana__page_features *out,
                               dana_error *err)
{
    page_sums sums = {0};
    float count = (float)blocks->block_count;
    float text = (float)blocks->text;

    begin_page(blocks, choice, out);
    for (size_t i = 0; i < blocks->block_count; i++) {
        add_block(&sums, &blocks->blocks[i], &blocks->nodes[blocks->blocks[i].node]);
    }
    out->shared = (dana__page_group){
        .hints = (float)(blocks->hints & LEARNED_HINTS),
        .coverage = choice->coverage,
        .fallback = choice->fallback ? 1.0f : 0.0f,
        .blocks = count,
        .non_link_text = (float)blocks->non_link_text,
        .non_link_share = dana__share((float)blocks->non_link_text, text),
        .articles = (float)blocks->article_count,
        .mean_text = dana__share(text, count),
        .taken_share = dana__share(sums.taken, text),
        .pruned_share = dana__share(sums.pruned, text),
        .longest = sums.longest,
        .list_share = dana__share(sums.listed, text),
        .table_share = dana__share(sums.tabled, text),
        .main_share = dana__share(sums.in_main, text),
        .article_share = dana__share(sums.in_article, text),
        .punctuation_share = dana__share(sums.punctuation, text),
        .digit_share = dana__share(sums.digits, text),
        .long_share = dana__share(sums.long_text, text),
        .heading_share = dana__share(sums.headings, count),
        .link_block_share = dana__share(sums.link_blocks, count),
        .repeated_share = dana__share(sums.repeated, count),
    };
    count_marks(blocks, &out->shared);
    dana_status status = dana__find_sections(page, blocks, &out->sections, err);

    if (status == DANA_OK) {
        status = dana__find_headline_block(page, blocks, &out->headline, err);
    }
    if (status == DANA_OK) {
        status = dana__find_shapes(page, blocks, &out->shapes, err);
    }
    if (status == DANA_OK) {
        find_body(page, out);
        dana__measure_section(&out->sections, 0, &out->of_section);
        find_type(out);
    }
    return status;
}

void dana__release_features(dana_page *page, dana__page_features *features)
{
    dana__release_shapes(page, &features->shapes);
    dana__release_headline(page, &features->headline);
    dana__release_sections(page, &features->sections);
}

/*
 * Where the features of a block go: all of them one after the other, or those that the trees ask,
 * a column each. Both are known where the functions below are put together, so that what is not
 * asked is not computed.
 */
typedef struct {
    float *row;
    size_t first; /* feature of the first value */
    size_t step;
    bool all;
} target;

#define INLINE          static inline __attribute__((always_inline))

#define WANTS(to, name) ((to).all || is_asked[DANA__FEATURE(name)])

#define PUT(to, name, value)                                                                       \
    do {                                                                                           \
        if (WANTS(to, name)) {                                                                     \
            (to).row[(DANA__FEATURE(name) - (to).first) * (to).step] = (value);                    \
        }                                                                                          \
    } while (0)

INLINE void put_itself(target to, const dana__block *block)
{
    float text = (float)block->text;

    PUT(to, block.text, text);
    PUT(to, block.link_share, dana__share((float)block->link_text, text));
    PUT(to, block.tags, (float)block->tags);
    PUT(to, block.punctuation, (float)block->punctuation);
    PUT(to, block.punctuation_share, dana__share((float)block->punctuation, text));
    PUT(to, block.digit_share, dana__share((float)block->digits, text));
    PUT(to, block.links, (float)block->links);
    PUT(to, block.heading, (float)block->heading);
    PUT(to, block.density, block->density);
    PUT(to, block.taken, dana__is_taken(block) ? 1.0f : 0.0f);
    PUT(to, block.decision, (float)block->decision);
    PUT(to, block.rule, (float)block->rule);
    PUT(to, block.repeats, (float)block->repeats);
}

/* The blocks before and after it; all zero outside the page. */
INLINE void put_neighbours(target to, const dana__blocks *blocks, size_t index)
{
    static const dana__block none;
    const dana__block *before = index > 0 ? &blocks->blocks[index - 1] : &none;
    const dana__block *after = index + 1 < blocks->block_count ? &blocks->blocks[index + 1] : &none;

    PUT(to, before.text, (float)before->text);
    PUT(to, before.link_share, dana__share((float)before->link_text, (float)before->text));
    PUT(to, before.taken, dana__is_taken(before) ? 1.0f : 0.0f);
    PUT(to, before.heading, (float)before->heading);
    PUT(to, after.text, (float)after->text);
    PUT(to, after.link_share, dana__share((float)after->link_text, (float)after->text));
    PUT(to, after.taken, dana__is_taken(after) ? 1.0f : 0.0f);
    PUT(to, after.heading, (float)after->heading);
}

INLINE void put_window(target to, dana__page_features *page, size_t index)
{
    dana__window *window = &page->window;

    dana__move_window(window, page->blocks, index);
    PUT(to, around.text, (float)window->text);
    PUT(to, around.link_share, dana__share((float)window->links, (float)window->text));
    PUT(to, around.taken, (float)window->taken);
}

static float bound(float value, float least, float most)
{
    return value < least ? least : value > most ? most : value;
}

INLINE void put_position(target to, const dana__page_features *page, size_t index,
                         const dana__node *node)
{
    const dana__blocks *blocks = page->blocks;
    const dana__node *subtree = &blocks->nodes[page->choice->subtree];
    float h1 = (float)index - (float)page->first_h1;
    float run = (float)(subtree->end_block - subtree->first_block);
    bool has_h1 = page->first_h1 < blocks->block_count;

    PUT(to, position.in_page, dana__share((float)index, (float)blocks->block_count));
    PUT(to, position.from_h1, has_h1 ? bound(h1, -50.0f, 200.0f) : -100.0f);
    PUT(to, position.in_subtree, dana__share((float)index - (float)subtree->first_block, run));
    PUT(to, position.depth, (float)node->depth);
    PUT(to, position.kind, (float)node->kind);
}

/* Measures an element, unless it is the one measured before. */
static void measure_element(const dana__blocks *blocks, uint32_t index,
                            dana__measured_element *last)
{
    const dana__node *node = &blocks->nodes[index];

    if (last->node == index) {
        return;
    }
    last->node = index;
    last->group = (dana__element_group){
        .of_page = dana__share((float)node->non_link_text, (float)blocks->non_link_text),
        .non_link_share = dana__share((float)node->non_link_text, (float)node->text),
        .blocks = (float)(node->end_block - node->first_block),
        .children = (float)node->children,
        .mass_share = dana__share(node->mass, blocks->nodes[0].mass),
    };
}

INLINE void put_elements(target to, dana__page_features *page, const dana__node *node)
{
    const dana__blocks *blocks = page->blocks;

    measure_element(blocks, node->parent, &page->parent);
    measure_element(blocks, blocks->nodes[node->parent].parent, &page->grandparent);
#define PUT_PARENT(g, name)      PUT(to, parent.name, page->parent.group.name);
#define PUT_GRANDPARENT(g, name) PUT(to, grandparent.name, page->grandparent.group.name);
    DANA__ELEMENT_FEATURES(PUT_PARENT, )
    DANA__ELEMENT_FEATURES(PUT_GRANDPARENT, )
}

/* Moves on to the section of a block that comes after the one measured before. */
static const dana__section *advance_section(dana__page_features *page, size_t index)
{
    const dana__sections *all = &page->sections;
    size_t before = page->section;

    while (page->section + 1 < all->count && all->sections[page->section + 1].first <= index) {
        page->section++;
    }
    if (page->section != before) {
        dana__measure_section(all, page->section, &page->of_section);
    }
    return &all->sections[page->section];
}

INLINE void put_section(target to, dana__page_features *page, size_t index)
{
    const dana__section *here = advance_section(page, index);
    const dana__section_features *section = &page->of_section;

#define PUT_SECTION(g, name) PUT(to, g.name, section->g.name);
    DANA__SECTION_FEATURES(PUT_SECTION, section)
    DANA__RANGE_FEATURES(PUT_SECTION, flat)
    DANA__RANGE_FEATURES(PUT_SECTION, deep)
    DANA__OUTLINE_FEATURES(PUT_SECTION, outline)
    PUT(to, section.from_heading, (float)(index - here->first));
}

INLINE void put_headline(target to, dana__page_features *page, size_t index)
{
    dana__headline_group group = dana__measure_headline(&page->headline, index);

#define PUT_HEADLINE(g, name) PUT(to, headline.name, group.name);
    DANA__HEADLINE_FEATURES(PUT_HEADLINE, )
}

INLINE void put_shape(target to, dana__page_features *page, size_t index)
{
    dana__shape_group group = dana__measure_shape(&page->shapes, index);

#define PUT_SHAPE(g, name) PUT(to, shape.name, group.name);
    DANA__SHAPE_FEATURES(PUT_SHAPE, )
}

INLINE void put_body(target to, dana__page_features *page, size_t index)
{
    dana__from_body body = dana__measure_body(&page->body, index);

#define PUT_BODY(g, name) PUT(to, body.name, body.name);
    DANA__BODY_FEATURES(PUT_BODY, )
}

/* Features that are 0 or 1 stand at 0 and are set where a bit is: few are. */
static void put_bits(target to, uint64_t bits, const uint8_t features[64])
{
    for (; bits != 0; bits &= bits - 1) {
        to.row[(features[__builtin_ctzll(bits)] - to.first) * to.step] = 1.0f;
    }
}

INLINE void put_marks(target to, uint32_t marks)
{
#define MARK_FEATURE(g, name) [DANA__MARK_##name] = (uint8_t)DANA__FEATURE(marked.name),
#define MARK_WANTED(g, name)  (WANTS(to, marked.name) ? (uint64_t)DANA__MARK_BIT(name) : 0) |
    static const uint8_t features[64] = {DANA__MARK_FEATURES(MARK_FEATURE, )};

    put_bits(to, marks & (DANA__MARK_FEATURES(MARK_WANTED, ) 0), features);
}

INLINE void put_kinds(target to, uint64_t kinds)
{
#define KIND_FEATURE(g, name) [DANA__KIND_##name] = (uint8_t)DANA__FEATURE(inside.name),
#define KIND_WANTED(g, name)  (WANTS(to, inside.name) ? DANA__KIND_BIT(name) : 0) |
    static const uint8_t features[64] = {DANA__KIND_FEATURES(KIND_FEATURE, )};

    put_bits(to, kinds & (DANA__KIND_FEATURES(KIND_WANTED, ) 0), features);
}

INLINE void put_words(target to, const dana__chain_odds *words)
{
#define PUT_WORDS(g, name) PUT(to, words.name, (float)words->name);
    DANA__WORD_FEATURES(PUT_WORDS, )
}

/* All but what the page's blocks share. */
INLINE void put_block(target to, dana__page_features *page, size_t index)
{
    const dana__block *block = &page->blocks->blocks[index];
    const dana__node *node = &page->blocks->nodes[block->node];

    put_itself(to, block);
    put_neighbours(to, page->blocks, index);
    put_window(to, page, index);
    put_position(to, page, index, node);
    put_elements(to, page, node);
    put_section(to, page, index);
    put_headline(to, page, index);
    put_marks(to, node->all_marks);
    put_body(to, page, index);
    put_shape(to, page, index);
    put_words(to, &node->words);
    put_kinds(to, node->inside);
}

void dana__measure_block(dana__page_features *page, size_t index, dana__named_features *out)
{
    *out = (dana__named_features){.page = page->shared, .type = page->types};
    put_block((target){(float *)out, 0, 1, true}, page, index);
}

void dana__measure_row(dana__page_features *page, size_t index, float *columns, size_t row)
{
    put_block((target){columns + row, DANA__SHARED_FEATURES, DANA__FOREST_STRIDE, false}, page,
              index);
}

void dana__clear_columns(float *columns)
{
#define CLEAR(g, name)                                                                             \
    if (is_asked[DANA__FEATURE(g.name)]) {                                                         \
        memset(columns + dana__column(DANA__FEATURE(g.name), DANA__SHARED_FEATURES), 0,            \
               DANA__FOREST_ROWS * sizeof(float));                                                 \
    }
    DANA__MARK_FEATURES(CLEAR, marked)
    DANA__KIND_FEATURES(CLEAR, inside)
}
