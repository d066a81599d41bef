#include "outline/tables.h"

#include "base/ascii.h"
#include "base/url_parts.h"
#include "html/letters.h"
#include "outline/stack.h"

#include <string.h>

#define HEADER_KEY  DANA__NAME_KEY('t', 'h')
#define HEAD_KEY    DANA__NAME_KEY('t', 'h', 'e', 'a', 'd')
#define CAPTION_KEY DANA__NAME_KEY('c', 'a', 'p', 't', 'i', 'o', 'n')

#define DOWN_MAX    1000u

/* Tags of a cell that are looked at for a sign, and bytes. */
#define SIGN_TAGS  12
#define SIGN_BYTES 1024

/* The innermost table's facts, where they are counted. */
static dana__table *table_facts(dana__outline *o)
{
    const dana__frame *top = dana__innermost(o);
    const dana__frame *table = top != NULL ? dana__frame_at(o, top->table) : NULL;

    return table != NULL && o->tables != NULL ? (dana__table *)o->tables->data + table->number
                                              : NULL;
}

static bool says_presentation(dana_view tag)
{
    dana_view role;

    return tag.length > 0 && dana_tag_attribute(tag, "role", &role) &&
           ((role.length == 12 && memcmp(role.data, "presentation", 12) == 0) ||
            (role.length == 4 && memcmp(role.data, "none", 4) == 0));
}

static void open_table(dana__outline *o, uint64_t key, dana_view tag)
{
    dana__table *outer = table_facts(o);
    dana__frame *block;

    if (outer != NULL) {
        outer->has_table = true;
    }
    block = dana__push(o, DANA__PART_TABLE, key, tag);
    if (block == NULL) {
        return;
    }
    block->number = o->table_count++;
    block->table = dana__top_index(o);
    block->border = dana__top_index(o);
    memset(o->carried, 0, sizeof(o->carried));
    if (o->tables == NULL) {
        return;
    }
    o->pass.status = dana_buffer_reserve(o->pass.page->arena, o->tables, 1, o->pass.err);
    if (o->pass.status == DANA_OK) {
        ((dana__table *)o->tables->data)[o->tables->length++] = (dana__table){
            .is_presentation = says_presentation(tag)};
    }
}

#define SET(part) (1u << DANA__PART_##part)

/* Closes blocks inside the innermost table until one of `parts` is innermost (13.2.6.4.9, "clear
 * the stack back to a table context"). Returns false outside tables. */
static bool clear_to(dana__outline *o, unsigned parts)
{
    const dana__frame *top = dana__innermost(o);
    size_t table = top != NULL ? top->table : 0;

    for (size_t i = o->block_count; table > 0 && i >= table; i--) {
        if ((parts >> o->blocks[i - 1].part & 1u) != 0) {
            dana__pop_to(o, i, false);
            return true;
        }
    }
    return false;
}

static void open_row(dana__outline *o, uint64_t key, dana_view tag)
{
    if (!clear_to(o, SET(TABLE) | SET(ROWS))) {
        o->border = true;
        return;
    }
    bool in_head = dana__innermost(o)->is_header;
    dana__frame *row = dana__push(o, DANA__PART_ROW, key, tag);

    if (row == NULL) {
        return;
    }
    row->is_header = in_head;
    row->number = o->blocks[row->table - 1].next++;
    for (size_t i = 0; i < DANA__COLUMNS_MAX; i++) {
        o->carried[i] = (uint16_t)(o->carried[i] - (o->carried[i] > 0));
    }
}

/* Places a cell after the cells of its row and beside those that reach down into it (4.9.12.1). */
static void place_cell(dana__outline *o, dana__frame *row, dana__frame *cell)
{
    uint32_t column = row->next;

    while (column < DANA__COLUMNS_MAX && o->carried[column] > 0) {
        column++;
    }
    cell->number = column;
    cell->own = row->own;
    cell->across = 1;
    cell->down = 1;
    if (dana__may_span(cell->tag)) {
        cell->across = (uint16_t)dana__number_attribute(cell->tag, "colspan", 1, DANA__COLUMNS_MAX,
                                                        1);
        cell->down = (uint16_t)dana__number_attribute(cell->tag, "rowspan", 1, DOWN_MAX, 1);
    }
    for (uint32_t i = column; i < column + cell->across && i < DANA__COLUMNS_MAX; i++) {
        o->carried[i] = cell->down;
    }
    row->next = column < DANA__COLUMNS_MAX ? column + cell->across : column;
    row->own = (uint16_t)(row->own + (row->own < UINT16_MAX / 2 ? cell->across : 0));
    row->has_data |= !cell->is_header;
}

