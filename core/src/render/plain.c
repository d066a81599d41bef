/*
 * Plain text with its layout. Only inside the scan's layouts (lists, tables, code) the outline is
 * needed: all else is written unit by unit as dana_render_text does.
 */
#include "render/plain.h"
#include "base/error.h"
#include "dana/format.h"
#include "page/ops.h"
#include "render/format.h"
#include "render/inlines.h"
#include "render/lines.h"
#include "render/output.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

#include <string.h>

/* An item that only holds a list has no marker of its own: "- a", not "- - a". */
static void skip_empty_items(dana__renderer *r)
{
    for (size_t i = 0; i + 2 < r->opened_count; i++) {
        dana__opened *item = &r->opened[i];

        if (item->part == DANA__PART_ITEM && item[1].part == DANA__PART_LIST) {
            item->started = true;
        }
    }
}

/* Begins a line of its own, after what was written before and by whom. */
static void begin_line(dana__renderer *r)
{
    r->in_line = false;
    if (r->out.length > 0) {
        dana__puts(r, "\n");
    }
    skip_empty_items(r);
    dana__start_line(r);
}

/* Goes on to a column of the row, which was begun. */
static void open_cell(dana__renderer *r, const dana__opened *cell)
{
    dana__opened *row = dana__innermost_opened(r) - 1;

    for (; row->filled < cell->number; row->filled++) {
        dana__puts(r, "\t");
    }
}

static void open(dana__renderer *r)
{
    dana__opened *opened = dana__innermost_opened(r);

    switch ((dana__part)opened->part) {
    case DANA__PART_LIST:
        opened->marker = opened->is_ordered ? '.' : '-';
        break;
    case DANA__PART_ROW:
        begin_line(r);
        break;
    case DANA__PART_CELL:
        open_cell(r, opened);
        break;
    default:
        break;
    }
}

/* A definition stands on the line of its term: "Prep: 2 hrs". */
static void follow_term(dana__renderer *r)
{
    dana_view out = dana__written(r);

    if (out.length > 0 && strchr(".:;,!?", out.data[out.length - 1]) == NULL) {
        dana__puts(r, ":");
    }
    dana__puts(r, " ");
}

static void open_leaf(dana__renderer *r)
{
    if (r->follows_term && !dana__in_cell(r)) {
        follow_term(r);
    } else if (!dana__in_cell(r)) {
        begin_line(r);
    } else if (!r->is_bare) {
        dana__puts(r, " ");
    }
}

static void line_break(dana__renderer *r)
{
    if (dana__in_cell(r)) {
        dana__puts(r, " ");
    } else {
        begin_line(r);
    }
}

/* What ends leaves nothing behind, and a rule is no text. */
static void write_nothing(dana__renderer *r)
{
    (void)r;
}

static bool open_inline(dana__renderer *r, dana_view *text, bool more)
{
    (void)text;
    (void)more;
    dana__opened_inline *element = &r->inlines[r->inline_count - 1];

    dana__puts(r, dana__line_opening(element));
    element->position = r->out.length;
    return true;
}

static void close_inline(dana__renderer *r, dana__next next)
{
    const dana__opened_inline *element = &r->inlines[r->inline_count - 1];

    (void)next;
    if (element->part == DANA__PART_SHORT) {
        dana__spell_out(r);
    } else {
        dana__puts(r, dana__line_closing(element));
    }
}

static void put_text(dana__renderer *r, dana_view text)
{
    dana__put(r, text.data, text.length);
}

/* Lines of code are indented as the item that holds them; empty ones stay empty. */
static void put_code(dana__renderer *r, dana_view text)
{
    while (text.length > 0) {
        const char *newline = memchr(text.data, '\n', text.length);
        size_t length = newline != NULL ? (size_t)(newline - text.data) : text.length;

        if (length > 0 && !r->in_line) {
            dana__start_line(r);
        }
        dana__put(r, text.data, length);
        if (newline != NULL) {
            dana__puts(r, "\n");
            r->in_line = false;
            length++;
        }
        text = (dana_view){text.data + length, text.length - length};
    }
}

