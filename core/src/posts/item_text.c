#include "posts/item_text.h"

#include "base/ascii.h"
#include "base/search.h"
#include "dates/ages.h"
#include "page/page.h"
#include "posts/talk/buttons.h"
#include "render/plain.h"
#include "text/plain_text.h"
#include "text/span_sets.h"

#include <stdlib.h>
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

dana_status dana__item_ranges(const dana__search *search, const dana__items *items, size_t index,
                              dana_selection *own)
{
    const dana__item *item = &items->items[index];
    uint32_t at = item->start;
    size_t inside = 0;
    span_list list;

    for (size_t i = index + 1; i < items->count && items->items[i].start < item->end; i++) {
        inside += items->items[i].parent == (int32_t)index;
    }
    if (!make_room(search, &list, inside + 1)) {
        return search->err->status;
    }
    for (size_t i = index + 1; i < items->count && items->items[i].start < item->end; i++) {
        if (items->items[i].parent == (int32_t)index) {
            add_span(&list, at, items->items[i].start);
            at = items->items[i].end;
        }
    }
    add_span(&list, at, item->end);
    *own = (dana_selection){list.spans, list.count};
    return DANA_OK;
}

/* The bytes of sorted spans that lie in a selection. */
static dana_status intersect(const dana__search *search, const dana_selection *spans,
                             const dana_selection *selection, dana_selection *out)
{
    span_list list = {NULL, 0, 0};

    for (int round = 0; round < 2; round++) {
        size_t count = 0;

        for (size_t i = 0; i < spans->count; i++) {
            dana_span span = spans->spans[i];

            for (size_t k = dana__first_span(selection, span.start);
                 k < selection->count && selection->spans[k].start < span.end; k++) {
                dana_span other = selection->spans[k];

                count++;
                add_span(&list, other.start > span.start ? other.start : span.start,
                         other.end < span.end ? other.end : span.end);
            }
        }
        if (round == 0 && !make_room(search, &list, count + 1)) {
            return search->err->status;
        }
    }
    *out = (dana_selection){list.spans, list.count};
    return DANA_OK;
}

/* Index of the first tally at or after a source byte. */
static size_t first_tally(const dana__tallies *tallies, uint32_t at)
{
    return dana__first_from(tallies->tallies, tallies->count, sizeof(*tallies->tallies), at);
}

/* Lists the shown tallies of an item. out->spans NULL: they are counted alone. */
static size_t list_tallies(const dana__tallies *tallies, const dana__item *item, span_list *out)
{
    size_t count = 0;

    for (size_t i = first_tally(tallies, item->start);
         i < tallies->count && tallies->tallies[i].start < item->end; i++) {
        count++;
        add_span(out, tallies->tallies[i].start, tallies->tallies[i].end);
    }
    return count;
}

/* Where a text of the source ends that goes up to the next tag. */
static uint32_t end_of_text(const dana_page *page, uint32_t start)
{
    const char *text = page->source.data + start;
    size_t most = page->source.length - start;
    const char *tag = memchr(text, '<', most < CUT_MOST ? most : CUT_MOST);

    return tag != NULL ? start + (uint32_t)(tag - text) : start;
}

/* Adds the text of a hint, unless it is the item: an attribute of its element tells the date. */
static void add_hint(const dana__search *search, const dana__item *item, int32_t index,
                     span_list *out)
{
    const dana__hint *hint = index >= 0 ? &search->evidence->hints[index] : NULL;

    if (hint == NULL || hint->text.length > CUT_MOST) {
        return;
    }
    uint32_t start = dana__hint_at(search->page, hint);
    uint32_t end = dana__is_copied(search->page, hint) ? end_of_text(search->page, start)
                                                       : start + (uint32_t)hint->text.length;

    if (start > item->inner &&
        (item->body.end == 0 || start > item->body.start || end <= item->body.start)) {
        add_span(out, start, end);
    }
}

/* Index of the first text unit that begins at `at` or after it. */
static size_t first_unit(const dana_scan *scan, uint32_t at)
{
    return dana__first_from(scan->units, scan->unit_count, sizeof(*scan->units), at);
}

/* Adds the heading of the first level that an item begins with, and goes on behind: that of a
 * thread, whose first post holds it. */
static void add_heading(const dana__search *search, const dana__item *item, span_list *out)
{
    const dana_scan *scan = search->input->result->scan;
    size_t first = first_unit(scan, item->inner);

    if (first + 1 < scan->unit_count && scan->units[first].heading == 1 &&
        scan->units[first + 1].start < item->end) {
        add_span(out, scan->units[first].start,
                 scan->units[first].start + scan->units[first].length);
    }
}

/* Takes the texts that name author and date and a heading out of an item's part, and, where its
 * body is not known, those of its votes. */
