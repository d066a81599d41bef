#include "outline/stack.h"

static dana__name name_of_key(uint64_t key)
{
    return (dana__name){.key = key};
}

/* Takes the spans out that began in blocks that end: they are none of the elements that live on. */
static void drop_spans(dana__outline *o, size_t count)
{
    size_t first = o->inline_count;

    while (first > 0 && o->inlines[first - 1].depth > count) {
        first--;
    }
    size_t kept = first;

    for (size_t i = first; i < o->inline_count; i++) {
        if (o->inlines[i].key != DANA__SPAN_KEY) {
            o->inlines[kept++] = o->inlines[i];
        }
    }
    o->inline_count = kept;
}

void dana__pop_to(dana__outline *o, size_t count, bool implied)
{
    if (count >= o->block_count) {
        return;
    }
    for (size_t i = count; i < o->block_count; i++) {
        o->open_names[dana__element_row(name_of_key(o->blocks[i].key))]--;
    }
    o->block_count = count;
    o->border = true;
    if (o->unchanged > count) {
        o->unchanged = count;
    }
    if (!implied) {
        while (o->inline_count > 0 && o->inlines[o->inline_count - 1].depth > count) {
            o->inline_count--;
        }
    }
    drop_spans(o, count);
    for (size_t i = o->inline_count; i > 0 && o->inlines[i - 1].depth > count; i--) {
        o->inlines[i - 1].depth = (uint16_t)count;
    }
}

/* Whether a part is nothing but a border of text. */
static bool is_plain(dana__part part)
{
    return part == DANA__PART_BLOCK || part == DANA__PART_P;
}

dana__frame *dana__push(dana__outline *o, dana__part part, uint64_t key, dana_view tag)
{
    o->border = true;
    if (o->block_count == DANA__BLOCKS_MAX) {
        o->overflow++;
        return NULL;
    }
    const dana__frame *parent = dana__innermost(o);
    dana__frame *block = &o->blocks[o->block_count++];

    *block = (dana__frame){.key = key, .tag = tag, .serial = ++o->serial, .part = (uint8_t)part};
    if (parent != NULL) {
        block->holder = parent->holder;
        block->table = parent->table;
        block->border = parent->border;
        block->leaf = is_plain(part) ? parent->leaf : 0;
        block->near = parent->near;
        block->p = is_plain(part) ? parent->p : 0;
    }
    if (!is_plain(part)) {
        block->near = (uint16_t)o->block_count;
    } else if (part == DANA__PART_P) {
        block->p = (uint16_t)o->block_count;
    }
    o->open_names[dana__element_row(name_of_key(key))]++;
    return block;
}

void dana__close_p(dana__outline *o)
{
    const dana__frame *top = dana__innermost(o);

    if (top != NULL && top->p > 0) {
        dana__pop_to(o, (size_t)top->p - 1, true);
    }
}

uint32_t dana__number_attribute(dana_view tag, const char *name, uint32_t least, uint32_t most,
                                uint32_t otherwise)
{
    dana_view value;
    uint64_t number = 0;
    size_t i = 0;

    if (tag.length == 0 || !dana_tag_attribute(tag, name, &value)) {
        return otherwise;
    }
    while (i < value.length && dana__is_space(value.data[i])) {
        i++;
    }
    size_t first = i;

    for (; i < value.length && value.data[i] >= '0' && value.data[i] <= '9'; i++) {
        number = number < most ? number * 10 + (uint64_t)(value.data[i] - '0') : number;
    }
    if (i == first) {
        return otherwise;
    }
    return number < least ? least : number > most ? most : (uint32_t)number;
}
