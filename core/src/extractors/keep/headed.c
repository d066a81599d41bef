#include "extractors/keep/headed.h"

#include "extractors/keep/foreign.h"
#include "html/elements.h"
#include "measure/calls.h"

/* How sure the learned step has to be that a text is none, and blocks below a heading at most. */
#define SURE_BELOW .25f
#define RUN_MOST   40

/* How sure it has to be of a heading right above a text that is taken; of one that stands between
 * two; of one of these that is called a header; of one that is itself called so ("entry-header").
 * Less on pages that are no articles: what they offer has names. */
#define HEADING_LEAST .3f
#define BETWEEN_LEAST .2f
#define CALLED_LEAST  .1f
#define OWN_LEAST     .02f
#define OFFER_LESS    .1f

/* Pictures that make a row. */
#define PICTURES_LEAST 2

/* Links of a list of contents at least, and characters of its heading at most. */
#define LINKS_LEAST 2
#define NAME_MOST   40

/* Kinds that texts stand in. */
#define TEXT_KINDS                                                                                 \
    (DANA__KIND_BIT(P) | DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(PRE) | DANA__KIND_BIT(QUOTE) |      \
     DANA__KIND_BIT(CELL))

/* Blocks [first, end) below a heading, none of them taken. */
typedef struct {
    size_t heading;
    size_t first;
    size_t end;
} headed_run;

static bool is_link(const dana__block *block)
{
    return 2 * (uint64_t)block->link_text > block->text;
}

/* Whether a heading names another page: a link to its own page shows what stands below it. */
static bool leads_on(const dana_page *page, const dana__block *heading)
{
    if (!is_link(heading)) {
        return false;
    }
    dana__link_kind kind = dana__first_link(page, heading);

    return kind == DANA__LINK_NONE || kind == DANA__LINK_ELSEWHERE;
}

/* Whether a block stands in the element around a heading. */
static bool is_beside(const dana__blocks *blocks, size_t heading, size_t block)
{
    uint32_t node = blocks->blocks[heading].node;

    if (blocks->nodes[node].kind == DANA__KIND_HEADING) {
        node = blocks->nodes[node].parent;
    }
    return block < blocks->nodes[node].end_block;
}

/* Whether all of a run are texts that were refused for little. */
static bool is_text(const dana__blocks *blocks, headed_run run)
{
    for (size_t i = run.first; i < run.end; i++) {
        const dana__block *block = &blocks->blocks[i];

        if (block->decision != DANA__DECISION_REFUSED || block->rule != 0 || is_link(block) ||
            block->score < SURE_BELOW || block->heading > 0 ||
            !dana__is_inside(&blocks->nodes[block->node], TEXT_KINDS) ||
            (blocks->nodes[block->node].all_marks & DANA__BESIDE_MARKS) != 0) {
            return false;
        }
    }
    return run.end > run.first;
}

static bool is_caption(const dana__blocks *blocks, size_t i)
{
    const dana__node *node = &blocks->nodes[blocks->blocks[i].node];

    return blocks->blocks[i].decision == DANA__DECISION_PRUNED &&
           (node->marks & DANA__MARK_BIT(CAPTION)) != 0 &&
           (node->all_marks & DANA__BESIDE_MARKS) == 0;
}

/* Takes the captions that come first below a heading, if they are of a row of pictures. */
static void take_captions(dana__blocks *blocks, headed_run run)
{
    size_t end = run.first;
    size_t pictures = 0;
    uint32_t last = 0;

    while (end < run.end && is_caption(blocks, end) && is_beside(blocks, run.heading, end)) {
        uint32_t picture = blocks->nodes[blocks->blocks[end].node].parent;

        pictures += picture != last;
        last = picture;
        end++;
    }
    for (size_t i = run.first; pictures >= PICTURES_LEAST && i < end; i++) {
        blocks->blocks[i].decision = DANA__DECISION_LEARNED;
    }
}

static bool is_links(const dana__blocks *blocks, headed_run run)
{
    for (size_t i = run.first; i < run.end; i++) {
        if (!is_link(&blocks->blocks[i]) || blocks->blocks[i].heading > 0 ||
            !dana__is_inside(&blocks->nodes[blocks->blocks[i].node], DANA__KIND_BIT(LIST))) {
            return false;
        }
    }
    return run.end >= run.first + LINKS_LEAST;
}

static void decide(dana__blocks *blocks, headed_run run)
{
    dana__block *heading = &blocks->blocks[run.heading];
    const dana__block *next = &blocks->blocks[run.end];
    bool is_inner = run.end < blocks->block_count && heading->heading > 1;

    if (is_inner && run.end - run.first <= RUN_MOST && is_text(blocks, run) &&
        is_beside(blocks, run.heading, run.end)) {
        for (size_t i = run.first; i < run.end; i++) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    } else if (is_inner && next->heading > 0 && next->heading <= heading->heading &&
               heading->text <= NAME_MOST && is_links(blocks, run)) {
        heading->decision = DANA__DECISION_CUT;
    } else {
        take_captions(blocks, run);
    }
}