static dana_status without_marks(const dana__search *search, const dana__tallies *tallies,
                                 const dana__item *item, const dana_selection *from,
                                 dana_selection *out)
{
    bool in_body = item->body.end > 0;
    span_list cuts = {NULL, 0, 0};
    size_t room = 5 + (in_body ? 0 : list_tallies(tallies, item, &cuts));

    if (!make_room(search, &cuts, room)) {
        return search->err->status;
    }
    if (!in_body) {
        list_tallies(tallies, item, &cuts);
    }
    add_hint(search, item, item->author, &cuts);
    add_hint(search, item, item->date, &cuts);
    add_heading(search, item, &cuts);
    add_span(&cuts, item->head.start, item->head.end);
    qsort(cuts.spans, cuts.count, sizeof(*cuts.spans), dana__compare_spans);
    dana_selection sorted = {cuts.spans, 0};

    /* One within another is cut with it. */
    for (size_t i = 0; i < cuts.count; i++) {
        if (sorted.count == 0 || cuts.spans[i].start >= cuts.spans[sorted.count - 1].end) {
            cuts.spans[sorted.count++] = cuts.spans[i];
        }
    }
    return dana__subtract_spans(search->page, from, &sorted, out, search->err);
}

/* Counts the bytes of text units that begin inside spans: what there is to be rendered. */
static size_t text_inside(const dana_scan *scan, const dana_selection *spans)
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

/* The part of an item that is its text: its body where that is known, of the rest what is selected,
 * or all of it where hardly anything is. *around: the source that it is rendered from. */
static dana_status choose_part(const dana__search *search, const dana__item *item,
                               const dana_selection *own, dana_selection *around,
                               dana_selection *out)
{
    const dana_result *result = search->input->result;
    bool has_body = item->body.end > 0;
    const dana_span inside = {item->inner, item->end};
    const dana_selection most = {has_body ? &item->body : &inside, 1};
    dana_selection chosen;
    dana_status status = intersect(search, own, &most, around);
    dana_selection part = *around;

    *out = part;
    if (status != DANA_OK || (has_body && !search->page->has_chosen)) {
        return status;
    }
    status = intersect(search, &part, &result->selection, &chosen);
    if (status == DANA_OK && text_inside(result->scan, &chosen) * SELECTED_PART >=
                                 text_inside(result->scan, &part) + 1) {
        *out = chosen;
    }
    return status;
}

/* The length of a character that stands between names, dates and links, 0 for all others. */
static size_t separator_length(const char *p, const char *end)
{
    static const char *const marks[] = {"|",           "-",        "\n",           " ",
                                        "\xC2\xB7",    "\xC2\xBB", "\xE2\x80\x93", "\xE2\x80\x94",
                                        "\xE2\x80\xA2"};

    for (size_t i = 0; i < DANA__COUNT(marks); i++) {
        size_t length = strlen(marks[i]);

        if ((size_t)(end - p) >= length && memcmp(p, marks[i], length) == 0) {
            return length;
        }
    }
    return 0;
}

static bool is_separators(dana_view line)
{
    size_t at = 0;
    size_t length = 1;

    for (; at < line.length && length > 0; at += length) {
        length = separator_length(line.data + at, line.data + line.length);
    }
    return length > 0;
}

/* Whether a line is nothing but a button, or not the only one and how long ago the item was
 * written, with separators around it. */
static bool is_button(dana_view line, bool is_only)
{
    size_t length = 1;

    while (line.length > 0 && length > 0) {
        length = separator_length(line.data, line.data + line.length);
        line = (dana_view){line.data + length, line.length - length};
    }
    while (line.length > 0 &&
           separator_length(line.data + line.length - 1, line.data + line.length) > 0) {
        line.length--;
    }
    return dana__is_button(line) || (!is_only && dana__is_age(line));
}

/* Takes away the mark between a text and the name behind it that was cut: "text \xE2\x80\x93". */
static dana_view without_last_mark(dana_view text)
{
    const char *space = memrchr(text.data, ' ', text.length);

    if (space != NULL && space > text.data &&
        is_separators((dana_view){space, (size_t)(text.data + text.length - space)})) {
        text.length = (size_t)(space - text.data);
    }
    return text;
}

/* Takes first and last lines away that are nothing but what stood between the names and dates. */
static dana_view without_separators(dana_view text)
{
    const char *newline = text.data;

    if (text.length == 0) {
        return text; /* which may have no data */
    }
    while (newline != NULL && text.length > 0) {
        newline = memchr(text.data, '\n', text.length);
        size_t length = newline != NULL ? (size_t)(newline - text.data) + 1 : text.length;

        dana_view line = {text.data, length};

        if (!is_separators(line) && !is_button(line, newline == NULL)) {
            break;
        }
        text = (dana_view){text.data + length, text.length - length};
    }
    while (text.length > 0) {
        newline = memrchr(text.data, '\n', text.length - 1);
        const char *last = newline != NULL ? newline : text.data;

        dana_view line = {last, (size_t)(text.data + text.length - last)};

        if (!is_separators(line) && !is_button(line, newline == NULL)) {
            break;
        }
        text.length = (size_t)(last - text.data);
    }
    return without_last_mark(text);
}

dana_status dana__item_text(const dana__search *search, const dana__tallies *tallies,
                            const dana__item *item, const dana_selection *own, dana_view *text)
{
    dana_result part = *search->input->result;
    dana_selection around;
    dana_selection taken;
    dana_status status = choose_part(search, item, own, &around, &taken);

    if (status == DANA_OK) {
        status = without_marks(search, tallies, item, &taken, &part.selection);
    }
    part.data = NULL;
    if (status == DANA_OK) {
        status = dana__render_parts(search->page, &part, &around, text, search->err);
    }
    *text = status == DANA_OK ? without_separators(*text) : *text;
    return status;
}
