#include "outline/skip.h"

#include "base/ascii.h"
#include "html/find_text_end.h"
#include "listing/class_words.h"
#include "outline/apply.h"
#include "outline/code_lines.h"
#include "outline/stack.h"
#include "quiet/quiet.h"

#include <string.h>

/* What a tag asks for. */
typedef enum {
    PASS,  /* nothing: it changes no stack */
    APPLY, /* to be applied to the stacks */
    READ,  /* to be read as all others are */
} need;

/* Kinds that are but their text, unless their class says more. */
#define UNMARKED (DANA__KIND_BIT(BUTTON) | DANA__KIND_BIT(META))

/* Bytes of the shortest tag of a span whose style sets its text apart. */
#define STYLED_LEAST (sizeof("<span style=font-weight:700>") - 1)

/* Kinds whose class may say more: a formula, what stands beside code. */
#define CLASSED (DANA__KIND_BIT(SPAN) | DANA__KIND_BIT(BUTTON) | DANA__KIND_BIT(DIV))

/* Kinds that are events, or whose start tags may begin what stands beside code. */
#define EVENTS (DANA__KIND_BIT(BR) | DANA__KIND_BIT(RULE) | DANA__KIND_BIT(CELL))

/* Whether a span that says more than its class does: its style may set its text apart. Inside such
 * a one all count. */
static bool may_be_styled(const dana__outline *o, const dana__taped *record)
{
    const char *tag = o->pass.tape->source + record->start;
    bool is_start = (record->bits & DANA__TAPE_KIND) == DANA__START_TAG;

    for (size_t i = o->inline_count; i > 0; i--) {
        if (o->inlines[i - 1].key == DANA__SPAN_KEY) {
            return true;
        }
    }
    return is_start && (record->bits & DANA__TAPE_BARE) == 0 && record->length >= STYLED_LEAST &&
           memmem(tag, record->length, "style", sizeof("style") - 1) != NULL;
}

/* What a tag asks for by the properties of its name. */
static need way_of_flags(const dana__outline *o, const dana__taped *record, unsigned flags)
{
    unsigned bits = record->bits;
    uint64_t kind = UINT64_C(1) << dana__kind_of(flags);
    bool is_start = (bits & DANA__TAPE_KIND) == DANA__START_TAG;

    if ((flags & DANA__ANCHOR) != 0) {
        return APPLY;
    }
    if (kind == DANA__KIND_BIT(NONE) || (kind & EVENTS) != 0) {
        return kind == DANA__KIND_BIT(CELL) && !is_start ? APPLY : READ;
    }
    if ((kind & CLASSED) != 0 && is_start && (bits & (DANA__TAPE_PLAIN | DANA__TAPE_BARE)) == 0 &&
        dana__may_have_class(o->pass.page, DANA__CLASS_TOOLS | DANA__CLASS_NUMBERS |
                                               DANA__CLASS_FORMULA | DANA__CLASS_AGAIN)) {
        return READ;
    }
    if (kind == DANA__KIND_BIT(SPAN)) {
        return may_be_styled(o, record) ? APPLY : PASS;
    }
    return (kind & UNMARKED) != 0 ? PASS : APPLY;
}

/* What a tag asks for whose name has no properties. */
static need way_of_name(const dana__markup *tag)
{
    if ((tag->name.key & 0xFF) == 'r') {
        return READ; /* perhaps of a ruby */
    }
    if (tag->kind == DANA__END_TAG) {
        return APPLY;
    }
    switch (tag->name.length < sizeof(tag->name.key) ? tag->name.key : 0) {
    case DANA__NAME_KEY('b'):
    case DANA__NAME_KEY('i'):
    case DANA__NAME_KEY('s'):
    case DANA__NAME_KEY('e', 'm'):
    case DANA__NAME_KEY('d', 'e', 'l'):
    case DANA__NAME_KEY('s', 't', 'r', 'o', 'n', 'g'):
    case DANA__NAME_KEY('s', 't', 'r', 'i', 'k', 'e'):
        return APPLY;
    case DANA__NAME_KEY('u'):
    case DANA__NAME_KEY('f', 'o', 'n', 't'):
    case DANA__NAME_KEY('l', 'i', 'n', 'k'):
    case DANA__NAME_KEY('t', 'i', 'm', 'e'):
    case DANA__NAME_KEY('l', 'a', 'b', 'e', 'l'):
    case DANA__NAME_KEY('s', 'm', 'a', 'l', 'l'):
    case DANA__NAME_KEY('s', 'o', 'u', 'r', 'c', 'e'):
    case DANA__NAME_KEY('p', 'i', 'c', 't', 'u', 'r', 'e'):
        return PASS;
    default:
        return READ;
    }
}

