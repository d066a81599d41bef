#include "metadata/when.h"

#include "base/ascii.h"
#include "base/url_parts.h"
#include "dates/url.h"
#include "evidence/words_before.h"
#include "metadata/worth.h"
#include "page/page.h"
#include "text/plain_text.h"

#include <string.h>

/* What the objects of JSON-LD are worth by their rank. */
static const int ld_worth[] = {0, 70, 76, 88, 92};

/* Below this nothing is taken. */
#define WORTH_LEAST 16

/* What a date in the page's own URL is worth. */
#define WORTH_URL 50

/* Longest text that is read for a date, in bytes. */
#define RAW_DATE_MAX 600

/* The best date so far. */
typedef struct {
    dana__date date;
    dana_metadata_source source;
    int worth;
    bool above; /* it stands far above the headline of a thread */
} found_date;

/* Offers a date. The first second of 1970 is what programs write where they know none. */
static void offer(found_date *best, found_date found)
{
    bool is_epoch = found.date.year == 1970 && found.date.month == 1 && found.date.day == 1;

    if (found.worth > best->worth && !is_epoch) {
        *best = found;
    }
}

static dana_status offer_json_ld(const dana__search *search, dana__ld_member_kind kind,
                                 found_date *best)
{
    const dana__ld *ld = search->evidence->ld;
    int32_t subject = dana__ld_subject(ld, kind, 1);
    dana__date_reading reading = search->reading;
    dana_view text;
    dana__date date;
    dana_span span;

    if (subject < 0 || dana__ld_texts(ld, (uint32_t)subject, kind, DANA__LD_NAME, &text, 1) == 0) {
        return DANA_OK;
    }
    dana_status status = dana__json_text(search->arena, text, RAW_DATE_MAX, &text, search->err);

    reading.machine = true;
    if (status == DANA_OK && dana__find_date(text, reading, &date, &span)) {
        const dana__ld_object *objects = ld->objects.data;

        offer(best,
              (found_date){date, DANA_METADATA_JSON_LD, ld_worth[objects[subject].rank], false});
    }
    return status;
}

/* The first year of which a text of the page may be: those before tell of the past. */
#define TEXT_YEAR_FIRST 1970

/* Words before a date, from which on it stands in a sentence. */
#define SENTENCE_WORDS 6

/* Whether a date stands in a sentence about something else; a byline and words of publication
 * before it, and before the day of the week, are none. */
static bool is_in_sentence(dana_view text, dana_span date)
{
    dana_view before = {text.data, date.start};
    size_t words = 0;

    for (size_t i = 1; i < before.length; i++) {
        words += before.data[i] == ' ' && before.data[i - 1] != ' ';
    }
    if (words < SENTENCE_WORDS || dana__words_before(text, DANA__BEFORE_NAME) > 0 ||
        dana__words_before(text, DANA__BEFORE_DATE) > 0 ||
        dana__words_before(text, DANA__BEFORE_CHANGE) > 0) {
        return false;
    }
    for (int tries = 0; tries < 2; tries++) {
        while (before.length > 0 && strchr(" ,", before.data[before.length - 1]) != NULL) {
            before.length--;
        }
        if (dana__ends_with_words(before, DANA__BEFORE_DATE)) {
            return false;
        }
        const char *space = before.length > 0 ? memrchr(before.data, ' ', before.length) : NULL;

        before.length = space != NULL ? (size_t)(space - before.data) : 0;
    }
    return true;
}

/* Whether a date is a part of a name: "list-2024.05.01-east". */
static bool is_in_name(dana_view text, dana_span date)
{
    return date.start > 1 &&
           (text.data[date.start - 1] == '-' || text.data[date.start - 1] == '_') &&
           dana__is_alphanumeric(text.data[date.start - 2]);
}

dana_status dana__hint_date(const dana__search *search, const dana__hint *hint, bool *found,
                            bool *changed, dana__date *date)
{
    dana__date_reading reading = search->reading;
    dana_view text;
    dana_span span;

    *changed = false;
    reading.machine = hint->extra.length > 0 || hint->form == DANA__FORM_VALUE;
    dana_view raw = hint->extra.length > 0 ? hint->extra : hint->text;
    dana_status status = dana__plain_text(search->arena, dana__cut_bytes(raw, RAW_DATE_MAX), &text,
                                          search->err);

    *found = status == DANA_OK && dana__find_date(text, reading, date, &span) &&
             (hint->form != DANA__FORM_TEXT ||
              (date->year >= TEXT_YEAR_FIRST && !is_in_sentence(text, span) &&
               !is_in_name(text, span)));
    if (status == DANA_OK && !*found && hint->extra.length > 0 && hint->text.length > 0) {
        reading.machine = false;
        status = dana__plain_text(search->arena, dana__cut_bytes(hint->text, RAW_DATE_MAX), &text,
                                  search->err);
        *found = status == DANA_OK && dana__find_date(text, reading, date, &span);
    }
    if (*found) {
        *changed = dana__tells_change(text);
    }
    return status;
}

