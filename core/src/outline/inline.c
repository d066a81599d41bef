#include "outline/inline.h"

#include "outline/raised.h"
#include "outline/stack.h"
#include "outline/tables.h"
#include "styles/emphasis.h"

#include <string.h>

/* What an inline element is, NONE where it is but its text. */
static dana__part part_of(const dana__markup *tag)
{
    if ((tag->flags & DANA__ANCHOR) != 0) {
        return DANA__PART_LINK;
    }
    switch (tag->name.length <= 8 ? tag->name.key : 0) {
    case DANA__NAME_KEY('b'):
    case DANA__NAME_KEY('s', 't', 'r', 'o', 'n', 'g'):
        return DANA__PART_STRONG;
    case DANA__NAME_KEY('i'):
    case DANA__NAME_KEY('e', 'm'):
        return DANA__PART_EM;
    case DANA__NAME_KEY('c', 'o', 'd', 'e'):
    case DANA__NAME_KEY('k', 'b', 'd'):
    case DANA__NAME_KEY('s', 'a', 'm', 'p'):
    case DANA__NAME_KEY('t', 't'):
        return DANA__PART_CODE;
    case DANA__NAME_KEY('d', 'e', 'l'):
    case DANA__NAME_KEY('s'):
    case DANA__NAME_KEY('s', 't', 'r', 'i', 'k', 'e'):
        return DANA__PART_DEL;
    case DANA__NAME_KEY('s', 'u', 'b'):
        return DANA__PART_SUB;
    case DANA__NAME_KEY('s', 'u', 'p'):
        return DANA__PART_SUP;
    case DANA__NAME_KEY('r', 'u', 'b', 'y'):
        return DANA__PART_RUBY;
    case DANA__NAME_KEY('r', 't'):
        return DANA__PART_READING;
    case DANA__NAME_KEY('q'):
        return DANA__PART_QUOTED;
    case DANA__NAME_KEY('a', 'b', 'b', 'r'):
    case DANA__NAME_KEY('a', 'c', 'r', 'o', 'n', 'y', 'm'):
        return DANA__PART_SHORT;
    default:
        return DANA__PART_NONE;
    }
}

/* Removes the innermost inline element of a name that began inside the border. Those that it holds
 * stay (13.2.6.4.7, the adoption agency algorithm, as far as text can see it). */
static void remove_inline(dana__outline *o, uint64_t key)
{
    const dana__frame *top = dana__innermost(o);
    size_t border = top != NULL ? top->border : 0;

    for (size_t i = o->inline_count; i > 0 && o->inlines[i - 1].depth >= border; i--) {
        if (o->inlines[i - 1].key == key) {
            memmove(&o->inlines[i - 1], &o->inlines[i],
                    (o->inline_count - i) * sizeof(o->inlines[0]));
            o->inline_count--;
            return;
        }
    }
}

static bool is_in_ruby(const dana__outline *o)
{
    for (size_t i = o->inline_count; i > 0; i--) {
        if (o->inlines[i - 1].part == DANA__PART_RUBY) {
            return true;
        }
    }
    return false;
}

/* What the style of a tag makes of its text (DANA__STYLE_*). */
static unsigned emphasis_of(const dana__markup *tag)
{
    dana_view value;

    return !tag->is_bare && dana_tag_attribute(dana__tag_view(tag), "style", &value)
               ? dana__read_emphasis(value)
               : 0;
}

/* Whether the style of an element of emphasis takes it back, as editors write what is pasted into
 * them: "<b style="font-weight: normal">". */
static bool is_undone(const dana__markup *tag, dana__part part)
{
    unsigned undoes = part == DANA__PART_STRONG ? (unsigned)DANA__STYLE_LIGHT
                      : part == DANA__PART_EM   ? (unsigned)DANA__STYLE_UPRIGHT
                                                : 0;

    return undoes != 0 && (emphasis_of(tag) & undoes) != 0;
}

