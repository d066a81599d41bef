#include "html/dropped.h"

#include "base/ascii.h"
#include "dana/scan.h"
#include "html/content.h"

#include <string.h>

static bool is_unclosed(const dana__nesting *nesting, uint64_t key)
{
    for (size_t i = 0; i < nesting->unclosed_count; i++) {
        if (nesting->unclosed[i] == key) {
            return true;
        }
    }
    return false;
}

/* The names of elements: length and the first bytes. */
#define NAME(length, ...)                                                                          \
    {                                                                                              \
        DANA__NAME_KEY(__VA_ARGS__), length                                                        \
    }

/* Blocks whose tags end SVG (HTML 13.2.6.5). */
static const dana__name breakouts[] = {
    NAME(1, 'p'),
    NAME(3, 'd', 'i', 'v'),
    NAME(2, 'l', 'i'),
    NAME(2, 'u', 'l'),
    NAME(2, 'o', 'l'),
    NAME(2, 'b', 'r'),
    NAME(10, 'b', 'l', 'o', 'c', 'k', 'q', 'u', 'o'),
    NAME(4, 'b', 'o', 'd', 'y'),
    NAME(6, 'c', 'e', 'n', 't', 'e', 'r'),
    NAME(2, 'd', 'd'),
    NAME(2, 'd', 'l'),
    NAME(2, 'd', 't'),
    NAME(2, 'h', '1'),
    NAME(2, 'h', '2'),
    NAME(2, 'h', '3'),
    NAME(2, 'h', '4'),
    NAME(2, 'h', '5'),
    NAME(2, 'h', '6'),
    NAME(4, 'h', 'e', 'a', 'd'),
    NAME(2, 'h', 'r'),
    NAME(4, 'm', 'e', 'n', 'u'),
    NAME(3, 'p', 'r', 'e'),
    NAME(5, 't', 'a', 'b', 'l', 'e'),
};

/* Those whose end tag does: they do not stand in SVG, so that the one that is open stands around.
 */
static const dana__name around[] = {
    NAME(7, 'a', 'r', 't', 'i', 'c', 'l', 'e'),
    NAME(5, 'a', 's', 'i', 'd', 'e'),
    NAME(10, 'f', 'i', 'g', 'c', 'a', 'p', 't', 'i'),
    NAME(6, 'f', 'i', 'g', 'u', 'r', 'e'),
    NAME(6, 'f', 'o', 'o', 't', 'e', 'r'),
    NAME(4, 'f', 'o', 'r', 'm'),
    NAME(6, 'h', 'e', 'a', 'd', 'e', 'r'),
    NAME(4, 'h', 't', 'm', 'l'),
    NAME(4, 'm', 'a', 'i', 'n'),
    NAME(3, 'n', 'a', 'v'),
    NAME(7, 's', 'e', 'c', 't', 'i', 'o', 'n'),
    NAME(5, 't', 'b', 'o', 'd', 'y'),
    NAME(2, 't', 'd'),
    NAME(2, 't', 'h'),
    NAME(2, 't', 'r'),
};

/* The other elements whose tags end SVG. A switch, as each tag in SVG is asked for. */
static bool is_inline_breakout(uint64_t key)
{
    switch (key) {
    case DANA__NAME_KEY('b'):
    case DANA__NAME_KEY('i'):
    case DANA__NAME_KEY('s'):
    case DANA__NAME_KEY('u'):
    case DANA__NAME_KEY('e', 'm'):
    case DANA__NAME_KEY('t', 't'):
    case DANA__NAME_KEY('b', 'i', 'g'):
    case DANA__NAME_KEY('i', 'm', 'g'):
    case DANA__NAME_KEY('s', 'u', 'b'):
    case DANA__NAME_KEY('s', 'u', 'p'):
    case DANA__NAME_KEY('v', 'a', 'r'):
    case DANA__NAME_KEY('c', 'o', 'd', 'e'):
    case DANA__NAME_KEY('m', 'e', 't', 'a'):
    case DANA__NAME_KEY('n', 'o', 'b', 'r'):
    case DANA__NAME_KEY('r', 'u', 'b', 'y'):
    case DANA__NAME_KEY('s', 'p', 'a', 'n'):
    case DANA__NAME_KEY('e', 'm', 'b', 'e', 'd'):
    case DANA__NAME_KEY('s', 'm', 'a', 'l', 'l'):
    case DANA__NAME_KEY('s', 't', 'r', 'o', 'n', 'g'):
    case DANA__NAME_KEY('s', 't', 'r', 'i', 'k', 'e'):
    case DANA__NAME_KEY('l', 'i', 's', 't', 'i', 'n', 'g'):
        return true;
    default:
        return false;
    }
}

