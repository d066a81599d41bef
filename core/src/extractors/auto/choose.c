#include "extractors/auto/choose.h"

#include "extractors/auto/page_type.h"
#include "extractors/bounds/reviews.h"
#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "page/page.h"

#include <math.h>

#define TAG_COST      5.0f
#define MASS_POWER    1.25f
#define SUBTREE_SHARE .8f
#define COVERAGE_MIN  .6f

static float difference(const dana__block *block)
{
    return (float)block->text - (float)block->link_text - TAG_COST * (float)block->tags;
}

/* The first block from `i` on that no rule prunes; NULL: there is none. */
static dana__block *next_kept(dana__blocks *blocks, size_t *i)
{
    while (*i < blocks->block_count) {
        dana__block *block = &blocks->blocks[(*i)++];

        if (block->decision != DANA__DECISION_PRUNED) {
            return block;
        }
    }
    return NULL;
}

/* Formula 4.2 over the blocks that are left; a mean, so that densities compare with texts. */
static void smooth_blocks(dana__blocks *blocks, bool smooth)
{
    size_t i = 0;
    dana__block *here = next_kept(blocks, &i);
    float before = 0.0f;

    while (here != NULL) {
        dana__block *next = next_kept(blocks, &i);
        float own = difference(here);
        float after = next != NULL ? difference(next) : 0.0f;

        here->density = smooth ? (before + own + after) / 3.0f : own;
        before = own;
        here = next;
    }
}

void dana__measure_density(dana__blocks *blocks, const dana__auto_settings *settings)
{
    smooth_blocks(blocks, (settings->steps_off & DANA__STEP_SMOOTHING) == 0);
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *block = &blocks->blocks[i];
        float df = difference(block);

        if (block->decision != DANA__DECISION_PRUNED && block->density > 0.0f && df > 0.0f) {
            blocks->nodes[block->node].mass += powf(df, MASS_POWER);
        }
    }
    for (size_t i = blocks->node_count; i > 1; i--) {
        blocks->nodes[blocks->nodes[i - 1].parent].mass += blocks->nodes[i - 1].mass;
    }
}

/* Elements that hold one text are no subtree to choose. */
static bool is_leaf(const dana__node *node)
{
    return ((DANA__KIND_BIT(P) | DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(HEADING) |
             DANA__KIND_BIT(SPAN) | DANA__KIND_BIT(ROW) | DANA__KIND_BIT(CAPTION) |
             DANA__KIND_BIT(PRE)) >>
                node->kind &
            1u) != 0;
}

/* Returns the child of `parent` that holds most mass, the first of equals; `parent` where none
 * holds any. Linear in the number of children. */
static size_t heaviest_child(const dana__blocks *blocks, size_t parent)
{
    size_t best = parent;
    float most = 0.0f;

    for (size_t i = parent + 1; i < blocks->nodes[parent].end; i = blocks->nodes[i].end) {
        if (blocks->nodes[i].mass > most) {
            most = blocks->nodes[i].mass;
            best = i;
        }
    }
    return best;
}

/* Whether an element begins with a heading that is no link: it is an entry with a name. */
static bool is_named_entry(const dana__blocks *blocks, const dana__node *node)
{
    const dana__block *first = &blocks->blocks[node->first_block];

    return node->pruned == 0 && node->first_block + 1 < node->end_block && first->heading > 1 &&
           2 * (uint64_t)first->link_text <= first->text && 2 * node->non_link_text > node->text;
}

/* Code points outside links of what holds several entries of a small page. */
#define ENTRIES_TEXT 2000

/* Whether an element is one of several entries that are all a small page has: a sibling of its kind
 * and class is one, too. Where nothing else is on the page, sections have classes of their own. */
static bool is_one_of_several(const dana__blocks *blocks, size_t index)
{
    const dana__node *nodes = blocks->nodes;
    const dana__node *node = &nodes[index];

    if (!is_named_entry(blocks, node) || nodes[node->parent].non_link_text > ENTRIES_TEXT) {
        return false;
    }
    for (size_t i = node->parent + 1; i < nodes[node->parent].end; i = nodes[i].end) {
        if (i != index && nodes[i].kind == node->kind &&
            (nodes[i].shape == node->shape ||
             (node->kind == DANA__KIND_SECTION && blocks->non_link_text <= ENTRIES_TEXT)) &&
            is_named_entry(blocks, &nodes[i])) {
            return true;
        }
    }
    return false;
}

static size_t find_subtree(const dana__blocks *blocks)
{
    const dana__node *nodes = blocks->nodes;
    size_t at = 0;

    for (;;) {
        size_t child = heaviest_child(blocks, at);

        if (child == at || is_leaf(&nodes[child]) ||
            nodes[child].mass < SUBTREE_SHARE * nodes[0].mass || is_one_of_several(blocks, child)) {
            return at;
        }
        at = child;
    }
}

