/*
 * Authors: JSON-LD's article first, then what meta elements, microdata and the visible page say. An
 * author that is the site itself counts little: many templates write it where no one is known.
 */
#include "metadata/authors.h"
#include "base/ascii.h"
#include "evidence/name_lists.h"
#include "evidence/text_hints.h"
#include "evidence/words_before.h"
#include "metadata/hint_names.h"
#include "metadata/names.h"
#include "metadata/worth.h"
#include "text/plain_text.h"

#include <string.h>

/* What the objects of JSON-LD are worth by their rank. */
static const int ld_worth[] = {0, 66, 70, 86, 92};

/* Below this nothing is taken; an author that is the site itself is worth no more than SITE. */
#define WORTH_LEAST 24
#define WORTH_SITE  44

/* Texts between two hints that name authors of one list at most, and what the later name may be
 * worth less than the first. */
#define LIST_GAP   2
#define LIST_SLACK 6

/* The names of one origin. */
typedef struct {
    dana_view names[DANA_AUTHORS_MAX];
    size_t count;
    dana_metadata_source source;
    int worth;
    uint32_t piece;    /* of the first */
    bool of_catalogue; /* family names may stand first */
    bool of_reporters; /* spaces part names of Chinese papers */
} author_list;

static bool is_listed(const author_list *list, dana_view name)
{
    for (size_t i = 0; i < list->count; i++) {
        if (dana__equal_text(list->names[i], name)) {
            return true;
        }
    }
    return false;
}

static void add_name(author_list *list, dana_view name)
{
    if (name.length > 0 && list->count < DANA_AUTHORS_MAX && !is_listed(list, name)) {
        list->names[list->count++] = name;
    }
}

/* Bytes of a Chinese name of two characters: shorter parts are those of one name, set apart. */
#define CHINESE_NAME_MIN 6

/* Splits names that spaces or commas of Chinese part; one piece where a part is too short. */
static size_t split_reporters(dana_view text, dana_view *pieces, size_t limit)
{
    static const char *const marks[] = {" ", "\xE3\x80\x80", "\xE3\x80\x81"};
    const char *end = text.data + text.length;
    const char *p = text.data;
    size_t count = 0;

    while (p < end && count < limit) {
        dana_view piece = dana__between(p, end);

        for (size_t i = 0; i < DANA__COUNT(marks); i++) {
            const char *mark = memmem(p, piece.length, marks[i], strlen(marks[i]));

            piece = mark != NULL ? dana__between(p, mark) : piece;
        }
        if (piece.length < CHINESE_NAME_MIN) {
            pieces[0] = text;
            return 1;
        }
        pieces[count++] = piece;
        p += piece.length;
        if (p < end) {
            p += *p == ' ' ? 1 : 3; /* the marks of three bytes */
        }
    }
    return count;
}

/* Adds a cleaned name, or those of a list. */
static dana_status add_names(const dana__search *search, author_list *list, dana_view text)
{
    dana_view pieces[DANA_AUTHORS_MAX];
    dana_status status = list->of_catalogue ? dana__turn_name(search->arena, &text, search->err)
                                            : DANA_OK;
    size_t count = 0;

    if (text.length > 0) {
        count = list->of_reporters ? split_reporters(text, pieces, DANA_AUTHORS_MAX)
                                   : dana__split_names(text, pieces, DANA_AUTHORS_MAX);
    }
    for (size_t i = 0; i < count && status == DANA_OK; i++) {
        /* Elsewhere such names are those of users. */
        if (list->source == DANA_METADATA_META) {
            status = dana__spell_name(search->arena, &pieces[i], search->err);
        }
        add_name(list, pieces[i]);
    }
    return status;
}

/* Whether all that a list names is the site. */
static bool names_site(const dana__search *search, const author_list *list)
{
    dana_view site = search->out->site_name.value;

    return list->count == 1 && ((site.data != NULL && dana__equal_text(list->names[0], site)) ||
                                dana__is_domain(list->names[0]));
}

/* Whether a visible list is the headline, or what a headline such as "By the river" says: a link
 * to the page or its subject. */
