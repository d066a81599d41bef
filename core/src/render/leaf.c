#include "render/leaf.h"

#include "base/ascii.h"
#include "base/utf8.h"
#include "listing/language.h"
#include "page/ops.h"
#include "render/inlines.h"
#include "render/lines.h"
#include "render/opened.h"
#include "render/output.h"
#include "text/selected_text.h"

#include <string.h>
#include <unicode/uchar.h>

/* Levels of headings. */
#define LEVELS 6

/* Blocks around a listing that may name its language. */
#define AROUND_CODE 8

/* Bytes from a picture in a heading to the text that the heading goes on with. */
#define HEADING_GAP 2048

/* The language that the tag of an element around code names; one that was asked before is
 * remembered: listings stand in the same elements. */
static dana_view language_around(dana__renderer *r, dana_view tag)
{
    dana__named_language *known = &r->languages[(uintptr_t)tag.data / 4 % DANA__LANGUAGES_KNOWN];

    if (tag.length > 0 && known->tag != tag.data) {
        *known = (dana__named_language){tag.data, dana__code_language(tag, false)};
    }
    return tag.length > 0 ? known->language : (dana_view){"", 0};
}

/* The language of a pre: what it says itself, then code in it, then what stands around it. */
static dana_view code_language(dana__renderer *r, const dana__frame *pre)
{
    dana_view language = dana__code_language(pre->tag, true);

    for (size_t i = 0; language.length == 0 && i < r->outline.inline_count; i++) {
        if (r->outline.inlines[i].part == DANA__PART_CODE) {
            language = dana__code_language(r->outline.inlines[i].tag, true);
        }
    }
    for (size_t i = 1;
         language.length == 0 && i <= AROUND_CODE && i <= (size_t)(pre - r->outline.blocks); i++) {
        language = language_around(r, pre[-(ptrdiff_t)i].tag);
    }
    return language;
}

/* Notes whether the leaf is a term, or follows one. */
static void note_term(dana__renderer *r)
{
    const dana__frame *top = dana__innermost(&r->outline);
    const dana__frame *near = top != NULL ? dana__frame_at(&r->outline, top->near) : NULL;
    const dana__frame *list = top != NULL ? dana__frame_at(&r->outline, top->holder) : NULL;
    dana__part part = near != NULL ? near->part : DANA__PART_NONE;
    uint32_t serial = list != NULL ? list->serial : 0;

    r->follows_term = part == DANA__PART_DETAIL && r->term == serial;
    r->term = part == DANA__PART_TERM ? serial : 0;
}

/* Whether what is written next is the headline. */
static bool is_headline(const dana__renderer *r)
{
    return r->at >= r->result->headline.start && r->at < r->result->headline.end &&
           !dana__is_in_code(r);
}

/* Writes the box of a task before the first text of its item. */
static void write_box(dana__renderer *r)
{
    if (r->is_bare && r->task != 0 && dana__innermost_opened(r)->serial == r->task) {
        r->form->box(r);
    }
    r->task = 0;
}

/* Makes the headline of a document its first heading, and others stand below it. */
static void set_level(dana__renderer *r, uint32_t level)
{
    r->in_headline = is_headline(r);
    if (r->in_headline) {
        r->leaf = DANA__PART_HEADING;
        r->level = 1;
        return;
    }
    r->level = level;
    if (r->leaf == DANA__PART_HEADING) {
        r->level += level < LEVELS ? r->result->deeper : 0;
    }
}

/* Whether a block is a heading in a cell that is a part of a line: what stands there is the head of
 * a column. */
static bool is_on_line(const dana__renderer *r, const dana__frame *block)
{
    return r->form->is_lines && block->part == DANA__PART_HEADING && r->opened_count > 0 &&
           r->opened[r->opened_count - 1].part == DANA__PART_CELL;
}

/* Whether the heading around a picture goes on with a text. */
static bool goes_on(const dana__renderer *r)
{
    const dana_scan *scan = r->result->scan;
    size_t unit = dana__first_unit(scan, r->at);
    size_t gap = unit < scan->unit_count ? scan->units[unit].start - r->at : SIZE_MAX;
    const char *rest = r->page->source.data + r->at;

    return gap <= HEADING_GAP && memmem(rest, gap, "</h", 3) == NULL &&
           memmem(rest, gap, "</H", 3) == NULL;
}

