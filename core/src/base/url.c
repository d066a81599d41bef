/*
 * A reference is split into its parts, takes from the base what it lacks, and is written anew.
 */
#include "dana/url.h"

#include "base/ascii.h"
#include "base/error.h"

#include <string.h>
#include <strings.h>

/* Parts of a URL, as written. has_authority: "//" stood before it. opaque: the path is not
 * hierarchical (mailto:x). */
typedef struct {
    dana_view scheme;
    dana_view authority;
    dana_view path;
    dana_view query;
    dana_view fragment;
    unsigned default_port;
    bool special;
    bool has_authority;
    bool opaque;
    bool has_query;
    bool has_fragment;
} url_parts;

/* Schemes whose URLs are parsed in the tolerant way; port 0: none (WHATWG "special schemes"). */
static const struct {
    const char *name;
    unsigned port;
} special_schemes[] = {{"http", 80}, {"https", 443}, {"ws", 80},
                       {"wss", 443}, {"ftp", 21},    {"file", 0}};

/* Output: room for three times the input and the marks between parts. */
typedef struct {
    char *data;
    size_t length;
} url_out;

static bool is_slash(char c, bool special)
{
    return c == '/' || (special && c == '\\');
}

static dana_view skip(dana_view text, size_t length)
{
    return (dana_view){text.data + length, text.length - length};
}

/* Copies a reference without tabs and newlines, and without C0 controls and spaces at its ends. */
static dana_view clean(char *room, dana_view text)
{
    size_t length = 0;

    while (text.length > 0 && (unsigned char)text.data[0] <= ' ') {
        text = skip(text, 1);
    }
    while (text.length > 0 && (unsigned char)text.data[text.length - 1] <= ' ') {
        text.length--;
    }
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];

        if (c != '\t' && c != '\n' && c != '\r') {
            room[length++] = c;
        }
    }
    return (dana_view){room, length};
}

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

static bool same_scheme(dana_view a, dana_view b)
{
    return a.length == b.length && strncasecmp(a.data, b.data, a.length) == 0;
}

static void set_scheme(url_parts *url, dana_view scheme)
{
    url->scheme = scheme;
    for (size_t i = 0; i < sizeof(special_schemes) / sizeof(special_schemes[0]); i++) {
        const char *name = special_schemes[i].name;

        if (same_scheme(scheme, (dana_view){name, strlen(name)})) {
            url->special = true;
            url->default_port = special_schemes[i].port;
        }
    }
}

/* Splits off the fragment, then the query. */
static dana_view split_tail(dana_view text, url_parts *url)
{
    const char *mark = text.length > 0 ? memchr(text.data, '#', text.length) : NULL;

    if (mark != NULL) {
        url->has_fragment = true;
        url->fragment = skip(text, (size_t)(mark - text.data) + 1);
        text.length = (size_t)(mark - text.data);
    }
    mark = text.length > 0 ? memchr(text.data, '?', text.length) : NULL;
    if (mark != NULL) {
        url->has_query = true;
        url->query = skip(text, (size_t)(mark - text.data) + 1);
        text.length = (size_t)(mark - text.data);
    }
    return text;
}

/* Splits the authority at the beginning of text off; the rest is the path. */
static void split_authority(dana_view text, url_parts *url)
{
    size_t length = 0;

    while (length < text.length && !is_slash(text.data[length], url->special)) {
        length++;
    }
    url->has_authority = true;
    url->authority = (dana_view){text.data, length};
    url->path = skip(text, length);
}

static size_t leading_slashes(dana_view text, bool special)
{
    size_t count = 0;

    while (count < text.length && is_slash(text.data[count], special)) {
        count++;
    }
    return count;
}

