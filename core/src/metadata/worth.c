#include "metadata/worth.h"

#include "base/ascii.h"
#include "evidence/element_hints.h"
#include "evidence/name_lists.h"
#include "html/content.h"
#include "page/page.h"
#include "text/plain_text.h"

#include <string.h>
#include <strings.h>

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

/* Texts between what is of the page's frame and the headline below it. */
#define FAR_ABOVE 8

uint32_t dana__frame_end(const dana__evidence *evidence)
{
    uint32_t headline = evidence->headline_piece;

    if (headline == UINT32_MAX || headline < FAR_ABOVE) {
        return 0;
    }
    for (size_t i = 0; i < evidence->hint_count; i++) {
        const dana__hint *hint = &evidence->hints[i];

        if (hint->about == DANA__ABOUT_AUTHOR && hint->source == DANA_METADATA_VISIBLE &&
            hint->piece < headline && !dana__is_aside(evidence, hint, true)) {
            return 0;
        }
    }
    return headline - FAR_ABOVE;
}

int dana__later_post(const dana__evidence *evidence, const dana__hint *hint)
{
    bool is_reply = hint->source == DANA_METADATA_MICRODATA && dana__is_readers(evidence, hint);

    return hint->source == DANA_METADATA_VISIBLE ? DANA__LATER_POST
           : is_reply                            ? 2 * DANA__LATER_POST
                                                 : 0;
}

int dana__worth_in_place(const dana__search *search, const dana__hint *hint)
{
    const dana__evidence *e = search->evidence;

    if (hint->form == DANA__FORM_VALUE) {
        return hint->worth;
    }
    bool no_heading = e->heading_piece == UINT32_MAX;
    int distance = distance_from(e->headline_piece, hint);

    distance = smaller(distance, distance_from(e->heading_piece, hint) + COST_HEADING);
    if (e->headline_piece == UINT32_MAX && no_heading) {
        distance = distance_from(e->content_piece, hint);
    } else if (e->headline_piece == 0 && no_heading && /* the title in the head */
               search->input->result->page_type == DANA_PAGE_ARTICLE) {
        distance = smaller(distance, distance_from(e->content_piece, hint) + COST_HEADING);
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

/* How sure it must be that a page offers or lists things. */
#define CONFIDENCE_MIN 0.5f

/* Whether a page offers or lists things: whom it shows are makers, reviewers and the authors of
 * entries. What it states of itself counts on any page. */
static bool names_others(const dana_result *result)
{
    switch (result->page_type) {
    case DANA_PAGE_PRODUCT:
    case DANA_PAGE_COLLECTION:
    case DANA_PAGE_LISTING:
    case DANA_PAGE_SERVICE:
        return result->page_type_confidence >= CONFIDENCE_MIN;
    default:
        return false;
    }
}

/* Whether a hint is a link that names no author where it stands: in running text, or in a menu
 * above the headline. */
static bool is_mere_link(const dana__evidence *e, const dana__hint *hint)
{
    bool above = e->headline_piece != UINT32_MAX && hint->piece + 1 < e->headline_piece &&
                 (e->heading_piece == UINT32_MAX || hint->piece + 1 < e->heading_piece);

    return hint->rule == dana__link_rule && (hint->running || above);
}

/* Whether a hint names somebody in a sentence about a thread: who wrote last in it. */
static bool is_in_sentence(const dana__hint *hint)
{
    return hint->form == DANA__FORM_INSIDE && hint->source == DANA_METADATA_VISIBLE &&
           hint->running;
}

bool dana__may_name_author(const dana__search *search, const dana__hint *hint, bool in_thread)
{
    return hint->about == DANA__ABOUT_AUTHOR && !is_mere_link(search->evidence, hint) &&
           !(in_thread && is_in_sentence(hint)) &&
           (in_thread || !dana__is_readers(search->evidence, hint)) &&
           (hint->source != DANA_METADATA_VISIBLE || !names_others(search->input->result));
}

bool dana__is_of_catalogue(const dana__hint *hint)
{
    static const char *const names[] = {"citation_author", "dc.creator", "dcterms.creator"};

    for (size_t i = 0; hint->source == DANA_METADATA_META && i < DANA__COUNT(names); i++) {
        if (strcmp(((const dana__name_rule *)hint->rule)->name, names[i]) == 0) {
            return true;
        }
    }
    return false;
}

/* Longest text that a name is looked for in, one of a byline, and how much of the name. */
#define SHOWN_MAX  400
#define SHOWN_HEAD 32

/* Whether a text has a name in it, ASCII letters in any case. */
static bool has_name(dana_view text, dana_view name)
{
    char first = dana__to_lower(*name.data);

    for (size_t i = 0; i + name.length <= text.length; i++) {
        if (dana__to_lower(text.data[i]) == first &&
            strncasecmp(text.data + i, name.data, name.length) == 0) {
            return true;
        }
    }
    return false;
}

bool dana__is_shown(const dana_page *page, dana_view name)
{
    char room[DANA__DECODED_BOUND(SHOWN_MAX)];
    const char *p = page->source.data;
    const char *end = p + page->source.length;
    dana_view text;

    name = dana__cut_bytes(name, SHOWN_HEAD);
    while (name.length > 0 && dana__next_text(&p, end, false, &text)) {
        p = dana__over_comments(p, end);
        text = dana__between(text.data, p);
        if (text.length >= name.length && text.length <= SHOWN_MAX &&
            has_name(dana__readable(text, room), name)) {
            return true;
        }
    }
    return false;
}

/* The word of a name that begins at *at, which goes behind it; empty: there is none left. */
static dana_view next_word(dana_view name, size_t *at)
{
    size_t start = *at;

    while (start < name.length && strchr(" ,", name.data[start]) != NULL) {
        start++;
    }
    size_t end = start;

    while (end < name.length && strchr(" ,", name.data[end]) == NULL) {
        end++;
    }
    *at = end;
    return (dana_view){name.data + start, end - start};
}

/* Whether a word is one of a name's. */
static bool has_word(dana_view name, dana_view word)
{
    size_t at = 0;
    dana_view own = next_word(name, &at);

    while (own.length > 0 && !dana__equal_text(own, word)) {
        own = next_word(name, &at);
    }
    return own.length > 0;
}

/* Whether a name has all words of another one, and more: "Anna Maria Lee" of "Anna Lee". */
static bool has_words_of(dana_view name, dana_view other)
{
    size_t at = 0;

    for (dana_view word = next_word(other, &at); word.length > 0; word = next_word(other, &at)) {
        if (!has_word(name, word)) {
            return false;
        }
    }
    return name.length > other.length + 1; /* a comma where the family name stands first */
}

bool dana__may_replace(dana_view shown, dana_view stated)
{
    return dana__is_person_name(shown) && !has_words_of(stated, shown);
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
