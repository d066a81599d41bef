#include "measure/spoken_tags.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "html/elements.h"
#include "html/three_letters.h"
#include "html/tokenizer.h"

#include <string.h>

/* Bytes before a text that are looked at for the tag of its element. */
#define REACH_BACK 768

/* Bytes of a tag with such a name at least: <p class=sr-only>. */
#define TAG_LEAST 17

/* How style sheets call a text that is not shown, as a word or a part of one. */
static const char *const names[] = {"sr-only",       "visually-hidden", "visuallyhidden",
                                    "screen-reader", "screenreader",    "hidden-accessible",
                                    "sr-clipped",    "off-screen",      "offscreen"};

dana_view dana__tag_before(const char *source, size_t text)
{
    size_t end = text;

    while (end > 0 && dana__is_space(source[end - 1])) {
        end--;
    }
    size_t reach = end < REACH_BACK ? end : REACH_BACK;
    const char *start = end > 0 && source[end - 1] == '>'
                            ? memrchr(source + end - reach, '<', reach)
                            : NULL;

    return (dana_view){start, start != NULL ? (size_t)(source + end - start) : 0};
}

/* Letters of which one row stands in each name, and in styles that clip. */
static inline dana__bytes16 name_letters(dana__bytes16 first, dana__bytes16 second,
                                         dana__bytes16 third)
{
    return dana__letters_at(first, second, third, "sr-") |
           dana__letters_at(first, second, third, "dde") |
           dana__letters_at(first, second, third, "cre") |
           dana__letters_at(first, second, third, "cli");
}

static bool has_name(dana_view text)
{
    for (size_t i = 0; i < text.length; i++) {
        bool may_begin = text.data[i] == 's' || text.data[i] == 'v' || text.data[i] == 'h' ||
                         text.data[i] == 'o';

        for (size_t k = 0; may_begin && k < DANA__COUNT(names); k++) {
            size_t length = strlen(names[k]);

            if (text.length - i >= length && memcmp(text.data + i, names[k], length) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a style clips its element to nothing: "position:absolute; width:1px; clip:rect(0,...)".
 */
static bool clips(dana_view text)
{
    static const char *const parts[] = {"clip", "absolute", "1px"};
    bool has_all = true;

    for (size_t i = 0; has_all && i < DANA__COUNT(parts); i++) {
        has_all = memmem(text.data, text.length, parts[i], strlen(parts[i])) != NULL;
    }
    return has_all;
}

bool dana__calls_spoken(dana_view tag)
{
    dana_view value;

    if (tag.length < TAG_LEAST || !dana__has_letters(tag, name_letters)) {
        return false;
    }
    return (has_name(tag) && dana_tag_attribute(tag, "class", &value) && has_name(value)) ||
           (clips(tag) && dana_tag_attribute(tag, "style", &value) && clips(value));
}