/* The path of an address, without marks of a folder at its ends. */
static dana_view path_of(dana_view address)
{
    address = dana__original_url(address, NULL);
    if (address.length == 0) {
        return address;
    }
    const char *end = address.data + address.length;
    const char *scheme = memmem(address.data, address.length, "://", 3);
    const char *start = scheme != NULL ? scheme + 3 : address.data;

    while (scheme != NULL && start < end && *start != '/') {
        start++;
    }
    while (start < end && *start == '/') {
        start++;
    }
    const char *stop = start;

    while (stop < end && *stop != '?' && *stop != '#') {
        stop++;
    }
    while (stop > start && stop[-1] == '/') {
        stop--;
    }
    return dana__between(start, stop);
}

/* Whether the last part of a path is a number: the list of a year, a month or a day. */
static bool is_of_days(dana_view path)
{
    size_t i = path.length;

    while (i > 0 && (dana__is_digit(path.data[i - 1]) || path.data[i - 1] == '-')) {
        i--;
    }
    return i < path.length && (i == 0 || path.data[i - 1] == '/');
}

/* The address that the link inside an element leads to; empty: there is none. */
static dana_view link_inside(dana_view raw)
{
    static const char name[] = "href=";
    const char *end = raw.data + raw.length;
    const char *at = memmem(raw.data, raw.length, name, sizeof(name) - 1);

    at = at != NULL ? at + sizeof(name) - 1 : end;
    if (at == end || (*at != '"' && *at != '\'')) {
        return (dana_view){raw.data, 0};
    }
    const char *close = memchr(at + 1, *at, (size_t)(end - at) - 1);

    return dana__between(at + 1, close != NULL ? close : at + 1);
}

/* The address that the link around a place leads to; empty: there is none near. */
static dana_view link_around(const dana__search *search, const char *place)
{
    size_t before = (size_t)(place - search->page->source.data);
    const char *first = place - (before < RAW_DATE_MAX ? before : RAW_DATE_MAX);

    for (const char *p = place - 1; p > first; p--) {
        if (p[-1] == '<' && (*p | 0x20) == 'a' && dana__is_space(p[1])) {
            return link_inside(dana__between(p, place));
        }
        if (p[-1] == '<' && *p == '/' && (p[1] | 0x20) == 'a' && !dana__is_letter(p[2])) {
            break;
        }
    }
    return (dana_view){place, 0};
}

/* Words of a link at least that is the headline of another article instead of a name. */
#define HEADLINE_WORDS 5

/* The address of the link right before the element of a text, if it is long enough to be another
 * article's headline; empty: there is none. */
static dana_view headline_before(const dana__search *search, const char *place)
{
    static const char close[] = "</a>";
    size_t before = (size_t)(place - search->page->source.data);
    const char *first = place - (before < RAW_DATE_MAX ? before : RAW_DATE_MAX);
    const char *end = place > first ? memrchr(first, '<', (size_t)(place - first)) : NULL;

    while (end != NULL && end > first && dana__is_space(end[-1])) {
        end--;
    }
    if (end == NULL || end - first < (ptrdiff_t)sizeof(close) ||
        memcmp(end - (sizeof(close) - 1), close, sizeof(close) - 1) != 0) {
        return (dana_view){place, 0};
    }
    end -= sizeof(close) - 1;
    const char *tag = memrchr(first, '<', (size_t)(end - first));
    const char *p = tag != NULL ? memchr(tag, '>', (size_t)(end - tag)) : NULL;
    int words = 1;

    for (; p != NULL && p < end; p++) {
        words += dana__is_space(*p) && !dana__is_space(p[-1]);
    }
    return words < HEADLINE_WORDS ? (dana_view){place, 0} : link_inside(dana__between(tag, end));
}

/* The address that a date behind the middle of the content leads to, or before it the headline
 * that it follows; empty: none. */
static dana_view link_of_date(const dana__search *search, const dana__hint *hint)
{
    dana_view inside = dana__cut_bytes(hint->text, RAW_DATE_MAX);
    size_t at = hint->text.data != NULL ? (size_t)(hint->place - search->page->source.data) : 0;

    if (at == 0 || (hint->form != DANA__FORM_INSIDE && hint->form != DANA__FORM_TEXT) ||
        search->evidence->content_at == 0) {
        return (dana_view){NULL, 0};
    }
    if (at < search->evidence->content_at) {
        return headline_before(search, hint->place);
    }
    return hint->form == DANA__FORM_INSIDE ? link_inside(inside) : link_around(search, hint->place);
}

/* Whether a date leads to a page of another address, or stands right behind its headline: when that
 * one was written, in a list of other posts. */
