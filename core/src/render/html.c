/*
 * HTML from an allow-list: elements and attributes stand in this file, all else is escaped text.
 */
#include "render/html.h"

#include "base/bytes16.h"
#include "dana/text.h"
#include "html/references.h"
#include "render/opened.h"
#include "render/output.h"
#include "text/selected_text.h"

#include <string.h>

/* Texts that are looked at for a letter of some direction. */
#define LOOKED_AT 16

/* Returns the index at or after i of a character that stands as a reference; a text's length: there
 * is none. Quotes are such characters in values. */
static size_t next_escaped(dana_view text, size_t i, bool in_value)
{
    const char quote = in_value ? '"' : '&';

    for (; i < text.length; i += DANA__STEP) {
        dana__bytes16 bytes = dana__load_part16(text.data + i, text.length - i);
        unsigned found = dana__bits16(dana__equal16(bytes, '&') | dana__equal16(bytes, '<') |
                                      dana__equal16(bytes, '>') | dana__equal16(bytes, quote));

        if (found != 0) {
            return i + dana__first16(found);
        }
    }
    return text.length;
}

static void put_escaped(dana__renderer *r, dana_view text, bool in_value)
{
    size_t done = 0;

    for (size_t i = 0; (i = next_escaped(text, i, in_value)) < text.length; i++) {
        dana__put(r, text.data + done, i - done);
        dana__puts(r, dana_markup_escape(text.data[i]));
        done = i + 1;
    }
    dana__put(r, text.data + done, text.length - done);
}

static void put_attribute(dana__renderer *r, const char *name, dana_view value)
{
    dana__puts(r, " ");
    dana__puts(r, name);
    dana__puts(r, "=\"");
    put_escaped(r, value, true);
    dana__puts(r, "\"");
}

static void put_number_attribute(dana__renderer *r, const char *name, uint32_t number)
{
    dana__puts(r, " ");
    dana__puts(r, name);
    dana__puts(r, "=\"");
    dana__put_number(r, number);
    dana__puts(r, "\"");
}

/* Ends a line that was begun. */
static void end_line(dana__renderer *r)
{
    dana_view out = dana__written(r);

    if (out.length > 0 && out.data[out.length - 1] != '\n') {
        dana__puts(r, "\n");
    }
}

static void open_list(dana__renderer *r, const dana__opened *list)
{
    end_line(r);
    dana__puts(r, list->is_ordered ? "<ol" : "<ul");
    if (list->is_down) {
        dana__puts(r, " reversed");
    }
    if (list->is_ordered && (list->number != 1 || list->is_down)) {
        put_number_attribute(r, "start", list->number);
    }
    if (list->style != '\0') {
        put_attribute(r, "type", (dana_view){&list->style, 1});
    }
    dana__puts(r, ">\n");
}

/* An item whose number does not follow from those before it has it as its value. */
static void open_item(dana__renderer *r, dana__opened *item)
{
    dana__opened *list = item - 1;

    dana__puts(r, "<li");
    uint32_t passed = list->is_down ? list->number - item->number : item->number - list->number;

    if (list->is_ordered && passed != list->filled) {
        put_number_attribute(r, "value", item->number);
        list->filled = passed;
    }
    list->filled++;
    dana__puts(r, ">");
}

/* Rows without anything selected are there, empty, as cells may reach into them. */
static void open_row(dana__renderer *r, const dana__opened *row)
{
    dana__opened *table = dana__find_opened(r, DANA__PART_TABLE);

    for (; table->has_leaf && table->filled < row->number; table->filled++) {
        dana__puts(r, "<tr></tr>\n");
    }
    table->filled = row->number + 1;
    dana__puts(r, "<tr>");
}

static void open_cell(dana__renderer *r, const dana__opened *cell)
{
    dana__opened *row = dana__find_opened(r, DANA__PART_ROW);

    for (; row->filled < cell->own; row->filled++) {
        dana__puts(r, "<td></td>");
    }
    row->filled = cell->own + cell->across;
    dana__puts(r, cell->is_header ? "<th" : "<td");
    if (cell->across > 1) {
        put_number_attribute(r, "colspan", cell->across);
    }
    if (cell->down > 1) {
        put_number_attribute(r, "rowspan", cell->down);
    }
    dana__puts(r, ">");
}

