#include "math/mentions.h"

#include "html/three_letters.h"

#include <string.h>

/* Whether `text` stands in a piece of the source with byte `at` of it at p. */
static bool stands_around(dana_view in, const char *p, const char *text, size_t at)
{
    size_t length = strlen(text);

    return (size_t)(p - in.data) >= at && (size_t)(in.data + in.length - p) >= length - at &&
           memcmp(p - at, text, length) == 0;
}

/* Whether a word of read_named stands around a rare letter of it at p. */
static bool is_in_name(dana_view in, const char *p)
{
    switch (*p) {
    case 'x':
        return stands_around(in, p, "katex", 4) || stands_around(in, p, "athJax", 5) ||
               stands_around(in, p, "mjx-", 2);
    case 'X':
        return stands_around(in, p, "MJX", 2);
    case 'w':
        return stands_around(in, p, "mwe-math-element", 1);
    default:
        return stands_around(in, p, "frac", 0);
    }
}

/* The first letter in [p, end) that is rare and of one of those words, or end. */
static const char *rare_letter(const char *p, const char *end)
{
    while (p < end) {
        size_t size = end - p < DANA__STEP ? (size_t)(end - p) : DANA__STEP;
        dana__bytes16 bytes = dana__load_part16(p, size);
        unsigned found = dana__bits16(dana__equal16(bytes, 'x') | dana__equal16(bytes, 'X') |
                                      dana__equal16(bytes, 'w') | dana__equal16(bytes, 'f'));

        if (found != 0) {
            return p + dana__first16(found);
        }
        p += size;
    }
    return p;
}

bool dana__names_formula(dana_view text)
{
    const char *end = text.data + text.length;

    for (const char *p = rare_letter(text.data, end); p < end; p = rare_letter(p + 1, end)) {
        if (is_in_name(text, p)) {
            return true;
        }
    }
    return false;
}

static inline dana__bytes16 tex_letters(dana__bytes16 first, dana__bytes16 second,
                                        dana__bytes16 third)
{
    first |= 0x20;
    second |= 0x20;
    third |= 0x20;
    return dana__letters_at(first, second, third, "tex") |
           dana__letters_at(first, second, third, "mat") |
           dana__letters_at(first, second, third, "=tx");
}

static inline dana__bytes16 picture_letters(dana__bytes16 first, dana__bytes16 second,
                                            dana__bytes16 third)
{
    first |= 0x20;
    second |= 0x20;
    third |= 0x20;
    return tex_letters(first, second, third) | dana__letters_at(first, second, third, "moj") |
           dana__letters_at(first, second, third, "mot") |
           dana__letters_at(first, second, third, "smi");
}

bool dana__may_picture_formula(dana_view tag)
{
    return dana__has_letters(tag, picture_letters);
}

bool dana__mentions_tex(dana_view tag)
{
    return dana__has_letters(tag, tex_letters);
}