static uint32_t left_text(const dana__blocks *blocks, size_t first, size_t end, uint32_t *all)
{
    uint32_t own = 0;

    *all = 0;
    for (size_t i = first; i < end; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (block->decision != DANA__DECISION_PRUNED) {
            own += block->text - block->link_text;
            *all += block->text;
        }
    }
    return own;
}

static void select_range(dana__blocks *blocks, size_t first, size_t end, dana__decision decision)
{
    for (size_t i = first; i < end; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->decision != DANA__DECISION_PRUNED) {
            block->decision = (uint8_t)decision;
        }
    }
}

/* A page that does not call itself an article and has no subtree that holds most of what is left
 * has its content all over. */
void dana__choose_blocks(const dana_page *page, dana__blocks *blocks,
                         const dana__auto_settings *settings, dana__choice *choice)
{
    uint32_t all;
    bool whole = (settings->steps_off & DANA__STEP_SUBTREE) != 0;

    *choice = (dana__choice){.subtree = whole ? 0 : find_subtree(blocks),
                             .headline = blocks->block_count};
    if (dana__unweigh_reviews(page, blocks, choice->subtree)) {
        choice->subtree = find_subtree(blocks);
    }
    const dana__node *subtree = &blocks->nodes[choice->subtree];
    uint32_t inside = left_text(blocks, subtree->first_block, subtree->end_block, &all);
    uint32_t left = left_text(blocks, 0, blocks->block_count, &choice->kept_text);

    choice->coverage = left > 0 ? (float)inside / (float)left : 1.0f;
    choice->fallback = choice->coverage < COVERAGE_MIN &&
                       (blocks->hints & DANA__HINT_ARTICLE) == 0 &&
                       (settings->steps_off & DANA__STEP_FALLBACK) == 0;
    if (choice->fallback) {
        select_range(blocks, 0, blocks->block_count, DANA__DECISION_REST);
    } else {
        select_range(blocks, subtree->first_block, subtree->end_block, DANA__DECISION_SUBTREE);
    }
}

/* The way to the article's element goes on into a child of at least this share of the mass. */
#define CORE_SHARE .5f

/* What is cut: the least share of its text inside links, the greatest mean length of its blocks. */
#define TAIL_LINKS .2f
#define TAIL_MEAN  100.0f

/* Kinds that hold parts of a page; the others are parts of a text. */
static bool is_part(const dana__node *node)
{
    return ((DANA__KIND_BIT(DIV) | DANA__KIND_BIT(SECTION) | DANA__KIND_BIT(ARTICLE) |
             DANA__KIND_BIT(MAIN) | DANA__KIND_BIT(ASIDE) | DANA__KIND_BIT(NAV) |
             DANA__KIND_BIT(HEADER) | DANA__KIND_BIT(FOOTER) | DANA__KIND_BIT(FORM)) >>
                node->kind &
            1u) != 0;
}

static bool is_on_way(const dana__node *node)
{
    return is_part(node) || node->kind == DANA__KIND_CELL;
}

/* Lists of other pages: links and short texts. */
static bool is_tail(const dana__blocks *blocks, const dana__node *node)
{
    float text = 0.0f;
    float links = 0.0f;
    float count = 0.0f;

    for (size_t i = node->first_block; i < node->end_block; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (block->decision == DANA__DECISION_SUBTREE) {
            text += (float)block->text;
            links += (float)block->link_text;
            count += 1.0f;
        }
    }
    return is_part(node) && links >= TAIL_LINKS * text && text < TAIL_MEAN * count;
}

static void cut(dana__blocks *blocks, const dana__node *node)
{
    for (size_t i = node->first_block; i < node->end_block; i++) {
        if (blocks->blocks[i].decision == DANA__DECISION_SUBTREE) {
            blocks->blocks[i].decision = DANA__DECISION_OUTSIDE;
        }
    }
}

/* A line that is nothing but a link, in no paragraph, list or table: "read more", a teaser. */
static bool is_link_line(const dana__block *block, const dana__node *node)
{
    return block->heading == 0 && 20 * (uint64_t)block->link_text > 19 * (uint64_t)block->text &&
           !dana__is_inside(node, DANA__KIND_BIT(P) | DANA__KIND_BIT(LIST) | DANA__KIND_BIT(TABLE));
}

void dana__cut_link_lines(dana__blocks *blocks)
{
    if ((blocks->hints & DANA__HINT_ARTICLE) == 0) {
        return;
    }
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];

        if (block->decision == DANA__DECISION_SUBTREE &&
            is_link_line(block, &blocks->nodes[block->node])) {
            block->decision = DANA__DECISION_OUTSIDE;
        }
    }
}

