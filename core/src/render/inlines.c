#include "render/inlines.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "dana/scan.h"
#include "html/attribute.h"
#include "html/references.h"
#include "links/resolve.h"
#include "outline/raised.h"
#include "page/page.h"
#include "render/output.h"

#include <string.h>

/* Bytes of a title, and digits: a date has more. */
#define TITLE_LEAST 3
#define TITLE_MOST  120
#define DIGITS_MOST 2
/* Bytes of the output in which the words may stand already. */
#define BEFORE_MOST 400

static bool holds_part(const dana__opened_inline *inlines, size_t count, dana__part part)
{
    for (size_t i = 0; i < count; i++) {
        if (inlines[i].part == part) {
            return true;
        }
    }
    return false;
}

bool dana__in_inline(const dana__renderer *r, dana__part part)
{
    return holds_part(r->inlines, r->inline_count, part);
}

bool dana__in_code_element(const dana__renderer *r)
{
    for (size_t i = 0; i < r->outline.inline_count; i++) {
        if (r->outline.inlines[i].part == DANA__PART_CODE) {
            return true;
        }
    }
    return false;
}

/* The URL of a link, resolved once; data NULL: it leads nowhere. */
static dana_view target_of(dana__renderer *r, dana__inline *link)
{
    if (!link->is_resolved && r->status == DANA_OK) {
        r->status = dana__link_target(r->page, r->base, link->tag, false, &link->target, r->err);
        link->is_resolved = true;
    }
    return link->target;
}

/* What an abbreviation's title spells out; data NULL: nothing. */
static dana_view title_of(dana__renderer *r, dana__inline *element)
{
    dana_view raw;

    if (!element->is_resolved && dana_tag_attribute(element->tag, "title", &raw)) {
        r->status = dana__attribute_value(r->page->arena, raw, &element->target, r->err);
        element->target.data = element->target.length > 0 ? element->target.data : NULL;
    }
    element->is_resolved = true;
    return element->target;
}

/* Whether a title spells something out: words, no date or number. */
static bool is_spelling(dana_view title)
{
    size_t digits = 0;
    size_t letters = 0;

    for (size_t i = 0; i < title.length; i++) {
        digits += dana__is_digit(title.data[i]);
        letters += dana__is_letter(title.data[i]) || (unsigned char)title.data[i] >= 0x80;
    }
    return title.length >= TITLE_LEAST && title.length <= TITLE_MOST && digits <= DIGITS_MOST &&
           letters > 1 && !dana__begins(title, "http");
}

/* Whether the title of an abbreviation is written. */
static bool is_spelled_out(dana__renderer *r, dana__inline *element)
{
    return title_of(r, element).data != NULL &&
           (!r->form->is_lines || (!r->in_headline && is_spelling(element->target)));
}

static bool is_quotation_mark(uint32_t c)
{
    static const uint32_t marks[] = {'"',    '\'',   0xAB,   0xBB,   0x2018, 0x2019,
                                     0x201A, 0x201B, 0x201C, 0x201D, 0x201E, 0x201F,
                                     0x2039, 0x203A, 0x300C, 0x300D, 0x300E, 0x300F};
    size_t i = 0;

    while (i < DANA__COUNT(marks) && marks[i] != c) {
        i++;
    }
    return i < DANA__COUNT(marks);
}

/* Whether the author has written quotation marks around a q, or in it. */
static bool has_marks(const dana__renderer *r, const dana__inline *element)
{
    const char *source = r->page->source.data;
    const char *end = source + r->page->source.length;
    const char *tag = element->tag.data;
    const char *p = tag + element->tag.length;
    size_t length;

    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return (p < end && is_quotation_mark(dana__character_at(p, end, &length))) ||
           (tag > source && is_quotation_mark(dana__character_before(source, tag, &tag)));
}

/* Whether an element says nothing here: it is bold where all is, its style says that it is not, or
 * the marks of a quotation are there. */