static void push(dana__outline *o, const dana__markup *tag, dana__part part)
{
    if (o->inline_count == DANA__INLINES_MAX) {
        return;
    }
    o->inlines[o->inline_count++] = (dana__inline){
        .key = tag->name.key,
        .tag = {tag->start, (size_t)(tag->end - tag->start)},
        .serial = ++o->serial,
        .depth = (uint16_t)o->block_count,
        .part = (uint8_t)part,
        .raised = part == DANA__PART_SUB || part == DANA__PART_SUP
                      ? (uint8_t)dana__judge_raised(tag, part == DANA__PART_SUP,
                                                    o->pass.page->source.data, o->pass.end)
                      : (uint8_t)DANA__RAISED_PLAIN,
        .is_undone = is_undone(tag, part),
    };
}

/* The innermost span whose style sets its text apart, with the blocks around what comes; NULL:
 * there is none, or it stands around a block that is open. */
static dana__inline *styled_span(dana__outline *o)
{
    size_t i = o->inline_count;

    while (i > 0 && o->inlines[i - 1].key != DANA__SPAN_KEY) {
        i--;
    }
    return i > 0 && o->inlines[i - 1].depth == o->block_count ? &o->inlines[i - 1] : NULL;
}

/* Opens a span: it is what its style says. One without such a style is counted, so that its end tag
 * is not taken for that of one around it. */
static void open_span(dana__outline *o, const dana__markup *tag)
{
    unsigned emphasis = emphasis_of(tag);
    size_t count = o->inline_count;

    if ((emphasis & DANA__STYLE_BOLD) != 0) {
        push(o, tag, DANA__PART_STRONG);
    }
    if ((emphasis & DANA__STYLE_ITALIC) != 0) {
        push(o, tag, DANA__PART_EM);
    }
    if ((emphasis & DANA__STYLE_STRUCK) != 0) {
        push(o, tag, DANA__PART_DEL);
    }
    dana__inline *around = o->inline_count == count ? styled_span(o) : NULL;

    if (around != NULL && around->spans < UINT16_MAX) {
        around->spans++;
    }
}

/* Closes a span, with all that its style says. */
static void close_span(dana__outline *o)
{
    dana__inline *span = styled_span(o);

    if (span == NULL) {
        return;
    }
    if (span->spans > 0) {
        span->spans--;
        return;
    }
    for (const char *tag = span->tag.data; span != NULL && span->tag.data == tag;
         span = styled_span(o)) {
        remove_inline(o, DANA__SPAN_KEY);
    }
}

void dana__open_inline(dana__outline *o, const dana__markup *tag)
{
    dana__part part = part_of(tag);

    if (dana__kind_of(tag->flags) == DANA__KIND_SPAN) {
        open_span(o, tag);
        return;
    }
    if (part == DANA__PART_NONE) {
        return;
    }
    if (part == DANA__PART_LINK || part == DANA__PART_READING) {
        remove_inline(o, tag->name.key);
    }
    dana__imply_cell(o);
    push(o, tag, part);
}

void dana__close_inline(dana__outline *o, const dana__markup *tag)
{
    if (dana__kind_of(tag->flags) == DANA__KIND_SPAN) {
        close_span(o);
    } else if (part_of(tag) != DANA__PART_NONE) {
        remove_inline(o, tag->name.key);
    }
}

void dana__read_ruby_tag(dana__outline *o, const dana__markup *tag)
{
    uint64_t key = tag->name.length <= 4 ? tag->name.key : 0;
    bool is_parenthesis = key == DANA__NAME_KEY('r', 'p');
    bool is_base = key == DANA__NAME_KEY('r', 'b') || key == DANA__NAME_KEY('r', 't', 'c');

    if (is_parenthesis || is_base || key == DANA__NAME_KEY('r', 'u', 'b', 'y')) {
        remove_inline(o, DANA__NAME_KEY('r', 't'));
    }
    if (is_parenthesis || is_base || key == DANA__NAME_KEY('r', 't') ||
        key == DANA__NAME_KEY('r', 'u', 'b', 'y')) {
        o->in_parenthesis = is_parenthesis && tag->kind == DANA__START_TAG && is_in_ruby(o);
    }
}