static void put_image(dana__renderer *r, const dana_image *image)
{
    (void)r;
    (void)image;
}

static void put_formula(dana__renderer *r, dana_view tex, bool is_display)
{
    const char *sign = is_display ? "$$" : "$";

    dana__puts(r, sign);
    dana__put(r, tex.data, tex.length);
    dana__puts(r, sign);
}

static const dana__form plain_form = {
    .parts = DANA__PART_BIT(ITEM) | DANA__PART_BIT(CELL) | DANA__PART_BIT(TERM) |
             DANA__PART_BIT(DETAIL) | DANA__PART_BIT(SUB) | DANA__PART_BIT(SUP) |
             DANA__PART_BIT(READING) | DANA__PART_BIT(SHORT) | DANA__PART_BIT(QUOTED),
    .is_lines = true,
    .open = open,
    .close = write_nothing,
    .open_leaf = open_leaf,
    .close_leaf = write_nothing,
    .line_break = line_break,
    .rule = write_nothing,
    .box = dana__put_box,
    .open_inline = open_inline,
    .close_inline = close_inline,
    .text = put_text,
    .code = put_code,
    .image = put_image,
    .formula = put_formula,
    .finish = write_nothing,
};

/* Where a rendering stands: texts and layouts are written in turn. */
typedef struct {
    dana__renderer *r;
    dana__text_out text; /* into r->out; its data is set for each unit */
    dana_selection layouts;
    size_t layout; /* the next one */
    uint32_t done; /* where the layout written last ends */
} writer;

static dana_selection layouts_of(const dana_scan *scan)
{
    return (dana_selection){.spans = scan->layouts, .count = scan->layout_count};
}

/* Goes on to the first unit of what is written next. */
static void skip_to(dana__picker *picker, uint32_t at)
{
    size_t unit = dana__first_unit(picker->result->scan, at);

    picker->unit = unit > picker->unit ? unit : picker->unit;
}

static void write_unit(writer *w, const dana_unit *unit, dana_span span)
{
    dana__renderer *r = w->r;

    if (dana__reserve(r, &r->out, DANA__DECODED_BOUND((size_t)unit->length) + 1)) {
        w->text.data = r->out.data;
        w->text.length = r->out.length;
        dana__append_unit(&w->text, r->page, r->result, unit, span);
        r->out.length = w->text.length;
    }
}

static void write_layout(writer *w, dana_span layout)
{
    uint32_t end = dana__content_stop(w->r->page, w->r->result);

    skip_to(&w->r->picker, layout.start);
    dana__render_part(w->r, (dana_span){layout.start, layout.end < end ? layout.end : end});
    w->text.space = false;
    w->text.line_break = true;
    w->done = layout.end;
}

static void write_span(writer *w, dana_span span)
{
    const dana_scan *scan = w->r->result->scan;
    size_t i = dana__first_unit(scan, span.start > w->done ? span.start : w->done);

    while (w->r->status == DANA_OK && i < scan->unit_count && scan->units[i].start < span.end) {
        uint32_t start = scan->units[i].start;

        if (dana__touches(&w->layouts, &w->layout, start, (size_t)start + 1)) {
            write_layout(w, w->layouts.spans[w->layout]);
            i = dana__first_unit(scan, w->done);
        } else {
            write_unit(w, &scan->units[i++], span);
        }
    }
}

/* Where the texts end that a result selects. */
static size_t end_of_texts(const dana_result *result)
{
    const dana_scan *scan = result->scan;
    size_t end = result->selection.spans[result->selection.count - 1].end;
    size_t last = dana__first_unit(scan, end - 1);

    return last < scan->unit_count && scan->units[last].start < end
               ? (size_t)scan->units[last].start + scan->units[last].length
               : end;
}

