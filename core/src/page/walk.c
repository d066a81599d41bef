#include "page/walk.h"

#include "base/utf8.h"
#include "html/byte_class.h"
#include "html/references.h"

void dana__walk_start(dana__walk *walk, const dana_page *page, dana_error *err)
{
    dana__pass_start(walk, page, false, err);
}

bool dana__walk_next(dana__walk *walk, dana__piece *piece)
{
    while (dana__pass_next(walk, &piece->markup)) {
        if (!walk->dropped && piece->markup.kind != DANA__COMMENT) {
            piece->is_text = piece->markup.kind == DANA__TEXT;
            piece->start = piece->markup.start;
            piece->end = piece->markup.end;
            return true;
        }
    }
    return false;
}

/* Length of the white space at p: one character, or a reference to one; 0 where there is none. A
 * NUL is not there at all, and so parts nothing that is. */
static size_t white_length(const char *p, const char *end)
{
    uint32_t code_points[2];
    size_t length;

    switch (dana__byte_class(*p)) {
    case DANA__SPACE:
    case DANA__NUL:
        return 1;
    case DANA__LEAD:
        return dana__is_no_break_space(p, end) ? 2 : 0;
    case DANA__AMPERSAND:
        length = dana__read_reference(p, end, code_points);
        return length > 0 && dana__is_white(code_points[0]) ? length : 0;
    default:
        return 0;
    }
}

bool dana__walk_word(const char **p, const char *end, const char **word)
{
    const char *at = *p;
    size_t white = 1;

    while (at < end && white > 0) {
        white = white_length(at, end);
        at += white;
    }
    *word = at;
    while (at < end && white_length(at, end) == 0) {
        at += dana__utf8_length((unsigned char)*at);
    }
    *p = at;
    return at > *word;
}