static bool names_headline(const dana__search *search, const author_list *list)
{
    dana_view headline = search->headline;

    if (list->count != 1 || list->source != DANA_METADATA_VISIBLE || headline.length == 0) {
        return false;
    }
    size_t words = dana__words_before(headline, DANA__BEFORE_NAME);
    dana_view rest = {headline.data + words, headline.length - words};

    return dana__equal_text(list->names[0], headline) || dana__equal_text(list->names[0], rest) ||
           (words > 0 && dana__equal_text(list->names[0], dana__clean_name(headline, true)));
}

/* What programs write where they know no name; posts of threads have users who are called so. */
static const char *const nobody[] = {"admin", "unknown", "unbekannt", "n.n.", "no primary author"};

static bool names_nobody(const dana__search *search, const author_list *list)
{
    return list->count == 1 && dana__is_one_of(list->names[0], nobody, DANA__COUNT(nobody)) &&
           !dana__is_thread_page(search);
}

static void offer(const dana__search *search, author_list *best, author_list *list)
{
    if (list->count == 0 || names_headline(search, list) || names_nobody(search, list)) {
        return;
    }
    if (names_site(search, list) && list->worth > WORTH_SITE) {
        list->worth = WORTH_SITE;
    }
    if (list->worth > best->worth) {
        *best = *list;
    }
}

static dana_status offer_json_ld(const dana__search *search, author_list *best)
{
    const dana__ld *ld = search->evidence->ld;
    int32_t subject = dana__ld_subject(ld, DANA__LD_AUTHOR, 1);
    dana_view texts[DANA_AUTHORS_MAX];

    if (subject < 0) {
        return DANA_OK;
    }
    const dana__ld_object *objects = ld->objects.data;
    author_list list = {.source = DANA_METADATA_JSON_LD, .worth = ld_worth[objects[subject].rank]};
    size_t count = dana__ld_texts(ld, (uint32_t)subject, DANA__LD_AUTHOR, DANA__LD_NAME, texts,
                                  DANA_AUTHORS_MAX);

    for (size_t i = 0; i < count; i++) {
        dana_view name;
        dana_status status = dana__json_text(search->arena, texts[i], DANA__RAW_NAME_MAX, &name,
                                             search->err);

        if (status != DANA_OK) {
            return status;
        }
        status = add_names(search, &list, dana__clean_name(name, false));
        if (status != DANA_OK) {
            return status;
        }
    }
    offer(search, best, &list);
    return DANA_OK;
}

/* Whether a hint goes on with the list that another one began; where it stands it is worth about as
 * much, so that comments do not join the page's authors. */
static bool continues_list(const dana__search *search, const dana__hint *first,
                           const dana__hint *last, const dana__hint *next)
{
    bool same = next->about == DANA__ABOUT_AUTHOR && next->source == first->source &&
                next->rule == first->rule && next->worth == first->worth &&
                next->form == first->form;

    return same && !dana__is_readers(search->evidence, next) && next->piece >= last->end_piece &&
           next->piece - last->end_piece <= LIST_GAP &&
           dana__worth_in_place(search, next) + LIST_SLACK >= dana__worth_in_place(search, first);
}

/* Collects the list that begins with hint `first`. */
static dana_status collect_list(const dana__search *search, size_t first, author_list *list)
{
    const dana__evidence *e = search->evidence;
    const dana__hint *last = &e->hints[first];
    bool is_alone = last->source == DANA_METADATA_VISIBLE && dana__is_thread_page(search);
    size_t end = is_alone ? first + 1 : e->hint_count;
    dana_status status = DANA_OK;

    for (size_t i = first; i < end && status == DANA_OK; i++) {
        dana_view name;

        if (i > first && !continues_list(search, &e->hints[first], last, &e->hints[i])) {
            continue;
        }
        status = dana__hint_name(search, &e->hints[i], &name);
        if (status == DANA_OK && name.length > 0) {
            status = add_names(search, list, name);
            last = &e->hints[i];
        }
    }
    return status;
}