/* Chooses the leaf that stands for a block, NULL: a paragraph. */
static void choose_leaf(dana__renderer *r, const dana__frame *block)
{
    r->leaf = block != NULL && !is_on_line(r, block) ? block->part : (uint8_t)DANA__PART_P;
    r->leaf_serial = block != NULL ? block->serial : 0;
    set_level(r, block != NULL ? block->number : 0);
    if (r->leaf == DANA__PART_HEADING && r->is_picture && !r->in_headline && !goes_on(r)) {
        r->leaf = DANA__PART_P; /* a picture alone is no heading */
    }
}

static void open_leaf(dana__renderer *r, bool is_image)
{
    const dana__frame *block = dana__leaf_block(r);
    dana__opened *in = r->opened_count > 0 ? &r->opened[r->opened_count - 1] : NULL;

    choose_leaf(r, block);
    r->is_bare = r->leaf == DANA__PART_P && in != NULL && in->part != DANA__PART_QUOTE &&
                 (!in->has_leaf || (is_image && in->part == DANA__PART_FIGURE));
    note_term(r);
    r->follows_term &= !r->is_typed;
    if (r->leaf == DANA__PART_PRE && r->form->names_language) {
        r->language = code_language(r, block);
    }
    r->form->open_leaf(r);
    write_box(r);
    for (size_t i = 0; i < r->opened_count; i++) {
        r->opened[i].has_leaf = true;
    }
}

void dana__close_leaf(dana__renderer *r)
{
    if (r->leaf != DANA__PART_NONE) {
        r->form->close_leaf(r);
        r->leaf = DANA__PART_NONE;
    }
}

static dana__next class_of(dana_view text)
{
    size_t length;
    uint32_t c = dana__utf8_decode(text.data, &length);

    if (u_isUWhiteSpace((UChar32)c)) {
        return DANA__NEXT_WHITE;
    }
    if (c < 0x80 ? u_isgraph((UChar32)c) && !u_isalnum((UChar32)c)
                 : (U_GET_GC_MASK((UChar32)c) & U_GC_P_MASK) != 0) {
        return DANA__NEXT_PUNCTUATION;
    }
    return DANA__NEXT_LETTER;
}

/* What follows the elements that close now: what opens next, or the text. */
static dana__next next_of(const dana__renderer *r, const dana__inline_list *list, size_t common,
                          const dana_view *text)
{
    if (r->space || r->breaks > 0) {
        return DANA__NEXT_WHITE;
    }
    if (text == NULL || (common < list->count && dana__is_span(list->inlines[common].part))) {
        return DANA__NEXT_PUNCTUATION;
    }
    return class_of(*text);
}

/* Whether what is written next stands in the figure and in the caption that the leaf stands in. */
static bool same_figure(dana__renderer *r)
{
    bool in_caption;
    uint32_t figure = dana__figure_around(r, &in_caption);

    return figure == r->figure && in_caption == r->in_caption;
}

bool dana__changes_leaf(dana__renderer *r)
{
    const dana__frame *block = dana__leaf_block(r);

    if (r->leaf == DANA__PART_NONE || !same_figure(r) || is_headline(r) != r->in_headline) {
        return true;
    }
    if (block != NULL && block->serial == r->leaf_serial) {
        r->breaks += r->outline.border && r->breaks == 0;
        return false;
    }
    return r->outline.border || (r->breaks > 1 && r->leaf == DANA__PART_P);
}

/* Whether a reading opens: it follows its base, after a space where that is written with spaces. */
static bool opens_reading(const dana__inline_list *list, size_t common)
{
    return common < list->count && list->inlines[list->count - 1].part == DANA__PART_READING;
}

/* The bytes of the sign that a line begins with, where it makes the line an item of a list; text
 * NULL: it begins with an image. */
static size_t sign_of_item(dana__renderer *r, const dana_view *text)
{
    if (text == NULL || !r->form->lists_typed || dana__leaf_block(r) != NULL || is_headline(r) ||
        r->result->algorithm->ops->renders_non_ascii_only) {
        return 0;
    }
    size_t sign = dana__typed_sign(*text);

    return sign > 0 && dana__is_typed_item(r->page, r->result, r->at, &r->typed_run) ? sign : 0;
}

/* Whether a sign was taken off the line, and nothing was written on it since. */
static bool begins_item(const dana__renderer *r)
{
    return r->form->lists_typed && r->in_line && r->out.length == r->markdown.content;
}

