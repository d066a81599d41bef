#include "evidence/people.h"

#include "base/ascii.h"
#include "blocks/class_words.h"
#include "evidence/rules.h"
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

/* Whether a link leads to the space of a member by a number, as Discuz writes it: "space-uid-12",
 * "mod=space&uid=12". */
static bool leads_to_space(dana_view href)
{
    static const char id[] = "uid";
    static const char space[] = "space";
    const char *found = memmem(href.data, href.length, id, sizeof(id) - 1);

    return found != NULL &&
           memmem(href.data, (size_t)(found - href.data), space, sizeof(space) - 1) != NULL;
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
