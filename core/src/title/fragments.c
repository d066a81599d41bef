#include "title/fragments.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "page/page.h"

void dana__fragments_start(dana__fragments *pass, const dana_page *page, const dana_scan *scan,
                           dana__split split)
{
    *pass = (dana__fragments){.page = page, .scan = scan, .split = split};
    while (pass->unit < scan->unit_count && scan->units[pass->unit].start < scan->body_tag.end) {
        pass->unit++;
    }
}

/* Signs that end a sentence: those before white space, and those of scripts without spaces. */
static bool ends_sentence(uint32_t c, bool before_space)
{
    switch (c) {
    case '.':
    case '!':
    case '?':
    case 0x2026: /* horizontal ellipsis */
    case 0x061F: /* Arabic question mark */
    case 0x06D4: /* Arabic full stop */
    case 0x0964: /* danda */
        return before_space;
    case 0x3002: /* ideographic full stop */
    case 0xFF01: /* full-width exclamation mark */
    case 0xFF1F: /* full-width question mark */
        return true;
    default:
        return false;
    }
}

/* Returns where the sentence that begins at p ends: after its sign, or with the text. */
static const char *sentence_end(const char *p, const char *end)
{
    size_t bytes;

    for (; p < end; p += bytes) {
        uint32_t c = dana__utf8_decode(p, &bytes);

        if (ends_sentence(c, p + bytes == end || dana__is_space(p[bytes]))) {
            return p + bytes;
        }
    }
    return end;
}

/* The next sentence of the unit at hand; a unit is trimmed, so that none is empty. */
static void take_sentence(dana__fragments *pass, const dana_unit *unit, dana_span *span)
{
    const char *source = pass->page->source.data;
    const char *end = source + unit->start + unit->length;
    const char *start = source + unit->start + pass->from;
    const char *stop = sentence_end(start, end);

    *span = (dana_span){(uint32_t)(start - source), (uint32_t)(stop - source)};
    while (stop < end && dana__is_space(*stop)) {
        stop++;
    }
    pass->from = stop < end ? (uint32_t)(stop - source) - unit->start : 0;
    pass->unit += stop == end ? 1 : 0;
}

static void take_block(dana__fragments *pass, dana_span *span)
{
    const dana_scan *scan = pass->scan;
    const dana_unit *unit;

    do {
        unit = &scan->units[pass->unit++];
        span->end = unit->start + unit->length;
    } while (pass->unit < scan->unit_count && !scan->units[pass->unit].break_before);
}

bool dana__fragments_next(dana__fragments *pass, dana__fragment *fragment)
{
    if (pass->unit >= pass->scan->unit_count) {
        return false;
    }
    const dana_unit *unit = &pass->scan->units[pass->unit];

    *fragment = (dana__fragment){.span = {unit->start, unit->start + unit->length},
                                 .unit = pass->unit,
                                 .heading = unit->heading};
    switch (pass->split) {
    case DANA__SPLIT_SENTENCES:
        take_sentence(pass, unit, &fragment->span);
        fragment->unit_end = fragment->unit + 1;
        return true;
    case DANA__SPLIT_BLOCKS:
        take_block(pass, &fragment->span);
        break;
    default:
        pass->unit++;
        break;
    }
    fragment->unit_end = pass->unit;
    return true;
}
