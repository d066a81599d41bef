#include "dana/posts.h"

#include "base/error.h"
#include "dana/result.h"
#include "evidence/read_evidence.h"
#include "extractors/auto/auto.h"
#include "metadata/language.h"
#include "metadata/when.h"
#include "page/pass.h"
#include "posts/items.h"
#include "text/span_sets.h"

#include <string.h>

/* An item's text is what is selected of it where that is one part in this many at least. */
#define SELECTED_PART 5

/* An author or a date that stands in more source bytes than this is not cut out of the text. */
#define CUT_MOST 600

/* A list of spans being made. */
typedef struct {
    dana_span *spans;
    size_t count;
    size_t room;
} span_list;

static void add_span(span_list *list, uint32_t start, uint32_t end)
{
    if (start < end && list->count < list->room) {
        list->spans[list->count++] = (dana_span){start, end};
    }
}

static bool make_room(const dana__search *search, span_list *list, size_t room)
{
    *list = (span_list){.room = room};
    list->spans = dana_arena_alloc(search->arena, room * sizeof(*list->spans), search->err);
    return list->spans != NULL;
}

/* The item's own part of the source: without the items inside it. */
static dana_status own_ranges(const dana__search *search, const dana__items *items, size_t index,
                              span_list *out)
{
    const dana__item *item = &items->items[index];
    uint32_t at = item->start;
    size_t inside = 0;

    for (size_t i = index + 1; i < items->count && items->items[i].start < item->end; i++) {
        inside += items->items[i].parent == (int32_t)index;
    }
    if (!make_room(search, out, inside + 1)) {
        return search->err->status;
    }
    for (size_t i = index + 1; i < items->count && items->items[i].start < item->end; i++) {
        if (items->items[i].parent == (int32_t)index) {
            add_span(out, at, items->items[i].start);
            at = items->items[i].end;
        }
    }
    add_span(out, at, item->end);
    return DANA_OK;
}

/* Cuts sorted spans with the selection. out->spans NULL: they are counted alone. */
static void intersect(const span_list *own, const dana_selection *selection, span_list *out)
{
    for (size_t i = 0; i < own->count; i++) {
        dana_span span = own->spans[i];

        for (size_t k = dana__first_span(selection, span.start);
             k < selection->count && selection->spans[k].start < span.end; k++) {
            dana_span other = selection->spans[k];

            if (out->spans == NULL) {
                out->count++;
            } else {
                add_span(out, other.start > span.start ? other.start : span.start,
                         other.end < span.end ? other.end : span.end);
            }
        }
    }
}

/* Takes what names author and date out of an item's part. */
static void without_hints(const dana__search *search, const dana__item *item, const span_list *own,
                          span_list *out)
{
    const char *source = search->page->source.data;
    dana_span cuts[2] = {{0, 0}, {0, 0}};
    int32_t hints[2] = {item->author, item->date};

    for (size_t i = 0; i < 2; i++) {
        const dana__hint *hint = hints[i] >= 0 ? &search->evidence->hints[hints[i]] : NULL;

        if (hint != NULL && hint->text.length <= CUT_MOST) {
            uint32_t start = (uint32_t)(hint->text.data - source);

            cuts[i] = (dana_span){start, start + (uint32_t)hint->text.length};
        }
    }
    if (cuts[1].start < cuts[0].start) {
        dana_span first = cuts[1];

        cuts[1] = cuts[0];
        cuts[0] = first;
    }
    for (size_t i = 0; i < own->count; i++) {
        uint32_t at = own->spans[i].start;

        for (size_t k = 0; k < 2; k++) {
            if (cuts[k].end > at && cuts[k].start < own->spans[i].end) {
                add_span(out, at, cuts[k].start);
                at = cuts[k].end;
            }
        }
        add_span(out, at, own->spans[i].end);
    }
}

