#include "math/sign.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "html/attribute.h"
#include "html/three_letters.h"

/* Longest text, in bytes, and letters that it may have: ":D", "xD". */
#define TEXT_MOST    32
#define LETTERS_MOST 2

static inline dana__bytes16 sign_letters(dana__bytes16 first, dana__bytes16 second,
                                         dana__bytes16 third)
{
    return dana__letters_at(first, second, third, "moj") |
           dana__letters_at(first, second, third, "mot") |
           dana__letters_at(first, second, third, "smi");
}

/* Whether a tag mentions emoji, smileys or emoticons. */
static bool is_named(dana_view tag)
{
    const char *end = tag.data + tag.length;

    if (!dana__has_letters(tag, sign_letters)) {
        return false;
    }
    for (const char *p = memchr(tag.data, 'm', tag.length); p != NULL && end - p > 4;
         p = memchr(p + 1, 'm', (size_t)(end - p - 1))) {
        if (memcmp(p, "moji", 4) == 0 || memcmp(p, "moti", 4) == 0 ||
            (memcmp(p, "mil", 3) == 0 && p[-1] == 's')) {
            return true;
        }
    }
    return false;
}

/* Whether a text is a sign, not words: ":smile:", ";-)", a character of its own. */
static bool is_sign_text(dana_view text)
{
    size_t letters = 0;
    size_t others = 0;

    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] == ' ' || text.data[i] == '<') {
            return false;
        }
        letters += dana__is_letter(text.data[i]);
        others += !dana__is_alphanumeric(text.data[i]);
    }
    bool is_code = text.length > 2 && text.data[0] == ':' && text.data[text.length - 1] == ':';

    return text.length <= TEXT_MOST && others > 0 && (is_code || letters <= LETTERS_MOST);
}

bool dana__is_sign(dana_view tag, dana_view *text)
{
    if (!is_named(tag) || !dana_tag_attribute(tag, "alt", text)) {
        return false;
    }
    *text = dana__trim(*text);
    return is_sign_text(*text);
}