/* Splits what stands behind the scheme of an absolute URL. */
static void split_absolute(dana_view text, url_parts *url)
{
    dana_view rest = split_tail(text, url);
    size_t slashes = leading_slashes(rest, url->special);

    if (url->special && url->default_port == 0) {
        /* file: "///x" has an empty host. */
        slashes = slashes > 2 ? 2 : slashes;
    }
    if (url->special && (url->default_port != 0 || slashes == 2)) {
        split_authority(skip(rest, slashes), url);
    } else if (slashes >= 2) {
        split_authority(skip(rest, 2), url);
    } else {
        url->path = rest;
        url->opaque = slashes == 0 && !url->special;
    }
}

/* Splits a relative reference; what it lacks stays as the base has it. */
static void split_relative(dana_view text, const url_parts *base, url_parts *url, bool *merges)
{
    *url = (url_parts){.scheme = base->scheme,
                       .authority = base->authority,
                       .has_authority = base->has_authority,
                       .special = base->special,
                       .default_port = base->default_port};
    dana_view rest = split_tail(text, url);
    size_t slashes = leading_slashes(rest, base->special);

    *merges = false;
    if (slashes >= 2) {
        bool has_host = base->special && base->default_port != 0;

        split_authority(skip(rest, has_host ? slashes : 2), url);
    } else if (slashes == 1) {
        url->path = rest;
    } else if (rest.length > 0) {
        url->path = rest;
        *merges = true;
    } else {
        url->path = base->path;
        if (!url->has_query) {
            url->has_query = base->has_query;
            url->query = base->query;
        }
    }
}

/* Percent-encode sets: beyond C0 controls and bytes >= 0x7F. The spaces at the front of the path,
 * query and fragment sets are part of them. */
static const char opaque_set[] = "";
static const char fragment_set[] = " \"<>`";
static const char query_set[] = " \"#<>";
static const char special_query_set[] = " \"#<>'";
static const char path_set[] = " \"#<>?^`{}";
static const char user_set[] = " \"#<>?^`{}/:;=@[\\]|";

static void put(url_out *out, char c)
{
    out->data[out->length++] = c;
}

static void put_encoded(url_out *out, const char *p, size_t length, const char *set)
{
    static const char hex[] = "0123456789ABCDEF";

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)p[i];

        if (c >= ' ' && c < 0x7F && strchr(set, c) == NULL) {
            put(out, (char)c);
        } else {
            put(out, '%');
            put(out, hex[c >> 4]);
            put(out, hex[c & 15]);
        }
    }
}

/* Whether a segment is one dot or two, "%2e" being one: returns their number, else 0. */
static unsigned dots_of(const char *p, size_t length)
{
    unsigned dots = 0;

    while (length > 0) {
        size_t step = *p == '.' ? 1 : length >= 3 && strncasecmp(p, "%2e", 3) == 0 ? 3 : 0;

        if (step == 0 || dots == 2) {
            return 0;
        }
        p += step;
        length -= step;
        dots++;
    }
    return dots;
}

/* Takes the last segment and its slash off the path that begins at `start` in the output. */
static void drop_segment(url_out *out, size_t start)
{
    while (out->length > start && out->data[out->length - 1] != '/') {
        out->length--;
    }
    if (out->length > start) {
        out->length--;
    }
}

/* Appends the segments of a path, each behind a slash; `start` is where the path began in the
 * output. A path's first slash belongs to its first segment. ends: nothing follows, so that a dot
 * segment at the end leaves its slash. */
static void put_segments(url_out *out, size_t start, dana_view path, bool special, bool ends)
{
    size_t i = path.length > 0 && is_slash(path.data[0], special) ? 1 : 0;

    for (;;) {
        size_t end = i;

        while (end < path.length && !is_slash(path.data[end], special)) {
            end++;
        }
        unsigned dots = dots_of(path.data + i, end - i);
        bool last = end >= path.length;

        if (dots == 2) {
            drop_segment(out, start);
        }
        if (dots == 0) {
            put(out, '/');
            put_encoded(out, path.data + i, end - i, path_set);
        } else if (last && ends) {
            put(out, '/');
        }
        if (last) {
            return;
        }
        i = end + 1;
    }
}

