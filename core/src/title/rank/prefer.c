#include "title/rank/prefer.h"

#include "base/ascii.h"
#include "extractors/auto/rules.h"
#include "title/rank/heading_texts.h"

/* Where a text is a part of the title. */
#define TITLE_PARTS (DANA__AT_TITLE_FIRST | DANA__AT_TITLE_LAST | DANA__AT_TITLE_PART)

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

/* The first heading of level 1 where it is one part of the title, and what ranks best another part
 * that is no heading, and which nothing else calls the page: the name of the site, which some
 * builders set first. */
static const dana__candidate *first_heading(const dana__rank_page *page,
                                            const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;

    if (best->heading > 0 || (best->places & TITLE_PARTS) == 0 ||
        (best->places & DANA__AT_STATED) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (item->heading == 1 && item->order == 0 && (item->places & TITLE_PARTS) != 0 &&
            dana__is_whole_heading(item) &&
            dana__is_taken(&pool->trace->blocks.blocks[item->block])) {
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

/* The heading right before the main text that is no link to another page, or NULL. */
static const dana__candidate *last_heading(const dana__rank_page *page)
{
    const dana__candidates *pool = page->pool;
    float f[DANA__RANK_COUNT];

    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (dana__is_whole_heading(item) && item->block == page->last_heading) {
            if (!is_linked(page, item)) {
                return item;
            }
            dana__rank_measure(page, item, f);
            return leads_away(f) ? NULL : item;
        }
    }
    return NULL;
}

static bool is_in_title(const dana__candidate *c)
{
    return c->matched[DANA__REF_TITLE] == c->words;
}

/* The heading right before the main text, where what ranks best is a heading further up and both
 * are of the title: a masthead, as it is a link to the first page, or as it is one of two parts,
 * the shorter one or one that the rules of `auto` drop. */
static const dana__candidate *before_text(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidate *found = dana__is_whole_heading(best) ? last_heading(page) : NULL;
    float f[DANA__RANK_COUNT];

    if (found == NULL || found->heading_order <= best->heading_order || !is_in_title(found)) {
        return NULL;
    }
    bool parts = (best->places & found->places & DANA__AT_TITLE_ENDS) == 0 &&
                 (best->places & DANA__AT_TITLE_ENDS) != 0 &&
                 (found->places & DANA__AT_TITLE_ENDS) != 0;
    bool dropped = node_of(page, best)->pruned != 0 && node_of(page, found)->pruned == 0;

    if (parts && (dropped || found->words > best->words)) {
        return found;
    }
    dana__rank_measure(page, best, f);
    return f[DANA__RANK_HOME_LINK] != 0.0f ? found : NULL;
}

/* What readers see of the title, most of it, right before the main text, where what ranks best is
 * the title or a part of it that they do not see. */
static const dana__candidate *seen_part(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    const dana__candidate *found = NULL;
    float most = PART_MIN;

    if (best->block != DANA__NO_BLOCK ||
        (best->places & (DANA__AT_TITLE | DANA__AT_TITLE_ENDS)) == 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];
        float f[DANA__RANK_COUNT];

        if (item->block == DANA__NO_BLOCK || (item->places & DANA__AT_TITLE_ENDS) == 0) {
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

/* The first heading, or text in one, below a block that is not in a menu and that one of `places`
 * calls so. */
static const dana__candidate *below(const dana__rank_page *page, uint32_t block, uint32_t places)
{
    const dana__candidates *pool = page->pool;
    float f[DANA__RANK_COUNT];

    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if ((item->places & places) == 0 || (item->places & DANA__AT_SITE) != 0 ||
            item->heading == 0 || item->block == DANA__NO_BLOCK || item->block <= block) {
            continue;
        }
        dana__rank_measure(page, item, f);
        if (f[DANA__RANK_IN_NAV] == 0.0f) {
            return item;
        }
    }
    return NULL;
}

/* What Open Graph calls the page, else JSON-LD, where that is a heading or a text in one below what
 * ranks best, which is a heading too, but in a menu: the last of the breadcrumbs. */
static const dana__candidate *below_crumbs(const dana__rank_page *page, const dana__candidate *best)
{
    float f[DANA__RANK_COUNT];

    if (!dana__is_whole_heading(best) || node_of(page, best)->pruned == 0) {
        return NULL;
    }
    dana__rank_measure(page, best, f);
    if (f[DANA__RANK_IN_NAV] == 0.0f) {
        return NULL;
    }
    const dana__candidate *found = below(page, best->block, DANA__AT_OG);

    return found != NULL || (best->places & DANA__AT_LD_HEADLINE) != 0
               ? found
               : below(page, best->block, DANA__AT_LD_HEADLINE);
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

        if (dana__is_whole_heading(item) && item->heading == 1) {
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

        if (dana__is_whole_heading(item) && item->block == page->last_heading) {
            dana__rank_measure(page, item, f);
            return names_text(page, item, f) ? item : NULL;
        }
    }
    return NULL;
}

/* The heading that Open Graph, JSON-LD or another meta element calls the page, or right before the
 * text the title, where what ranks best is a heading that none of them calls so. */
static const dana__candidate *named_heading(const dana__rank_page *page,
                                            const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    const uint32_t names = (best->places & DANA__AT_TITLE_ENDS) != 0
                               ? DANA__AT_STATED
                               : DANA__AT_STATED | DANA__AT_TITLE;
    float f[DANA__RANK_COUNT];

    if (!dana__is_whole_heading(best) || (best->places & (DANA__AT_STATED | DANA__AT_TITLE)) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (!dana__is_whole_heading(item) || (item->places & names) == 0 ||
            (item->places & DANA__AT_SITE) != 0 || is_linked(page, item) ||
            ((item->places & DANA__AT_STATED) == 0 && item->block != page->last_heading)) {
            continue;
        }
        dana__rank_measure(page, item, f);
        if (f[DANA__RANK_IN_NAV] == 0.0f) {
            return item;
        }
    }
    return NULL;
}

/* The heading, or text in one, that Open Graph calls the page, where what ranks best is seen
 * nowhere. */
static const dana__candidate *og_heading(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;

    if (best->block != DANA__NO_BLOCK || (best->places & DANA__AT_LD_HEADLINE) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if ((item->places & (DANA__AT_OG | DANA__AT_SITE)) == DANA__AT_OG && item->heading > 0) {
            return item;
        }
    }
    return NULL;
}

/* The lowest level of a heading that names a wiki's page: those below name tools. */
#define PAGE_LEVEL_MAX 2

/* Whether a text is the name by which a wiki keeps a page: no word of it begins with a capital
 * letter, and there are no spaces in it ("rivers:old_ferry"). */
static bool is_page_name(dana_view text)
{
    bool lower = text.length > 0;

    for (size_t i = 0; i < text.length && lower; i++) {
        lower = !dana__is_space(text.data[i]) && !(text.data[i] >= 'A' && text.data[i] <= 'Z');
    }
    return lower;
}

/* The first heading of the highest level on the page of a wiki, in no menu and no link, where what
 * ranks best is no heading but the name by which the wiki keeps the page, of which DokuWiki makes
 * the title. */
static const dana__candidate *beside_page_name(const dana__rank_page *page,
                                               const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    const dana__candidate *found = NULL;

    if (best->heading > 0 || (pool->trace->blocks.hints & DANA__HINT_WIKI) == 0 ||
        (best->places & TITLE_PARTS) == 0 || !is_page_name(best->text)) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (dana__is_whole_heading(item) && item->heading <= PAGE_LEVEL_MAX &&
            node_of(page, item)->pruned == 0 && !is_linked(page, item) &&
            (found == NULL || item->heading < found->heading ||
             (item->heading == found->heading && item->heading_order < found->heading_order))) {
            found = item;
        }
    }
    return found;
}

const dana__candidate *dana__rank_prefer(const dana__rank_page *page, const dana__candidate *best)
{
    static rule *const rules[] = {dana__without_number, beside_page_name, first_heading,
                                  dana__below_masthead, before_text,      seen_part,
                                  below_crumbs,         named_heading,    dana__beside_kicker,
                                  dana__whole_heading,  dana__said_once,  dana__bare_heading,
                                  og_heading,           dana__seen_form,  dana__only_heading,
                                  above_text,           dana__untitled,   dana__beside_menu};

    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        const dana__candidate *found = rules[i](page, best);

        if (found != NULL) {
            return found;
        }
    }
    return best;
}
