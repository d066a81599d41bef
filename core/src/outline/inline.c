#include "outline/inline.h"

#include "outline/raised.h"
#include "outline/stack.h"
#include "outline/tables.h"

#include <string.h>

dana__part dana__inline_part(const dana__markup *tag)
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
    case DANA__NAME_KEY('a', 'b', 'b', 'r'):
    case DANA__NAME_KEY('a', 'c', 'r', 'o', 'n', 'y', 'm'):
        return DANA__PART_SHORT;
    default:
        return DANA__PART_NONE;
    }
}

void dana__remove_inline(dana__outline *o, uint64_t key)
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

void dana__open_inline(dana__outline *o, const dana__markup *tag)
{
    dana__part part = dana__inline_part(tag);

    if (part == DANA__PART_NONE) {
        return;
    }
    if (part == DANA__PART_LINK || part == DANA__PART_READING) {
        dana__remove_inline(o, tag->name.key);
    }
    dana__imply_cell(o);
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
    };
}

void dana__read_ruby_tag(dana__outline *o, const dana__markup *tag)
{
    uint64_t key = tag->name.length <= 4 ? tag->name.key : 0;
    bool is_parenthesis = key == DANA__NAME_KEY('r', 'p');
    bool is_base = key == DANA__NAME_KEY('r', 'b') || key == DANA__NAME_KEY('r', 't', 'c');

    if (is_parenthesis || is_base || key == DANA__NAME_KEY('r', 'u', 'b', 'y')) {
        dana__remove_inline(o, DANA__NAME_KEY('r', 't'));
    }
    if (is_parenthesis || is_base || key == DANA__NAME_KEY('r', 't') ||
        key == DANA__NAME_KEY('r', 'u', 'b', 'y')) {
        o->in_parenthesis = is_parenthesis && tag->kind == DANA__START_TAG && is_in_ruby(o);
    }
}