/* Elements of SVG that hold HTML: foreignObject, desc; title is raw text here. */
static const dana__name holders[] = {
    NAME(13, 'f', 'o', 'r', 'e', 'i', 'g', 'n', 'o'),
    NAME(4, 'd', 'e', 's', 'c'),
};

static bool is_one_of(const dana__markup *tag, const dana__name *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (names[i].key == tag->name.key && names[i].length == tag->name.length) {
            return true;
        }
    }
    return false;
}

/* Whether a tag inside an svg element ends it. */
static bool breaks_out(const dana__markup *tag)
{
    bool ends = tag->kind == DANA__END_TAG;

    if ((tag->flags & DANA__BLOCK) != 0) {
        return is_one_of(tag, breakouts, DANA__COUNT(breakouts)) ||
               (ends && is_one_of(tag, around, DANA__COUNT(around)));
    }
    if (tag->name.length > sizeof(tag->name.key)) {
        return false;
    }
    return is_inline_breakout(tag->name.key) ||
           (ends && (tag->name.key == DANA__NAME_KEY('l', 'a', 'b', 'e', 'l') ||
                     tag->name.key == DANA__NAME_KEY('b', 'u', 't', 't', 'o', 'n')));
}

static bool closes_itself(const dana__markup *tag)
{
    return tag->end[-2] == '/';
}

/* Returns where an svg element ends, as a browser has it; NULL where it does not. p: after its
 * start tag. HTML stands in it only within elements made for it. */
static const char *svg_end(const char *p, const char *end, const dana__markup *svg)
{
    size_t depth = 1;
    size_t inside = 0; /* elements that hold HTML */
    dana__markup tag;

    for (p = dana__find_markup(p, end); p < end; p = dana__find_markup(p, end)) {
        dana__read_markup(p, end, &tag);
        p = tag.end;
        bool starts = tag.kind == DANA__START_TAG && !closes_itself(&tag);
        bool ends = tag.kind == DANA__END_TAG;

        if (tag.kind != DANA__START_TAG && !ends) {
            continue;
        }
        if (inside == 0 && breaks_out(&tag)) {
            return tag.start;
        }
        if (is_one_of(&tag, holders, DANA__COUNT(holders))) {
            inside += starts;
            inside -= ends && inside > 0;
        } else if (tag.name.key == svg->name.key && tag.name.length == svg->name.length) {
            depth += starts;
            depth -= ends;
        } else if (starts && (tag.flags & DANA__RAW) != 0) {
            dana__raw_text_end(p, end, &tag, &p);
        }
        if (depth == 0) {
            return p;
        }
    }
    return NULL;
}

/* Returns the end of a DANA__NESTED element, NULL where it is never closed. */
static const char *nested_end(dana__nesting *nesting, const char *end, const dana__markup *tag)
{
    if (dana__is_empty_element(tag)) {
        return tag->end;
    }
    if (is_unclosed(nesting, tag->name.key)) {
        return NULL;
    }
    bool is_svg = (tag->flags & DANA__FOREIGN) != 0;
    bool nest = !nesting->distrust && (tag->flags & DANA__NO_NESTING) == 0;
    const char *element_end = is_svg ? svg_end(tag->end, end, tag)
                                     : dana__element_end(tag->end, end, tag, nest);

    if (element_end == NULL && nest && !is_svg) {
        nesting->distrust = true;
        element_end = dana__element_end(tag->end, end, tag, false);
    }
    if (element_end == NULL) {
        nesting->unclosed[nesting->unclosed_count++] = tag->name.key;
    }
    return element_end;
}

