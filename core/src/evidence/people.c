#include "evidence/people.h"

#include "base/ascii.h"
#include "base/bytes16.h"
#include "base/url_parts.h"
#include "blocks/class_words.h"
#include "evidence/rules.h"
#include "html/attribute.h"
#include "html/content.h"
#include "html/letters.h"
#include "text/plain_text.h"

#include <string.h>
#include <strings.h>

/* Whether a link leads to an account elsewhere, as signs and buttons of sites do, or to a place of
 * the page itself. */
static bool leads_to_account(dana_view href)
{
    static const char *const hosts[] = {"youtube.com/", "bsky.app/",     "facebook.com/",
                                        "patreon.com/", "linkedin.com/", "github.com/",
                                        "odysee.com/",  "tiktok.com/"};

    for (size_t i = 0; i < DANA__COUNT(hosts); i++) {
        if (memmem(href.data, href.length, hosts[i], strlen(hosts[i])) != NULL) {
            return true;
        }
    }
    return href.length > 0 && *href.data == '#';
}

/* The word of a URL that begins at a place (blocks/class_words.h); empty: none does. */
static dana_view word_at(dana_view href, size_t at)
{
    const char *p = href.data + at;
    bool begins = dana__is_letter(*p) &&
                  (at == 0 || !dana__is_letter(p[-1]) || (*p < 'a' && p[-1] >= 'a'));

    return (dana_view){p, begins ? dana__word_end(href, at) - at : 0};
}

/* Whether an account's name stands in a URL's path: "/@ann". */
static bool has_account(dana_view href)
{
    const char *end = href.data + href.length;

    for (const char *p = href.data; p < end && (p = memchr(p, '@', (size_t)(end - p))) != NULL;
         p++) {
        if (p > href.data && p[-1] == '/') {
            return true;
        }
    }
    return false;
}

/* Whether a word is part of a longer one, "end-user-fees": words before a person's name stand
 * alone, or before digits. */
static bool is_joined(dana_view href, dana_view word)
{
    const char *before = word.data;
    const char *after = word.data + word.length;
    const char *end = href.data + href.length;

    return (before > href.data && (before[-1] == '-' || before[-1] == '_')) ||
           (after + 1 < end && (*after == '-' || *after == '_') && dana__is_letter(after[1]));
}

/* Whether a word may stand for people: "u" only as a part of a path, or as a name in a query; one
 * letter is in many codes. */
static bool may_name_people(dana_view href, dana_view word)
{
    const char *after = word.data + word.length;
    char before = word.data > href.data ? word.data[-1] : '/';

    if (word.length > 1 || after >= href.data + href.length) {
        return word.length > 1;
    }
    return (before == '/' && *after == '/') || ((before == '?' || before == '&') && *after == '=');
}

/* Returns an address without its fragment, which names a place in a page; but programs in a browser
 * have paths there: "#/users/ann". */
static dana_view without_fragment(dana_view href)
{
    const char *end = href.data + href.length;
    const char *hash = memchr(href.data, '#', href.length);

    return hash == NULL || memchr(hash, '/', (size_t)(end - hash)) != NULL
               ? href
               : dana__between(href.data, hash);
}

/* Returns the path and the query of a link; empty where it runs a script. */
static dana_view path_of(dana_view href)
{
    static const char script[] = "javascript:";
    const char *end = href.data + href.length;

    if (href.length >= sizeof(script) - 1 &&
        strncasecmp(href.data, script, sizeof(script) - 1) == 0) {
        return (dana_view){href.data, 0};
    }
    const char *colon = memchr(href.data, ':', href.length);
    const char *host = colon != NULL && end - colon > 2 && colon[1] == '/' ? colon + 1 : href.data;

    if (end - host < 2 || host[0] != '/' || host[1] != '/') {
        return href;
    }
    const char *path = memchr(host + 2, '/', (size_t)(end - host) - 2);

    return dana__between(path != NULL ? path : end, end);
}

