#include "metadata/hint_names.h"

#include "base/ascii.h"
#include "dates/date.h"
#include "evidence/element_hints.h"
#include "evidence/people.h"
#include "evidence/words_before.h"
#include "html/attribute.h"
#include "html/content.h"
#include "listing/class_words.h"
#include "metadata/names.h"
#include "page/page.h"
#include "text/plain_text.h"

#include <string.h>

/* Texts of an element that are tried before it is given up. */
#define INNER_TRIES 6

/* Whether a text of the source stands in the headline: it names nobody. */
static bool is_in_headline(const dana__search *search, dana_view text)
{
    dana_span headline = search->input->headline;
    const char *source = search->page->source.data;

    return text.data >= source + headline.start && text.data < source + headline.end;
}

/* Letters of a site's name before a person's at least, in bytes. */
#define SITE_LEAST 3

/* A byline without the name of the site before it, or a part of that: "Coast - Anna Lee". */
static dana_view without_site(const dana__search *search, dana_view text)
{
    dana_view site = search->out->site_name.value;
    const char *dash = text.length > 3 ? memmem(text.data, text.length, " - ", 3) : NULL;

    if (dash == NULL || site.data == NULL || dash - text.data < SITE_LEAST ||
        memmem(site.data, site.length, text.data, (size_t)(dash - text.data)) == NULL) {
        return text;
    }
    dana_view rest = dana__trim(dana__between(dash + 3, text.data + text.length));

    /* One word is where the site's people wrote: "Sky News - London". */
    return rest.length > 0 && memchr(rest.data, ' ', rest.length) != NULL ? rest : text;
}

/* Start tags right before a text that are looked at, and bytes of one. */
#define TAGS_BEFORE 3
#define TAG_MOST    256

/* What the tags right before a text say of it. */
typedef enum { SAYS_NOTHING, SAYS_HIDDEN, SAYS_OTHER } said_before;

/* Reads what the start tags right before a text call it: for screen readers alone, or whether
 * somebody is here and what the site calls him, which stands in links and boxes of names. */
static said_before read_before(const char *first, const char *text)
{
    static const char *const others[] = {
        "badge",     "badges", "jobtitle",  "membergroup", "messageusertitle", "rank", "role",
        "roletitle", "status", "usergroup", "userstatus",  "usertitle",        NULL};
    said_before said = SAYS_NOTHING;

    for (int i = 0; i < TAGS_BEFORE && text > first && text[-1] == '>'; i++) {
        size_t most = (size_t)(text - first);
        const char *from = text - (most < TAG_MOST ? most : TAG_MOST);
        const char *tag = memrchr(from, '<', (size_t)(text - from));

        if (tag == NULL || !dana__is_letter(tag[1])) {
            break;
        }
        dana_view class = dana__class_value(dana__between(tag, text));

        if (class.length > 0 && dana__has_class_word(class, others)) {
            return SAYS_OTHER;
        }
        if (class.length > 0 && !dana__hides_text(class)) {
            break; /* what is called something else, in a box of that */
        }
        said = class.length > 0 ? SAYS_HIDDEN : said;
        text = tag;
    }
    return said;
}

/* Whether a text is nothing, or words before a name, or before that of others. */
static bool is_label(dana_view text)
{
    return text.length == 0 || dana__words_before(text, DANA__BEFORE_NAME) == text.length ||
           dana__ends_with_words(text, DANA__BEFORE_NAME) ||
           dana__ends_with_words(text, DANA__BEFORE_OTHERS) ||
           dana__words_before(text, DANA__BEFORE_OTHERS) > 0;
}

/* Finds the name that stands first inside an element. hidden: texts for screen readers are read,
 * too. */
static dana_status find_within(const dana__search *search, const dana__hint *hint, bool hidden,
                               dana_view *name)
{
    const char *p = hint->text.data;
    const char *end = p + hint->text.length;
    dana_view text;

    *name = (dana_view){NULL, 0};
    for (int tries = 0; tries < INNER_TRIES && dana__next_text(&p, end, false, &text);) {
        dana_view plain;

        p = dana__over_comments(p, end);
        text = dana__between(text.data, p);
        if (is_in_headline(search, text) ||
            read_before(hint->text.data, text.data) > (hidden ? SAYS_HIDDEN : SAYS_NOTHING)) {
            continue;
        }
        dana_status status = dana__plain_text(search->arena, dana__with_family_name(text, end),
                                              &plain, search->err);

        if (status != DANA_OK) {
            return status;
        }
        if (is_label(plain)) {
            continue;
        }
        tries++;
        /* Links of several words lead to more than people. */
        *name = dana__clean_name(without_site(search, plain),
                                 hint->rule == dana__link_rule &&
                                     memchr(plain.data, ' ', plain.length) != NULL);
        if (name->length > 0 && !dana__is_long_name(*name)) {
            return DANA_OK;
        }
        name->length = 0;
    }
    return DANA_OK;
}

