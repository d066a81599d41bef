#include "base/utf8.h"
#include "dana/evaluate.h"

#include <unicode/uchar.h>

/* Returns the next character of a text, lower-cased, a white-space run as one space; -1: end. */
static UChar32 next_folded(dana_view text, size_t *position)
{
    size_t length;
    bool space = false;

    while (*position < text.length) {
        UChar32 c = (UChar32)dana__utf8_decode(text.data + *position, &length);

        if (!u_isUWhiteSpace(c)) {
            if (space) {
                return ' ';
            }
            *position += length;
            return u_tolower(c);
        }
        space = *position > 0;
        *position += length;
    }
    return -1;
}

bool dana_same_text(dana_view a, dana_view b)
{
    size_t i = 0;
    size_t j = 0;
    UChar32 x;
    UChar32 y;

    do {
        x = next_folded(a, &i);
        y = next_folded(b, &j);
    } while (x == y && x >= 0);
    return x == y;
}