/* Whom the words of a link's path or query name: dana__next_of_people knows how they begin. */
static dana__person person_of(dana_view href)
{
    static const char *const authors[] = {"author", "authors", "writer", "writers", "byline"};
    static const char *const people[] = {"contributor", "contributors", "member",      "members",
                                         "memberlist",  "people",       "profile",     "profiles",
                                         "user",        "users",        "viewprofile", "u"};
    dana__person found = has_account(href) ? DANA__PERSON_USER : DANA__PERSON_NONE;
    const char *last = NULL; /* end of one of people */

    for (size_t at = dana__next_of_people(href, 0); at < href.length;
         at = dana__next_of_people(href, at + 1)) {
        dana_view word = word_at(href, at);

        if (word.length == 0) {
            continue;
        }
        if (dana__is_word_of(word.data, word.length, authors, DANA__COUNT(authors))) {
            return DANA__PERSON_AUTHOR;
        }
        if (may_name_people(href, word) &&
            dana__is_word_of(word.data, word.length, people, DANA__COUNT(people))) {
            bool joined = is_joined(href, word) &&
                          (last == NULL || word.data != last + 1); /* not "user-profile" */
            dana__person person = joined ? DANA__PERSON_NEAR : DANA__PERSON_USER;

            last = word.data + word.length;
            found = person > found ? person : found;
        }
    }
    return found;
}

/* Where "uid" begins in a link, sixteen places at a time; its length: nowhere. */
static size_t find_uid(dana_view href)
{
    for (size_t at = 0; at + 3 <= href.length; at += DANA__STEP) {
        const char *p = href.data + at;
        size_t left = href.length - at;
        unsigned found = dana__bits16(dana__equal16(dana__load_part16(p, left), 'u') &
                                      dana__equal16(dana__load_part16(p + 1, left - 1), 'i') &
                                      dana__equal16(dana__load_part16(p + 2, left - 2), 'd'));

        if (found != 0) {
            return at + dana__first16(found);
        }
    }
    return href.length;
}

/* Whether a link leads to the space of a member by a number, as Discuz writes it: "space-uid-12",
 * "mod=space&uid=12". */
static bool leads_to_space(dana_view href)
{
    static const char space[] = "space";
    size_t found = find_uid(href);

    return found < href.length && memmem(href.data, found, space, sizeof(space) - 1) != NULL;
}

/* Whether a link leads to where readers log in or register: what they may do then stands in it, as
 * "Watch" or "Reply". */
static bool leads_to_login(dana_view href)
{
    static const char *const words[] = {"login", "signin", "sign_in", "signup", "register"};

    for (size_t at = 0; at < href.length; at++) {
        char first = (char)(href.data[at] | 0x20);

        for (size_t i = 0; (first == 'l' || first == 's' || first == 'r') && i < DANA__COUNT(words);
             i++) {
            size_t length = strlen(words[i]);

            if (href.length - at >= length && strncasecmp(href.data + at, words[i], length) == 0) {
                return true;
            }
        }
    }
    return false;
}

dana__person dana__leads_to_person(dana_view href)
{
    href = dana__cut_bytes(href, 300);
    dana__person found = href.length > 0 ? person_of(path_of(href)) : DANA__PERSON_NONE;

    if (found != DANA__PERSON_NONE) {
        found = person_of(path_of(without_fragment(href)));
    }
    if (found != DANA__PERSON_NONE && leads_to_login(href)) {
        return DANA__PERSON_NONE;
    }

    if (found == DANA__PERSON_NONE && leads_to_space(href)) {
        return DANA__PERSON_USER;
    }

    return found != DANA__PERSON_NONE && leads_to_account(href) ? DANA__PERSON_NONE : found;
}

/* Bytes from a given name to its family name at most: two tags. */
#define PARTS_MOST 200

dana_view dana__with_family_name(dana_view text, const char *end)
{
    const char *given_end = text.data + text.length;
    const char *p = given_end;
    dana_view next;

    end = (size_t)(end - p) > PARTS_MOST ? p + PARTS_MOST : end;
    while (dana__next_text(&p, end, false, &next)) {
        size_t gap = (size_t)(next.data - given_end);

        if (!dana__is_blank(next.data, next.data + next.length)) {
            return memmem(given_end, gap, "surname", 7) != NULL ||
                           memmem(given_end, gap, "family-name", 11) != NULL
                       ? dana__between(text.data, next.data + next.length)
                       : text;
        }
    }
    return text;
}

/* How the head of a mail names who sent it, and where the address begins behind the name. */
static const char from_label[] = "From";
static const char *const address_marks[] = {"&lt;", "&#60;", "&#x3C;", "<", "("};

/* Longest name of a sender with what stands before it, one before a link that answers, and what
 * either is worth. */