/* The ids of frames. */
static const char *const frames[] = {
    "wm-ipp-base",                   /* the Wayback Machine's bar, */
    "wm-ipp-print",                  /* what it prints, */
    "wm-ipp",                        /* and the bar of old copies */
    "goog-gt-tt",                    /* what Chrome's translator says of a text */
    "bN015htcoyT__google-cache-hdr", /* Google's cache */
};

/* Whether a div is a frame. Not every look for a tag's end notes its attributes. */
static bool is_frame(const dana__markup *tag)
{
    dana_view id = tag->id;

    if ((tag->seen & DANA__SEEN) == 0 && !dana_tag_attribute(dana__tag_view(tag), "id", &id)) {
        return false;
    }
    return id.length > 5 && strchr("wgb", *id.data) != NULL &&
           dana__is_one_of(id, frames, DANA__COUNT(frames));
}

/* Returns the end of a frame, NULL where the element is none or is never closed. */
static const char *frame_end(dana__nesting *nesting, const char *end, const dana__markup *tag)
{
    if (!is_frame(tag) || is_unclosed(nesting, tag->name.key)) {
        return NULL;
    }
    const char *element_end = dana__element_end(tag->end, end, tag, true);

    if (element_end == NULL) {
        nesting->unclosed[nesting->unclosed_count++] = tag->name.key;
    }
    return element_end;
}

bool dana__holds_escaped_markup(const dana__markup *tag, const char *end)
{
    const char *p = tag->end;

    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return end - p > 4 && memcmp(p, "&lt;", 4) == 0;
}

/* Whether a template is the shadow tree that browsers show in place of its parent's content (HTML
 * 4.12.3, shadowrootmode). */
static bool is_shadow_tree(const dana__markup *tag)
{
    static const dana__name name = NAME(8, 't', 'e', 'm', 'p', 'l', 'a', 't', 'e');
    dana_view mode;

    return is_one_of(tag, &name, 1) &&
           dana_tag_attribute((dana_view){tag->start, (size_t)(tag->end - tag->start)},
                              "shadowrootmode", &mode) &&
           (dana__is_text(mode, "open") || dana__is_text(mode, "closed"));
}

/* Whether an svg element is a slide of Marp, whose HTML stands in its foreignObject: its first
 * attribute says so. */
static bool is_slide(const dana__markup *tag)
{
    static const char mark[] = " data-marpit-svg";
    const char *p = tag->name_text + tag->name.length;

    return (tag->flags & DANA__FOREIGN) != 0 && tag->end - p >= (ptrdiff_t)sizeof(mark) - 1 &&
           memcmp(p, mark, sizeof(mark) - 1) == 0;
}

const char *dana__dropped_end(dana__nesting *nesting, const char *end, const dana__markup *tag,
                              bool keep_noscript, const char **raw_end)
{
    const char *element_end = NULL;

    *raw_end = NULL;
    if ((tag->flags & DANA__RAW) != 0 && !(keep_noscript && (tag->flags & DANA__NOSCRIPT) != 0 &&
                                           !dana__holds_escaped_markup(tag, end))) {
        *raw_end = dana__raw_text_end(tag->end, end, tag, &element_end);
    } else if ((tag->flags & DANA__NESTED) != 0 && !is_shadow_tree(tag) && !is_slide(tag)) {
        element_end = nested_end(nesting, end, tag);
    } else if ((tag->flags & DANA__FRAME) != 0) {
        element_end = frame_end(nesting, end, tag);
    }
    return element_end;
}
