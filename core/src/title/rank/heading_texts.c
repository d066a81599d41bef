#include "title/rank/heading_texts.h"

#include "title/issue_number.h"
#include "title/rank/segments.h"

#include <string.h>

/* Fewer words at the end of a heading are one that is emphasised, not what a kicker stands before.
 */
#define WORDS_MIN 3

/* Two texts say the same where of their words so many are in both: 2 common / (both), in
 * hundredths.
 */
#define LIKE_MIN 80

/* Blocks between a heading and the main text that it stands above. */
#define ABOVE_MAX 24

/* A title says nothing of a page where no text that is seen is more like a name of the page: one
 * word in common of some fourteen. */
#define UNLIKE_MAX 0.15f

static bool is_inside(const dana__candidate *part, const dana__candidate *whole)
{
    return part->span.start >= whole->span.start && part->span.end <= whole->span.end;
}

/* Whether the title is a text, or the title or JSON-LD has it beside another part of it. */
static bool is_part(const dana__candidate *c)
{
    return (c->places & (DANA__AT_TITLE | DANA__AT_TITLE_ENDS)) != 0 ||
           ((c->places & DANA__AT_TITLE_PART) != 0 && c->cut_before == DANA__CUT_COLON) ||
           ((c->places & DANA__AT_LD_PART) != 0 && c->cut_before >= DANA__CUT_DASH);
}

/* Whether a text ends a heading and is a name's part, of some words where it is not the whole
 * title: "Thread: Ropes". */
static bool ends_heading(const dana__candidate *c, const dana__candidate *heading)
{
    return c->span.end == heading->span.end && is_part(c) &&
           (c->words >= WORDS_MIN || (c->places & DANA__AT_TITLE) != 0);
}

const dana__candidate *dana__beside_kicker(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    const dana__candidate *last = NULL;

    if (!dana__is_whole_heading(best) ||
        (best->places & (DANA__AT_STATED | DANA__AT_TITLE | DANA__AT_TITLE_ENDS)) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (item == best || (item->places & DANA__AT_HEADING_UNIT) == 0 || !is_inside(item, best)) {
            continue;
        }
        if ((item->places & (DANA__AT_OG | DANA__AT_LD_HEADLINE)) != 0) {
            return item;
        }
        last = ends_heading(item, best) ? item : last;
    }
    return last;
}

const dana__candidate *dana__whole_heading(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;

    if ((best->places & DANA__AT_HEADING_PART) == 0 || (best->places & DANA__AT_HEADING) != 0 ||
        (pool->trace->blocks.hints & DANA__HINT_FORUM) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (dana__is_whole_heading(item) && is_inside(best, item) &&
            (item->sense == pool->senses[DANA__REF_TITLE] ||
             (item->places & DANA__AT_STATED) != 0)) {
            return item;
        }
    }
    return NULL;
}

static const uint64_t *words_of(const dana__candidates *pool, const dana__candidate *c)
{
    return (const uint64_t *)pool->words.data + c->word_at;
}

/* How like two texts are; a word that one has twice is in both twice where the other has it twice.
 */
static uint32_t likeness(const dana__candidates *pool, const dana__candidate *a,
                         const dana__candidate *b)
{
    const uint64_t *of_a = words_of(pool, a);
    const uint64_t *of_b = words_of(pool, b);
    uint64_t taken = 0; /* a bit a word of b */
    uint32_t common = 0;

    for (uint32_t i = 0; i < a->words; i++) {
        for (uint32_t k = 0; k < b->words; k++) {
            if (of_b[k] == of_a[i] && (taken >> k & 1u) == 0) {
                taken |= (uint64_t)1 << k;
                common++;
                break;
            }
        }
    }
    return 200 * common / (a->words + b->words);
}

/* Whether a text stands above the main text, and near it. */
static bool stands_above(const dana__candidates *pool, const dana__candidate *c)
{
    return c->block <= pool->main_block && pool->main_block - c->block <= ABOVE_MAX;
}