#define SENDER_MAX   120
#define ANSWERED_MAX 60
#define WORTH_SENDER 57

static void add_sender(dana__hint_walk *w, const char *rule, dana_view name)
{
    dana__add_hint(w, (dana__hint){.about = DANA__ABOUT_AUTHOR,
                                   .source = DANA_METADATA_VISIBLE,
                                   .form = DANA__FORM_BYLINE,
                                   .worth = WORTH_SENDER,
                                   .rule = rule,
                                   .text = name});
}

/* Whether an address of mail follows in a text, or the text ends: it stands in a link then. */
static bool may_be_address(dana_view text)
{
    static const char *const signs[] = {"@", "&#64;", "&#x40;", " at "};
    bool is = text.length == 0;

    for (size_t i = 0; i < DANA__COUNT(signs) && !is; i++) {
        is = memmem(text.data, text.length, signs[i], strlen(signs[i])) != NULL;
    }
    return is;
}

/* The name before an address of mail; empty: no address follows. */
static dana_view name_before_address(dana_view text)
{
    dana_view head = dana__cut_bytes(text, SENDER_MAX);
    const char *line = memchr(head.data, '\n', head.length);
    const char *end = line != NULL ? line : head.data + head.length;

    for (size_t i = 0; i < DANA__COUNT(address_marks); i++) {
        size_t length = strlen(address_marks[i]);
        const char *at = memmem(head.data, (size_t)(end - head.data), address_marks[i], length);

        if (at != NULL) {
            dana_view name = dana__trim(dana__between(head.data, at));

            return may_be_address(dana__between(at + length, end)) ? name : (dana_view){NULL, 0};
        }
    }
    return (dana_view){NULL, 0};
}

void dana__note_sender(dana__hint_walk *w, dana_view text)
{
    size_t label = sizeof(from_label) - 1;
    bool is_label = w->block && dana__begins(text, from_label);
    bool was_label = w->from && !w->block;

    w->from = is_label && text.length <= label + 1;
    if (w->from || !(is_label || was_label)) {
        return;
    }
    dana_view rest = is_label ? dana__between(text.data + label, text.data + text.length) : text;

    if (rest.data[0] == ':') {
        rest = dana__trim(dana__between(rest.data + 1, rest.data + rest.length));
    } else if (is_label) {
        return;
    }
    dana_view name = name_before_address(rest);

    if (name.length > 0) {
        add_sender(w, "sender", name);
    }
}

void dana__note_answered(dana__hint_walk *w, dana_view href)
{
    static const char subject[] = "?Subject=Re";

    if (!w->block && w->last.length > 0 && w->last.length <= ANSWERED_MAX &&
        dana__begins(href, "mailto:") &&
        memmem(href.data, href.length, subject, sizeof(subject) - 1) != NULL) {
        add_sender(w, "answered", w->last);
    }
}

/* Whether what comes stands in such a part already: replies stand in what they answer. */
static bool is_in_readers(const dana__hint_walk *w)
{
    for (size_t i = 0; i < w->open_count; i++) {
        if (w->open[i].is_part && w->out->parts[w->open[i].index].is_readers) {
            return true;
        }
    }
    return false;
}

void dana__note_readers(dana__hint_walk *w, const dana__markup *tag, const dana__hint_attributes *a)
{
    static const char *const members[] = {"comment", "suggestedAnswer", "acceptedAnswer"};
    static const char *const types[] = {"Comment", "UserComments", "Answer"};
    static const char *const reviews[] = {"review", "reviews", "Review"};
    dana_view type = dana__last_name(a->itemtype);
    bool is_review = dana__is_one_of(a->itemprop, reviews, DANA__COUNT(reviews)) ||
                     dana__is_one_of(type, reviews, DANA__COUNT(reviews));
    bool is_readers = dana__is_one_of(a->itemprop, members, DANA__COUNT(members)) ||
                      dana__is_one_of(type, types, DANA__COUNT(types)) ||
                      (is_review && dana__kind_of(tag->flags) == DANA__KIND_ITEM);
    size_t part = w->out->part_count;

    if ((!is_readers && !is_review) || is_in_readers(w)) {
        return;
    }
    dana__add_part(w, tag, &(dana__points){.avoided = 3});
    if (w->out->part_count > part) {
        w->out->parts[part].is_readers = is_readers;
        w->out->parts[part].is_review = is_review;
    }
}
