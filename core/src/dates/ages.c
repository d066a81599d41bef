#include "dates/ages.h"

#include "base/ascii.h"
#include "base/search.h"
#include "base/utf8.h"
#include "dates/words.h"

#include <string.h>
#include <unicode/uchar.h>

static const char *const ages[] = {
#include "dates/ages.def"
};

/* Writes a folded text with a 0 for each of its numbers and without points, in place. Returns the
 * new length. */
static size_t without_numbers(char *text, size_t length)
{
    size_t out = 0;
    bool in_number = false;

    for (size_t i = 0; i < length;) {
        size_t step;
        bool is_digit = u_isdigit((UChar32)dana__utf8_decode(text + i, &step));

        if (!is_digit && text[i] != '.') {
            memmove(text + out, text + i, step);
            out += step;
        } else if (is_digit && !in_number) {
            text[out++] = '0';
        }
        in_number = is_digit;
        i += step;
    }
    return out;
}

bool dana__is_age(dana_view text)
{
    char folded[DANA__FOLD_MAX + 1];
    size_t length = without_numbers(folded, dana__fold_word(text, folded));

    folded[length] = '\0';
    return dana__is_row(folded, ages, DANA__COUNT(ages));
}
