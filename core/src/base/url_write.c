#include "base/url_write.h"

#include "base/ascii.h"

#include <string.h>
#include <strings.h>

/* Percent-encode sets: beyond C0 controls and bytes >= 0x7F. The spaces at the front of the path,
 * query and fragment sets are part of them. */
static const char opaque_set[] = "";
static const char fragment_set[] = " \"<>`";
static const char query_set[] = " \"#<>";
static const char special_query_set[] = " \"#<>'";
static const char path_set[] = " \"#<>?^`{}";
static const char user_set[] = " \"#<>?^`{}/:;=@[\\]|";

/* The characters of all sets. */
static const uint64_t of_a_set[2] = {
    DANA__ASCII_BIT(' ') | DANA__ASCII_BIT('"') | DANA__ASCII_BIT('#') | DANA__ASCII_BIT('\'') |
        DANA__ASCII_BIT('/') | DANA__ASCII_BIT(':') | DANA__ASCII_BIT(';') | DANA__ASCII_BIT('<') |
        DANA__ASCII_BIT('=') | DANA__ASCII_BIT('>') | DANA__ASCII_BIT('?'),
    DANA__ASCII_BIT('@') | DANA__ASCII_BIT('[') | DANA__ASCII_BIT('\\') | DANA__ASCII_BIT(']') |
        DANA__ASCII_BIT('^') | DANA__ASCII_BIT('`') | DANA__ASCII_BIT('{') | DANA__ASCII_BIT('|') |
        DANA__ASCII_BIT('}')};

/* Whether a character is written as it is: one of ASCII that is not of a set. */
static inline bool is_plain(unsigned char c, const char *set)
{
    return c >= ' ' && c < 0x7F &&
           ((of_a_set[c >> 6] >> (c & 63) & 1) == 0 || strchr(set, c) == NULL);
}

static void put(dana__url_out *out, char c)
{
    out->data[out->length++] = c;
}

static void put_encoded(dana__url_out *out, const char *p, size_t length, const char *set)
{
    static const char hex[] = "0123456789ABCDEF";

    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)p[i];

        if (is_plain(c, set)) {
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
static void drop_segment(dana__url_out *out, size_t start)
{
    while (out->length > start && out->data[out->length - 1] != '/') {
        out->length--;
    }
    if (out->length > start) {
        out->length--;
    }
}

/* Appends the segments of a path, each after a slash; `start` is where the path began in the
 * output. A path's first slash belongs to its first segment. ends: nothing follows, so that a dot
 * segment at the end leaves its slash. */
static void put_segments(dana__url_out *out, size_t start, dana_view path, bool special, bool ends)
{
    size_t i = path.length > 0 && dana__is_slash(path.data[0], special) ? 1 : 0;

    for (;;) {
        size_t end = i;

        while (end < path.length && !dana__is_slash(path.data[end], special)) {
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
static dana_view folder_of(const dana__url_parts *base)
{
    size_t length = base->path.length;

    while (length > 0 && !dana__is_slash(base->path.data[length - 1], base->special)) {
        length--;
    }
    return (dana_view){base->path.data, length > 0 ? length - 1 : 0};
}

static void put_path(dana__url_out *out, const dana__url_parts *url, const dana__url_parts *base)
{
    size_t start = out->length;

    if (url->opaque) {
        put_encoded(out, url->path.data, url->path.length, opaque_set);
        return;
    }
    dana_view folder = url->merges ? folder_of(base) : (dana_view){"", 0};

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

static bool put_host(dana__url_out *out, dana_view host, bool special)
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
static bool put_port(dana__url_out *out, dana_view port, unsigned default_port)
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
static dana_view put_user(dana__url_out *out, dana_view authority)
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
    return dana__skip(authority, length + 1);
}

static bool put_authority(dana__url_out *out, const dana__url_parts *url)
{
    put(out, '/');
    put(out, '/');
    dana_view host = put_user(out, url->authority);
    size_t length = host.length;

    /* The port's colon follows the ']' of an IPv6 address. */
    while (length > 0 && host.data[length - 1] != ':' && host.data[length - 1] != ']') {
        length--;
    }
    bool has_port = length > 0 && host.data[length - 1] == ':';
    dana_view name = {host.data, has_port ? length - 1 : host.length};
    dana_view port = has_port ? dana__skip(host, length) : (dana_view){"", 0};

    if (name.length == 0 && (url->default_port != 0 || has_port)) {
        return false;
    }
    return put_host(out, name, url->special) && put_port(out, port, url->default_port);
}

bool dana__write_url(dana__url_out *out, const dana__url_parts *url, const dana__url_parts *base)
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
    put_path(out, url, base);
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
