#include "outline/outline.h"

#include "outline/blocks.h"
#include "outline/code_lines.h"
#include "outline/inline.h"
#include "outline/stack.h"
#include "outline/tables.h"

#include <string.h>

#define IMAGE_KEY DANA__NAME_KEY('i', 'm', 'g')

void dana__outline_start(dana__outline *outline, const dana_page *page, bool keeps_noscript,
                         dana_span part, dana_error *err)
{
    /* The stacks are not cleared: what is pushed is set. */
    memset(outline->open_names, 0, sizeof(outline->open_names));
    memset(outline->carried, 0, sizeof(outline->carried));
    outline->block_count = 0;
    outline->overflow = 0;
    outline->unchanged = 0;
    outline->inline_count = 0;
    outline->border = false;
    outline->serial = 0;
    outline->table_count = 0;
    outline->tables = NULL;
    dana__pass_start(&outline->pass, page, keeps_noscript, err);
    outline->pass.p = page->source.data + part.start;
    outline->stop = page->source.data + part.end;
}

static bool is_image(const dana__markup *tag)
{
    return tag->kind == DANA__START_TAG && tag->name.key == IMAGE_KEY && tag->name.length == 3;
}

/* Applies a tag to the stacks. Returns true where it is an event. */
static bool read_tag(dana__outline *o, const dana__markup *tag, dana__event *event)
{
    dana__kind kind = dana__kind_of(tag->flags);

    bool is_event;

    *event = (dana__event){DANA__EVENT_IMAGE, tag->start, tag->end};
    if (dana__pass_beside_code(o, tag)) {
        return false;
    }
    if (dana__open_listing(o) != NULL && dana__read_code_tag(o, tag, event, &is_event)) {
        return is_event;
    }
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
            dana__remove_inline(o, tag->name.key);
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
        dana__open_inline(o, tag);
    }
    return false;
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
    dana__pass *pass = &outline->pass;
    dana__markup token;

    while (pass->p < outline->stop && pass->status == DANA_OK && dana__pass_next(pass, &token)) {
        if (token.kind == DANA__TEXT) {
            if (!is_white(token.start, token.end)) {
                note_text(outline);
            }
            *event = (dana__event){DANA__EVENT_TEXT, token.start, token.end};
            if (dana__open_listing(outline) == NULL || dana__read_code_text(outline, event)) {
                return true;
            }
            continue;
        }
        bool is_tag = token.kind == DANA__START_TAG || token.kind == DANA__END_TAG;

        if (is_tag && !pass->dropped && read_tag(outline, &token, event)) {
            return true;
        }
    }
    return false;
}
