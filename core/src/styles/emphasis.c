#include "styles/emphasis.h"

#include "base/ascii.h"
#include "html/attribute.h"

#include <string.h>

/* The lightest weight that browsers show as bold. */
#define BOLD_LEAST '6'

static unsigned read_weight(dana_view value)
{
    bool is_number = value.length >= 3 && dana__is_digit(value.data[0]) &&
                     dana__is_digit(value.data[1]) && dana__is_digit(value.data[2]);

    if (dana__begins_with(value, "bold") || (is_number && value.data[0] >= BOLD_LEAST)) {
        return DANA__STYLE_BOLD;
    }
    return is_number || dana__begins_with(value, "normal") || dana__begins_with(value, "lighter")
               ? DANA__STYLE_LIGHT
               : 0;
}

static unsigned read_slant(dana_view value)
{
    if (dana__begins_with(value, "italic") || dana__begins_with(value, "oblique")) {
        return DANA__STYLE_ITALIC;
    }
    return dana__begins_with(value, "normal") ? DANA__STYLE_UPRIGHT : 0;
}

static unsigned read_line(dana_view value)
{
    static const char line[] = "line-through";

    return memmem(value.data, value.length, line, sizeof(line) - 1) != NULL ? DANA__STYLE_STRUCK
                                                                            : 0;
}

/* What one declaration, "font-weight: bold", makes of a text. The whole name counts: Word writes
 * "mso-bidi-font-weight" of other scripts. */
static unsigned read_declaration(const char *p, const char *end)
{
    const char *colon = memchr(p, ':', (size_t)(end - p));

    if (colon == NULL) {
        return 0;
    }
    dana_view name = dana__trim(dana__between(p, colon));
    dana_view value = dana__trim(dana__between(colon + 1, end));

    return dana__is_text(name, "font-weight")            ? read_weight(value)
           : dana__is_text(name, "font-style")           ? read_slant(value)
           : dana__is_text(name, "text-decoration")      ? read_line(value)
           : dana__is_text(name, "text-decoration-line") ? read_line(value)
                                                         : 0;
}

unsigned dana__read_emphasis(dana_view style)
{
    const char *end = style.data + style.length;
    unsigned emphasis = 0;

    for (const char *p = style.data; p < end;) {
        const char *stop = memchr(p, ';', (size_t)(end - p));

        stop = stop != NULL ? stop : end;
        emphasis |= read_declaration(p, stop);
        p = stop < end ? stop + 1 : end;
    }
    return emphasis;
}