/* Walks on from the subtree to the article's own element; at each step the siblings after the way
 * are judged. Each block is looked at once: they are below one such sibling at most. */
void dana__cut_tail(dana__blocks *blocks, const dana__choice *choice)
{
    const dana__node *nodes = blocks->nodes;
    size_t at = choice->subtree;

    if ((blocks->hints & DANA__HINT_ARTICLE) == 0 || choice->fallback) {
        return;
    }
    for (;;) {
        size_t child = heaviest_child(blocks, at);

        if (child == at || !is_on_way(&nodes[child]) ||
            nodes[child].mass < CORE_SHARE * nodes[at].mass) {
            return;
        }
        for (size_t i = nodes[child].end; i < nodes[at].end; i = nodes[i].end) {
            if (is_tail(blocks, &nodes[i])) {
                cut(blocks, &nodes[i]);
            }
        }
        at = child;
    }
}

void dana__drop_copies(dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count; i++) {
        dana__block *block = &blocks->blocks[i];
        const dana__block *before = block->copy_of != 0 ? &blocks->blocks[block->copy_of - 1]
                                                        : NULL;

        if (before != NULL && dana__is_taken(block) &&
            (dana__is_taken(before) || before->decision == DANA__DECISION_REPEATED)) {
            block->decision = DANA__DECISION_REPEATED;
        }
    }
}

/* The block that counts of those that a copy is one of; the way to it is made short. */
static size_t rival_of(dana__blocks *blocks, size_t copy)
{
    size_t rival = blocks->blocks[copy].copy_of - 1;

    while (blocks->blocks[rival].score <= 0.0f && blocks->blocks[rival].copy_of != 0) {
        rival = blocks->blocks[rival].copy_of - 1;
    }
    blocks->blocks[copy].copy_of = (uint32_t)rival + 1;
    return rival;
}

/* Two runs of scored copies, and the sums of their scores. */
typedef struct {
    size_t first; /* block at which each run begins */
    size_t second;
    size_t length;
    float first_score;
    float second_score;
} scored_pair;

/* The copies that begin at a block. */
static scored_pair score_copies(dana__blocks *blocks, size_t copy)
{
    scored_pair pair = {.first = rival_of(blocks, copy), .second = copy};

    do {
        pair.first_score += blocks->blocks[pair.first + pair.length].score;
        pair.second_score += blocks->blocks[copy].score;
        pair.length++;
        copy++;
    } while (pair.first + pair.length < pair.second && copy < blocks->block_count &&
             blocks->blocks[copy].copy_of != 0 &&
             rival_of(blocks, copy) == pair.first + pair.length);
    return pair;
}

/* `loser` is the copy from now on. */
static void fold(dana__blocks *blocks, size_t loser, size_t winner)
{
    blocks->blocks[loser].score = 0.0f;
    blocks->blocks[loser].decision = DANA__DECISION_REPEATED;
    blocks->blocks[loser].copy_of = (uint32_t)winner + 1;
    blocks->blocks[winner].copy_of = 0;
}

void dana__fold_copies(dana__blocks *blocks)
{
    for (size_t i = 0; i < blocks->block_count;) {
        if (blocks->blocks[i].copy_of == 0) {
            i++;
            continue;
        }
        scored_pair pair = score_copies(blocks, i);
        bool later = pair.second_score > pair.first_score;

        for (size_t k = 0; k < pair.length; k++) {
            size_t first = pair.first + k;
            size_t second = pair.second + k;

            fold(blocks, later ? first : second, later ? second : first);
        }
        i += pair.length;
    }
}

/* How likely a page is a product's at most, behind whose text its data stand. */
#define PRODUCT_MOST .5f

/* How like the title element a headline is at least that nothing of the article stands before; the
 * heading of comments on it is none. */
#define HEADLINE_LEAST .6f

bool dana__is_beside_rows(const dana__blocks *blocks, const dana__choice *choice)
{
    return dana__is_one_text(blocks, choice->types) &&
           choice->types[DANA_PAGE_PRODUCT] <= PRODUCT_MOST && !dana__is_told_manual(blocks) &&
           choice->headline < blocks->block_count;
}

bool dana__begins_at_headline(const dana__blocks *blocks, const dana__choice *choice)
{
    if (choice->types[DANA_PAGE_ARTICLE] < DANA__LIKELY_ARTICLE ||
        choice->headline_likeness < HEADLINE_LEAST) {
        return false;
    }
    const dana__block *headline = &blocks->blocks[choice->headline];

    return headline->heading != 0 &&
           (blocks->nodes[headline->node].all_marks & DANA__FOREIGN_MARKS) == 0;
}