/* Whether a selected text has a formula between delimiters. *next as for dana__touches. */
static bool is_with_formula(dana_page *page, const dana_result *result, const dana_unit *unit,
                            size_t *next)
{
    dana_view text = {page->source.data + unit->start, unit->length};
    dana__delimited cut;

    return dana__touches(&result->selection, next, unit->start, unit->start + unit->length) &&
           dana__cut_delimited(text, dana__dollars_for(page, text), &cut);
}

/* Whether one of the texts that have a sign, with which delimiters begin, has a formula. */
static bool has_formula_with(dana_page *page, const dana_result *result, char sign)
{
    const dana_scan *scan = result->scan;
    const char *source = page->source.data;
    size_t first = dana__first_unit(scan, result->selection.spans[0].start);
    size_t at = first < scan->unit_count ? scan->units[first].start : page->source.length;
    size_t end = end_of_texts(result);
    size_t next = 0;

    while (at < end) {
        const char *found = memchr(source + at, sign, end - at);
        size_t i = found != NULL ? dana__first_unit(scan, (size_t)(found - source))
                                 : scan->unit_count;

        if (i == scan->unit_count) {
            return false;
        }
        const dana_unit *unit = &scan->units[i];
        bool is_inside = unit->start <= (size_t)(found - source);

        if (is_inside && is_with_formula(page, result, unit, &next)) {
            return true;
        }
        at = (size_t)unit->start + (is_inside ? unit->length : 0);
    }
    return false;
}

static bool has_formula(dana_page *page, const dana_result *result)
{
    return result->selection.count > 0 &&
           (has_formula_with(page, result, '\\') || has_formula_with(page, result, '$'));
}

/* Whether a selected text stands in a layout. */
static bool has_layout(const dana_result *result, dana_selection layouts)
{
    size_t layout = dana__first_span(
        &layouts, result->selection.count > 0 ? result->selection.spans[0].start : UINT32_MAX);

    for (size_t i = 0; i < result->selection.count && layout < layouts.count; i++) {
        dana_span span = result->selection.spans[i];

        if (dana__touches(&layouts, &layout, span.start, span.end)) {
            return true;
        }
    }
    return false;
}

static dana_status render(dana_page *page, const dana_result *result, dana_selection layouts,
                          dana_view *out, dana_error *err)
{
    writer w = {.text = {.decodes = true}, .layouts = layouts};
    dana_status status = dana__start_rendering(page, result, &plain_form, err, &w.r);

    if (status != DANA_OK) {
        return status;
    }
    dana__reserve(w.r, &w.r->out, dana__text_bound(result));
    for (size_t i = 0; i < result->selection.count; i++) {
        w.text.space = true;
        w.text.line_break |= dana__span_starts_line(result, i);
        write_span(&w, result->selection.spans[i]);
    }
    return dana__finish_rendering(w.r, out);
}

/* Renders with the layouts given, or without any where the memory does not suffice. */
static dana_status render_or_raw(dana_page *page, const dana_result *result, dana_selection layouts,
                                 dana_view *out, dana_error *err)
{
    dana_status status = DANA_TOO_COMPLEX;

    *out = (dana_view){"", 0};
    if (!result->algorithm->ops->renders_non_ascii_only && has_layout(result, layouts)) {
        status = render(page, result, layouts, out, DANA__ERROR(err));
    }
    return status == DANA_TOO_COMPLEX ? dana_render_text(page, result, out, err) : status;
}

dana_status dana_render_plain(dana_page *page, const dana_result *result, dana_view *out,
                              dana_error *err)
{
    if (result->data != NULL) {
        return dana_render_plain(result->data->page, result->data->result, out, err);
    }
    const dana_span all = {0, (uint32_t)page->source.length};
    dana_selection layouts = layouts_of(result->scan);

    if (has_formula(page, result)) {
        layouts = (dana_selection){&all, 1};
    }
    return render_or_raw(page, result, layouts, out, err);
}

dana_status dana__render_parts(dana_page *page, const dana_result *result,
                               const dana_selection *parts, dana_view *out, dana_error *err)
{
    return render_or_raw(page, result, *parts, out, err);
}