/* The tags of blocks that need nothing else. */
static const struct {
    const char *open;
    const char *close;
    bool begins_line;
} tags[DANA__PART_COUNT] = {
    [DANA__PART_QUOTE] = {"<blockquote>\n", "</blockquote>\n", true},
    [DANA__PART_ITEM] = {NULL, "</li>\n", false},
    [DANA__PART_DEFINITIONS] = {"<dl>\n", "</dl>\n", true},
    [DANA__PART_TERM] = {"<dt>", "</dt>\n", false},
    [DANA__PART_DETAIL] = {"<dd>", "</dd>\n", false},
    [DANA__PART_TABLE] = {"<table>\n", "</table>\n", true},
    [DANA__PART_CAPTION] = {"<caption>", "</caption>\n", false},
    [DANA__PART_ROW] = {NULL, "</tr>\n", false},
    [DANA__PART_FIGURE] = {"<figure>\n", "</figure>\n", true},
    [DANA__PART_FIGURE_CAPTION] = {"<figcaption>", "</figcaption>\n", true},
};

static void open(dana__renderer *r)
{
    dana__opened *opened = &r->opened[r->opened_count - 1];

    switch ((dana__part)opened->part) {
    case DANA__PART_LIST:
        open_list(r, opened);
        break;
    case DANA__PART_ITEM:
        open_item(r, opened);
        break;
    case DANA__PART_ROW:
        open_row(r, opened);
        break;
    case DANA__PART_CELL:
        open_cell(r, opened);
        break;
    default:
        if (tags[opened->part].begins_line) {
            end_line(r);
        }
        dana__puts(r, tags[opened->part].open);
        break;
    }
}

static void close(dana__renderer *r)
{
    const dana__opened *opened = &r->opened[r->opened_count - 1];

    switch ((dana__part)opened->part) {
    case DANA__PART_LIST:
        dana__puts(r, opened->is_ordered ? "</ol>\n" : "</ul>\n");
        break;
    case DANA__PART_CELL:
        dana__puts(r, opened->is_header ? "</th>" : "</td>");
        break;
    case DANA__PART_FIGURE:
        end_line(r);
        dana__puts(r, tags[opened->part].close);
        break;
    default:
        dana__puts(r, tags[opened->part].close);
        break;
    }
}

static void put_heading_tag(dana__renderer *r, const char *begin)
{
    dana__puts(r, begin);
    dana__put_number(r, r->level);
    dana__puts(r, ">");
}

/* The direction that a start tag declares. */
static dana_dir declared_direction(const dana__renderer *r, dana_span tag)
{
    dana_view source = {r->page->source.data + tag.start, tag.end - tag.start};
    dana_view value;

    if (tag.end == tag.start || !dana_tag_attribute(source, "dir", &value)) {
        return DANA_DIR_NONE;
    }
    return dana__is_called(value, "rtl")   ? DANA_DIR_RTL
           : dana__is_called(value, "ltr") ? DANA_DIR_LTR
                                           : DANA_DIR_NONE;
}

/* Which way the page is written: as it declares, else as its first text. */
static dana_dir find_direction(const dana__renderer *r)
{
    const dana_scan *scan = r->result->scan;
    const dana_selection *selection = &r->result->selection;
    dana_dir dir = declared_direction(r, scan->html_tag);
    size_t first = selection->count > 0 ? dana__first_unit(scan, selection->spans[0].start)
                                        : scan->unit_count;

    dir = dir == DANA_DIR_NONE ? declared_direction(r, scan->body_tag) : dir;
    for (size_t i = first; dir == DANA_DIR_NONE && i < scan->unit_count && i < first + LOOKED_AT;
         i++) {
        dir = dana_text_direction(
            (dana_view){r->page->source.data + scan->units[i].start, scan->units[i].length});
    }
    return dir == DANA_DIR_NONE ? DANA_DIR_LTR : dir;
}

/* Code is written from left to right wherever it stands: where the page is not, each of its lines
 * has the direction of its own letters. */
static void put_direction(dana__renderer *r)
{
    r->direction = r->direction == DANA_DIR_NONE ? find_direction(r) : r->direction;
    if (r->direction == DANA_DIR_RTL) {
        dana__puts(r, " dir=\"auto\"");
    }
}

