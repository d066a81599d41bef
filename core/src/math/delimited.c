#include "math/delimited.h"

#include "base/ascii.h"

#include <string.h>

/* Longest formula. */
#define TEX_MOST 2000

/* The first delimiter that opens at p or after it; NULL: there is none. */
static const char *find_opening(const char *p, const char *end)
{
    for (p = memchr(p, '\\', (size_t)(end - p)); p != NULL && end - p > 4;
         p = memchr(p + 2, '\\', (size_t)(end - p - 2))) {
        if (p[1] == '(' || p[1] == '[') {
            return p;
        }
    }
    return NULL;
}

bool dana__cut_delimited(dana_view text, dana__delimited *out)
{
    const char *end = text.data + text.length;
    const char *open = find_opening(text.data, end);

    while (open != NULL) {
        size_t reach = (size_t)(end - open) < TEX_MOST ? (size_t)(end - open) : TEX_MOST;
        const char *close = memmem(open, reach, open[1] == '(' ? "\\)" : "\\]", 2);

        if (close != NULL && !dana__is_blank(open + 2, close)) {
            *out = (dana__delimited){dana__between(text.data, open), dana__between(open + 2, close),
                                     dana__between(close + 2, end), open[1] == '['};
            while (out->tex.data[0] == ' ') {
                out->tex = (dana_view){out->tex.data + 1, out->tex.length - 1};
            }
            while (out->tex.data[out->tex.length - 1] == ' ') {
                out->tex.length--;
            }
            return true;
        }
        open = find_opening(open + 2, end);
    }
    return false;
}