/* Index of the first text unit that begins at `at` or after it. */
static size_t first_unit(const dana_scan *scan, uint32_t at)
{
    size_t low = 0;
    size_t high = scan->unit_count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (scan->units[middle].start < at) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Counts the bytes of text units that begin inside spans: what there is to be rendered. */
static size_t text_inside(const dana_scan *scan, const span_list *spans)
{
    size_t bytes = 0;

    for (size_t i = 0; i < spans->count; i++) {
        for (size_t u = first_unit(scan, spans->spans[i].start);
             u < scan->unit_count && scan->units[u].start < spans->spans[i].end; u++) {
            bytes += scan->units[u].length;
        }
    }
    return bytes;
}

/* Renders an item: what is selected of it, else all of it; without its author and date. */
static dana_status render_item(const dana__search *search, const dana__item *item,
                               const span_list *own, dana_view *text)
{
    const dana_result *result = search->input->result;
    dana_result part = *result;
    span_list chosen = {NULL, 0, 0};

    span_list rest;

    intersect(own, &result->selection, &chosen);
    size_t count = chosen.count;

    if (!make_room(search, &chosen, count + 1) ||
        !make_room(search, &rest, count + own->count + 4)) {
        return search->err->status;
    }
    intersect(own, &result->selection, &chosen);
    bool all = text_inside(result->scan, &chosen) * SELECTED_PART <
               text_inside(result->scan, own) + 1;

    without_hints(search, item, all ? own : &chosen, &rest);
    part.selection = (dana_selection){rest.spans, rest.count};
    part.data = NULL;
    return dana_render_text(search->page, &part, text, search->err);
}

/* Writes an item's date. */
static dana_status write_date(const dana__search *search, const dana__item *item, dana_view *out)
{
    *out = (dana_view){NULL, 0};
    if (item->date < 0) {
        return DANA_OK;
    }
    char *text = dana_arena_alloc(search->arena, DANA__DATE_MAX, search->err);

    if (text == NULL) {
        return search->err->status;
    }
    *out = (dana_view){text, dana__write_date(&item->when, text)};
    return DANA_OK;
}

static dana_status make_post(const dana__search *search, const dana__items *items, size_t index,
                             dana_post *posts)
{
    const dana__item *item = &items->items[index];
    dana_post *post = &posts[index];
    span_list own;

    *post = (dana_post){
        .kind = item->called == DANA__CALLED_POST ? DANA_ITEM_POST : DANA_ITEM_COMMENT,
        .author = item->name,
        .span = {item->start, item->end},
        .parent = item->parent,
        .depth = item->parent >= 0 ? posts[item->parent].depth + 1 : 0,
    };
    dana_status status = own_ranges(search, items, index, &own);

    if (status == DANA_OK) {
        post->ranges = own.spans;
        post->range_count = own.count;
        status = write_date(search, item, &post->date);
    }
    return status == DANA_OK ? render_item(search, item, &own, &post->text) : status;
}

/* Whether the page calls itself a thread, or questions and answers. */
static bool is_forum(const dana_page *page)
{
    const dana__auto_trace *trace = page->trace;

    return trace != NULL && (trace->blocks.hints & DANA__HINT_FORUM) != 0;
}

/* In a forum, answers are posts, whatever their markup calls them; comments inside an answer stay
 * what they are. */
static void settle_kinds(const dana__search *search, dana__items *items)
{
    for (size_t i = 0; i < items->count && is_forum(search->page); i++) {
        dana__item *item = &items->items[i];

        if (item->parent < 0 && !item->is_aside) {
            item->called = DANA__CALLED_POST;
        }
    }
}

static dana_status make_posts(const dana__search *search, const dana__items *items, dana_posts *out)
{
    dana_post *posts = dana_arena_alloc(search->arena, (items->count + 1) * sizeof(*posts),
                                        search->err);
    dana_status status = DANA_OK;

    if (posts == NULL) {
        return search->err->status;
    }
    for (size_t i = 0; i < items->count && status == DANA_OK; i++) {
        status = make_post(search, items, i, posts);
    }
    *out = (dana_posts){posts, status == DANA_OK ? items->count : 0};
    return status;
}

/* Reads boxes, and in the same pass the evidence where the metadata's is not kept. */
static dana_status read_page(dana_page *page, const dana_metadata_input *input,
                             dana__evidence *evidence, dana__boxes *boxes, dana_error *err)
{
    dana__listener listeners[2];
    size_t count = 0;
    dana_status status = DANA_OK;

    if (!dana__take_evidence(page, evidence)) {
        status = dana__evidence_listener(page, input, NULL, evidence, &listeners[count++], err);
    }
    if (status == DANA_OK) {
        status = dana__boxes_listener(page, boxes, &listeners[count++], err);
    }
    if (status != DANA_OK) {
        return status;
    }
    return dana__pass_run(page, input->result->scan->options.keep_noscript, listeners, count, err);
}

dana_status dana_find_posts(dana_page *page, const dana_metadata_input *input, dana_posts *out,
                            dana_error *err)
{
    dana_error *why = DANA__ERROR(err);
    dana__evidence evidence;
    dana__boxes boxes;
    dana__items items;
    dana_metadata *metadata;
    dana__search search = {
        .page = page, .arena = page->arena, .input = input, .evidence = &evidence, .err = why};

    *out = (dana_posts){NULL, 0};
    if (input->result->profile.line_count == 0) {
        return DANA_OK;
    }
    metadata = dana_arena_alloc(page->arena, sizeof(*metadata), why);
    if (metadata == NULL) {
        return why->status;
    }
    *metadata = (dana_metadata){.author_count = 0};
    search.out = metadata;
    dana_status status = read_page(page, input, &evidence, &boxes, why);

    if (status == DANA_OK) {
        status = dana__find_language(&search);
        search.reading = dana__reading_of(metadata);
    }
    if (status == DANA_OK) {
        status = dana__find_items(&search, &boxes, &items);
        dana__release_boxes(page, &boxes);
    }
    if (status == DANA_OK) {
        settle_kinds(&search, &items);
        status = make_posts(&search, &items, out);
    }
    dana__release_evidence(page, &evidence);
    return status;
}
