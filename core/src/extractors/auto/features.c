#include "extractors/auto/features.h"

#include "extractors/auto/rules.h"

#include <math.h>
#include <string.h>

/* Blocks to each side whose text a window sums. */
#define WINDOW 4

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
    sums->longest = fmaxf(sums->longest, text);
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

dana_status dana__measure_page(dana_page *page, const dana__blocks *blocks,
                               const dana__choice *choice, dana__page_features *out,
                               dana_error *err)
{
    page_sums sums = {0};
    float count = (float)blocks->block_count;
    float text = (float)blocks->text;

    *out = (dana__page_features){
        .blocks = blocks, .choice = choice, .first_h1 = blocks->block_count};
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        add_block(&sums, block, &blocks->nodes[block->node]);
        if (block->heading == 1 && out->first_h1 == blocks->block_count) {
            out->first_h1 = i;
        }
    }
    out->shared = (dana__page_group){
        .hints = (float)blocks->hints,
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

static dana__block_group measure_itself(const dana__block *block)
{
    float text = (float)block->text;

    return (dana__block_group){
        .text = text,
        .link_share = dana__share((float)block->link_text, text),
        .tags = (float)block->tags,
        .punctuation = (float)block->punctuation,
        .punctuation_share = dana__share((float)block->punctuation, text),
        .digit_share = dana__share((float)block->digits, text),
        .links = (float)block->links,
        .heading = (float)block->heading,
        .density = block->density,
        .taken = dana__is_taken(block) ? 1.0f : 0.0f,
        .decision = (float)block->decision,
        .rule = (float)block->rule,
        .repeats = (float)block->repeats,
    };
}

static dana__neighbour_group measure_neighbour(const dana__blocks *blocks, size_t index)
{
    if (index >= blocks->block_count) {
        return (dana__neighbour_group){.text = 0.0f};
    }
    const dana__block *block = &blocks->blocks[index];

    return (dana__neighbour_group){
        .text = (float)block->text,
        .link_share = dana__share((float)block->link_text, (float)block->text),
        .taken = dana__is_taken(block) ? 1.0f : 0.0f,
        .heading = (float)block->heading,
    };
}

static dana__element_group measure_element(const dana__blocks *blocks, const dana__node *node)
{
    return (dana__element_group){
        .of_page = dana__share((float)node->non_link_text, (float)blocks->non_link_text),
        .non_link_share = dana__share((float)node->non_link_text, (float)node->text),
        .blocks = (float)(node->end_block - node->first_block),
        .children = (float)node->children,
        .mass_share = dana__share(node->mass, blocks->nodes[0].mass),
    };
}

static dana__window_group measure_window(const dana__blocks *blocks, size_t index)
{
    size_t first = index > WINDOW ? index - WINDOW : 0;
    size_t end = index + WINDOW + 1 < blocks->block_count ? index + WINDOW + 1
                                                          : blocks->block_count;
    dana__window_group out = {.text = 0.0f};
    float links = 0.0f;

    for (size_t i = first; i < end; i++) {
        out.text += (float)blocks->blocks[i].text;
        links += (float)blocks->blocks[i].link_text;
        out.taken += dana__is_taken(&blocks->blocks[i]) ? 1.0f : 0.0f;
    }
    out.link_share = dana__share(links, out.text);
    return out;
}

static dana__position_group measure_position(const dana__page_features *page, size_t index)
{
    const dana__blocks *blocks = page->blocks;
    const dana__node *node = &blocks->nodes[blocks->blocks[index].node];
    const dana__node *subtree = &blocks->nodes[page->choice->subtree];
    float h1 = (float)index - (float)page->first_h1;
    float run = (float)(subtree->end_block - subtree->first_block);
    bool has_h1 = page->first_h1 < blocks->block_count;

    return (dana__position_group){
        .in_page = dana__share((float)index, (float)blocks->block_count),
        .from_h1 = has_h1 ? fmaxf(-50.0f, fminf(h1, 200.0f)) : -100.0f,
        .in_subtree = dana__share((float)index - (float)subtree->first_block, run),
        .depth = (float)node->depth,
        .kind = (float)node->kind,
    };
}

static dana__mark_group measure_marks(uint32_t marks)
{
#define MARK_VALUE(g, name) .name = (float)(marks >> DANA__MARK_##name & 1u),
    return (dana__mark_group){DANA__MARK_FEATURES(MARK_VALUE, )};
}

static dana__word_group measure_words(const dana__chain_odds *words)
{
#define WORD_VALUE(g, name) .name = (float)words->name,
    return (dana__word_group){DANA__WORD_FEATURES(WORD_VALUE, )};
}

static dana__kind_group measure_kinds(const dana__node *node)
{
#define KIND_VALUE(g, name) .name = dana__is_inside(node, DANA__KIND_BIT(name)) ? 1.0f : 0.0f,
    return (dana__kind_group){DANA__KIND_FEATURES(KIND_VALUE, )};
}

/* The section of a block that comes after the one measured before. */
static size_t advance_section(dana__page_features *page, size_t index)
{
    const dana__sections *all = &page->sections;

    while (page->section + 1 < all->count && all->sections[page->section + 1].first <= index) {
        page->section++;
    }
    return page->section;
}

void dana__measure_block(dana__page_features *page, size_t index, dana__named_features *out)
{
    const dana__blocks *blocks = page->blocks;
    const dana__block *block = &blocks->blocks[index];
    const dana__node *node = &blocks->nodes[block->node];
    const dana__node *parent = &blocks->nodes[node->parent];

    out->page = page->shared;
    out->type = page->types;
    out->block = measure_itself(block);
    out->before = measure_neighbour(blocks, index - 1);
    out->after = measure_neighbour(blocks, index + 1);
    out->around = measure_window(blocks, index);
    out->position = measure_position(page, index);
    out->parent = measure_element(blocks, parent);
    out->grandparent = measure_element(blocks, &blocks->nodes[parent->parent]);
    dana__measure_section(&page->sections, advance_section(page, index), index, out);
    out->headline = dana__measure_headline(&page->headline, index);
    out->marked = measure_marks(node->all_marks);
    out->shape = dana__measure_shape(&page->shapes, index);
    out->words = measure_words(&node->words);
    out->inside = measure_kinds(node);
}
