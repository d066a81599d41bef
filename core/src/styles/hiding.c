#include "styles/hiding.h"

#include "base/ascii.h"
#include "base/bytes16.h"

#include <string.h>
#include <strings.h>

/* Pixels that nothing on a page is away from it; an em is 16 of them. On the way to 2 000 there are
 * rows of slides, of which one is shown. */
#define FAR_PIXELS 5000U
#define EM_PIXELS  16U

/* What of a style's letters may do something: the first ones of "none" or of "visibility" or a
 * negative number may hide, the "ze" of "font-size" may shrink. */
static unsigned find_letters(dana_view style, const char *readable)
{
    dana__bytes16 hides = {0};
    dana__bytes16 shrinks = {0};

    for (size_t at = 0; at + 1 < style.length; at += DANA__STEP) {
        size_t size = style.length - at - 1;
        dana__bytes16 first = dana__load_some16(style.data + at, size, readable);
        dana__bytes16 second = dana__load_some16(style.data + at + 1, size, readable);
        dana__bytes16 is_digit = (dana__bytes16)((second - (unsigned char)'0') < 10);

        hides |= (dana__equal16(first, 'n') & dana__equal16(second, 'o')) |
                 (dana__equal16(first, 'v') & dana__equal16(second, 'i')) |
                 (dana__equal16(first, '-') & is_digit);
        shrinks |= dana__equal16(first, 'z') & dana__equal16(second, 'e');
    }
    return (dana__bits16(hides) != 0 ? DANA__STYLE_HIDES : 0) |
           (dana__bits16(shrinks) != 0 ? (unsigned)DANA__STYLE_SHRINKS : 0);
}

/* Whether the letters of "none" stand close behind "display". */
static bool is_not_displayed(dana_view style)
{
    const char *none = memmem(style.data, style.length, "none", 4);
    const char *display = none != NULL ? memmem(style.data, style.length, "display", 7) : NULL;

    return display != NULL && display < none && none - display <= 10;
}

static bool is_invisible(dana_view style)
{
    const char *visibility = memmem(style.data, style.length, "visibility", 10);

    return visibility != NULL &&
           memmem(visibility, style.length - (size_t)(visibility - style.data), "hidden", 6) !=
               NULL;
}

/* Properties that move a text. */
static const char *const movers[] = {"left",        "right",       "top",       "bottom",
                                     "text-indent", "margin-left", "margin-top"};

/* The name of the property whose value begins at p, the first byte behind its colon and white
 * space; empty: none does. */
static dana_view property_before(const char *start, const char *p)
{
    while (p > start && dana__is_space(p[-1])) {
        p--;
    }
    if (p == start || p[-1] != ':') {
        return (dana_view){p, 0};
    }
    const char *end = p - 1;

    while (end > start && dana__is_space(end[-1])) {
        end--;
    }
    const char *name = end;

    while (name > start && (dana__is_letter(name[-1]) || name[-1] == '-')) {
        name--;
    }
    return (dana_view){name, (size_t)(end - name)};
}

/* Whether a number with its unit, of which the sign is passed, is a distance off the page. */
static bool is_far(const char *p, const char *end)
{
    unsigned number = 0;

    for (; p < end && dana__is_digit(*p); p++) {
        number = number < FAR_PIXELS ? 10 * number + (unsigned)(*p - '0') : number;
    }
    bool is_em = (end - p >= 2 && strncasecmp(p, "em", 2) == 0) ||
                 (end - p >= 3 && strncasecmp(p, "rem", 3) == 0);

    return (is_em ? EM_PIXELS * number : number) >= FAR_PIXELS &&
           (is_em || (end - p >= 2 && strncasecmp(p, "px", 2) == 0));
}

static bool moves_off(dana_view style)
{
    const char *end = style.data + style.length;

    for (const char *p = memchr(style.data, '-', style.length); p != NULL;
         p = memchr(p + 1, '-', (size_t)(end - p - 1))) {
        if (is_far(p + 1, end) &&
            dana__is_one_of(property_before(style.data, p), movers, DANA__COUNT(movers))) {
            return true;
        }
    }
    return false;
}

static bool shrinks(dana_view style)
{
    static const char name[] = "font-size";
    const char *end = style.data + style.length;
    const char *p = memmem(style.data, style.length, name, sizeof(name) - 1);

    if (p == NULL) {
        return false;
    }
    for (p += sizeof(name) - 1; p < end && (dana__is_space(*p) || *p == ':'); p++) {
    }
    bool is_one = end - p >= 3 && memcmp(p, "1px", 3) == 0;

    return is_one ||
           (p < end && *p == '0' && (end - p < 2 || (p[1] != '.' && !dana__is_digit(p[1]))));
}

unsigned dana__read_style(dana_view style, const char *readable)
{
    unsigned may = find_letters(style, readable);
    unsigned does = 0;

    if ((may & DANA__STYLE_HIDES) != 0) {
        does |= is_not_displayed(style) || is_invisible(style) ? (unsigned)DANA__STYLE_CLOSES : 0;
        does |= moves_off(style) ? (unsigned)DANA__STYLE_MOVES_OFF : 0;
    }
    if ((may & DANA__STYLE_SHRINKS) != 0 && shrinks(style)) {
        does |= DANA__STYLE_SHRINKS;
    }
    return does;
}