static bool is_idle(const dana__renderer *r, const dana__inline *element)
{
    bool is_styled = element->key == DANA__SPAN_KEY && r->leaf == DANA__PART_HEADING;

    if (element->part == DANA__PART_QUOTED) {
        return r->leaf == DANA__PART_PRE || has_marks(r, element);
    }
    return element->is_undone ||
           (element->part == DANA__PART_STRONG && (r->in_headline || is_styled));
}

/* Whether the form writes an element here: lines of code have none. */
static bool is_written(dana__renderer *r, dana__inline *element)
{
    bool in_code = r->leaf == DANA__PART_PRE;

    if ((r->form->parts >> element->part & 1u) == 0 || (r->form->is_lines && in_code) ||
        is_idle(r, element)) {
        return false;
    }
    if (r->form->is_lines && (element->part == DANA__PART_SUB || element->part == DANA__PART_SUP)) {
        return element->raised != DANA__RAISED_PLAIN;
    }
    if (element->part == DANA__PART_LINK) {
        return r->result->scan->options.filter != DANA_FILTER_1 &&
               (r->plain & DANA_PLAIN_LINKS) == 0 && target_of(r, element).data != NULL;
    }
    if (element->part == DANA__PART_SHORT) {
        return !in_code && is_spelled_out(r, element);
    }
    return !(in_code && element->part == DANA__PART_CODE);
}

/* Whether the text is a summary, in a form that marks it as strong. */
static bool is_summary(const dana__renderer *r)
{
    const dana__frame *top = dana__innermost(&r->outline);
    const dana__frame *near = top != NULL ? dana__frame_at(&r->outline, top->near) : NULL;

    return near != NULL && near->part == DANA__PART_SUMMARY && r->leaf == DANA__PART_P &&
           (r->form->parts & DANA__PART_BIT(STRONG)) != 0;
}

/* Whether the text is the term of a definition, in a form that marks it as strong. */
static bool is_strong_term(const dana__renderer *r)
{
    const uint32_t parts = r->form->parts;

    return r->term != 0 && (parts & DANA__PART_BIT(STRONG)) != 0 &&
           (parts & DANA__PART_BIT(TERM)) == 0;
}

void dana__want_inlines(dana__renderer *r, bool is_image, dana__inline_list *list)
{
    const dana__inline *code = NULL;

    list->count = 0;
    if (r->in_caption && (r->form->parts & DANA__PART_BIT(FIGURE)) == 0 &&
        r->leaf != DANA__PART_PRE) {
        list->inlines[list->count++] = (dana__opened_inline){.part = DANA__PART_EM};
    }
    if (is_strong_term(r) || is_summary(r)) {
        list->inlines[list->count++] = (dana__opened_inline){.part = DANA__PART_STRONG};
    }
    for (size_t i = 0; i < r->outline.inline_count; i++) {
        dana__inline *element = &r->outline.inlines[i];

        if (holds_part(list->inlines, list->count, element->part) || !is_written(r, element)) {
            continue;
        }
        if (element->part == DANA__PART_CODE) {
            code = code != NULL ? code : element;
            continue;
        }
        list->inlines[list->count++] = (dana__opened_inline){.serial = element->serial,
                                                             .part = element->part,
                                                             .raised = element->raised,
                                                             .target = element->target};
    }
    if (code != NULL && !is_image) {
        list->inlines[list->count++] = (dana__opened_inline){.serial = code->serial,
                                                             .part = code->part};
    }
}

/* Whether an open element can go on as a wanted one. */
static bool goes_on(const dana__renderer *r, const dana__opened_inline *open,
                    const dana__opened_inline *wanted)
{
    if (open->part != wanted->part) {
        return false;
    }
    if (open->part == DANA__PART_LINK || open->part == DANA__PART_SHORT ||
        open->part == DANA__PART_QUOTED) {
        return open->serial == wanted->serial;
    }
    return open->part != DANA__PART_CODE ||
           (r->breaks == 0 && (!r->space || open->serial == wanted->serial));
}

size_t dana__common_inlines(const dana__renderer *r, const dana__inline_list *list)
{
    size_t common = 0;

    while (common < r->inline_count && common < list->count &&
           goes_on(r, &r->inlines[common], &list->inlines[common])) {
        common++;
    }
    return common;
}