/* Whether a heading is in no menu and no link to another page. */
static bool is_of_page(const dana__rank_page *page, const dana__candidate *c)
{
    float f[DANA__RANK_COUNT];

    dana__rank_measure(page, c, f);
    return f[DANA__RANK_IN_NAV] == 0.0f && f[DANA__RANK_OTHER_LINK] == 0.0f &&
           f[DANA__RANK_HOME_LINK] == 0.0f;
}

const dana__candidate *dana__seen_form(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    const dana__candidate *found = NULL;
    uint32_t most = LIKE_MIN;

    if (best->block != DANA__NO_BLOCK || (best->places & DANA__AT_LD_HEADLINE) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (dana__is_whole_heading(item) && stands_above(pool, item) &&
            likeness(pool, best, item) >= most && is_of_page(page, item)) {
            most = likeness(pool, best, item) + 1;
            found = item;
        }
    }
    const dana__candidate *inside = found != NULL ? dana__beside_kicker(page, found) : NULL;

    return inside != NULL ? inside : found;
}

/* The only heading of level 1 that is one of the page and not the site's name; NULL: there is none,
 * or there are several. */
static const dana__candidate *only_first(const dana__rank_page *page)
{
    const dana__candidates *pool = page->pool;
    const dana__candidate *found = NULL;

    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (item->heading != 1 || !dana__is_whole_heading(item) ||
            (item->places & DANA__AT_SITE) != 0 || !is_of_page(page, item)) {
            continue;
        }
        if (found != NULL) {
            return NULL;
        }
        found = item;
    }
    return found;
}

const dana__candidate *dana__only_heading(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;

    if (best->block != DANA__NO_BLOCK || (pool->trace->blocks.hints & DANA__HINT_ARTICLE) == 0) {
        return NULL;
    }
    const dana__candidate *found = only_first(page);

    if (found == NULL || found->words < WORDS_MIN || !stands_above(pool, found) ||
        ((best->places & DANA__AT_LD_HEADLINE) != 0 && likeness(pool, best, found) >= LIKE_MIN)) {
        return NULL;
    }
    return found;
}

const dana__candidate *dana__beside_menu(const dana__rank_page *page, const dana__candidate *best)
{
    float f[DANA__RANK_COUNT];

    if (best->block == DANA__NO_BLOCK || best->heading > 0 ||
        (best->places & (DANA__AT_STATED | DANA__AT_HEADING)) != 0) {
        return NULL;
    }
    dana__rank_measure(page, best, f);
    if (f[DANA__RANK_IN_NAV] == 0.0f) {
        return NULL;
    }
    const dana__candidate *found = only_first(page);

    return found != NULL && stands_above(page->pool, found) ? found : NULL;
}

const dana__candidate *dana__bare_heading(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;

    if (best->block != DANA__NO_BLOCK) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (item != best && dana__is_whole_heading(item) && item->sense == best->sense &&
            memmem(best->text.data, best->text.length, item->text.data, item->text.length) !=
                NULL) {
            return item;
        }
    }
    return NULL;
}

/* Whether a page's address is that of a site's first page, which is called what the site is. */
static bool is_first_page(const dana__candidates *pool)
{
    return pool->host.length > 0 && pool->path.length <= 1;
}

const dana__candidate *dana__untitled(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    const dana__candidate *found = NULL;

    if (best->block != DANA__NO_BLOCK || (best->places & DANA__AT_LD_HEADLINE) != 0 ||
        (best->places & (DANA__AT_TITLE | DANA__AT_TITLE_ENDS)) == 0 ||
        page->best_visible_like >= UNLIKE_MAX || is_first_page(pool)) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (dana__is_whole_heading(item) && stands_above(pool, item) &&
            (found == NULL || item->heading < found->heading ||
             (item->heading == found->heading && item->block > found->block)) &&
            is_of_page(page, item)) {
            found = item;
        }
    }
    return found;
}

/* What stands behind a text at the beginning of a heading, but for white space; empty: nothing, or
 * the heading begins otherwise. */