/* Whether a tag has "ox", in either case, as "checkbox" has; `x` is its last letter. */
static bool has_box(const char *tag, size_t length, char x)
{
    const char *end = tag + length;

    for (const char *p = memchr(tag, x, length); p != NULL;
         p = memchr(p + 1, x, (size_t)(end - p - 1))) {
        if ((p[-1] | 0x20) == 'o') {
            return true;
        }
    }
    return false;
}

/* Whether a start tag in an item could play a box to tick. */
static bool may_be_box(const dana__outline *o, const dana__taped *record)
{
    const char *tag = o->pass.tape->source + record->start;
    const dana__frame *top = dana__innermost(o);
    const dana__frame *near = top != NULL ? dana__frame_at(o, top->near) : NULL;

    return near != NULL && near->part == DANA__PART_ITEM &&
           record->length >= sizeof("<i role=checkbox>") - 1 &&
           (record->bits & DANA__TAPE_BARE) == 0 &&
           (has_box(tag, record->length, 'x') || has_box(tag, record->length, 'X'));
}

/* What a dropped element asks for: a script may be a formula. */
static need way_of_dropped(const dana__taped *record)
{
    bool is_known = (record->bits & DANA__TAPE_KNOWN) != 0;

    return is_known && (dana__elements[record->row].flags & DANA__SCRIPT) != 0 &&
                   (record->bits & DANA__TAPE_BARE) == 0
               ? READ
               : PASS;
}

/* Applies the tag of a record of less than DANA__TAPE_LONG bytes. */
static void apply(dana__outline *o, const dana__taped *record)
{
    dana__markup tag;

    dana__tape_read_tag(o->pass.tape, record, o->pass.end, &tag);
    dana__apply_tag(o, &tag);
}

/* Applies the tag of a record whose name has properties, as far as that is all that it asks for.
 * Returns false where it has to be read. */
static bool pass_known(dana__outline *o, const dana__taped *record)
{
    need way = way_of_flags(o, record, dana__elements[record->row].flags);

    if (way == APPLY) {
        apply(o, record);
    }
    return way != READ;
}

/* The same for a tag whose name the tape does not know. */
static bool pass_unknown(dana__outline *o, const dana__taped *record)
{
    dana__markup tag;

    dana__tape_read_tag(o->pass.tape, record, o->pass.end, &tag);

    need way = tag.flags != 0 ? way_of_flags(o, record, tag.flags) : way_of_name(&tag);

    if (way == APPLY) {
        dana__apply_tag(o, &tag);
    }
    return way != READ;
}

/* Whether a tag is the end of a citation in a quotation, which may end a line. */
static bool ends_citation(const dana__outline *o, const dana__taped *record)
{
    static const char end[] = "</cite>";
    const dana__frame *top = dana__innermost(o);

    return record->length == sizeof(end) - 1 && top != NULL &&
           dana__part_at(o, top->near) == DANA__PART_QUOTE &&
           memcmp(o->pass.tape->source + record->start, end, sizeof(end) - 1) == 0;
}

/* The same for any tag. */
static bool pass_tag(dana__outline *o, const dana__taped *record)
{
    unsigned kind = record->bits & DANA__TAPE_KIND;

    if (kind == DANA__COMMENT || kind == DANA__DOCTYPE) {
        return record->length != DANA__TAPE_LONG;
    }
    if (record->length == DANA__TAPE_LONG || kind == DANA__CUT_TAG) {
        return false;
    }
    if ((record->bits & DANA__TAPE_DROPPED) != 0) {
        return way_of_dropped(record) == PASS;
    }
    if (kind == DANA__START_TAG ? may_be_box(o, record) : ends_citation(o, record)) {
        return false;
    }
    return (record->bits & DANA__TAPE_KNOWN) != 0 ? pass_known(o, record) : pass_unknown(o, record);
}

/* Whether a text changes what the stacks say: it begins a cell, or it is the first of a heading. */
static bool needs_text(const dana__outline *o)
{
    const dana__frame *top = dana__innermost(o);

    return top != NULL &&
           (top->part == DANA__PART_TABLE || top->part == DANA__PART_ROWS ||
            top->part == DANA__PART_ROW || (top->leaf > 0 && !o->blocks[top->leaf - 1].has_text));
}

/* Whether a link of text leaves no trace in the stacks: none is open that it would end, and its
 * text begins nothing and is nobody's. */