/* Opens the blocks around the next leaf; sign: the bytes of one that makes the leaf an item. */
static void sync_blocks(dana__renderer *r, dana_view *text, size_t sign)
{
    dana__sync_blocks(r, is_headline(r));
    sign = dana__in_cell(r) || r->figure > 0 ? 0 : sign;
    r->is_typed = sign > 0 && dana__open_typed_item(r);
    if (sign > 0 && text != NULL) {
        *text = (dana_view){text->data + sign, text->length - sign};
    }
}

/* Whether nothing is left of a text behind its sign. */
static bool is_sign_alone(size_t sign, const dana_view *text)
{
    return sign > 0 && text != NULL && text->length == 0;
}

void dana__begin(dana__renderer *r, dana_view *text)
{
    dana__inline_list list;
    bool changes = dana__changes_leaf(r);
    bool begins_line = changes || (r->breaks > 0 && !dana__in_cell(r));
    size_t sign = begins_line ? sign_of_item(r, text) : 0;

    if (changes || sign > 0 || (begins_line && r->is_typed)) {
        dana__close_inlines(r, 0, DANA__NEXT_WHITE);
        dana__close_leaf(r);
        sync_blocks(r, text, sign);
        open_leaf(r, text == NULL);
        r->space = false;
        r->breaks = 0;
        dana__want_inlines(r, text == NULL, &list);
    } else {
        dana__want_inlines(r, text == NULL, &list);
        size_t common = dana__common_inlines(r, &list);

        if (opens_reading(&list, common)) {
            r->space = r->out.length > 0 &&
                       (unsigned char)dana__written(r).data[r->out.length - 1] < 0x80;
            r->breaks = 0;
        }
        dana__close_inlines(r, common, next_of(r, &list, common, text));
        if (r->breaks > 0) {
            r->form->line_break(r);
        } else if (r->space && !begins_item(r)) {
            dana__put(r, " ", 1);
        }
    }
    r->rule = false;
    r->space = false;
    r->breaks = 0;
    r->outline.border = false;
    if (!is_sign_alone(sign, text)) {
        dana__open_inlines(r, &list, text);
    }
}

void dana__write_media(dana__renderer *r, const dana_media *media)
{
    r->outline.border = true;
    dana__begin(r, NULL);
    r->form->media(r, media, dana__in_inline(r, DANA__PART_LINK));
    r->outline.border = true;
}

void dana__write_picture(dana__renderer *r, const dana__item *item)
{
    dana_image image = item->image;

    r->is_picture = true;
    dana__begin(r, NULL);
    r->is_picture = false;
    if (item->is_told && !dana__in_inline(r, DANA__PART_LINK)) {
        image.alt.length = 0;
    }
    r->form->image(r, &image);
}

/* Whether the row of the innermost cell is open in the output. */
static bool in_open_row(const dana__renderer *r)
{
    const dana__frame *cell = dana__innermost(&r->outline);
    bool is_open = false;

    for (size_t i = 0; i < r->opened_count && cell != NULL && cell->part == DANA__PART_CELL; i++) {
        is_open |= r->opened[i].part == DANA__PART_ROW && r->opened[i].serial == cell[-1].serial;
    }
    return is_open;
}

/* Whether a picture is written between two places of the source; one without a text is passed. */
static bool has_picture(dana__renderer *r, uint32_t from, uint32_t to)
{
    const dana__figures *figures = r->figures;

    if (figures == NULL) {
        return false;
    }
    while (r->item < figures->item_count && figures->items[r->item].at < from) {
        r->item++;
    }
    if (r->item == figures->item_count || figures->items[r->item].at >= to) {
        return false;
    }
    if (figures->items[r->item].is_picture && figures->items[r->item].image.alt.length == 0) {
        r->item++;
        return false;
    }
    return true;
}

void dana__write_sign(dana__renderer *r, const dana__event *event)
{
    const char *source = r->page->source.data;
    uint32_t from = (uint32_t)(event->start - source);

    if (in_open_row(r) && !has_picture(r, from, (uint32_t)(event->end - source))) {
        r->at = from;
        r->outline.border = true;
        dana__begin(r, NULL);
        r->form->text(r, event->kind == DANA__EVENT_YES ? (dana_view){"\u2713", 3}
                                                        : (dana_view){"\u2717", 3});
        r->outline.border = true;
    }
}
