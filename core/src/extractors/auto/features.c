#include "extractors/auto/features.h"

#include "extractors/auto/rules.h"

#include <math.h>
#include <string.h>

/* Blocks to each side whose text a window sums. */
#define WINDOW 4

static const dana__mark marks[DANA__MARK_FEATURES] = {
    DANA__MARK_NAV,    DANA__MARK_FOOTER,  DANA__MARK_HEADER,     DANA__MARK_ASIDE,
    DANA__MARK_FORM,   DANA__MARK_HIDDEN,  DANA__MARK_COMMENTS,   DANA__MARK_RELATED,
    DANA__MARK_SHARE,  DANA__MARK_DIALOG,  DANA__MARK_NEWSLETTER, DANA__MARK_COOKIE,
    DANA__MARK_ADVERT, DANA__MARK_CAPTION, DANA__MARK_BUTTON,     DANA__MARK_AUTHOR,
    DANA__MARK_META,   DANA__MARK_WIDGET,  DANA__MARK_CONTENT,    DANA__MARK_POST,
    DANA__MARK_CARD,   DANA__MARK_PRICE,   DANA__MARK_REVIEW,     DANA__MARK_HERO,
};

static const uint64_t kinds[DANA__KIND_FEATURES] = {
    DANA__KIND_BIT(LIST),        DANA__KIND_BIT(TABLE),   DANA__KIND_BIT(ARTICLE),
    DANA__KIND_BIT(MAIN),        DANA__KIND_BIT(QUOTE),   DANA__KIND_BIT(PRE),
    DANA__KIND_BIT(FIGURE),      DANA__KIND_BIT(SECTION), DANA__KIND_BIT(P),
    DANA__KIND_BIT(DEFINITIONS),
};

static float share(float part, float whole)
{
    return whole > 0.0f ? part / whole : 0.0f;
}

static bool is_taken(const dana__block *block)
{
    return block->fate >= DANA__FATE_SUBTREE;
}

/* Sums over the blocks of a page. */
typedef struct {
    float selected;
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

    sums->selected += is_taken(block) ? text : 0.0f;
    sums->pruned += block->fate == DANA__FATE_PRUNED ? text : 0.0f;
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

static void count_marks(const dana__blocks *blocks, float counts[4])
{
    static const dana__mark counted[4] = {DANA__MARK_POST, DANA__MARK_CARD, DANA__MARK_PRICE,
                                          DANA__MARK_COMMENTS};

    for (size_t k = 0; k < 4; k++) {
        counts[k] = 0.0f;
    }
    for (size_t i = 1; i < blocks->node_count; i++) {
        for (size_t k = 0; k < 4 && blocks->nodes[i].marks != 0; k++) {
            counts[k] += (float)(blocks->nodes[i].marks >> counted[k] & 1u);
        }
    }
}

dana_status dana__measure_page(dana_page *page, const dana__blocks *blocks,
                               const dana__choice *choice, dana__page_features *out,
                               dana_error *err)
{
    page_sums sums = {0};
    float count = (float)blocks->block_count;
    float text = (float)blocks->text;
    float mark_counts[4];

    *out = (dana__page_features){
        .blocks = blocks, .choice = choice, .first_h1 = blocks->block_count};
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];

        add_block(&sums, block, &blocks->nodes[block->node]);
        if (block->heading == 1 && out->first_h1 == blocks->block_count) {
            out->first_h1 = i;
        }
    }
    count_marks(blocks, mark_counts);
    const float shared[24] = {
        (float)blocks->hints,
        choice->coverage,
        choice->fallback ? 1.0f : 0.0f,
        count,
        (float)blocks->own_text,
        share((float)blocks->own_text, text),
        (float)blocks->article_count,
        share(text, count),
        share(sums.selected, text),
        share(sums.pruned, text),
        sums.longest,
        share(sums.listed, text),
        share(sums.tabled, text),
        share(sums.in_main, text),
        share(sums.in_article, text),
        share(sums.punctuation, text),
        share(sums.digits, text),
        share(sums.long_text, text),
        share(sums.headings, count),
        share(sums.link_blocks, count),
        share(sums.repeated, count),
        mark_counts[0],
        mark_counts[1],
        mark_counts[2] + mark_counts[3],
    };

    memcpy(out->page, shared, sizeof(shared));
    return dana__find_sections(page, blocks, &out->sections, err);
}

void dana__release_features(dana_page *page, dana__page_features *features)
{
    dana__release_sections(page, &features->sections);
}