static bool dates_another_page(const dana__search *search, const dana__hint *hint)
{
    dana_metadata_source source;
    dana_view link = hint->about == DANA__ABOUT_PUBLISHED ? link_of_date(search, hint)
                                                          : (dana_view){NULL, 0};

    link = link.length > 0 ? path_of(link) : link;
    if (link.length == 0 || is_of_days(link)) {
        return false;
    }
    dana_view own = dana__best_head_hint(search, DANA__ABOUT_CANONICAL, &source);

    own = path_of(own.length > 0 ? own : search->input->url);
    return own.length > 0 &&
           !(own.length == link.length && memcmp(own.data, link.data, own.length) == 0);
}

/* What a hint must be worth more than the best so far: of a later post, on a thread. */
static int least_more(const dana__evidence *e, const dana__hint *hint, const found_date *best)
{
    bool is_later = hint->about == DANA__ABOUT_PUBLISHED && best->worth > 0 && !best->above &&
                    best->source == DANA_METADATA_VISIBLE;

    return is_later ? dana__later_post(e, hint) : 0;
}

static dana_status offer_hints(const dana__search *search, found_date best[DANA__ABOUT_COUNT])
{
    const dana__evidence *e = search->evidence;
    bool in_thread = dana__is_thread_page(search);
    uint32_t frame_end = in_thread ? dana__frame_end(e) : 0;

    for (size_t i = 0; i < e->hint_count; i++) {
        const dana__hint *hint = &e->hints[i];
        dana__about about = hint->about;
        int worth = dana__worth_in_place(search, hint);
        bool above = hint->piece < frame_end;
        bool found;
        bool changed;
        dana__date date;

        worth -= above ? 2 * DANA__LATER_POST : 0;
        if ((about != DANA__ABOUT_PUBLISHED && about != DANA__ABOUT_MODIFIED) ||
            worth < WORTH_LEAST ||
            worth <= best[about].worth + (in_thread ? least_more(e, hint, &best[about]) : 0)) {
            continue;
        }
        dana_status status = dana__hint_date(search, hint, &found, &changed, &date);

        if (status != DANA_OK) {
            return status;
        }
        if (found && (changed || !dates_another_page(search, hint))) {
            about = changed ? DANA__ABOUT_MODIFIED : about;
            offer(&best[about], (found_date){date, hint->source, worth, above});
        }
    }
    return DANA_OK;
}

static dana_status set_field(const dana__search *search, const found_date *found,
                             dana_metadata_field *field)
{
    if (found->worth == 0) {
        return DANA_OK;
    }
    char *text = dana_arena_alloc(search->arena, DANA__DATE_MAX, search->err);

    if (text == NULL) {
        return search->err->status;
    }
    *field = (dana_metadata_field){{text, dana__write_date(&found->date, text)}, found->source};
    return DANA_OK;
}

/* Turns day and month of a date where the page's own URL has them the other way round: in numbers
 * nothing else tells them apart. */
static void turn_as(dana__date *date, const dana__date *url)
{
    if (date->year == url->year && date->month == url->day && date->day == url->month) {
        date->month = url->month;
        date->day = url->day;
    }
}

/* Finds the day that the page's URL tells, or its canonical one, unless that is a copy's: an
 * address stands inside it. */
static bool find_url_day(const dana__search *search, dana__date *day)
{
    static const char scheme[] = "https://";
    dana_view canonical = search->out->canonical_url.value;
    size_t behind = canonical.length > sizeof(scheme) ? sizeof(scheme) - 1 : canonical.length;

    return dana__find_url_date(search->input->url, day) ||
           (canonical.length > behind &&
            memmem(canonical.data + behind, canonical.length - behind, "://", 3) == NULL &&
            dana__find_url_date(canonical, day));
}

/* Offers the day of a URL: a time of that day says more. */
static void offer_url_day(found_date *best, const dana__date *day)
{
    turn_as(&best->date, day);
    if (!best->date.has_time || !dana__same_day(&best->date, day)) {
        offer(best, (found_date){*day, DANA_METADATA_URL, WORTH_URL, false});
    }
}

dana_status dana__find_dates(dana__search *search)
{
    found_date best[DANA__ABOUT_COUNT] = {0};
    dana__date date;
    dana_status status = offer_json_ld(search, DANA__LD_PUBLISHED, &best[DANA__ABOUT_PUBLISHED]);

    if (status == DANA_OK) {
        status = offer_json_ld(search, DANA__LD_MODIFIED, &best[DANA__ABOUT_MODIFIED]);
    }
    status = status == DANA_OK ? offer_hints(search, best) : status;
    if (status != DANA_OK) {
        return status;
    }
    if (find_url_day(search, &date)) {
        offer_url_day(&best[DANA__ABOUT_PUBLISHED], &date);
    }
    status = set_field(search, &best[DANA__ABOUT_PUBLISHED], &search->out->published);
    if (status == DANA_OK) {
        status = set_field(search, &best[DANA__ABOUT_MODIFIED], &search->out->modified);
    }
    return status;
}