/* The base's path up to its last slash, which goes too. */
static dana_view folder_of(const url_parts *base)
{
    size_t length = base->path.length;

    while (length > 0 && !is_slash(base->path.data[length - 1], base->special)) {
        length--;
    }
    return (dana_view){base->path.data, length > 0 ? length - 1 : 0};
}

static void put_path(url_out *out, const url_parts *url, const url_parts *base, bool merges)
{
    size_t start = out->length;

    if (url->opaque) {
        put_encoded(out, url->path.data, url->path.length, opaque_set);
        return;
    }
    dana_view folder = merges ? folder_of(base) : (dana_view){"", 0};

    if (folder.length > 0) {
        put_segments(out, start, folder, url->special, false);
    }
    if (url->path.length > 0 || url->special) {
        put_segments(out, start, url->path, url->special, true);
    }
    /* Without an authority a path must not look like one (WHATWG "URL serializing", 3). */
    if (!url->has_authority && !url->special && out->length - start >= 2 &&
        out->data[start] == '/' && out->data[start + 1] == '/') {
        memmove(out->data + start + 2, out->data + start, out->length - start);
        memcpy(out->data + start, "/.", 2);
        out->length += 2;
    }
}

/* Forbidden in a host (WHATWG "forbidden host code points", and those of domains). */
static bool is_forbidden_in_host(char c, bool special)
{
    return (unsigned char)c <= ' ' || c == 0x7F || strchr("#/<>?@[\\]^|:", c) != NULL ||
           (special && c == '%');
}

static bool put_host(url_out *out, dana_view host, bool special)
{
    bool is_ip6 = host.length > 2 && host.data[0] == '[' && host.data[host.length - 1] == ']';

    for (size_t i = 0; i < host.length; i++) {
        char c = host.data[i];
        bool fine = is_ip6 ? i == 0 || i == host.length - 1 || dana__is_digit(c) || c == ':' ||
                                 c == '.' || (dana__to_lower(c) >= 'a' && dana__to_lower(c) <= 'f')
                           : !is_forbidden_in_host(c, special);

        if (!fine) {
            return false;
        }
        put(out, special || is_ip6 ? dana__to_lower(c) : c);
    }
    return true;
}

/* Writes ":port" unless it is empty or the default. */
static bool put_port(url_out *out, dana_view port, unsigned default_port)
{
    unsigned number = 0;

    for (size_t i = 0; i < port.length; i++) {
        if (!dana__is_digit(port.data[i])) {
            return false;
        }
        number = number * 10 + (unsigned)(port.data[i] - '0');
        if (number > 65535) {
            return false;
        }
    }
    if (port.length == 0 || (default_port != 0 && number == default_port)) {
        return true;
    }
    char digits[5];
    size_t count = 0;

    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    put(out, ':');
    while (count > 0) {
        put(out, digits[--count]);
    }
    return true;
}

/* Writes user and password, up to the last '@'; returns the rest of the authority. */
static dana_view put_user(url_out *out, dana_view authority)
{
    const char *at = memrchr(authority.data, '@', authority.length);

    if (at == NULL) {
        return authority;
    }
    size_t length = (size_t)(at - authority.data);
    const char *colon = memchr(authority.data, ':', length);
    size_t user = colon != NULL ? (size_t)(colon - authority.data) : length;

    put_encoded(out, authority.data, user, user_set);
    if (user + 1 < length) {
        put(out, ':');
        put_encoded(out, colon + 1, length - user - 1, user_set);
    }
    if (length > 0 && !(length == 1 && colon != NULL)) {
        put(out, '@');
    }
    return skip(authority, length + 1);
}