/* Features of the block itself: 14. */
static float *put_block(const dana__page_features *page, const dana__block *block, float *out)
{
    float text = (float)block->text;

    (void)page;
    *out++ = text;
    *out++ = share((float)block->link_text, text);
    *out++ = (float)block->tags;
    *out++ = (float)block->punctuation;
    *out++ = share((float)block->punctuation, text);
    *out++ = share((float)block->digits, text);
    *out++ = (float)block->links;
    *out++ = (float)block->heading;
    *out++ = block->density;
    *out++ = is_taken(block) ? 1.0f : 0.0f;
    *out++ = (float)block->fate;
    *out++ = (float)block->rule;
    *out++ = (float)block->repeats;
    return out;
}

/* Features of a neighbour, 4; zero outside the page. */
static float *put_neighbour(const dana__page_features *page, size_t index, float *out)
{
    static const dana__block none = {0};
    const dana__block *block = index < page->blocks->block_count ? &page->blocks->blocks[index]
                                                                 : &none;

    *out++ = (float)block->text;
    *out++ = share((float)block->link_text, (float)block->text);
    *out++ = is_taken(block) ? 1.0f : 0.0f;
    *out++ = (float)block->heading;
    return out;
}

/* Features of an element around the block, 6. */
static float *put_element(const dana__page_features *page, const dana__node *node, float *out)
{
    *out++ = share((float)node->own_text, (float)page->blocks->own_text);
    *out++ = share((float)node->own_text, (float)node->text);
    *out++ = (float)(node->end_block - node->first_block);
    *out++ = (float)node->children;
    *out++ = share(node->mass, page->blocks->nodes[0].mass);
    return out;
}

/* Text and links of the blocks around, 3. */
static float *put_window(const dana__page_features *page, size_t index, float *out)
{
    const dana__blocks *blocks = page->blocks;
    size_t first = index > WINDOW ? index - WINDOW : 0;
    size_t end = index + WINDOW + 1 < blocks->block_count ? index + WINDOW + 1
                                                          : blocks->block_count;
    float text = 0.0f;
    float links = 0.0f;
    float taken = 0.0f;

    for (size_t i = first; i < end; i++) {
        text += (float)blocks->blocks[i].text;
        links += (float)blocks->blocks[i].link_text;
        taken += is_taken(&blocks->blocks[i]) ? 1.0f : 0.0f;
    }
    *out++ = text;
    *out++ = share(links, text);
    *out++ = taken;
    return out;
}

/* Where the block stands, 5. */
static float *put_place(const dana__page_features *page, size_t index, float *out)
{
    const dana__blocks *blocks = page->blocks;
    const dana__node *subtree = &blocks->nodes[page->choice->subtree];
    float h1 = (float)index - (float)page->first_h1;
    float run = (float)(subtree->end_block - subtree->first_block);

    *out++ = share((float)index, (float)blocks->block_count);
    *out++ = page->first_h1 < blocks->block_count ? fmaxf(-50.0f, fminf(h1, 200.0f)) : -100.0f;
    *out++ = share((float)index - (float)subtree->first_block, run);
    *out++ = (float)blocks->nodes[blocks->blocks[index].node].depth;
    *out++ = (float)blocks->nodes[blocks->blocks[index].node].kind;
    return out;
}

/* The section of a block that stands behind the one measured before. */
static size_t advance_section(dana__page_features *page, size_t index)
{
    const dana__sections *all = &page->sections;

    while (page->section + 1 < all->count && all->sections[page->section + 1].first <= index) {
        page->section++;
    }
    return page->section;
}

void dana__measure_block(dana__page_features *page, size_t index, float *out)
{
    const dana__blocks *blocks = page->blocks;
    const dana__block *block = &blocks->blocks[index];
    const dana__node *node = &blocks->nodes[block->node];
    const dana__node *parent = &blocks->nodes[node->parent];
    const dana__node *grand = &blocks->nodes[parent->parent];

    memcpy(out, page->page, sizeof(page->page));
    out = put_block(page, block, out + 24);
    out = put_neighbour(page, index - 1, out);
    out = put_neighbour(page, index + 1, out);
    out = put_window(page, index, out);
    out = put_place(page, index, out);
    out = put_element(page, parent, out);
    out = put_element(page, grand, out);
    out = dana__put_section(&page->sections, advance_section(page, index), index, out);
    for (size_t k = 0; k < DANA__MARK_FEATURES; k++) {
        *out++ = (float)(node->all_marks >> marks[k] & 1u);
    }
    for (size_t k = 0; k < DANA__KIND_FEATURES; k++) {
        *out++ = dana__is_inside(node, kinds[k]) ? 1.0f : 0.0f;
    }
}
