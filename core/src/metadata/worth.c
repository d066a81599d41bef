#include "metadata/worth.h"

/* What distance from the headline and an aside cost; what stands far above it is the page's frame,
 * a clock or a menu; near the headline an aside costs less: bylines
 * stand in boxes of many names. */
#define DISTANCE_MOST   36
#define DISTANCE_ABOVE  60
#define NEAR            6
#define COST_HEADING    4
#define COST_ASIDE      40
#define COST_ASIDE_NEAR 8

/* Texts between a piece and a hint: half of them where the hint comes after it, two more where it
 * comes before. */
static int distance_from(uint32_t piece, const dana__hint *hint)
{
    if (piece == UINT32_MAX) {
        return DISTANCE_MOST;
    }
    bool above = hint->piece < piece;
    uint32_t pieces = above ? (piece - hint->piece) + 2 : (hint->piece - piece) / 2;
    int most = above ? DISTANCE_ABOVE : DISTANCE_MOST;

    return pieces < (uint32_t)most ? (int)pieces : most;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Whether a hint tells in the foot of a page when it was changed, as wikis do. */
static bool is_change_in_footer(const dana__evidence *e, const dana__hint *hint)
{
    return hint->about == DANA__ABOUT_MODIFIED && dana__is_in_footer(e, hint);
}

/* Texts behind an article's end at most, and its last ones, where it may be signed; what such a
 * place costs. */
#define END_BEHIND 4
#define END_LAST   3
#define COST_END   16

/* Whether a hint is words before a name and that name at the end of an article: "Written by". */
static bool is_signature(const dana__search *search, const dana__hint *hint)
{
    uint32_t end = search->evidence->content_end;
    const dana_result *result = search->input->result;

    return hint->about == DANA__ABOUT_AUTHOR && hint->form == DANA__FORM_BYLINE && !hint->running &&
           end > 0 && hint->piece + END_LAST >= end && hint->piece <= end + END_BEHIND &&
           result->page_type == DANA_PAGE_ARTICLE;
}

/* How sure it must be that a page is a thread. */
#define THREAD_LEAST .5f

bool dana__is_thread_page(const dana__search *search)
{
    const dana_result *result = search->input->result;

    return result->page_type == DANA_PAGE_FORUM && result->page_type_confidence >= THREAD_LEAST;
}

int dana__worth_in_place(const dana__search *search, const dana__hint *hint)
{
    const dana__evidence *e = search->evidence;

    if (hint->form == DANA__FORM_VALUE) {
        return hint->worth;
    }
    int distance = distance_from(e->headline_piece, hint);

    distance = smaller(distance, distance_from(e->heading_piece, hint) + COST_HEADING);
    if (e->headline_piece == UINT32_MAX && e->heading_piece == UINT32_MAX) {
        distance = distance_from(e->content_piece, hint);
    }
    if (distance > COST_END && is_signature(search, hint)) {
        distance = COST_END;
    }
    int aside = 0;

    if (dana__is_aside(e, hint, true) && !is_change_in_footer(e, hint)) {
        if (distance > NEAR && dana__is_in_foot(e, hint)) {
            distance = NEAR;
        }
        aside = distance <= NEAR ? COST_ASIDE_NEAR : COST_ASIDE;
    }
    return hint->worth - distance - aside;
}

dana_view dana__best_head_hint(const dana__search *search, dana__about about,
                               dana_metadata_source *source)
{
    const dana__evidence *e = search->evidence;
    dana_view best = {NULL, 0};
    int worth = 0;

    for (size_t i = 0; i < e->hint_count; i++) {
        const dana__hint *hint = &e->hints[i];

        if (hint->about == about && hint->form == DANA__FORM_VALUE && hint->worth > worth) {
            best = hint->text;
            worth = hint->worth;
            *source = hint->source;
        }
    }
    return best;
}
