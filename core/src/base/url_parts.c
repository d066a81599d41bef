#include "base/url_parts.h"

#include "base/ascii.h"

#include <string.h>

/* Schemes whose URLs are parsed in the tolerant way; port 0: none (WHATWG "special schemes"). */
static const struct {
    const char *name;
    unsigned port;
} special_schemes[] = {{"http", 80}, {"https", 443}, {"ws", 80},
                       {"wss", 443}, {"ftp", 21},    {"file", 0}};

/* Returns the length of the scheme at the beginning, 0 where there is none. */
static size_t scheme_length(dana_view text)
{
    if (text.length == 0 || !dana__is_letter(text.data[0])) {
        return 0;
    }
    for (size_t i = 1; i < text.length; i++) {
        char c = text.data[i];

        if (c == ':') {
            return i;
        }
        if (!dana__is_letter(c) && !dana__is_digit(c) && c != '+' && c != '-' && c != '.') {
            return 0;
        }
    }
    return 0;
}

static void set_scheme(dana__url_parts *url, dana_view scheme)
{
    url->scheme = scheme;
    for (size_t i = 0; i < DANA__COUNT(special_schemes); i++) {
        if (dana__is_text(scheme, special_schemes[i].name)) {
            url->special = true;
            url->default_port = special_schemes[i].port;
        }
    }
}

/* Splits off the fragment, then the query. */
static dana_view split_tail(dana_view text, dana__url_parts *url)
{
    const char *at = text.length > 0 ? memchr(text.data, '#', text.length) : NULL;

    if (at != NULL) {
        url->has_fragment = true;
        url->fragment = dana__skip(text, (size_t)(at - text.data) + 1);
        text.length = (size_t)(at - text.data);
    }
    at = text.length > 0 ? memchr(text.data, '?', text.length) : NULL;
    if (at != NULL) {
        url->has_query = true;
        url->query = dana__skip(text, (size_t)(at - text.data) + 1);
        text.length = (size_t)(at - text.data);
    }
    return text;
}

/* Splits the authority at the beginning of text off; the rest is the path. */
static void split_authority(dana_view text, dana__url_parts *url)
{
    size_t length = 0;

    while (length < text.length && !dana__is_slash(text.data[length], url->special)) {
        length++;
    }
    url->has_authority = true;
    url->authority = (dana_view){text.data, length};
    url->path = dana__skip(text, length);
}

static size_t leading_slashes(dana_view text, bool special)
{
    size_t count = 0;

    while (count < text.length && dana__is_slash(text.data[count], special)) {
        count++;
    }
    return count;
}

/* Splits what follows the scheme of an absolute URL. */
static void split_absolute(dana_view text, dana__url_parts *url)
{
    dana_view rest = split_tail(text, url);
    size_t slashes = leading_slashes(rest, url->special);

    if (url->special && url->default_port == 0) {
        /* file: "///x" has an empty host. */
        slashes = slashes > 2 ? 2 : slashes;
    }
    if (url->special && (url->default_port != 0 || slashes == 2)) {
        split_authority(dana__skip(rest, slashes), url);
    } else if (slashes >= 2) {
        split_authority(dana__skip(rest, 2), url);
    } else {
        url->path = rest;
        url->opaque = slashes == 0 && !url->special;
    }
}

/* Splits a relative reference; what it lacks stays as the base has it. */
static void split_relative(dana_view text, const dana__url_parts *base, dana__url_parts *url)
{
    *url = (dana__url_parts){.scheme = base->scheme,
                             .authority = base->authority,
                             .has_authority = base->has_authority,
                             .special = base->special,
                             .default_port = base->default_port};
    dana_view rest = split_tail(text, url);
    size_t slashes = leading_slashes(rest, base->special);

    if (slashes >= 2) {
        bool has_host = base->special && base->default_port != 0;

        split_authority(dana__skip(rest, has_host ? slashes : 2), url);
    } else if (slashes == 1) {
        url->path = rest;
    } else if (rest.length > 0) {
        url->path = rest;
        url->merges = true;
    } else {
        url->path = base->path;
        if (!url->has_query) {
            url->has_query = base->has_query;
            url->query = base->query;
        }
    }
}

bool dana__split_url(dana_view text, dana__url_parts *url)
{
    size_t length = scheme_length(text);

    *url = (dana__url_parts){0};
    if (length == 0) {
        return false;
    }
    set_scheme(url, (dana_view){text.data, length});
    split_absolute(dana__skip(text, length + 1), url);
    return true;
}

/* Digits of the time of a copy: "2020", "20200131235959". */
#define TIME_LEAST 4
#define TIME_MOST  14

/* Bytes of the time of a copy as archive.today has it: "2020.01.31-235959". */
#define DOTTED_TIME 17

/* Whether a part of a path is the time of a copy, and what of the page it is: "20200131235959im_".
 */
static bool is_time(const char *p, size_t length)
{
    size_t digits = 0;

    while (digits < length && dana__is_digit(p[digits])) {
        digits++;
    }
    if (digits == TIME_LEAST && length == DOTTED_TIME) {
        return p[4] == '.' && p[7] == '.' && p[10] == '-';
    }
    bool is_kind = length == digits + 3 && dana__is_letter(p[digits]) &&
                   dana__is_letter(p[digits + 1]) && p[digits + 2] == '_';

    return digits >= TIME_LEAST && digits <= TIME_MOST && (length == digits || is_kind);
}

dana_view dana__original_url(dana_view url, bool *is_raw)
{
    static const char scheme[] = "/http";
    const char *end = url.data + url.length;
    const char *p = url.length > 0 ? url.data : NULL;

    while (p != NULL) {
        p = memmem(p, (size_t)(end - p), scheme, sizeof(scheme) - 1);
        if (p == NULL) {
            break;
        }
        dana_view rest = dana__between(p + 1, end);
        const char *time = memrchr(url.data, '/', (size_t)(p - url.data));

        if (time != NULL && is_time(time + 1, (size_t)(p - time - 1)) &&
            (dana__begins_with(rest, "http://") || dana__begins_with(rest, "https://"))) {
            if (is_raw != NULL) {
                *is_raw = memcmp(p - 3, "id_", 3) == 0;
            }
            return rest;
        }
        p++;
    }
    return url;
}

bool dana__split_reference(dana_view text, const dana__url_parts *base, dana__url_parts *url)
{
    size_t length = scheme_length(text);

    if (length > 0) {
        dana_view rest = dana__skip(text, length + 1);

        /* "http:x" after an http base is relative (WHATWG "special relative or authority"). */
        if (base != NULL && base->special &&
            dana__equal_text((dana_view){text.data, length}, base->scheme) &&
            !(rest.length >= 2 && dana__is_slash(rest.data[0], true) &&
              dana__is_slash(rest.data[1], true))) {
            split_relative(rest, base, url);
            return true;
        }
        return dana__split_url(text, url);
    }
    if (base == NULL || (base->opaque && (text.length == 0 || text.data[0] != '#'))) {
        return false;
    }
    split_relative(text, base, url);
    url->opaque = base->opaque;
    return true;
}