static dana_view rest_of(dana_view heading, dana_view text)
{
    size_t at = text.length;

    if (heading.length <= at || memcmp(heading.data, text.data, at) != 0) {
        return (dana_view){NULL, 0};
    }
    at += heading.data[at] == ' ';
    return (dana_view){heading.data + at, heading.length - at};
}

const dana__candidate *dana__without_number(const dana__rank_page *page,
                                            const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;

    if (!dana__is_whole_heading(best) || pool->title == NULL ||
        (best->places & (DANA__AT_STATED | DANA__AT_TITLE | DANA__AT_TITLE_ENDS)) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];
        bool is_first = item != best && (item->places & DANA__AT_HEADING_UNIT) != 0 &&
                        is_inside(item, best);
        dana_view rest = is_first ? rest_of(best->text, item->text) : (dana_view){NULL, 0};

        if (dana__is_issue_number(rest) && memmem(pool->title->text.data, pool->title->text.length,
                                                  rest.data, rest.length) != NULL) {
            return item;
        }
    }
    return NULL;
}

/* Whether all that a heading says is a text inside it, again and again. */
static bool repeats(const dana__candidates *pool, const dana__candidate *whole,
                    const dana__candidate *part)
{
    const uint64_t *all = words_of(pool, whole);
    const uint64_t *once = words_of(pool, part);
    bool same = whole->words > part->words && whole->words % part->words == 0;

    for (uint32_t i = 0; i < whole->words && same; i++) {
        same = all[i] == once[i % part->words];
    }
    return same;
}

const dana__candidate *dana__said_once(const dana__rank_page *page, const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;

    if (!dana__is_whole_heading(best) || (best->places & (DANA__AT_STATED | DANA__AT_TITLE)) != 0) {
        return NULL;
    }
    for (size_t i = 0; i < pool->count; i++) {
        const dana__candidate *item = &pool->items[i];

        if ((item->places & DANA__AT_HEADING_UNIT) != 0 && is_inside(item, best) &&
            repeats(pool, best, item)) {
            return item;
        }
    }
    return NULL;
}

/* Where a text is a part of the title. */
#define PARTS (DANA__AT_TITLE_FIRST | DANA__AT_TITLE_LAST | DANA__AT_TITLE_PART)

/* Share of a heading inside links from which on it leads to another page, and of another text from
 * which on it is of the way through a site, whose marks part links. */
#define MASTHEAD_MIN 0.99f
#define WAY_MIN      0.8f

/* Whether a heading may count instead of what ranks best: it stands below that, or right before the
 * main text where that is no heading. */
static bool stands_against(const dana__rank_page *page, const dana__candidate *item,
                           const dana__candidate *best)
{
    return best->heading > 0 ? item->heading_order > best->heading_order
                             : item->block > best->block || item->block == page->last_heading;
}

/* Whether what ranks best is a part of the title that leads to another page. */
static bool is_way(const dana__rank_page *page, const dana__candidate *best)
{
    uint32_t parts = best->heading > 0 ? (uint32_t)DANA__AT_TITLE_ENDS : (uint32_t)PARTS;
    float f[DANA__RANK_COUNT];

    if (best->block == DANA__NO_BLOCK || (best->heading > 0 && !dana__is_whole_heading(best)) ||
        (best->places & parts) == 0) {
        return false;
    }
    dana__rank_measure(page, best, f);
    return f[DANA__RANK_LINKED] >= (best->heading > 0 ? MASTHEAD_MIN : WAY_MIN) &&
           f[DANA__RANK_SELF_LINK] == 0.0f;
}

const dana__candidate *dana__below_masthead(const dana__rank_page *page,
                                            const dana__candidate *best)
{
    const dana__candidates *pool = page->pool;
    const dana__candidate *found = NULL;
    float f[DANA__RANK_COUNT];

    size_t count = is_way(page, best) ? pool->count : 0;

    for (size_t i = 0; i < count; i++) {
        const dana__candidate *item = &pool->items[i];

        if (!dana__is_whole_heading(item) || (item->places & DANA__AT_TITLE_ENDS) == 0 ||
            !stands_against(page, item, best) ||
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