static bool put_authority(url_out *out, const url_parts *url)
{
    put(out, '/');
    put(out, '/');
    dana_view host = put_user(out, url->authority);
    size_t length = host.length;

    /* The port's colon stands behind the ']' of an IPv6 address. */
    while (length > 0 && host.data[length - 1] != ':' && host.data[length - 1] != ']') {
        length--;
    }
    bool has_port = length > 0 && host.data[length - 1] == ':';
    dana_view name = {host.data, has_port ? length - 1 : host.length};
    dana_view port = has_port ? skip(host, length) : (dana_view){"", 0};

    if (name.length == 0 && (url->default_port != 0 || has_port)) {
        return false;
    }
    return put_host(out, name, url->special) && put_port(out, port, url->default_port);
}

/* Writes a URL anew. Returns false where it cannot be one. */
static bool put_url(url_out *out, const url_parts *url, const url_parts *base, bool merges)
{
    for (size_t i = 0; i < url->scheme.length; i++) {
        put(out, dana__to_lower(url->scheme.data[i]));
    }
    put(out, ':');
    if (url->has_authority) {
        if (!put_authority(out, url)) {
            return false;
        }
    } else if (url->special) {
        put(out, '/');
        put(out, '/');
    }
    put_path(out, url, base, merges);
    if (url->has_query) {
        put(out, '?');
        put_encoded(out, url->query.data, url->query.length,
                    url->special ? special_query_set : query_set);
    }
    if (url->has_fragment) {
        put(out, '#');
        put_encoded(out, url->fragment.data, url->fragment.length, fragment_set);
    }
    return true;
}

/* Splits an absolute URL; false where it is none. */
static bool read_absolute(dana_view text, url_parts *url)
{
    size_t length = scheme_length(text);

    *url = (url_parts){0};
    if (length == 0) {
        return false;
    }
    set_scheme(url, (dana_view){text.data, length});
    split_absolute(skip(text, length + 1), url);
    return true;
}

/* Splits a reference. Returns false where it is relative and the base does not help. */
static bool read_reference(dana_view text, const url_parts *base, bool has_base, url_parts *url,
                           bool *merges)
{
    size_t length = scheme_length(text);

    *merges = false;
    if (length > 0) {
        dana_view rest = skip(text, length + 1);

        /* "http:x" behind an http base is relative (WHATWG "special relative or authority"). */
        if (has_base && base->special &&
            same_scheme((dana_view){text.data, length}, base->scheme) &&
            !(rest.length >= 2 && is_slash(rest.data[0], true) && is_slash(rest.data[1], true))) {
            split_relative(rest, base, url, merges);
            return true;
        }
        return read_absolute(text, url);
    }
    if (!has_base || (base->opaque && (text.length == 0 || text.data[0] != '#'))) {
        return false;
    }
    split_relative(text, base, url, merges);
    url->opaque = base->opaque;
    return true;
}

dana_status dana_url_resolve(dana_arena *arena, dana_view base, dana_view reference, dana_view *out,
                             dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    size_t base_length = base.length <= DANA_URL_BASE_MAX ? base.length : 0;
    size_t input = base_length + reference.length;
    char *room = dana_arena_alloc(arena, input * 4 + 16, why);
    url_parts base_parts;
    url_parts url;
    bool merges;

    *out = (dana_view){NULL, 0};
    if (room == NULL) {
        return why->status;
    }
    bool has_base = read_absolute(clean(room, (dana_view){base.data, base_length}), &base_parts);
    dana_view text = clean(room + base_length, reference);
    url_out written = {room + input, 0};

    if (read_reference(text, &base_parts, has_base, &url, &merges) &&
        put_url(&written, &url, &base_parts, merges)) {
        *out = (dana_view){written.data, written.length};
    }
    return DANA_OK;
}

bool dana_url_has_scheme(dana_view url, const char *scheme)
{
    size_t length = strlen(scheme);

    return url.length > length && memcmp(url.data, scheme, length) == 0 && url.data[length] == ':';
}
