#include "title/rank/heading_texts.h"

#include "title/rank/segments.h"

/* Fewer words at the end of a heading are one that is emphasised, not what a kicker stands before.
 */
#define WORDS_MIN 3

static bool is_inside(const dana__candidate *part, const dana__candidate *whole)
{
    return part->span.start >= whole->span.start && part->span.end <= whole->span.end;
}

/* Whether the title or JSON-LD has a text beside another part of it. */
static bool is_part(const dana__candidate *c)
{
    return (c->places & DANA__AT_TITLE_ENDS) != 0 ||
           ((c->places & DANA__AT_LD_PART) != 0 && c->cut_before >= DANA__CUT_DASH);
}

/* Whether a text ends a heading and is a name's part. */
static bool ends_heading(const dana__candidate *c, const dana__candidate *heading)
{
    return c->span.end == heading->span.end && c->words >= WORDS_MIN && is_part(c);
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
