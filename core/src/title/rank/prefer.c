#include "title/rank/prefer.h"

#include "extractors/auto/rules.h"
#include "title/rank/segments.h"

/* Where a text is a part of the title, and where it is its beginning or its end. */
#define TITLE_PARTS (DANA__AT_TITLE_FIRST | DANA__AT_TITLE_LAST | DANA__AT_TITLE_PART)
#define TITLE_ENDS  (DANA__AT_TITLE_FIRST | DANA__AT_TITLE_LAST)

/* Where a page says what it is called. */
#define STATED (DANA__AT_OG | DANA__AT_TWITTER | DANA__AT_META | DANA__AT_LD_HEADLINE)

/* Share of a block's text inside links from which on the block is a link, and up to which it is
 * none. */
#define LINK_MIN 0.99f
#define TEXT_MAX 0.5f

/* Share of the title's words that a part of it must hold. */
#define PART_MIN 0.5f

/* A page with more headings of level 1 has others than its headline. */
#define FIRST_HEADINGS_MAX 3

/* Finds a candidate. */
typedef const dana__candidate *rule(const dana__rank_page *page, const dana__candidate *best);

static bool is_heading(const dana__candidate *c)
{
    return c->block != DANA__NO_BLOCK && (c->places & DANA__AT_HEADING) != 0;
}

/* The first heading of level 1 where it is one part of the title, and what ranks best another part
 * that is no heading, and which nothing else calls the page: the name of the site, which some
 * builders set first. */
static const dana__candidate *first_heading(const dana__rank_page *page,
                                            const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;

    if (best->heading > 0 || (best->places & TITLE_PARTS) == 0 || (best->places & STATED) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (item->heading == 1 && item->order == 0 && (item->places & TITLE_PARTS) != 0 &&
            is_heading(item) && dana__is_taken(&pool->trace->blocks.blocks[item->block])) {
            return item;
        }
    }
    return NULL;
}

/* The element of a text that is seen. */
static const dana__node *node_of(const dana__rank_page *page, const dana__candidate *c)
{
    const dana__blocks *blocks = &page->pool->trace->blocks;

    return &blocks->nodes[blocks->blocks[c->block].node];
}

/* Whether the block of a text that is seen is a link: asked before more is measured. */
static bool is_linked(const dana__rank_page *page, const dana__candidate *c)
{
    const dana__block *block = &page->pool->trace->blocks.blocks[c->block];

    return (float)block->link_text >= LINK_MIN * (float)block->text;
}

/* Whether a text leads to another page: all of it is a link. */
static bool leads_away(const float *f)
{
    return f[DANA__RANK_LINKED] >= LINK_MIN && f[DANA__RANK_SELF_LINK] == 0.0f;
}

/* The next heading below that is a part of the title, where what ranks best is another part, a
 * heading that leads to another page: a masthead. */
static const dana__candidate *below_masthead(const dana__rank_page *page,
                                             const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    const dana__candidate *found = NULL;
    float f[DANA__RANK_COUNT];

    if (!is_heading(best) || (best->places & TITLE_ENDS) == 0 || !is_linked(page, best)) {
        return NULL;
    }
    dana__rank_measure(page, best, f);
    if (!leads_away(f)) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (!is_heading(item) || (item->places & TITLE_ENDS) == 0 ||
            item->heading_order <= best->heading_order ||
            (found != NULL && item->heading_order >= found->heading_order)) {
            continue;
        }
        dana__rank_measure(page, item, f);
        if (f[DANA__RANK_HOME_LINK] == 0.0f) {
            found = item;
        }
    }
    return found;
}

/* What readers see of the title, most of it, right before the main text, where what ranks best is
 * the title or a part of it that they do not see. What stands before a colon says less than the
 * title. */