/* Finds the name that stands first inside an element; of what screen readers alone are told where
 * readers are shown none. */
static dana_status name_within(const dana__search *search, const dana__hint *hint, dana_view *name)
{
    dana_status status = find_within(search, hint, false, name);

    return status == DANA_OK && name->length == 0 ? find_within(search, hint, true, name) : status;
}

/* What stands before the date of an element that is called after both; empty: no date is there, or
 * words before it. */
static dana_view before_date(dana_view text)
{
    dana__date date;
    dana_span span;

    if (dana__words_before(text, DANA__BEFORE_DATE) > 0 ||
        !dana__find_date(text, (dana__date_reading){0}, &date, &span)) {
        return (dana_view){text.data, 0};
    }
    text = dana__cut_weekday((dana_view){text.data, span.start});
    return dana__ends_with_words(text, DANA__BEFORE_DATE) ? (dana_view){text.data, 0} : text;
}

/* Bytes behind the place of a hint in which its name is looked for. */
#define CALL_MOST 400

/* Whether a name is that of a function: one word, and what it takes stands right behind it in
 * brackets. rustdoc calls such links "fn", as microformats call a full name. */
static bool names_function(const dana__search *search, const dana__hint *hint, dana_view name)
{
    const char *end = search->page->source.data + search->page->source.length;

    if (hint->place == NULL || name.length == 0) {
        return false;
    }
    for (size_t i = 0; i < name.length; i++) {
        if (!dana__is_letter(name.data[i]) && !dana__is_digit(name.data[i]) &&
            name.data[i] != '_') {
            return false;
        }
    }
    size_t most = (size_t)(end - hint->place);
    const char *at = memmem(hint->place, most < CALL_MOST ? most : CALL_MOST, name.data,
                            name.length);

    if (at == NULL) {
        return false;
    }
    for (at += name.length; at < end && *at == '<'; at++) {
        const char *close = memchr(at, '>', (size_t)(end - at));

        at = close != NULL ? close : end - 1;
    }
    return at < end && *at == '(';
}

dana_status dana__hint_name(const dana__search *search, const dana__hint *hint, dana_view *name)
{
    bool is_dated = hint->rule == dana__dated_rule;

    if (hint->form == DANA__FORM_INSIDE && hint->extra.length == 0 && !is_dated) {
        dana_status status = name_within(search, hint, name);

        name->length = status == DANA_OK && names_function(search, hint, *name) ? 0 : name->length;
        return status;
    }
    dana_view raw = hint->extra.length > 0 ? hint->extra : hint->text;
    dana_status status = dana__plain_text(search->arena, dana__cut_bytes(raw, DANA__RAW_NAME_MAX),
                                          name, search->err);

    if (status == DANA_OK && is_dated) {
        *name = before_date(*name);
    }
    if (status == DANA_OK) {
        *name = dana__clean_name(
            without_site(search, *name),
            is_dated || (hint->form == DANA__FORM_BYLINE && hint->rule != dana__account_rule));
    }
    return status;
}

/* Words of a name that is written as part of an address. */
#define SLUG_WORDS_MIN 2
#define SLUG_WORDS_MAX 3

dana_status dana__spell_name(dana_arena *arena, dana_view *name, dana_error *err)
{
    size_t words = 1;
    bool inside = false;

    for (size_t i = 0; i < name->length; i++) {
        char c = name->data[i];

        if ((c < 'a' || c > 'z') && !(c == '-' && inside)) {
            return DANA_OK;
        }
        words += c == '-';
        inside = c != '-';
    }
    if (!inside || words < SLUG_WORDS_MIN || words > SLUG_WORDS_MAX) {
        return DANA_OK;
    }
    char *out = dana_arena_alloc(arena, name->length, err);

    if (out == NULL) {
        return err->status;
    }
    for (size_t i = 0; i < name->length; i++) {
        bool first = i == 0 || name->data[i - 1] == '-';
        char c = name->data[i];

        out[i] = (char)(c == '-' ? ' ' : first ? c - 'a' + 'A' : c);
    }
    name->data = out;
    return DANA_OK;
}

bool dana__is_domain(dana_view name)
{
    const char *dot = memrchr(name.data, '.', name.length);
    size_t last = dot != NULL ? (size_t)(name.data + name.length - dot) - 1 : 0;

    if (last < 2 || last > 4 || dot == name.data || memchr(name.data, ' ', name.length) != NULL ||
        memchr(name.data, '@', name.length) != NULL) {
        return false;
    }
    for (size_t i = 1; i <= last; i++) {
        if (dot[i] < 'a' || dot[i] > 'z') {
            return false;
        }
    }
    return true;
}