bool dana__is_span(dana__part part)
{
    return part == DANA__PART_LINK || part == DANA__PART_CODE;
}

const char *dana__line_opening(const dana__opened_inline *element)
{
    if (element->part == DANA__PART_READING || element->part == DANA__PART_QUOTED) {
        return element->part == DANA__PART_READING ? "(" : "\"";
    }
    return dana__raised_opening((dana__raised)element->raised, element->part == DANA__PART_SUP);
}

const char *dana__line_closing(const dana__opened_inline *element)
{
    if (element->part == DANA__PART_READING || element->part == DANA__PART_QUOTED) {
        return element->part == DANA__PART_READING ? ")" : "\"";
    }
    return dana__raised_closing((dana__raised)element->raised);
}

/* What follows an element inside a link or code that closes too is its bracket. */
void dana__close_inlines(dana__renderer *r, size_t count, dana__next next)
{
    while (r->inline_count > count) {
        dana__next here = next;

        for (size_t i = count; i + 1 < r->inline_count; i++) {
            here = dana__is_span(r->inlines[i].part) ? DANA__NEXT_PUNCTUATION : here;
        }
        r->form->close_inline(r, here);
        r->inline_count--;
    }
}

void dana__open_inlines(dana__renderer *r, const dana__inline_list *list, dana_view *text)
{
    for (size_t i = r->inline_count; i < list->count && r->status == DANA_OK; i++) {
        bool more = false;

        for (size_t k = i + 1; k < list->count; k++) {
            more |= dana__is_span(list->inlines[k].part) ||
                    (list->inlines[k].part == DANA__PART_DEL) !=
                        (list->inlines[i].part == DANA__PART_DEL);
        }
        r->inlines[r->inline_count++] = list->inlines[i];
        if (!r->form->open_inline(r, text, more)) {
            r->inline_count--;
            return;
        }
    }
}

static bool is_near(const dana__renderer *r, dana_view title)
{
    dana_view out = {r->out.data, r->out.length};
    size_t length = out.length < BEFORE_MOST ? out.length : BEFORE_MOST;
    const char *end = out.data + out.length;

    for (const char *p = end - length; p + title.length <= end; p++) {
        if (dana__equal_text((dana_view){p, title.length}, title)) {
            return true;
        }
    }
    return false;
}

/* Notes a title. Returns whether it was written before; no more are once the table is full. */
static bool is_known(dana__renderer *r, dana_view title)
{
    uint64_t hash = DANA__HASH_EMPTY;

    for (size_t i = 0; i < title.length; i++) {
        hash = dana__hash(hash, (unsigned char)title.data[i]);
    }
    for (size_t i = 0; i < r->spelled_count; i++) {
        if (r->spelled[i] == hash) {
            return true;
        }
    }
    if (r->spelled_count == DANA__SPELLED_MAX) {
        return true;
    }
    r->spelled[r->spelled_count++] = hash;
    return false;
}

void dana__spell_out(dana__renderer *r)
{
    const dana__opened_inline *element = &r->inlines[r->inline_count - 1];
    size_t written = r->out.length - element->position;
    dana_view title = element->target;

    if (r->status != DANA_OK || title.length <= written || is_near(r, title) ||
        is_known(r, title)) {
        return;
    }
    dana__puts(r, " (");
    r->form->text(r, title);
    dana__puts(r, ")");
}

dana__dollars dana__dollars_for(dana_page *page, dana_view text)
{
    dana__delimited cut;

    /* The page is looked at only where it decides: amounts are no formula anywhere. */
    if (memchr(text.data, '$', text.length) == NULL ||
        !dana__cut_delimited(text, DANA__ONE_DOLLAR, &cut)) {
        return DANA__NO_DOLLARS;
    }
    if (!page->has_dollars) {
        page->dollars = (unsigned char)dana__find_dollars(
            page->original.data != NULL ? page->original : page->source);
        page->has_dollars = true;
    }
    return (dana__dollars)page->dollars;
}
