#include "extractors/auto/settle.h"

#include "blocks/page_hints.h"
#include "extractors/auto/clean.h"
#include "extractors/auto/listings.h"
#include "extractors/auto/page_type.h"
#include "extractors/auto/rules.h"
#include "extractors/bounds/before.h"
#include "extractors/bounds/behind.h"
#include "extractors/bounds/beyond.h"
#include "extractors/bounds/called.h"
#include "extractors/bounds/hidden.h"
#include "extractors/bounds/next.h"
#include "extractors/bounds/outside.h"
#include "extractors/bounds/reviews.h"
#include "extractors/bounds/stated.h"
#include "extractors/bounds/unseen.h"
#include "extractors/items/alike.h"
#include "extractors/keep/accordion.h"
#include "extractors/keep/announced.h"
#include "extractors/keep/asides.h"
#include "extractors/keep/cards.h"
#include "extractors/keep/data_tables.h"
#include "extractors/keep/dated.h"
#include "extractors/keep/document.h"
#include "extractors/keep/headed.h"
#include "extractors/keep/lists.h"
#include "extractors/keep/panels.h"
#include "extractors/keep/small.h"
#include "extractors/manual/contents.h"
#include "extractors/manual/manual.h"
#include "extractors/manual/notes.h"
#include "extractors/manual/repository.h"
#include "extractors/prune/body_of_post.h"
#include "extractors/prune/calls.h"
#include "extractors/prune/dialogs.h"
#include "extractors/prune/entry.h"
#include "extractors/prune/heads.h"
#include "extractors/prune/layout.h"
#include "extractors/prune/offers.h"
#include "extractors/prune/trail.h"
#include "extractors/prune/wiki.h"
#include "extractors/recipes/box.h"
#include "extractors/recipes/ingredients.h"
#include "extractors/short/closing.h"
#include "extractors/short/dated_text.h"
#include "extractors/short/described.h"
#include "extractors/short/facts.h"
#include "extractors/short/flow.h"
#include "extractors/short/lead.h"
#include "extractors/short/names.h"
#include "extractors/short/quotes.h"
#include "extractors/short/spoken.h"
#include "extractors/short/thread.h"
#include "extractors/short/torn.h"
#include "extractors/threads/bodies.h"
#include "extractors/threads/mail.h"
#include "page/page.h"

#include <string.h>

/* What the rules know of a page. */
typedef struct {
    dana_page *page;
    dana__blocks *blocks;
    const dana__auto_settings *settings;
    const dana__choice *learned; /* as the learned step has it */
    dana__choice choice;         /* the same, a dated text being an article */
    bool has_links;              /* what keep_lists tells */
} settling;

/* ---------------------------------------------------------------------------------- conditions */

static bool always(const settling *s)
{
    (void)s;
    return true;
}

static bool on_article(const settling *s)
{
    return dana__is_article(s->blocks, s->choice.types);
}

static bool may_be_article(const settling *s)
{
    return dana__may_be_article(s->blocks, s->choice.types, s->choice.headline,
                                s->choice.headline_likeness);
}

static bool before_rows(const settling *s)
{
    return dana__ends_before_rows(s->blocks, s->choice.types);
}

static bool beside_rows(const settling *s)
{
    return dana__is_beside_rows(s->blocks, &s->choice);
}

static bool beside_article(const settling *s)
{
    return beside_rows(s) && may_be_article(s);
}

static bool at_headline(const settling *s)
{
    return dana__begins_at_headline(s->blocks, &s->choice);
}

/* A thread by its type. */
static bool on_forum(const settling *s)
{
    return dana__is_thread(s->blocks, s->choice.types);
}

/* A thread by its type, or by what its markup says. */
static bool on_thread(const settling *s)
{
    return on_forum(s) || (s->blocks->hints & DANA__HINT_THREAD) != 0;
}

static bool off_thread(const settling *s)
{
    return !on_thread(s);
}

static bool on_text(const settling *s)
{
    return may_be_article(s) && off_thread(s);
}

static bool on_product(const settling *s)
{
    return dana__is_product(s->blocks->hints, s->choice.types[DANA_PAGE_PRODUCT]);
}

static bool on_manual(const settling *s)
{
    return dana__is_manual(s->blocks, s->choice.types);
}

static bool on_told_manual(const settling *s)
{
    return dana__is_told_manual(s->blocks) && (s->blocks->hints & DANA__HINT_WIKI) == 0;
}

static bool has_step(const settling *s, uint32_t step)
{
    return (s->settings->steps_off & step) == 0;
}

static bool behind_trees(const settling *s)
{
    return has_step(s, DANA__STEP_LEARNED);
}

static bool folds_copies(const settling *s)
{
    return has_step(s, DANA__STEP_REPEATED);
}

