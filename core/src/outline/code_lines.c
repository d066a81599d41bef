#include "outline/code_lines.h"

#include "listing/class_words.h"
#include "listing/listing.h"
#include "outline/inline.h"
#include "outline/stack.h"

#include <string.h>

#define PRE_KEY DANA__NAME_KEY('p', 'r', 'e')

void dana__start_code_lines(dana__outline *o)
{
    dana__code_lines *code = &o->code;

    /* What was read of classes stays: a page's listings repeat them. */
    code->look.end = o->pass.end;
    code->has_text = false;
    code->ended = false;
    code->lines = 0;
    code->spans = 0;
    code->line_span = 0;
    code->span_lines = 0;
}

/* Whether the page may have what stands beside code where a tag outside of listings begins. */
static bool may_be_beside(const dana__outline *o, const dana__markup *tag, dana__kind kind)
{
    bool is_cell = kind == DANA__KIND_CELL;

    if (!is_cell && kind != DANA__KIND_DIV && kind != DANA__KIND_BUTTON &&
        kind != DANA__KIND_SPAN) {
        return false;
    }
    return !tag->is_bare &&
           (is_cell ||
            (!tag->is_plain &&
             dana__may_have_class(o->pass.page, kind == DANA__KIND_SPAN
                                                    ? DANA__CLASS_AGAIN
                                                    : DANA__CLASS_TOOLS | DANA__CLASS_NUMBERS)));
}

bool dana__pass_beside_code(dana__outline *o, const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);
    bool in_code = dana__open_listing(o) != NULL;

    if (tag->kind != DANA__START_TAG || (!in_code && !may_be_beside(o, tag, kind))) {
        return false;
    }
    o->code.look.end = o->pass.end;
    const char *end = !in_code && kind == DANA__KIND_SPAN
                          ? dana__end_of_repeated(&o->code.look, tag)
                          : dana__end_beside_code(&o->code.look, tag, in_code);

    if (end != NULL) {
        o->pass.p = end;
    }
    return end != NULL;
}

/* Whether a listing may begin here: not in a heading, nor in a table of data, whose cells are
 * lines.
 */
static bool may_hold_listing(const dana__outline *o)
{
    const dana__frame *top = dana__innermost(o);

    return top == NULL || (top->table == 0 && dana__part_at(o, top->near) != DANA__PART_HEADING);
}

bool dana__read_code_paragraph(dana__outline *o, const dana__markup *tag)
{
    const dana__frame *listing = dana__open_listing(o);

    if (tag->kind == DANA__END_TAG) {
        bool is_end = listing != NULL && listing->key == tag->name.key;

        if (is_end) {
            dana__pop_to(o, dana__innermost(o)->leaf - 1u, false);
        }
        return is_end;
    }
    if (listing != NULL || !may_hold_listing(o) ||
        !dana__is_code_paragraph(tag, o->pass.page->source.data, o->pass.end)) {
        return false;
    }
    dana__close_p(o);
    dana__frame *block = dana__push(o, DANA__PART_PRE, tag->name.key, dana__tag_view(tag));

    if (block != NULL) {
        block->leaf = dana__top_index(o);
    }
    dana__start_code_lines(o);
    return true;
}

static bool is_paragraph_key(uint64_t key)
{
    return key == DANA__NAME_KEY('c', 'o', 'd', 'e') || key == DANA__NAME_KEY('t', 't') ||
           key == DANA__NAME_KEY('s', 'a', 'm', 'p');
}

/* Ends a line: an event. */
static bool end_line(dana__outline *o, dana__event *event)
{
    event->kind = DANA__EVENT_LINE;
    o->code.has_text = false;
    o->code.lines++;
    return true;
}

/* An element's end ends the line that is open, or one that is an empty element. */
static bool end_element(dana__outline *o, bool is_line, uint32_t lines_before, dana__event *event)
{
    if (!o->code.has_text && !(is_line && o->code.lines == lines_before)) {
        return false;
    }
    o->code.ended = true;
    return end_line(o, event);
}

/* A span that begins at a line's start and is called one. Spans inside it are its own. */
static void open_span(dana__outline *o, const dana__markup *tag)
{
    dana__code_lines *code = &o->code;

    code->spans++;
    if (code->line_span == 0 && !code->has_text && dana__is_code_line(tag)) {
        code->line_span = code->spans;
        code->span_lines = code->lines;
        code->ended = false;
    }
}

static bool close_span(dana__outline *o, dana__event *event)
{
    dana__code_lines *code = &o->code;
    bool is_event = false;

    if (code->spans == 0) {
        return false;
    }
    if (code->spans == code->line_span) {
        code->line_span = 0;
        is_event = end_element(o, true, code->span_lines, event);
    }
    code->spans--;
    return is_event;
}

static bool is_in_code_element(const dana__outline *o)
{
    return o->inline_count > 0 && o->inlines[o->inline_count - 1].part == DANA__PART_CODE;
}

/* Whether a block inside a listing is nothing but lines of it. Old pages set whole texts as pre: a
 * table or list there is one, unless it has a class or stands in a code element. */
static bool is_of_code(const dana__outline *o, const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);

    if ((kind == DANA__KIND_TABLE || kind == DANA__KIND_LIST) &&
        dana__open_listing(o)->key == PRE_KEY && !is_in_code_element(o) &&
        dana__class_value(dana__tag_view(tag)).length == 0) {
        return false;
    }
    return ((DANA__KIND_BIT(DIV) | DANA__KIND_BIT(ITEM) | DANA__KIND_BIT(LIST) |
             DANA__KIND_BIT(TABLE) | DANA__KIND_BIT(ROWS) | DANA__KIND_BIT(ROW) |
             DANA__KIND_BIT(CELL) | DANA__KIND_BIT(PRE) | DANA__KIND_BIT(P)) >>
                kind &
            1u) != 0;
}

