#include "blocks/open_elements.h"

#include "blocks/marks.h"
#include "html/implied_ends.h"

#include <string.h>

/* Sums of odds beyond tell nothing more. */
#define CHAIN_MAX 2000

static uint32_t top_node(const dana__walker *w)
{
    return w->depth > 0 ? w->stack[w->depth - 1].node : 0;
}

void dana__keep_block(dana__walker *w)
{
    dana__blocks *out = w->out;

    if (out->block_count < w->limit) {
        w->block.node = top_node(w);
        w->block.hash = dana__finish_hash(&w->text_hash);
        w->block.tags = dana__clip16(w->tags);
        w->block.heading = (uint8_t)w->heading;
        out->blocks[out->block_count++] = w->block;
    } else {
        dana__block *last = &out->blocks[out->block_count - 1];

        last->hash = out->merged ? last->hash : ~last->hash; /* like no other text */
        out->merged = true;
        last->end = w->block.end;
        last->text += w->block.text;
        last->link_text += w->block.link_text;
    }
    w->tags = 0;
    w->block = (dana__block){0};
}

static void close_node(dana__walker *w, const dana__open_element *element)
{
    if (element->recorded) {
        dana__node *node = &w->out->nodes[element->node];

        node->end = (uint32_t)w->out->node_count;
        node->end_block = (uint32_t)w->out->block_count;
    }
}

/* Pops the stack down to `depth` elements; blocks end where a recorded element does. */
static void pop_to(dana__walker *w, size_t depth)
{
    while (w->depth > depth) {
        dana__open_element *element = &w->stack[w->depth - 1];

        if (element->recorded) {
            dana__end_block(w);
            close_node(w, element);
        }
        w->open[element->kind]--;
        w->depth--;
    }
}

void dana__pop_all(dana__walker *w)
{
    pop_to(w, 0);
}

void dana__close_nearest(dana__walker *w, dana__kind kind)
{
    uint64_t scope = dana__end_scope(kind);

    for (size_t i = w->depth; i > 0; i--) {
        dana__kind here = (dana__kind)w->stack[i - 1].kind;

        if (here == kind) {
            pop_to(w, i - 1);
            return;
        }
        if ((scope >> here & 1u) != 0) {
            return;
        }
    }
}

void dana__close_implied(dana__walker *w, dana__kind kind)
{
    for (uint64_t ends = dana__implied_ends(kind); ends != 0; ends &= ends - 1) {
        dana__close_kind(w, (dana__kind)__builtin_ctzll(ends));
    }
}

/* What the class words of an element and of those around it say. */
static dana__chain_odds add_link(const dana__chain_odds *above, const dana__word_odds *own)
{
    dana__chain_odds out = *above;

    if (own->count == 0) {
        out.distance = (uint8_t)(above->distance + (above->distance < UINT8_MAX));
        return out;
    }
    int mean = own->sum / own->count;
    int sum = above->sum + mean;

    out.low = own->low < above->low ? own->low : above->low;
    out.high = own->high > above->high ? own->high : above->high;
    out.sum = (int16_t)(sum < -CHAIN_MAX ? -CHAIN_MAX : sum > CHAIN_MAX ? CHAIN_MAX : sum);
    out.outer = above->nearest;
    out.nearest = (int8_t)mean;
    out.distance = 0;
    return out;
}

/* Whether an element is a row, or a cell, of a table that names its groups of rows. */
static bool is_in_group(const dana__walker *w, dana__kind kind)
{
    size_t group = w->depth;

    if (kind == DANA__KIND_CELL && group > 0 && w->stack[group - 1].kind == DANA__KIND_ROW) {
        kind = DANA__KIND_ROW;
        group--;
    }
    return kind == DANA__KIND_ROW && group > 0 && w->stack[group - 1].kind == DANA__KIND_ROWS;
}

/* The marks that an element has by what it is called: what its kind cannot be is none. */
static uint32_t own_marks(const dana__walker *w, dana__kind kind, uint32_t marks)
{
    if (kind == DANA__KIND_HEADING) {
        return marks & ~DANA__MARK_BIT(NAV); /* "hide-from-toc", "anchorTargetStickyNavbar" */
    }
    if ((marks & DANA__MARK_BIT(HEADER)) != 0 && is_in_group(w, kind)) {
        return marks & ~DANA__MARK_BIT(HEADER); /* of the table, not of the page */
    }
    return marks;
}

void dana__push_node(dana__walker *w, dana__kind kind, const char *start, const dana__said *said)
{
    uint32_t marks = own_marks(w, kind, said->marks);
    dana__blocks *out = w->out;
    uint32_t parent = top_node(w);
    bool recorded = out->node_count < w->limit &&
                    (kind != DANA__KIND_SPAN || (marks & ~DANA__MARK_BIT(CALLOUT)) != 0);

    if (w->depth >= DANA__STACK_MAX) {
        return;
    }
    if (recorded) {
        dana__end_block(w);
        dana__node *above = &out->nodes[parent];

        above->children = (uint16_t)(above->children + (above->children < UINT16_MAX));
        marks |= dana__kind_marks(kind);
        out->nodes[out->node_count] = (dana__node){
            .start = (uint32_t)(start - w->base),
            .parent = parent,
            .first_block = (uint32_t)out->block_count,
            .marks = marks,
            .all_marks = marks | above->all_marks,
            .inside = above->inside | UINT64_C(1) << kind,
            .kind = (uint8_t)kind,
            .depth = (uint16_t)(above->depth + 1u),
            .shape = dana__shape_of(said->shape, kind),
            .words = add_link(&above->words, &said->odds),
        };
        parent = (uint32_t)out->node_count++;
        out->article_count += kind == DANA__KIND_ARTICLE;
    }
    w->stack[w->depth++] = (dana__open_element){parent, (uint8_t)kind, recorded};
    w->open[kind]++;
}

void dana__end_head(dana__walker *w)
{
    dana__close_kind(w, DANA__KIND_HEAD);
}

/* Whether a font element is one that browsers (Chrome, Edge) set around texts they translate. */
static bool is_of_translation(const dana__markup *tag)
{
    static const char *const said[] = {"vertical-align: inherit", "_mstmutation"};
    const char *attributes = tag->name_text + tag->name.length;

    for (size_t i = 0; i < DANA__COUNT(said); i++) {
        if (memmem(attributes, (size_t)(tag->end - attributes), said[i], strlen(said[i])) != NULL) {
            return true;
        }
    }
    return false;
}

void dana__open_font(dana__walker *w, const dana__markup *tag)
{
    if (is_of_translation(tag)) {
        w->translations++;
        w->tags--;
    }
}

void dana__close_font(dana__walker *w)
{
    if (w->translations > 0) {
        w->translations--;
        w->tags--;
    }
}