static void count_cell(dana__outline *o, const dana__frame *cell)
{
    dana__table *facts = table_facts(o);
    uint32_t columns = cell->number + cell->across;

    if (facts != NULL) {
        facts->cells++;
        facts->columns = (uint16_t)(columns > facts->columns ? columns : facts->columns);
    }
}

static void open_cell(dana__outline *o, uint64_t key, dana_view tag)
{
    if (!clear_to(o, SET(TABLE) | SET(ROWS) | SET(ROW))) {
        o->border = true;
        return;
    }
    if (dana__top_part(o) != DANA__PART_ROW) {
        open_row(o, 0, (dana_view){NULL, 0});
    }
    size_t row = o->block_count;
    dana__frame *cell = dana__top_part(o) == DANA__PART_ROW
                            ? dana__push(o, DANA__PART_CELL, key, tag)
                            : NULL;

    if (cell != NULL) {
        cell->border = dana__top_index(o);
        cell->holder = 0;
        cell->is_header = key == HEADER_KEY;
        place_cell(o, &o->blocks[row - 1], cell);
        count_cell(o, cell);
    }
}

void dana__imply_cell(dana__outline *o)
{
    dana__part top = dana__top_part(o);

    if (top == DANA__PART_TABLE || top == DANA__PART_ROWS || top == DANA__PART_ROW) {
        open_cell(o, 0, (dana_view){NULL, 0});
    }
}

static void open_rows(dana__outline *o, uint64_t key, dana_view tag)
{
    dana__frame *rows = NULL;

    o->border = true;
    if (clear_to(o, SET(TABLE))) {
        rows = dana__push(o, DANA__PART_ROWS, key, tag);
    }
    if (rows != NULL) {
        rows->is_header = key == HEAD_KEY;
    }
}

/* caption; a figcaption, or one outside a table, is a plain block. */
static void open_caption(dana__outline *o, uint64_t key, dana_view tag)
{
    if (key != CAPTION_KEY || !clear_to(o, SET(TABLE))) {
        dana__close_p(o);
        dana__push(o, DANA__PART_BLOCK, key, tag);
        return;
    }
    dana__frame *caption = dana__push(o, DANA__PART_CAPTION, key, tag);

    if (caption != NULL) {
        caption->border = dana__top_index(o);
        caption->holder = 0;
    }
}

bool dana__open_of_table(dana__outline *o, dana__kind kind, uint64_t key, dana_view tag)
{
    switch (kind) {
    case DANA__KIND_ROW:
        open_row(o, key, tag);
        return true;
    case DANA__KIND_ROWS:
        open_rows(o, key, tag);
        return true;
    case DANA__KIND_CELL:
        open_cell(o, key, tag);
        return true;
    case DANA__KIND_CAPTION:
        open_caption(o, key, tag);
        return true;
    case DANA__KIND_TABLE:
        if (dana__top_part(o) == DANA__PART_TABLE || dana__top_part(o) == DANA__PART_ROWS ||
            dana__top_part(o) == DANA__PART_ROW) {
            dana__pop_to(o, (size_t)dana__innermost(o)->table - 1, false);
        }
        dana__close_p(o);
        open_table(o, key, tag);
        return true;
    default:
        return false;
    }
}

/* Names of icons that stand for yes and for no in tables, in class words and names of files. The
 * weak ones mean so only as the last word of a name of two, "icon-no". */
static const char *const yes_names[] = {"check", "checkmark", "tick", "checked"};
static const char *const no_names[] = {"cross", "times", "xmark", "unchecked"};
static const char *const weak_yes_names[] = {"yes", "ok"};
static const char *const weak_no_names[] = {"no", "close", "remove", "x"};

