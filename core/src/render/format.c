#include "dana/format.h"

#include "base/error.h"
#include "dana/text.h"
#include "outline/table_survey.h"
#include "page/ops.h"
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

/* The scan's a element whose start tag stands at an offset; NULL: none. */
static const dana_anchor *find_anchor(const dana_scan *scan, uint32_t start)
{
    size_t low = 0;
    size_t high = scan->anchor_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (scan->anchors[middle].start < start) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < scan->anchor_count && scan->anchors[low].start == start ? &scan->anchors[low]
                                                                         : NULL;
}

/* Whether a text of the scan is all that a link holds. */
static bool is_alone(const dana__renderer *r, const dana__inline *link, const dana_unit *unit)
{
    const dana_scan *scan = r->result->scan;
    uint32_t start = (uint32_t)(link->tag.data - r->page->source.data);
    const dana_anchor *anchor = find_anchor(scan, start);
    size_t index = (size_t)(unit - scan->units);

    return anchor != NULL && (index == 0 || unit[-1].start < start) &&
           (index + 1 == scan->unit_count || unit[1].start >= anchor->end);
}

/* Whether a text is the sign of a heading's link to itself ("#", "¶"): no word of it. */
static bool is_permalink(const dana__renderer *r, const dana_unit *unit, dana_view text)
{
    const dana__frame *leaf = dana__leaf_block(r);
    const dana__outline *o = &r->outline;
    dana_view href;
    size_t position = 0;
    dana_span word;

    if (leaf == NULL || leaf->part != DANA__PART_HEADING || o->inline_count == 0) {
        return false;
    }
    const dana__inline *link = &o->inlines[o->inline_count - 1];

    return link->part == DANA__PART_LINK && !dana_next_word(text, &position, &word) &&
           dana_tag_attribute(link->tag, "href", &href) && href.length > 0 && href.data[0] == '#' &&
           is_alone(r, link, unit);
}

