#include "page/walk.h"

#include "base/utf8.h"
#include "html/byte_class.h"
#include "html/references.h"

void dana__walk_start(dana__walk *walk, const dana_page *page, dana_error *err)
{
    *walk = (dana__walk){.page = page,
                         .p = page->source.data,
                         .end = page->source.data + page->source.length,
                         .poll_at = page->source.data,
                         .err = err,
                         .status = DANA_OK};
}

static bool is_cancelled(dana__walk *walk)
{
    if (walk->p < walk->poll_at) {
        return false;
    }
    size_t left = (size_t)(walk->end - walk->p);

    walk->poll_at = left > DANA__POLL_BYTES ? walk->p + DANA__POLL_BYTES : walk->end;
    walk->status = dana__poll(walk->page, walk->err);
    return walk->status != DANA_OK;
}

/* Behind an element that the scan drops, NULL for any other start tag. */
static const char *dropped_end(dana__walk *walk, const dana__markup *tag)
{
    const char *behind = NULL;

    if ((tag->flags & DANA__RAW) != 0) {
        dana__raw_text_end(tag->end, walk->end, tag, &behind);
    } else if ((tag->flags & DANA__NESTED) != 0) {
        behind = dana__nested_end(&walk->nesting, walk->end, tag);
    }
    return behind;
}

bool dana__walk_next(dana__walk *walk, dana__piece *piece)
{
    while (walk->p < walk->end && !is_cancelled(walk)) {
        const char *start = walk->p;
        const char *markup = dana__find_markup(start, walk->end);

        if (markup > start) {
            walk->p = markup;
            piece->is_text = true;
            piece->start = start;
            piece->end = markup;
            return true;
        }
        dana__read_markup(start, walk->end, &piece->markup);
        walk->p = piece->markup.end;
        if (piece->markup.kind == DANA__COMMENT) {
            continue;
        }
        const char *behind = piece->markup.kind == DANA__START_TAG
                                 ? dropped_end(walk, &piece->markup)
                                 : NULL;

        if (behind != NULL) {
            walk->p = behind;
            continue;
        }
        piece->is_text = false;
        piece->start = start;
        piece->end = walk->p;
        return true;
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