/* A text that is dated alone has no description of its own. */
static bool on_stated_article(const settling *s)
{
    return behind_trees(s) && dana__ends_before_rows(s->blocks, s->learned->types);
}

static bool on_copied_forum(const settling *s)
{
    return folds_copies(s) && on_forum(s);
}

static bool on_small(const settling *s)
{
    return has_step(s, DANA__STEP_SMALL);
}

static bool at_tail(const settling *s)
{
    return has_step(s, DANA__STEP_TAIL);
}

/* --------------------------------------------------------------------------------------- rules */

#define RULE(name, when, call)                                                                     \
    static dana_status name(settling *s, dana_error *err)                                          \
    {                                                                                              \
        dana_status status = DANA_OK;                                                              \
                                                                                                   \
        (void)err;                                                                                 \
        call;                                                                                      \
        return status;                                                                             \
    }
#include "extractors/auto/settle.def"
#undef RULE

typedef struct {
    const char *name;
    bool (*when)(const settling *s);
    dana_status (*run)(settling *s, dana_error *err);
} settle_rule;

#define RULE(name, when, call) {#name, when, name},
static const settle_rule rules[] = {
#include "extractors/auto/settle.def"
};
#undef RULE

#define RULE(name, when, call) AT_##name,
enum {
#include "extractors/auto/settle.def"
};
#undef RULE

const char *dana__settle_rule_name(size_t row)
{
    return row < DANA__COUNT(rules) ? rules[row].name : NULL;
}

/* --------------------------------------------------------------------------------------- a page */

/* How likely a page is a product at most that may be a dated text (a book has its day), and a dated
 * text an article at least. */
#define PRODUCT_MOST  .5f
#define DATED_ARTICLE .5f

/* What is known of a page once it is known whether it is a dated text: on sites that the learned
 * step never saw, its type is that of pages with as many links. */
static dana__choice choice_of(const dana_page *page, const dana__choice *choice,
                              dana__blocks *blocks)
{
    dana__choice out = *choice;

    blocks->is_dated = out.types[DANA_PAGE_PRODUCT] <= PRODUCT_MOST &&
                       !dana__is_told_manual(blocks) &&
                       dana__is_dated_text(page, blocks, out.headline);
    if (blocks->is_dated && out.types[DANA_PAGE_ARTICLE] < DATED_ARTICLE) {
        out.types[DANA_PAGE_ARTICLE] = DATED_ARTICLE;
    }
    return out;
}

/* Which rule changed a block last, where that is asked for. */
typedef struct {
    uint8_t *before; /* the decisions before the rule; NULL: it is not asked for */
    uint8_t *by;     /* 1 + its row, 0: none */
} settled_record;

_Static_assert(DANA__COUNT(rules) < UINT8_MAX, "a row is a byte");

static dana_status start_record(settling *s, settled_record *out, dana_error *err)
{
    size_t count = s->blocks->block_count;

    *out = (settled_record){NULL, NULL};
    if (!s->settings->records_rules) {
        return DANA_OK;
    }
    out->before = dana_arena_alloc(s->page->arena, 2 * count, err);
    if (out->before == NULL) {
        return err->status;
    }
    out->by = out->before + count;
    memset(out->by, 0, count);
    for (size_t i = 0; i < count; i++) {
        out->before[i] = s->blocks->blocks[i].decision;
    }
    s->blocks->settled_by = out->by;
    return DANA_OK;
}

static void record(const settling *s, const settled_record *to, size_t row)
{
    for (size_t i = 0; to->before != NULL && i < s->blocks->block_count; i++) {
        if (s->blocks->blocks[i].decision != to->before[i]) {
            to->before[i] = s->blocks->blocks[i].decision;
            to->by[i] = (uint8_t)(row + 1);
        }
    }
}

dana_status dana__settle_blocks(dana_page *page, const dana__auto_settings *settings,
                                const dana__choice *choice, dana__blocks *blocks, dana_error *err)
{
    bool is_whole = (settings->steps_off & DANA__STEP_LISTINGS) == 0;
    settling s = {.page = page,
                  .blocks = blocks,
                  .settings = settings,
                  .learned = choice,
                  .choice = is_whole ? choice_of(page, choice, blocks) : *choice};
    settled_record to;
    dana_status status = start_record(&s, &to, err);

    dana__clear_body(blocks);
    for (size_t row = is_whole ? 0 : AT_cut_menu_cells; row < DANA__COUNT(rules); row++) {
        if (status == DANA_OK && row + 1 != settings->rule_off && rules[row].when(&s)) {
            status = rules[row].run(&s, err);
            record(&s, &to, row);
        }
    }
    return status;
}