/* An item closes the one before it (13.2.6.4.7). */
static void close_item(dana__outline *o)
{
    const dana__frame *top = dana__innermost(o);

    if (o->block_count > top->leaf && top->is_line && top->key == DANA__NAME_KEY('l', 'i')) {
        dana__pop_to(o, o->block_count - 1, false);
    }
}

/* Opens a block of lines. A cell stands on the line of the one before it. */
static bool open_lines(dana__outline *o, const dana__markup *tag, dana__event *event)
{
    dana__kind kind = dana__kind_of(tag->flags);
    bool is_event = o->code.has_text;

    if (kind == DANA__KIND_ITEM) {
        close_item(o);
    }
    dana__frame *block = dana__push(o, DANA__PART_BLOCK, tag->name.key, dana__tag_view(tag));

    if (is_event && kind == DANA__KIND_CELL) {
        event->kind = DANA__EVENT_CELL;
    } else if (is_event) {
        end_line(o, event);
    }
    if (block != NULL) {
        block->is_line = dana__is_code_line(tag);
        block->next = o->code.lines;
        o->code.ended = o->code.ended && !block->is_line;
    }
    return is_event;
}

/* Closes a block of lines. Returns false where the tag closes no block inside the listing. */
static bool close_lines(dana__outline *o, const dana__markup *tag, dana__event *event,
                        bool *is_event)
{
    size_t listing = dana__innermost(o)->leaf;
    size_t i = o->block_count;

    if (o->overflow > 0) {
        return false;
    }
    while (i > listing && o->blocks[i - 1].key != tag->name.key) {
        i--;
    }
    if (i == listing) {
        return false;
    }
    const dana__frame block = o->blocks[i - 1];

    dana__pop_to(o, i - 1, false);
    if (tag->name.key != DANA__NAME_KEY('t', 'd') && tag->name.key != DANA__NAME_KEY('t', 'h')) {
        *is_event = end_element(o, block.is_line, block.next, event);
    }
    return true;
}

static bool read_block(dana__outline *o, const dana__markup *tag, dana__event *event,
                       bool *is_event)
{
    bool border = o->border;
    bool is_read = is_of_code(o, tag);

    if (is_read && tag->kind == DANA__START_TAG) {
        *is_event = open_lines(o, tag, event);
    } else if (tag->kind == DANA__END_TAG) {
        is_read = close_lines(o, tag, event, is_event);
    }
    if (is_read) {
        o->border = border;
    }
    return is_read;
}

bool dana__read_code_tag(dana__outline *o, const dana__markup *tag, dana__event *event,
                         bool *is_event)
{
    dana__kind kind = dana__kind_of(tag->flags);

    *is_event = false;
    if (kind == DANA__KIND_BR) {
        bool is_paragraph = is_paragraph_key(dana__open_listing(o)->key);

        *is_event = (is_paragraph || !o->code.ended) && end_line(o, event);
        o->code.ended = is_paragraph; /* where a newline of the source is white space */
        return true;
    }
    if (kind == DANA__KIND_SPAN) {
        if (tag->kind == DANA__START_TAG) {
            open_span(o, tag);
        } else {
            *is_event = close_span(o, event);
        }
        return true;
    }
    return (tag->flags & DANA__BLOCK) != 0 && read_block(o, tag, event, is_event);
}

/* The end of the white space at p that is on its line. */
static const char *skip_blanks(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\r')) {
        p++;
    }
    return p;
}

/* Whether white space between tags shows nothing: among the parts of a table or list, and between
 * blocks that are lines in something else than a pre. */
static bool is_formatting(const dana__outline *o, const char *start, const char *end)
{
    const dana__frame *top = dana__innermost(o);
    const dana__frame *listing = dana__frame_at(o, top->leaf);
    uint64_t key = top->key;
    bool holds_parts = key == DANA__NAME_KEY('t', 'r') ||
                       key == DANA__NAME_KEY('t', 'a', 'b', 'l', 'e') ||
                       key == DANA__NAME_KEY('t', 'b', 'o', 'd', 'y') ||
                       key == DANA__NAME_KEY('o', 'l') || key == DANA__NAME_KEY('u', 'l');
    const char *p = start;

    if (!holds_parts &&
        (listing->key == PRE_KEY || top->is_line || o->code.has_text || o->code.line_span > 0)) {
        return false;
    }
    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return p == end && (holds_parts || memchr(start, '\n', (size_t)(end - start)) != NULL);
}

bool dana__read_code_text(dana__outline *o, dana__event *event)
{
    dana__code_lines *code = &o->code;
    const char *p = event->start;

    if (is_formatting(o, p, event->end)) {
        return false;
    }
    if (code->ended) {
        const char *after = skip_blanks(p, event->end);

        p = after < event->end && *after == '\n' ? after + 1 : p;
        event->start = p;
    }
    if (p == event->end) {
        code->ended = false;
        return false;
    }
    code->ended = false;
    for (const char *newline = memchr(p, '\n', (size_t)(event->end - p)); newline != NULL;
         newline = memchr(p, '\n', (size_t)(event->end - p))) {
        code->lines++;
        code->has_text = false;
        p = newline + 1;
    }
    code->has_text |= p < event->end;
    return true;
}