static bool is_passed(const dana__outline *o, const dana__taped *record)
{
    return (dana__elements[record->row].flags & DANA__ANCHOR) != 0 && o->inline_count == 0 &&
           o->border && !o->owes_text && dana__holds_text_alone(&o->pass, record) &&
           o->pass.tape->source + record[1].start < o->quiet && !needs_text(o) &&
           !may_be_box(o, record);
}

/* Notes whether a text that is passed begins or ends with white space. */
static void note_space(dana__outline *o, const char *start, const char *end)
{
    o->passed_space |= start < end && (dana__is_space(*start) || dana__is_space(end[-1]));
}

/* Most blocks open before a quiet element: each inside it may imply another one. */
#define DEPTH_MAX (DANA__BLOCKS_MAX - 2 * DANA__QUIET_DEPTH)

/* Whether a tag inside the innermost block could tell of a block around it: most blocks close a
 * heading, and a box to tick would be that of an item. */
static bool tells_around(const dana__outline *o)
{
    for (size_t i = 0; i + 1 < o->block_count; i++) {
        if (o->blocks[i].part == DANA__PART_HEADING || o->blocks[i].part == DANA__PART_ITEM) {
            return true;
        }
    }
    return false;
}

/* The record of the end tag of an element whose start tag was applied, where its content changes
 * nothing: no text in it counts, and all that it opens it closes. Else NULL. */
static const dana__taped *end_of_quiet(const dana__outline *o, const dana__taped *record)
{
    const char *source = o->pass.tape->source;
    const dana__taped *end = dana__quiet_end(&o->pass, record, DANA__QUIET_OUTLINE);
    const dana__frame *top = dana__innermost(o);

    return end != NULL && source + end->start <= o->quiet && !o->owes_text && top != NULL &&
                   top->tag.data == source + record->start && dana__open_listing(o) == NULL &&
                   o->overflow == 0 && o->inline_count == 0 && o->block_count < DEPTH_MAX &&
                   !tells_around(o)
               ? end
               : NULL;
}

void dana__outline_skip(dana__outline *o)
{
    dana__pass *pass = &o->pass;
    const dana__taped *record = dana__pass_record(pass);

    while (record != NULL && pass->p < pass->poll_at) {
        const char *start = pass->tape->source + record->start;

        if (dana__open_listing(o) != NULL) {
            o->owes_text = true;
            return;
        }
        if (start >= o->quiet) {
            return;
        }
        if (start > pass->p) {
            if (o->owes_text || !o->border) {
                o->owes_text = false;
                return;
            }
            note_space(o, pass->p, start);
            if (needs_text(o) && !dana__is_blank(pass->p, start)) {
                dana__apply_text(o);
            }
            pass->p = pass->taped = start;
        }
        pass->dropped = false;
        const dana__taped *end = NULL;

        if (is_passed(o, record)) {
            note_space(o, start + record->length, pass->tape->source + record[1].start);
            record++;
        } else if (pass_tag(o, record)) {
            end = end_of_quiet(o, record);
        } else {
            return;
        }
        record = end != NULL ? dana__pass_to_end(pass, end) : dana__pass_over(pass, record);
    }
}

/* Whether the next medium may stand at a record. */
static bool may_be_media(const dana__outline *o, const dana__taped *record)
{
    return o->media_count > 0 && o->media[0] <= record->start;
}

/* Takes a text outside of listings. Returns whether it is an event: white space is none for a
 * reader who wants it so. */
static bool take_text(dana__outline *o, const char *start, const char *end, dana__event *event)
{
    bool is_blank = dana__is_blank_text(start, end, o->pass.end);

    o->pass.p = o->pass.taped = end;
    if (is_blank && o->passes_space && !o->owes_text && !o->in_parenthesis) {
        o->passed_space = true;
        return false;
    }
    if (!is_blank) {
        dana__apply_text(o);
    }
    *event = (dana__event){.kind = DANA__EVENT_TEXT, .start = start, .end = end};
    o->owes_text &= o->in_parenthesis;
    return !o->in_parenthesis;
}

bool dana__outline_pass(dana__outline *o, dana__event *event)
{
    dana__pass *pass = &o->pass;
    const dana__taped *record = dana__pass_record(pass);

    while (record != NULL && pass->p < pass->poll_at && pass->p < o->stop &&
           dana__open_listing(o) == NULL) {
        const char *start = pass->tape->source + record->start;

        pass->dropped = false;
        if (start > pass->p) {
            if (take_text(o, pass->p, start, event)) {
                return true;
            }
        } else if (!may_be_media(o, record) && pass_tag(o, record)) {
            record = dana__pass_over(pass, record);
        } else {
            return false;
        }
    }
    return false;
}
