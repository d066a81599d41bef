#include "title/rank/host.h"

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