/* What a later name on a thread must be worth more than the best before it. */
static int more_of_later(const dana__evidence *e, const author_list *best, const dana__hint *hint)
{
    if (best->source == DANA_METADATA_VISIBLE) {
        return dana__later_post(e, hint);
    }
    return best->source == DANA_METADATA_MICRODATA && hint->source == DANA_METADATA_MICRODATA
               ? DANA__LATER_POST
               : 0;
}

/* Offers what the hints name, each list as a whole; shown: of the visible page alone. */
static dana_status offer_hints(const dana__search *search, bool shown, author_list *best)
{
    const dana__evidence *e = search->evidence;
    bool in_thread = dana__is_thread_page(search);

    for (size_t i = 0; i < e->hint_count; i++) {
        dana_view name;

        if (!dana__may_name_author(search, &e->hints[i], in_thread) ||
            (shown && e->hints[i].source != DANA_METADATA_VISIBLE)) {
            continue;
        }
        author_list list = {.source = e->hints[i].source,
                            .piece = e->hints[i].piece,
                            .of_catalogue = dana__is_of_catalogue(&e->hints[i]),
                            .of_reporters = e->hints[i].rule == dana__reporter_rule,
                            .worth = dana__worth_in_place(search, &e->hints[i])};

        bool is_later = in_thread && best->count > 0 && e->hints[i].piece > best->piece;
        int more = is_later ? more_of_later(e, best, &e->hints[i]) : 0;

        if (list.worth < WORTH_LEAST || list.worth <= best->worth + more) {
            continue;
        }
        dana_status status = dana__hint_name(search, &e->hints[i], &name);

        if (status == DANA_OK && name.length > 0) {
            status = collect_list(search, i, &list);
        }
        if (status != DANA_OK) {
            return status;
        }
        offer(search, best, &list);
    }
    return DANA_OK;
}

/* What a byline must be worth where it stands to count before an author whom the page shows
 * nowhere: the account of who entered the article, what a template has. */
#define WORTH_SHOWN 42

/* Whether none of the names that a page states of itself is to be seen on it. */
static bool is_hidden(const dana__search *search, const author_list *list)
{
    bool hidden = list->source == DANA_METADATA_JSON_LD || list->source == DANA_METADATA_META;

    for (size_t i = 0; i < list->count && hidden; i++) {
        hidden = !dana__is_shown(search->page, list->names[i]);
    }
    return hidden;
}

/* Takes whom the page shows in place of one whom it states and shows nowhere. */
static dana_status prefer_shown(const dana__search *search, author_list *best)
{
    author_list shown = {.worth = WORTH_SHOWN - 1};
    dana_status status = DANA_OK;

    if (best->source != DANA_METADATA_VISIBLE && !dana__is_thread_page(search)) {
        status = offer_hints(search, true, &shown);
    }
    if (status == DANA_OK && shown.count > 0 && !names_site(search, &shown) &&
        !is_listed(&shown, best->names[0]) && dana__may_replace(shown.names[0], best->names[0]) &&
        is_hidden(search, best)) {
        *best = shown;
    }
    return status;
}

/* Turns the names of a list that all have the family name first: several, or one that shows it. */
static dana_status turn_names(const dana__search *search, author_list *list)
{
    bool is_sure = list->count > 1;
    dana_status status = DANA_OK;

    for (size_t i = 0; i < list->count; i++) {
        dana__order order = dana__order_of(list->names[i]);

        if (order == DANA__ORDER_OTHER) {
            return DANA_OK;
        }
        is_sure |= order == DANA__ORDER_FAMILY;
    }
    for (size_t i = 0; i < list->count && is_sure && status == DANA_OK; i++) {
        status = dana__turn_name(search->arena, &list->names[i], search->err);
    }
    return status;
}

dana_status dana__find_authors(dana__search *search)
{
    author_list best = {.worth = 0};
    dana_status status = offer_json_ld(search, &best);

    if (status == DANA_OK) {
        status = offer_hints(search, false, &best);
    }
    if (status == DANA_OK && best.count > 0) {
        status = prefer_shown(search, &best);
    }
    if (status == DANA_OK) {
        status = turn_names(search, &best);
    }
    memcpy(search->out->authors, best.names, sizeof(best.names));
    search->out->author_count = best.count;
    search->out->author_source = best.source;
    return status;
}
