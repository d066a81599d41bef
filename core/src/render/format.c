#include "render/format.h"

#include "base/error.h"
#include "dana/format.h"
#include "media/pieces.h"
#include "outline/table_survey.h"
#include "page/ops.h"
#include "quiet/quiet.h"
#include "render/code.h"
#include "render/html.h"
#include "render/inlines.h"
#include "render/leaf.h"
#include "render/markdown.h"
#include "render/opened.h"
#include "render/output.h"
#include "text/selected_text.h"
#include "text/span_sets.h"

#include <string.h>

/* What stands alone between a raised and a lowered number. */
#define FRACTION_SLASH "\xE2\x81\x84"

/* Bytes of the source, at least, that are searched for elements to be passed. */
#define WORTH_BYTES 2048

/* Writes words of a line; a space at their end waits for what follows. */
static void put_line(dana__renderer *r, dana_view text, bool cuts_space)
{
    bool space = cuts_space && text.length > 0 && text.data[text.length - 1] == ' ';

    text.length -= space;
    if (text.length > 0) {
        dana__write_kept_formula(r);
        dana__begin(r, &text);
        r->form->text(r, text);
        dana__note_written(r);
    }
    r->space |= space;
}

/* Writes words, and the formulas between delimiters among them; code keeps its own. */
static void put_words(dana__renderer *r, dana_view text)
{
    dana__dollars dollars = dana__dollars_for(r->page, text);
    dana__delimited cut;

    while (!dana__in_code_element(r) && dana__cut_delimited(text, dollars, &cut)) {
        put_line(r, cut.before, true);
        dana__put_tex(r, cut.tex, cut.is_display);
        text = cut.after;
        if (text.length > 0 && text.data[0] == ' ') {
            r->space = true;
            text = (dana_view){text.data + 1, text.length - 1};
        }
    }
    put_line(r, text, false);
}

/* Writes a selected part of a text, its white space collapsed; R2L's code is such a text too. */
static void write_text(dana__renderer *r, const dana__pick *pick)
{
    bool decodes = !r->result->algorithm->ops->renders_non_ascii_only;

    r->scratch.length = 0;
    if (!dana__reserve(r, &r->scratch,
                       DANA__DECODED_BOUND((size_t)(pick->end - pick->start)) + 2)) {
        return;
    }
    /* A character before the text makes white space at its start visible. */
    dana__text_out decoded = {.data = r->scratch.data, .length = 1, .decodes = decodes};

    decoded.data[0] = 'x';
    dana__append_text(&decoded, pick->start, pick->end);
    dana_view text = {decoded.data + 1, decoded.length - 1};

    if (text.length > 0 && text.data[0] == ' ') {
        r->space = true;
        text = (dana_view){text.data + 1, text.length - 1};
    }
    if (r->form->is_lines && text.length == 3 && memcmp(text.data, FRACTION_SLASH, 3) == 0) {
        text = (dana_view){"/", 1};
    }
    if (dana__is_in_code(r)) {
        dana__put_code(r, text);
    } else {
        put_words(r, text);
    }
    r->space |= decoded.space;
}

static void read_unit(dana__renderer *r, const dana__event *event, const dana_unit *unit)
{
    bool is_code = dana__is_in_code(r) && !r->result->algorithm->ops->renders_non_ascii_only;
    const char *done = event->start;
    uint32_t from = 0;
    dana__pick pick;

    const char *start = r->page->source.data + unit->start;
    const char *after = start + unit->length;

    /* What the scan knows of the space before a text leaves a picture of a formula out. */
    r->space |= (event->start < start || (unit->space_before && !r->after_formula)) && !is_code;
    r->after_formula = false;
    while (r->status == DANA_OK && dana__pick_next(&r->picker, unit, &from, &pick)) {
        r->space |= pick.starts_span;
        r->at = (uint32_t)(pick.start - r->page->source.data);
        if (is_code) {
            if (done == event->start) {
                dana__decode_code(r, &r->white, done, start);
            }
            dana__write_code(r, &pick);
        } else {
            write_text(r, &pick);
        }
        done = pick.end;
    }
    if (is_code) {
        dana__decode_code(r, &r->white, after, event->end);
    } else {
        r->space |= after < event->end;
    }
}

static void read_text(dana__renderer *r, const dana__event *event)
{
    const dana_unit *unit = dana__picker_unit(&r->picker, event->start, event->end);

    if (!dana__is_in_code(r)) {
        r->white.length = 0;
    }
    if (unit != NULL) {
        read_unit(r, event, unit);
    } else if (dana__is_in_code(r)) {
        dana__decode_code(r, &r->white, event->start, event->end);
    } else {
        r->space = true;
    }
}

