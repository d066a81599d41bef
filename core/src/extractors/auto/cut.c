#include "extractors/auto/cut.h"

#include "html/elements.h"

/* The way to the article's element goes on into a child of at least this share of the mass. */
#define CORE_SHARE .5f

/* What is cut: the least share of its text inside links, the greatest mean length of its blocks. */
#define TAIL_LINKS .2f
#define TAIL_MEAN  100.0f

/* Headings at the content's end that are cut; more in a row are items. */
#define LAST_HEADINGS 2

/* Characters and marks of the longest of them: longer ones are text set as a heading. */
#define LAST_TEXT  80
#define LAST_MARKS 1

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
        size_t child = dana__heaviest_child(blocks, at);

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

static bool is_short_heading(const dana__block *block)
{
    return block->heading > 0 && block->text <= LAST_TEXT && block->punctuation <= LAST_MARKS;
}

/* The last block that is taken before `end`, its index + 1; 0: none. */
static size_t last_taken(const dana__blocks *blocks, size_t end)
{
    while (end > 0 && !dana__is_taken(&blocks->blocks[end - 1])) {
        end--;
    }
    return end;
}

void dana__cut_last_headings(dana__blocks *blocks)
{
    size_t run[LAST_HEADINGS + 1];
    size_t count = 0;
    size_t at = last_taken(blocks, blocks->block_count);

    while (at > 0 && is_short_heading(&blocks->blocks[at - 1]) && count <= LAST_HEADINGS) {
        run[count++] = at - 1;
        at = last_taken(blocks, at - 1);
    }
    for (size_t i = 0; at > 0 && count <= LAST_HEADINGS && i < count; i++) {
        blocks->blocks[run[i]].decision = DANA__DECISION_CUT;
    }
}
