#include "title/rank/host.h"

#include "base/ascii.h"

#include <string.h>
#include <unicode/uchar.h>

/* A name that is looked for in the host, in letters. */
#define HOST_NAME_MIN 4
#define HOST_NAME_MAX 64

/* The last part of an address's path that is not empty, up to a dot. */
static dana_view slug_of(dana_view path)
{
    size_t end = path.length;
    size_t start;

    if (path.length == 0) {
        return path;
    }
    for (size_t i = 0; i < path.length; i++) {
        if (path.data[i] == '?' || path.data[i] == '#') {
            end = i;
            break;
        }
    }
    while (end > 0 && path.data[end - 1] == '/') {
        end--;
    }
    for (start = end; start > 0 && path.data[start - 1] != '/'; start--) {
    }
    const char *dot = memchr(path.data + start, '.', end - start);

    return (dana_view){path.data + start,
                       dot != NULL ? (size_t)(dot - path.data) - start : end - start};
}

bool dana__split_address(dana_view address, dana_view *host, dana_view *slug)
{
    const char *end = address.data + address.length;
    const char *start = memmem(address.data, address.length, "//", 2);

    if (start == NULL) {
        return false;
    }
    start += 2;
    const char *path = memchr(start, '/', (size_t)(end - start));

    *host = (dana_view){start, (size_t)((path != NULL ? path : end) - start)};
    *slug = path != NULL ? slug_of((dana_view){path, (size_t)(end - path)}) : (dana_view){end, 0};
    return true;
}

/* The path of an address, relative or not, without query and fragment. */
static dana_view path_of(dana_view href)
{
    const char *start = href.data;
    const char *end = href.data + href.length;
    const char *slashes = memmem(start, href.length, "//", 2);

    if (slashes != NULL && (slashes == start || slashes[-1] == ':')) {
        start = slashes + 2;
        while (start < end && memchr("/?#", *start, 3) == NULL) {
            start++;
        }
    }
    for (const char *p = start; p < end; p++) {
        if (*p == '?' || *p == '#') {
            end = p;
        }
    }
    return (dana_view){start, (size_t)(end - start)};
}

static bool is_begin_of(dana_view begin, dana_view whole)
{
    return begin.length < whole.length && memcmp(begin.data, whole.data, begin.length) == 0;
}

static bool is_same(dana_view a, dana_view b)
{
    return a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

dana__leads dana__link_leads(dana_view href, dana_view own)
{
    dana_view path = path_of(href);
    size_t end = (size_t)(path.data - href.data) + path.length;
    dana_view slug = slug_of(own);
    dana_view last = slug_of(path);

    if (end < href.length && href.data[end] == '?') {
        return DANA__LEADS_ELSEWHERE;
    }
    if (path.length == 0) {
        return href.length > 0 && *href.data == '#' ? DANA__LEADS_HERE : DANA__LEADS_HOME;
    }
    if (slug.length > 0 && is_same(last, slug)) {
        return DANA__LEADS_HERE;
    }
    bool above = last.length == 0 ||
                 (path.data[path.length - 1] == '/' && is_begin_of(path, own)) ||
                 (path.length - last.length <= sizeof("/.html") && dana__is_text(last, "index"));

    return above ? DANA__LEADS_HOME : DANA__LEADS_ELSEWHERE;
}

bool dana__is_in_host(dana_view host, dana_view text)
{
    char name[HOST_NAME_MAX];
    size_t length = 0;

    for (size_t i = 0; i < text.length; i++) {
        unsigned char c = (unsigned char)text.data[i];

        if (c >= 0x80 || length == sizeof(name)) {
            return false;
        }
        if (u_isalnum(c)) {
            name[length++] = (char)(c >= 'A' && c <= 'Z' ? c | 0x20 : c);
        }
    }
    return length >= HOST_NAME_MIN && host.length >= length &&
           memmem(host.data, host.length, name, length) != NULL;
}