static void open_leaf(dana__renderer *r)
{
    if (r->is_bare) {
        return;
    }
    end_line(r);
    if (r->leaf == DANA__PART_HEADING) {
        put_heading_tag(r, "<h");
        return;
    }
    dana__puts(r, r->leaf == DANA__PART_PRE ? "<pre" : "<p>");
    if (r->leaf == DANA__PART_PRE) {
        put_direction(r);
        dana__puts(r, "><code");
        if (r->language.length > 0) {
            dana__puts(r, " class=\"language-");
            put_escaped(r, r->language, true);
            dana__puts(r, "\"");
        }
        dana__puts(r, ">");
    }
}

static void close_leaf(dana__renderer *r)
{
    if (r->is_bare) {
        return;
    }
    if (r->leaf == DANA__PART_HEADING) {
        put_heading_tag(r, "</h");
        dana__puts(r, "\n");
        return;
    }
    dana__puts(r, r->leaf == DANA__PART_PRE ? "</code></pre>\n" : "</p>\n");
}

static void line_break(dana__renderer *r)
{
    dana__puts(r, "<br>\n");
}

static void put_box(dana__renderer *r)
{
    dana__puts(r, r->is_done ? "<input type=\"checkbox\" checked disabled> "
                             : "<input type=\"checkbox\" disabled> ");
}

static void rule(dana__renderer *r)
{
    end_line(r);
    dana__puts(r, "<hr>\n");
}

static const char *const inline_names[DANA__PART_COUNT] = {
    [DANA__PART_LINK] = "a",     [DANA__PART_STRONG] = "strong", [DANA__PART_EM] = "em",
    [DANA__PART_CODE] = "code",  [DANA__PART_DEL] = "del",       [DANA__PART_SUB] = "sub",
    [DANA__PART_SUP] = "sup",    [DANA__PART_RUBY] = "ruby",     [DANA__PART_READING] = "rt",
    [DANA__PART_SHORT] = "abbr", [DANA__PART_QUOTED] = "q",
};

static bool open_inline(dana__renderer *r, dana_view *text, bool more)
{
    const dana__opened_inline *element = &r->inlines[r->inline_count - 1];

    (void)text;
    (void)more;
    dana__puts(r, element->part == DANA__PART_READING ? "<rp>(</rp><" : "<");
    dana__puts(r, inline_names[element->part]);
    if (element->part == DANA__PART_LINK) {
        put_attribute(r, "href", element->target);
    } else if (element->part == DANA__PART_SHORT) {
        put_attribute(r, "title", element->target);
    } else if (element->part == DANA__PART_CODE) {
        put_direction(r);
    }
    dana__puts(r, ">");
    return true;
}

static void close_inline(dana__renderer *r, dana__next next)
{
    (void)next;
    dana__puts(r, "</");
    dana__puts(r, inline_names[r->inlines[r->inline_count - 1].part]);
    dana__puts(r, r->inlines[r->inline_count - 1].part == DANA__PART_READING ? "><rp>)</rp>" : ">");
}

static void put_text(dana__renderer *r, dana_view text)
{
    put_escaped(r, text, false);
}

static void put_formula(dana__renderer *r, dana_view tex, bool is_display)
{
    const char *sign = is_display ? "$$" : "$";

    dana__puts(r, sign);
    put_escaped(r, tex, false);
    dana__puts(r, sign);
}

static void put_image(dana__renderer *r, const dana_image *image)
{
    dana__puts(r, "<img");
    put_attribute(r, "src", image->src);
    put_attribute(r, "alt", image->alt);
    dana__puts(r, ">");
}

static void put_media(dana__renderer *r, const dana_media *media, bool is_linked)
{
    if (!is_linked) {
        dana__puts(r, "<a");
        put_attribute(r, "href", media->url);
        dana__puts(r, ">");
    }
    put_escaped(r, dana__media_label(media), false);
    if (!is_linked) {
        dana__puts(r, "</a>");
    }
}

static void finish(dana__renderer *r)
{
    end_line(r);
}

const dana__form dana__html_form = {
    .parts = UINT32_MAX,
    .names_language = true,
    .open = open,
    .close = close,
    .open_leaf = open_leaf,
    .close_leaf = close_leaf,
    .line_break = line_break,
    .rule = rule,
    .box = put_box,
    .open_inline = open_inline,
    .close_inline = close_inline,
    .text = put_text,
    .code = put_text,
    .image = put_image,
    .media = put_media,
    .formula = put_formula,
    .finish = finish,
};
