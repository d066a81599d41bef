#include "extractors/short/lead.h"

#include "base/search.h"
#include "extractors/keep/cards.h"
#include "extractors/keep/foreign.h"
#include "measure/block_texts.h"
#include "measure/sentence.h"
#include "page/page.h"
#include "text/read_words.h"

/* How sure the learned step has to be that a lead is none. */
#define SURE_BELOW .35f

/* Characters outside links of a lead, and of the text behind it, at least, as many as
 * dana__text_unit counts; one part of how many of a lead may be links. */
#define LEAD_LEAST 100
#define TEXT_LEAST 40
#define LINK_PARTS 3

/* Blocks from the headline to a lead at most. */
#define REACH 12

/* Tokens of a lead that are looked for in the text at most, and the share of them that is there at
 * least and at most. */
#define TOKENS_MOST 128
#define SAID_LEAST  .25f
#define SAID_MOST   .85f

/* Tokens that are read at once. */
#define TOKENS_AT_ONCE 64

/* Boxes, and what tells of a text instead of being of it. */
#define APART_MARKS                                                                                \
    (DANA__BESIDE_MARKS | DANA__MARK_BIT(AUTHOR) | DANA__MARK_BIT(META) | DANA__MARK_BIT(CAPTION))

/* The tokens of a lead in ascending order, and which of them the text has. */
typedef struct {
    uint64_t tokens[TOKENS_MOST];
    bool is_said[TOKENS_MOST];
    size_t count;
} lead_words;

/* A pass over the texts of blocks, which only goes on. */
typedef struct {
    const dana_page *page;
    size_t unit;
} text_pass;

/* Moves to the next text of a block; false: it has no other. */
static bool next_text(text_pass *pass, const dana__block *block, dana__token_reader *reader)
{
    const dana_unit *unit = dana__next_text_of(pass->page, block, &pass->unit);
    const char *text = unit != NULL ? pass->page->source.data + unit->start : NULL;

    if (unit != NULL) {
        dana__read_tokens(reader, text, text + unit->length);
    }
    return unit != NULL;
}

static void read_lead(const dana_page *page, const dana__block *block, lead_words *lead)
{
    text_pass pass = {page, 0};
    dana__token_reader reader;

    *lead = (lead_words){.count = 0};
    while (next_text(&pass, block, &reader)) {
        lead->count += dana__next_tokens(&reader, lead->tokens + lead->count,
                                         TOKENS_MOST - lead->count);
    }
    dana__sort_tokens(lead->tokens, lead->count);
}

/* Notes that the text has a token. */
static void note_token(lead_words *lead, uint64_t token)
{
    for (size_t i = dana__first_value(lead->tokens, lead->count, token);
         i < lead->count && lead->tokens[i] == token; i++) {
        lead->is_said[i] = true;
    }
}

/* The share of a block's tokens that what is taken of the page has, too. */
static float share_said(const dana_page *page, const dana__blocks *blocks, const dana__block *block)
{
    text_pass pass = {page, 0};
    dana__token_reader reader;
    uint64_t tokens[TOKENS_AT_ONCE];
    lead_words lead;
    size_t said = 0;

    read_lead(page, block, &lead);
    for (size_t i = 0; i < blocks->block_count; i++) {
        const dana__block *text = &blocks->blocks[i];

        while (dana__is_taken(text) && next_text(&pass, text, &reader)) {
            size_t more;

            do {
                more = dana__next_tokens(&reader, tokens, TOKENS_AT_ONCE);
                for (size_t k = 0; k < more; k++) {
                    note_token(&lead, tokens[k]);
                }
            } while (more == TOKENS_AT_ONCE);
        }
    }
    for (size_t i = 0; i < lead.count; i++) {
        said += lead.is_said[i];
    }
    return lead.count > 0 ? (float)said / (float)lead.count : 0.0f;
}

/* How sure of a lead that stands beside the headline in what is called a header. */
#define SURE_IN_HEAD .1f

/* Whether a block stands beside the headline, and both were left out for the name of an element
 * around them: a header. */
static bool is_in_head(const dana__blocks *blocks, const dana__block *block, size_t headline)
{
    uint32_t beside = blocks->blocks[headline].node;

    if (block->decision != DANA__DECISION_PRUNED || block->score < SURE_IN_HEAD ||
        blocks->nodes[block->node].parent != blocks->nodes[beside].parent) {
        return false;
    }
    uint32_t marks = dana__pruned_marks(blocks, beside);

    return (marks & DANA__MARK_BIT(HEADER)) != 0 &&
           (dana__pruned_marks(blocks, block->node) & DANA__BESIDE_MARKS) == 0;
}

/* Whether a block was left out by no rule, and for little. */
static bool is_doubtful(const dana__block *block)
{
    return (block->decision == DANA__DECISION_REFUSED ||
            block->decision == DANA__DECISION_OUTSIDE) &&
           block->rule == 0 && block->score >= SURE_BELOW;
}

/* Whether a paragraph that is left out may be a lead, and stands in no box. */
static bool may_be_lead(const dana_page *page, const dana__blocks *blocks, const dana__block *block,
                        size_t headline)
{
    return (is_doubtful(block) || is_in_head(blocks, block, headline)) && block->copy_of == 0 &&
           (float)dana__text_outside_links(block) * dana__text_unit(blocks) >= LEAD_LEAST &&
           LINK_PARTS * (uint64_t)block->link_text <= block->text &&
           (blocks->nodes[block->node].all_marks & APART_MARKS) == 0 &&
           dana__ends_sentence(page, block);
}

/* The first text that is taken behind the headline; block_count: there is none. */
static size_t find_text(const dana__blocks *blocks, size_t headline, float unit)
{
    size_t i = headline + 1;

    while (i < blocks->block_count &&
           (!dana__is_taken(&blocks->blocks[i]) || blocks->blocks[i].heading != 0 ||
            (float)dana__text_outside_links(&blocks->blocks[i]) * unit < TEXT_LEAST)) {
        i++;
    }
    return i;
}

void dana__keep_lead(const dana_page *page, dana__blocks *blocks, size_t headline)
{
    if (headline >= blocks->block_count) {
        return;
    }
    float unit = dana__text_unit(blocks);
    size_t text = find_text(blocks, headline, unit);

    for (size_t i = headline + 1; i < text && text < blocks->block_count && i <= headline + REACH;
         i++) {
        dana__block *block = &blocks->blocks[i];

        if (!may_be_lead(page, blocks, block, headline)) {
            continue;
        }
        float said = share_said(page, blocks, block);

        if (said >= SAID_LEAST && said <= SAID_MOST) {
            block->decision = DANA__DECISION_LEARNED;
        }
    }
}