static const dana__candidate *seen_part(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    const dana__candidate *found = NULL;
    float most = PART_MIN;

    if (best->block != DANA__NO_BLOCK || (best->places & (DANA__AT_TITLE | TITLE_ENDS)) == 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];
        float f[DANA__RANK_COUNT];

        if (item->block == DANA__NO_BLOCK || (item->places & TITLE_ENDS) == 0 ||
            ((item->places & DANA__AT_TITLE_LAST) == 0 && item->cut_after < DANA__CUT_DASH)) {
            continue;
        }
        dana__rank_measure(page, item, f);
        if (f[DANA__RANK_PART_SEEN] != 0.0f && f[DANA__RANK_LINKED] < TEXT_MAX &&
            f[DANA__RANK_OF_TITLE] >= most) {
            most = f[DANA__RANK_OF_TITLE];
            found = item;
        }
    }
    return found;
}

/* What Open Graph calls the page, where that is a heading or a text in one below what ranks best,
 * which is a heading too, but in a menu: the last of the breadcrumbs. */
static const dana__candidate *below_crumbs(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    float f[DANA__RANK_COUNT];

    if (!is_heading(best) || node_of(page, best)->pruned == 0) {
        return NULL;
    }
    dana__rank_measure(page, best, f);
    if (f[DANA__RANK_IN_NAV] == 0.0f) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if ((item->places & DANA__AT_OG) == 0 || item->heading == 0 ||
            item->block == DANA__NO_BLOCK || item->block <= best->block) {
            continue;
        }
        dana__rank_measure(page, item, f);
        if (f[DANA__RANK_IN_NAV] == 0.0f) {
            return item;
        }
    }
    return NULL;
}

/* The text inside the heading that ranks best which Open Graph or JSON-LD calls the page, where
 * nothing calls it as the whole heading does: beside a kicker. */
static const dana__candidate *beside_kicker(const dana__rank_page *page,
                                            const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;

    if (!is_heading(best) || (best->places & (STATED | DANA__AT_TITLE | TITLE_ENDS)) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if ((item->places & DANA__AT_HEADING_UNIT) != 0 &&
            (item->places & (DANA__AT_OG | DANA__AT_LD_HEADLINE)) != 0 &&
            item->span.start >= best->span.start && item->span.end <= best->span.end) {
            return item;
        }
    }
    return NULL;
}

/* Whether a heading is one of the page's text. */
static bool is_of_text(const float *f)
{
    return f[DANA__RANK_IN_NAV] == 0.0f && !leads_away(f);
}

/* Whether a page has a heading of level 1 beside mastheads and menus. */
static bool has_first_heading(const dana__rank_page *page)
{
    float f[DANA__RANK_COUNT];

    for (size_t i = 0; i < page->pool->count; i++) {
        const dana__candidate *item = &page->pool->items[i];

        if (is_heading(item) && item->heading == 1) {
            dana__rank_measure(page, item, f);
            if (is_of_text(f)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a heading above a text names it: of an article or a post the one of level 1, of a post
 * another where there is none. */
static bool names_text(const dana__rank_page *page, const dana__candidate *c, const float *f)
{
    bool post = f[DANA__RANK_IN_POST] != 0.0f;

    if (!is_of_text(f)) {
        return false;
    }
    return c->heading == 1 ? (post || f[DANA__RANK_HINT_ARTICLE] != 0.0f) &&
                                 page->pool->headings[1] <= FIRST_HEADINGS_MAX
                           : post && !has_first_heading(page);
}

/* The heading right above the text of an article or a post, where what ranks best is seen nowhere
 * and JSON-LD does not call the page so: a title that is made for lists of results. */
static const dana__candidate *above_text(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    float f[DANA__RANK_COUNT];

    if (best->block != DANA__NO_BLOCK || (best->places & DANA__AT_LD_HEADLINE) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (is_heading(item) && item->block == page->last_heading) {
            dana__rank_measure(page, item, f);
            return names_text(page, item, f) ? item : NULL;
        }
    }
    return NULL;
}

const dana__candidate *dana__rank_prefer(const dana__rank_page *page, const dana__candidate *best)
{
    static rule *const rules[] = {first_heading, below_masthead, seen_part,
                                  below_crumbs,  beside_kicker,  above_text};

    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        const dana__candidate *found = rules[i](page, best);

        if (found != NULL) {
            return found;
        }
    }
    return best;
}