/* What a word of a name says; is_last: it is the last one of several. */
static char sign_of_word(dana_view word, bool is_last)
{
    if (dana__is_one_of(word, yes_names, DANA__COUNT(yes_names)) ||
        (is_last && dana__is_one_of(word, weak_yes_names, DANA__COUNT(weak_yes_names)))) {
        return 'y';
    }
    return dana__is_one_of(word, no_names, DANA__COUNT(no_names)) ||
                   (is_last && dana__is_one_of(word, weak_no_names, DANA__COUNT(weak_no_names)))
               ? 'n'
               : '\0';
}

/* What a list of names says: the first word that says anything. */
static char sign_of_names(dana_view names)
{
    const char *end = names.data + names.length;
    char sign = '\0';
    bool is_first = true; /* of its name */

    for (const char *p = names.data; p < end && sign == '\0';) {
        const char *word = p;

        while (p < end && dana__is_alphanumeric(*p)) {
            p++;
        }
        bool ends = p == end || dana__is_space(*p) || *p == '.';

        sign = sign_of_word(dana__between(word, p), ends && !is_first);
        is_first = p < end && dana__is_space(*p);
        p += p < end;
    }
    return sign;
}

static char sign_of_tag(const dana__markup *tag)
{
    dana_view view = {tag->start, (size_t)(tag->end - tag->start)};
    dana_view value;
    char sign = '\0';

    if (dana_tag_attribute(view, "class", &value)) {
        sign = sign_of_names(value);
    }
    if (sign == '\0' &&
        (dana_tag_attribute(view, "src", &value) || dana_tag_attribute(view, "href", &value) ||
         dana_tag_attribute(view, "xlink:href", &value))) {
        sign = sign_of_names(dana__last_name(value));
    }
    return sign;
}

/* Whether a tag may stand in a cell of a sign: an icon, or a box around it. */
static bool is_of_icon(const dana__markup *tag)
{
    static const char *const names[] = {"i",    "span",   "div",   "svg",  "use",      "img",
                                        "em",   "b",      "p",     "path", "g",        "picture",
                                        "rect", "circle", "br",    "line", "polyline", "polygon",
                                        "defs", "source", "strong"};

    return (tag->kind == DANA__START_TAG || tag->kind == DANA__END_TAG) &&
           (tag->flags & DANA__ANCHOR) == 0 && (tag->name_text[0] | 0x20) != 't' &&
           dana__is_one_of((dana_view){tag->name_text, tag->name.length}, names,
                           DANA__COUNT(names));
}

/* Where a cell ends that holds nothing but what may be an icon; NULL: it holds more. */
static const char *end_of_icon(const char *p, const char *end)
{
    for (int i = 0; i < SIGN_TAGS; i++) {
        dana__markup tag;

        while (p < end && dana__is_space(*p)) {
            p++;
        }
        if (p == end || dana__find_markup(p, end) != p) {
            return NULL;
        }
        dana__read_markup(p, end, &tag);
        if (tag.kind != DANA__COMMENT && !is_of_icon(&tag)) {
            bool is_tag = tag.kind == DANA__START_TAG || tag.kind == DANA__END_TAG;

            return is_tag && (tag.name_text[0] | 0x20) == 't' ? p : NULL;
        }
        p = tag.end;
    }
    return NULL;
}

char dana__sign_of_cell(const dana__markup *cell, const char *end, const char **past)
{
    const char *p = cell->end;
    const char *stop = end_of_icon(p, end - p > SIGN_BYTES ? p + SIGN_BYTES : end);
    char sign = '\0';

    while (stop != NULL && p < stop && sign == '\0') {
        dana__markup tag;

        if (dana__is_space(*p)) {
            p++;
            continue;
        }
        dana__read_markup(p, stop, &tag);
        sign = tag.kind == DANA__START_TAG ? sign_of_tag(&tag) : '\0';
        p = tag.end;
    }
    *past = stop != NULL ? stop : *past;
    return sign;
}