/* Writes the items that stand at an event: a noscript element may hold several. */
static void read_media(dana__renderer *r, const dana__event *event)
{
    uint32_t at = (uint32_t)(event->start - r->page->source.data);

    for (; r->item < r->figures->item_count && r->figures->items[r->item].at <= at; r->item++) {
        const dana__item *item = &r->figures->items[r->item];

        if (item->at != at || (r->form->is_lines && dana__is_in_code(r))) {
            continue;
        }
        r->at = at;
        if (item->is_picture) {
            dana__write_picture(r, item);
        } else if ((r->plain & DANA_PLAIN_LINKS) == 0) {
            dana__write_media(r, &item->media);
        }
    }
}

/* A rule counts where it lies inside a span, after something that was written. */
static void read_rule(dana__renderer *r, const dana__event *event)
{
    size_t at = (size_t)(event->start - r->page->source.data);

    r->rule |= dana__touches(&r->result->selection, &r->rule_span, at, at + 1) && r->out.length > 0;
}

/* A box before the text of an item is that of a task. */
static void read_box(dana__renderer *r, bool is_checked)
{
    const dana__frame *top = dana__innermost(&r->outline);
    const dana__frame *item = top != NULL ? dana__frame_at(&r->outline, top->near) : NULL;

    if (item != NULL && item->part == DANA__PART_ITEM) {
        r->task = item->serial;
        r->is_done = is_checked;
    }
}

/* Finds what may be passed whole of a part of the page that holds nothing selected, if it is worth
 * it: each part is searched once. */
static void look_ahead(dana__renderer *r, size_t from, size_t until)
{
    until = until < r->part.end ? until : r->part.end;
    if (from >= r->searched && from < until && until - from >= WORTH_BYTES) {
        dana__find_quiet_between(r->page, from, until);
        r->searched = until;
    }
}

/*
 * Between an offset and the next text or medium that is written, texts count only as the space
 * before what follows: not behind a border of blocks, but behind a formula that waits for text.
 */
static void be_quiet(dana__renderer *r, size_t from)
{
    const dana_span *span = dana__span_after(&r->result->selection, &r->picker.span, from);
    size_t until = span != NULL ? span->start : SIZE_MAX;

    if (r->figures != NULL && r->item < r->figures->item_count &&
        r->figures->items[r->item].at < until) {
        until = r->figures->items[r->item].at;
    }
    dana__outline_quiet(&r->outline, r->kept_block == 0 ? until : 0);
    look_ahead(r, from, until);
}

static void start_part(dana__renderer *r, dana_span part)
{
    r->part = part;
    r->part_picker = r->picker;
    r->is_surveyed = false;
    dana__outline_start(&r->outline, r->page, r->result->scan->options.keep_noscript, part, r->err);
    r->outline.passes_space = true;
    r->outline.reads_signs = true;
    if (r->figures != NULL) {
        dana__outline_media(&r->outline, r->offsets.data, r->figures->item_count);
    }
    be_quiet(r, part.start);
}

void dana__render_part(dana__renderer *r, dana_span part)
{
    dana__event event;

    start_part(r, part);
    while (r->status == DANA_OK && dana__outline_next(&r->outline, &event)) {
        r->space |= r->outline.passed_space;
        r->outline.passed_space = false;
        switch (event.kind) {
        case DANA__EVENT_TEXT:
            read_text(r, &event);
            be_quiet(r, (size_t)(event.end - r->page->source.data));
            break;
        case DANA__EVENT_BREAK:
            r->breaks++;
            break;
        case DANA__EVENT_LINE:
            dana__end_code_line(r);
            break;
        case DANA__EVENT_CELL:
            dana__append(r, &r->white, "\t", 1);
            break;
        case DANA__EVENT_RULE:
            read_rule(r, &event);
            break;
        case DANA__EVENT_BOX:
        case DANA__EVENT_CHECKED:
            read_box(r, event.kind == DANA__EVENT_CHECKED);
            break;
        case DANA__EVENT_YES:
        case DANA__EVENT_NO:
            dana__write_sign(r, &event);
            break;
        case DANA__EVENT_MEDIA:
            read_media(r, &event);
            be_quiet(r, (size_t)(event.end - r->page->source.data));
            break;
        case DANA__EVENT_FORMULA:
            r->at = (uint32_t)(event.start - r->page->source.data);
            dana__read_formula(r, &event);
            dana__outline_quiet(&r->outline, 0);
            break;
        }
    }
    if (r->status == DANA_OK) {
        r->status = r->outline.pass.status;
    }
    dana__close_inlines(r, 0, DANA__NEXT_WHITE);
    dana__close_leaf(r);
    dana__close_opened(r, 0);
}

