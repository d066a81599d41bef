#include "outline/stack.h"

#include <string.h>

#define IMAGE_KEY DANA__NAME_KEY('i', 'm', 'g')

void dana__outline_start(dana__outline *outline, const dana_page *page, bool keeps_noscript,
                         size_t stop, dana_error *err)
{
    memset(outline, 0, sizeof(*outline));
    outline->page = page;
    outline->p = page->source.data;
    outline->poll_at = outline->p;
    outline->stop = outline->p + stop;
    outline->end = outline->p + page->source.length;
    outline->keeps_noscript = keeps_noscript;
    outline->err = err;
}

/* Behind an element that the scan drops with its content, NULL for any other. */
static const char *dropped_end(dana__outline *o, const dana__markup *tag)
{
    const char *behind = NULL;
    bool is_kept = o->keeps_noscript && (tag->flags & DANA__NOSCRIPT) != 0;

    if ((tag->flags & DANA__RAW) != 0 && !is_kept) {
        dana__raw_text_end(tag->end, o->end, tag, &behind);
    } else if ((tag->flags & DANA__NESTED) != 0) {
        behind = dana__nested_end(&o->nesting, o->end, tag);
    }
    return behind;
}

static bool is_image(const dana__markup *tag)
{
    return tag->kind == DANA__START_TAG && tag->name.key == IMAGE_KEY && tag->name.length == 3;
}

/* Applies a tag to the stacks. Returns true where it is an event. */
static bool read_tag(dana__outline *o, const dana__markup *tag, dana__event *event)
{
    dana__kind kind = dana__kind_of(tag->flags);

    *event = (dana__event){DANA__EVENT_IMAGE, tag->start, tag->end};
    if (kind == DANA__KIND_BR) {
        event->kind = DANA__EVENT_BREAK;
        return true;
    }
    if (is_image(tag)) {
        dana__imply_cell(o);
        return true;
    }
    if (tag->kind == DANA__END_TAG) {
        if ((tag->flags & DANA__BLOCK) != 0) {
            dana__close_block(o, tag);
        } else if (dana__inline_part(tag) != DANA__PART_NONE) {
            dana__remove_mark(o, tag->name.key);
        }
        return false;
    }
    if (kind == DANA__KIND_RULE) {
        dana__close_p(o);
        o->border = true;
        event->kind = DANA__EVENT_RULE;
        return true;
    }
    if ((tag->flags & DANA__BLOCK) != 0) {
        dana__open_block(o, tag);
    } else {
        dana__open_mark(o, tag);
    }
    return false;
}

static bool is_cancelled(dana__outline *o)
{
    if (o->p < o->poll_at || o->status != DANA_OK) {
        return o->status != DANA_OK;
    }
    size_t left = (size_t)(o->end - o->p);

    o->poll_at = left > DANA__POLL_BYTES ? o->p + DANA__POLL_BYTES : o->end;
    o->status = dana__poll(o->page, o->err);
    return o->status != DANA_OK;
}

/* Reads the markup at p and moves behind it. Returns true where it is an event. */
static bool read_markup(dana__outline *o, dana__event *event)
{
    dana__markup markup;

    dana__read_markup(o->p, o->end, &markup);
    o->p = markup.end;
    if (markup.kind != DANA__START_TAG && markup.kind != DANA__END_TAG) {
        return false;
    }
    if (markup.kind == DANA__START_TAG) {
        const char *behind = dropped_end(o, &markup);

        if (behind != NULL) {
            o->p = behind;
            return false;
        }
    }
    return read_tag(o, &markup, event);
}

static bool is_white(const char *p, const char *end)
{
    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return p == end;
}

static void note_text(dana__outline *o)
{
    dana__imply_cell(o);
    const dana__frame *top = dana__innermost(o);

    if (top != NULL && top->leaf > 0) {
        o->blocks[top->leaf - 1].has_text = true;
    }
}

bool dana__outline_next(dana__outline *outline, dana__event *event)
{
    while (outline->p < outline->stop && !is_cancelled(outline)) {
        const char *start = outline->p;
        const char *markup = dana__find_markup(start, outline->end);

        if (markup > start) {
            outline->p = markup;
            if (!is_white(start, markup)) {
                note_text(outline);
            }
            *event = (dana__event){DANA__EVENT_TEXT, start, markup};
            return true;
        }
        if (read_markup(outline, event)) {
            return true;
        }
    }
    return false;
}