/* Writes a selected part of a text, its white space collapsed; R2L's code is such a text too. */
static void write_text(dana__renderer *r, const dana_unit *unit, const dana__pick *pick)
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
    if (dana__is_in_code(r)) {
        dana__put_code(r, text);
    } else if (text.length > 0 && !is_permalink(r, unit, text)) {
        dana__begin(r, &text);
        r->form->text(r, text);
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

    r->space |= event->start < start && !is_code;
    while (r->status == DANA_OK && dana__pick_next(&r->picker, unit, &from, &pick)) {
        r->space |= pick.starts_span;
        r->at = (uint32_t)(pick.start - r->page->source.data);
        if (is_code) {
            if (done == event->start) {
                dana__decode_code(r, &r->white, done, start);
            }
            dana__write_code(r, &pick);
        } else {
            write_text(r, unit, &pick);
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

/* Writes a medium that is no picture, in a paragraph of its own. */
static void write_media(dana__renderer *r, const dana_media *media)
{
    r->outline.border = true;
    dana__begin(r, NULL);
    r->form->media(r, media, dana__in_inline(r, DANA__PART_LINK));
    r->outline.border = true;
}

/* Writes the items that stand at an event: a noscript element may hold several. */
static void read_media(dana__renderer *r, const dana__event *event)
{
    uint32_t at = (uint32_t)(event->start - r->page->source.data);

    for (; r->item < r->figures->item_count && r->figures->items[r->item].at <= at; r->item++) {
        const dana__item *item = &r->figures->items[r->item];

        if (item->at != at || (r->form->is_markdown && dana__is_in_code(r))) {
            continue;
        }
        r->at = at;
        if (item->is_picture) {
            dana__begin(r, NULL);
            r->form->image(r, &item->image);
        } else {
            write_media(r, &item->media);
        }
    }
}

/* A rule counts where it lies inside a span, after something that was written. */
static void read_rule(dana__renderer *r, const dana__event *event)
{
    size_t at = (size_t)(event->start - r->page->source.data);

    r->rule |= dana__touches(&r->result->selection, &r->rule_span, at, at + 1) && r->out.length > 0;
}

static void read_events(dana__renderer *r)
{
    dana__event event;

    while (r->status == DANA_OK && dana__outline_next(&r->outline, &event)) {
        switch (event.kind) {
        case DANA__EVENT_TEXT:
            read_text(r, &event);
            break;
        case DANA__EVENT_BREAK:
            r->breaks++;
            break;
        case DANA__EVENT_RULE:
            read_rule(r, &event);
            break;
        case DANA__EVENT_MEDIA:
            read_media(r, &event);
            break;
        }
    }
    if (r->status == DANA_OK) {
        r->status = r->outline.pass.status;
    }
    dana__close_inlines(r, 0, DANA__NEXT_WHITE);
    dana__close_leaf(r);
    dana__close_opened(r, 0);
    r->form->finish(r);
}

/* Where the last text and medium end that are rendered. */
static size_t end_of_content(const dana__renderer *r)
{
    const dana_selection *selection = &r->result->selection;
    size_t end = selection->count > 0 ? selection->spans[selection->count - 1].end : 0;
    size_t items = r->figures->item_count;
    size_t item = items > 0 ? r->figures->items[items - 1].at + (size_t)1 : 0;

    return item > end ? item : end;
}

/* Finds the figures, and tells the outline where their media stand. */
static dana_status take_figures(dana__renderer *r, dana_error *err)
{
    dana_status status = dana__find_figures(r->page, r->result, r->base, &r->figures, err);

    if (status != DANA_OK) {
        return status;
    }
    dana_buffer_init(&r->offsets, sizeof(uint32_t));
    status = dana_buffer_reserve(r->page->arena, &r->offsets, r->figures->item_count + 1, err);
    for (size_t i = 0; status == DANA_OK && i < r->figures->item_count; i++) {
        ((uint32_t *)r->offsets.data)[i] = r->figures->items[i].at;
    }
    r->shown = *r->result;
    r->shown.selection = r->figures->shown;
    r->result = &r->shown;
    return status;
}

static dana_status prepare(dana__renderer *r, dana_error *err)
{
    dana_status status = dana__poll(r->page, err);
    size_t stop = 0;

    dana_buffer_init(&r->out, 1);
    dana_buffer_init(&r->scratch, 1);
    dana_buffer_init(&r->white, 1);
    if (status == DANA_OK) {
        status = take_figures(r, err);
    }
    if (status == DANA_OK) {
        stop = end_of_content(r);
        status = dana__survey_tables(r->page, r->result, stop, &r->outline, &r->tables, err);
    }
    dana__outline_start(&r->outline, r->page, r->result->scan->options.keep_noscript, stop, err);
    dana__outline_media(&r->outline, r->offsets.data,
                        status == DANA_OK ? r->figures->item_count : 0);
    dana__picker_start(&r->picker, r->page, r->result);
    return status;
}

/* Runs a rendering that is prepared for; what it needed on the way is given back. */
static dana_status run(dana__renderer *r, dana_view *out)
{
    r->status = prepare(r, r->err);
    if (r->status == DANA_OK) {
        read_events(r);
    }
    dana_buffer_release(r->page->arena, &r->scratch);
    dana_buffer_release(r->page->arena, &r->white);
    dana_buffer_release(r->page->arena, &r->tables);
    dana_buffer_release(r->page->arena, &r->offsets);
    if (r->status == DANA_OK && r->out.length > 0) {
        dana_buffer_trim(r->page->arena, &r->out);
        *out = dana__written(r);
    }
    return r->status;
}

static dana_status render(dana_page *page, const dana_result *result, dana_view base,
                          const dana__form *form, dana_view *out, dana_error *err)
{
    dana_buffer room;

    *out = (dana_view){"", 0};
    dana_buffer_init(&room, 1);
    dana_status status = dana_buffer_reserve(page->arena, &room, sizeof(dana__renderer), err);

    if (status != DANA_OK) {
        return status;
    }
    dana__renderer *r = room.data;

    memset(r, 0, sizeof(*r));
    r->page = page;
    r->result = result;
    r->base = base;
    r->form = form;
    r->err = err;
    status = run(r, out);
    dana_buffer_release(page->arena, &room);
    return status;
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