dana_status dana__start_rendering(dana_page *page, const dana_result *result,
                                  const dana__form *form, dana_error *err, dana__renderer **out)
{
    dana_buffer room;

    dana_buffer_init(&room, 1);
    dana_status status = dana_buffer_reserve(page->arena, &room, sizeof(dana__renderer), err);

    if (status != DANA_OK) {
        return status;
    }
    dana__renderer *r = room.data;

    memset(r, 0, offsetof(dana__renderer, outline.inlines));
    r->room = room;
    r->page = page;
    r->result = result;
    r->form = form;
    r->err = err;
    dana_buffer_init(&r->out, 1);
    dana_buffer_init(&r->scratch, 1);
    dana_buffer_init(&r->white, 1);
    dana_buffer_init(&r->offsets, sizeof(uint32_t));
    dana_buffer_init(&r->tex, 1);
    dana_buffer_init(&r->tables, sizeof(dana__table));
    dana__picker_start(&r->picker, page, result);
    *out = r;
    return DANA_OK;
}

dana_status dana__finish_rendering(dana__renderer *r, dana_view *out)
{
    dana_arena *arena = r->page->arena;
    dana_status status = r->status;
    dana_buffer room = r->room;

    dana_buffer_release(arena, &r->scratch);
    dana_buffer_release(arena, &r->white);
    dana_buffer_release(arena, &r->tex);
    dana_buffer_release(arena, &r->tables);
    dana_buffer_release(arena, &r->offsets);
    if (status != DANA_OK) {
        dana_buffer_release(arena, &r->out);
    } else if (r->out.length > 0) {
        dana_buffer_trim(arena, &r->out);
        *out = dana__written(r);
    }
    dana_buffer_release(arena, &room);
    return status;
}

/* Where the last text and medium end that are rendered. */
static uint32_t end_of_content(const dana__renderer *r)
{
    uint32_t end = dana__content_stop(r->page, r->result);
    size_t items = r->figures != NULL ? r->figures->item_count : 0;
    uint32_t item = items > 0 ? r->figures->items[items - 1].at + 1 : 0;

    return item > end ? item : end;
}

/* Finds the figures that are written, if any are, and where their media stand; the captions are
 * rendered as if selected. */
static void take_figures(dana__renderer *r)
{
    if ((r->plain & DANA_PLAIN_IMAGES) != 0) {
        return;
    }
    r->status = dana__find_figures(r->page, r->result, r->base, &r->figures, r->err);
    if (r->status != DANA_OK || !dana__reserve(r, &r->offsets, r->figures->item_count + 1)) {
        r->figures = NULL;
        return;
    }
    for (size_t i = 0; i < r->figures->item_count; i++) {
        ((uint32_t *)r->offsets.data)[i] = r->figures->items[i].at;
    }
    r->shown = *r->result;
    r->shown.selection = r->figures->shown;
    r->result = &r->shown;
    dana__picker_start(&r->picker, r->page, r->result);
}

static dana_status render(dana_page *page, const dana_result *result, dana_view base,
                          const dana__form *form, dana_view *out, dana_error *err)
{
    dana__renderer *r;

    unsigned plain = result->plain;

    *out = (dana_view){"", 0};
    if (result->data != NULL) {
        page = result->data->page;
        result = result->data->result;
    }
    dana_status status = dana__start_rendering(page, result, form, err, &r);

    if (status != DANA_OK) {
        return status;
    }
    r->base = base;
    r->plain = plain;
    dana__find_quiet(page, (size_t)dana__content_stop(page, result) + DANA__TAIL_BYTES);
    take_figures(r);
    dana__render_part(r, (dana_span){0, end_of_content(r)});
    form->finish(r);
    return dana__finish_rendering(r, out);
}

dana_status dana_render_markdown(dana_page *page, const dana_result *result, dana_view base,
                                 dana_view *out, dana_error *err)
{
    return render(page, result, base, &dana__markdown_form, out, DANA__ERROR(err));
}

dana_status dana_render_html(dana_page *page, const dana_result *result, dana_view base,
                             dana_view *out, dana_error *err)
{
    return render(page, result, base, &dana__html_form, out, DANA__ERROR(err));
}