/* The heading element that holds a block of text, its own element where none does. */
static const dana__node *heading_of(const dana__blocks *blocks, const dana__block *block)
{
    const dana__node *own = &blocks->nodes[block->node];
    const dana__node *node = own;

    while (node->kind != DANA__KIND_HEADING && node->parent != 0) {
        node = &blocks->nodes[node->parent];
    }
    return node->kind == DANA__KIND_HEADING ? node : own;
}

/* Whether the heading at i was pruned as all of an element that is called a header, and another
 * block stands in the element around that: "header-block", "section-header". A button that is all
 * of the heading shows what stands below it. */
static bool is_pruned_alone(const dana__blocks *blocks, size_t i, size_t other)
{
    const dana__node *node = heading_of(blocks, &blocks->blocks[i]);

    if (blocks->blocks[i].decision != DANA__DECISION_PRUNED ||
        (node->all_marks & DANA__MARK_BIT(HEADER)) == 0 ||
        (node->all_marks & DANA__BESIDE_MARKS) != 0) {
        return false;
    }
    while (((node->all_marks & ~node->marks) & DANA__MARK_BIT(HEADER)) != 0) {
        node = &blocks->nodes[node->parent];
    }
    return node->first_block == i && node->end_block == i + 1 &&
           other < blocks->nodes[node->parent].end_block;
}

/* Whether a heading is itself called a header, and nothing around it is: it is no banner. */
static bool is_called_header(const dana__blocks *blocks, const dana__block *heading)
{
    const dana__node *node = heading_of(blocks, heading);

    return node->kind == DANA__KIND_HEADING &&
           (blocks->nodes[node->parent].all_marks & DANA__MARK_BIT(HEADER)) == 0;
}

static bool is_refused_beside(const dana__blocks *blocks, size_t i, size_t other)
{
    const dana__block *block = &blocks->blocks[i];

    return (block->decision == DANA__DECISION_REFUSED ||
            block->decision == DANA__DECISION_OUTSIDE) &&
           block->rule == 0 && is_beside(blocks, i, other);
}

/* How sure the learned step has to be of the heading at i, of which it is known whether it was
 * pruned alone and stands between two texts. */
static float least_of(const dana__blocks *blocks, size_t i, bool is_alone, bool is_between,
                      bool is_article)
{
    if (is_alone && is_called_header(blocks, &blocks->blocks[i])) {
        return OWN_LEAST;
    }
    if (is_alone && is_between) {
        return CALLED_LEAST;
    }
    return (is_between ? BETWEEN_LEAST : HEADING_LEAST) -
           (is_article || is_alone ? 0.0f : OFFER_LESS);
}

/* Takes the heading at i where the text right below it is taken; the page's own is another matter.
 */
static void take_heading(const dana_page *page, dana__blocks *blocks, size_t i, bool is_article)
{
    dana__block *heading = &blocks->blocks[i];
    const dana__block *text = &blocks->blocks[i + 1];

    if (!dana__is_taken(text) || text->heading != 0 || dana__is_taken(heading)) {
        return;
    }
    bool is_alone = is_pruned_alone(blocks, i, i + 1);
    bool is_between = i > 0 && dana__is_taken(heading - 1);

    if ((heading->heading > 1 || is_between) &&
        heading->score >= least_of(blocks, i, is_alone, is_between, is_article) &&
        heading->digits < heading->text && (is_alone || is_refused_beside(blocks, i, i + 1)) &&
        !leads_on(page, heading)) {
        heading->decision = DANA__DECISION_LEARNED;
    }
}

/* Whether a block left out, by no rule, is a part of the same heading as another that is taken. */
static bool is_of_heading(const dana__blocks *blocks, size_t i, size_t other)
{
    const dana__block *block = &blocks->blocks[i];

    return blocks->nodes[block->node].kind == DANA__KIND_HEADING && block->rule == 0 &&
           (block->decision == DANA__DECISION_REFUSED ||
            block->decision == DANA__DECISION_OUTSIDE) &&
           block->node == blocks->blocks[other].node && dana__is_taken(&blocks->blocks[other]);
}

/* Takes all lines of the headings of which one is taken. */
static void complete_headings(dana__blocks *blocks)
{
    for (size_t i = 1; i < blocks->block_count; i++) {
        if (is_of_heading(blocks, i, i - 1)) {
            blocks->blocks[i].decision = DANA__DECISION_LEARNED;
        }
    }
    for (size_t i = blocks->block_count; i > 1; i--) {
        if (is_of_heading(blocks, i - 2, i - 1)) {
            blocks->blocks[i - 2].decision = DANA__DECISION_LEARNED;
        }
    }
}

void dana__keep_headed(const dana_page *page, dana__blocks *blocks, bool is_article)
{
    headed_run run;

    for (size_t i = 0; i + 1 < blocks->block_count; i++) {
        take_heading(page, blocks, i, is_article);
    }
    complete_headings(blocks);
    for (size_t i = 0; i < blocks->block_count; i = run.end) {
        bool is_heading = dana__is_taken(&blocks->blocks[i]) && blocks->blocks[i].heading > 0;

        run = (headed_run){i, i + 1, i + 1};
        while (is_heading && run.end < blocks->block_count &&
               !dana__is_taken(&blocks->blocks[run.end])) {
            run.end++;
        }
        if (is_heading) {
            decide(blocks, run);
        }
    }
}
