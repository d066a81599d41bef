#include "render/outline.h"

#include <string.h>

#define KEY(a, b, c, d, e, f, g, h)                                                                \
    ((uint64_t)(a) | (uint64_t)(b) << 8 | (uint64_t)(c) << 16 | (uint64_t)(d) << 24 |              \
     (uint64_t)(e) << 32 | (uint64_t)(f) << 40 | (uint64_t)(g) << 48 | (uint64_t)(h) << 56)

/* Inline elements that are more than their text. */
static const struct {
    uint64_t key;
    dana__part part;
} inline_names[] = {
    {KEY('b', 0, 0, 0, 0, 0, 0, 0), DANA__PART_STRONG},
    {KEY('i', 0, 0, 0, 0, 0, 0, 0), DANA__PART_EM},
    {KEY('e', 'm', 0, 0, 0, 0, 0, 0), DANA__PART_EM},
    {KEY('s', 't', 'r', 'o', 'n', 'g', 0, 0), DANA__PART_STRONG},
    {KEY('c', 'o', 'd', 'e', 0, 0, 0, 0), DANA__PART_CODE},
    {KEY('k', 'b', 'd', 0, 0, 0, 0, 0), DANA__PART_CODE},
    {KEY('s', 'a', 'm', 'p', 0, 0, 0, 0), DANA__PART_CODE},
    {KEY('t', 't', 0, 0, 0, 0, 0, 0), DANA__PART_CODE},
    {KEY('d', 'e', 'l', 0, 0, 0, 0, 0), DANA__PART_DEL},
    {KEY('s', 0, 0, 0, 0, 0, 0, 0), DANA__PART_DEL},
    {KEY('s', 't', 'r', 'i', 'k', 'e', 0, 0), DANA__PART_DEL},
    {KEY('s', 'u', 'b', 0, 0, 0, 0, 0), DANA__PART_SUB},
    {KEY('s', 'u', 'p', 0, 0, 0, 0, 0), DANA__PART_SUP},
};

#define IMAGE_KEY   KEY('i', 'm', 'g', 0, 0, 0, 0, 0)
#define ORDERED_KEY KEY('o', 'l', 0, 0, 0, 0, 0, 0)
#define TERM_KEY    KEY('d', 't', 0, 0, 0, 0, 0, 0)
#define HEADER_KEY  KEY('t', 'h', 0, 0, 0, 0, 0, 0)
#define HEAD_KEY    KEY('t', 'h', 'e', 'a', 'd', 0, 0, 0)
#define CAPTION_KEY KEY('c', 'a', 'p', 't', 'i', 'o', 'n', 0)

#define NUMBER_MAX  999999999u
#define DOWN_MAX    1000u

void dana__outline_start(dana__outline *outline, const dana_page *page, bool keeps_noscript,
                         size_t stop, dana_error *err)
{
    memset(outline, 0, sizeof(*outline));
    outline->page = page;
    outline->p = page->source.data;
    outline->poll_at = outline->p;
    outline->stop = outline->p + stop;
    outline->end = outline->p + page->source.length;
    outline->keeps_noscript = keeps_noscript;
    outline->err = err;
}

const dana__frame *dana__frame_at(const dana__outline *outline, size_t index)
{
    return index > 0 ? &outline->blocks[index - 1] : NULL;
}

const dana__frame *dana__innermost(const dana__outline *outline)
{
    return dana__frame_at(outline, outline->block_count);
}

static dana__part top_part(const dana__outline *o)
{
    return o->block_count > 0 ? o->blocks[o->block_count - 1].part : DANA__PART_NONE;
}

static dana__name name_of_key(uint64_t key)
{
    return (dana__name){.key = key};
}

/* Closes blocks until `count` are left. Inline elements inside end with them, or live on where the
 * end is only implied (13.2.4.3, the list of active formatting elements). */
static void pop_to(dana__outline *o, size_t count, bool implied)
{
    if (count >= o->block_count) {
        return;
    }
    for (size_t i = count; i < o->block_count; i++) {
        o->open_names[dana__element_row(name_of_key(o->blocks[i].key))]--;
    }
    o->block_count = count;
    o->border = true;
    if (o->unchanged > count) {
        o->unchanged = count;
    }
    if (!implied) {
        while (o->mark_count > 0 && o->marks[o->mark_count - 1].depth > count) {
            o->mark_count--;
        }
    }
    for (size_t i = o->mark_count; i > 0 && o->marks[i - 1].depth > count; i--) {
        o->marks[i - 1].depth = (uint16_t)count;
    }
}

/* Whether a part is nothing but a border of text. */
static bool is_plain(dana__part part)
{
    return part == DANA__PART_BLOCK || part == DANA__PART_P;
}

/* Opens a block; the enclosing blocks' indices are its parent's. Returns NULL where there is no
 * room. */
static dana__frame *push(dana__outline *o, dana__part part, uint64_t key, dana_view tag)
{
    o->border = true;
    if (o->block_count == DANA__BLOCKS_MAX) {
        o->overflow++;
        return NULL;
    }
    const dana__frame *parent = dana__innermost(o);
    dana__frame *block = &o->blocks[o->block_count++];

    *block = (dana__frame){.key = key, .tag = tag, .serial = ++o->serial, .part = (uint8_t)part};
    if (parent != NULL) {
        block->holder = parent->holder;
        block->table = parent->table;
        block->border = parent->border;
        block->leaf = is_plain(part) ? parent->leaf : 0;
        block->near = parent->near;
        block->p = is_plain(part) ? parent->p : 0;
    }
    if (!is_plain(part)) {
        block->near = (uint16_t)o->block_count;
    } else if (part == DANA__PART_P) {
        block->p = (uint16_t)o->block_count;
    }
    o->open_names[dana__element_row(name_of_key(key))]++;
    return block;
}

static uint16_t top_index(const dana__outline *o)
{
    return (uint16_t)o->block_count;
}

/* The digits of an attribute as a number from 1 (0: from 0) to `most`; `otherwise` where there are
 * none. */
static uint32_t number_attribute(dana_view tag, const char *name, uint32_t least, uint32_t most,
                                 uint32_t otherwise)
{
    dana_view value;
    uint64_t number = 0;
    size_t i = 0;

    if (tag.length == 0 || !dana_tag_attribute(tag, name, &value)) {
        return otherwise;
    }
    while (i < value.length && dana__is_space(value.data[i])) {
        i++;
    }
    size_t first = i;

    for (; i < value.length && value.data[i] >= '0' && value.data[i] <= '9'; i++) {
        number = number < most ? number * 10 + (uint64_t)(value.data[i] - '0') : number;
    }
    if (i == first) {
        return otherwise;
    }
    return number < least ? least : number > most ? most : (uint32_t)number;
}

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
    block = push(o, DANA__PART_TABLE, key, tag);
    if (block == NULL) {
        return;
    }
    block->number = o->table_count++;
    block->table = top_index(o);
    block->border = top_index(o);
    memset(o->carried, 0, sizeof(o->carried));
    if (o->tables == NULL) {
        return;
    }
    o->status = dana_buffer_reserve(o->page->arena, o->tables, 1, o->err);
    if (o->status == DANA_OK) {
        ((dana__table *)o->tables->data)[o->tables->length++] = (dana__table){
            .is_presentation = says_presentation(tag)};
    }
}

static void open_list(dana__outline *o, uint64_t key, dana_view tag)
{
    dana__frame *block = push(o, DANA__PART_LIST, key, tag);

    if (block != NULL) {
        block->is_ordered = key == ORDERED_KEY;
        block->next = number_attribute(tag, "start", 0, NUMBER_MAX, 1);
        block->holder = top_index(o);
    }
}

static void open_leaf(dana__outline *o, dana__part part, uint64_t key, dana_view tag,
                      uint32_t level)
{
    dana__frame *block = push(o, part, key, tag);

    if (block != NULL) {
        block->number = level;
        block->leaf = top_index(o);
    }
}

/* The innermost block that is no plain border, as a count of blocks. */
static size_t behind_plain(const dana__outline *o)
{
    const dana__frame *top = dana__innermost(o);

    return top != NULL ? top->near : 0;
}

/* Closes an open p (13.2.6.4.7, "close a p element"). */
static void close_p(dana__outline *o)
{
    const dana__frame *top = dana__innermost(o);

    if (top != NULL && top->p > 0) {
        pop_to(o, (size_t)top->p - 1, true);
    }
}

/* Closes a heading whose end tag is missing: nothing but plain blocks stand in one, and a p only
 * before its text. */
static void close_heading(dana__outline *o, bool with_text)
{
    size_t near = behind_plain(o);

    if (near > 0 && o->blocks[near - 1].part == DANA__PART_HEADING &&
        (!with_text || o->blocks[near - 1].has_text)) {
        pop_to(o, near - 1, true);
    }
}

static dana__part part_at(const dana__outline *o, size_t count)
{
    return count > 0 ? o->blocks[count - 1].part : DANA__PART_NONE;
}

/* li: closes the one before it in the same list (13.2.6.4.7); a list is implied. */
static void open_item(dana__outline *o, uint64_t key, dana_view tag)
{
    size_t near = behind_plain(o);

    if (part_at(o, near) == DANA__PART_ITEM) {
        pop_to(o, near - 1, true);
        near = behind_plain(o);
    }
    close_p(o);
    if (part_at(o, near) != DANA__PART_LIST) {
        open_list(o, 0, (dana_view){NULL, 0});
    }
    dana__frame *item = push(o, DANA__PART_ITEM, key, tag);

    if (item != NULL && item->holder > 0) {
        dana__frame *list = &o->blocks[item->holder - 1];

        item->number = list->next;
        list->next += list->next < NUMBER_MAX;
    }
}

/* dt, dd: as li; outside a dl they are plain blocks. */
static void open_definition(dana__outline *o, uint64_t key, dana_view tag)
{
    size_t near = behind_plain(o);

    if (part_at(o, near) == DANA__PART_TERM || part_at(o, near) == DANA__PART_DETAIL) {
        pop_to(o, near - 1, true);
        near = behind_plain(o);
    }
    close_p(o);
    push(o,
         part_at(o, near) != DANA__PART_DEFINITIONS ? DANA__PART_BLOCK
         : key == TERM_KEY                          ? DANA__PART_TERM
                                                    : DANA__PART_DETAIL,
         key, tag);
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
            pop_to(o, i, false);
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
    dana__frame *row = push(o, DANA__PART_ROW, key, tag);

    if (row == NULL) {
        return;
    }
    row->is_header = in_head;
    row->number = o->blocks[row->table - 1].next++;
    for (size_t i = 0; i < DANA__COLUMNS_MAX; i++) {
        o->carried[i] = (uint16_t)(o->carried[i] - (o->carried[i] > 0));
    }
}

/* Places a cell behind the cells of its row and beside those that reach down into it (4.9.12.1). */
static void place_cell(dana__outline *o, dana__frame *row, dana__frame *cell)
{
    uint32_t column = row->next;

    while (column < DANA__COLUMNS_MAX && o->carried[column] > 0) {
        column++;
    }
    cell->number = column;
    cell->own = row->own;
    cell->across = (uint16_t)number_attribute(cell->tag, "colspan", 1, DANA__COLUMNS_MAX, 1);
    cell->down = (uint16_t)number_attribute(cell->tag, "rowspan", 1, DOWN_MAX, 1);
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
    if (top_part(o) != DANA__PART_ROW) {
        open_row(o, 0, (dana_view){NULL, 0});
    }
    size_t row = o->block_count;
    dana__frame *cell = top_part(o) == DANA__PART_ROW ? push(o, DANA__PART_CELL, key, tag) : NULL;

    if (cell != NULL) {
        cell->border = top_index(o);
        cell->holder = 0;
        cell->is_header = key == HEADER_KEY;
        place_cell(o, &o->blocks[row - 1], cell);
        count_cell(o, cell);
    }
}

/* Where only parts of a table are open, what is not of a table stands in a cell. deviation: a
 * browser moves it before the table (13.2.6.1, foster parenting); the text keeps its order. */
static void imply_cell(dana__outline *o)
{
    dana__part top = top_part(o);

    if (top == DANA__PART_TABLE || top == DANA__PART_ROWS || top == DANA__PART_ROW) {
        open_cell(o, 0, (dana_view){NULL, 0});
    }
}

static void open_rows(dana__outline *o, uint64_t key, dana_view tag)
{
    dana__frame *rows = NULL;

    o->border = true;
    if (clear_to(o, SET(TABLE))) {
        rows = push(o, DANA__PART_ROWS, key, tag);
    }
    if (rows != NULL) {
        rows->is_header = key == HEAD_KEY;
    }
}

/* caption; a figcaption, or one outside a table, is a plain block. */
static void open_caption(dana__outline *o, uint64_t key, dana_view tag)
{
    if (key != CAPTION_KEY || !clear_to(o, SET(TABLE))) {
        close_p(o);
        push(o, DANA__PART_BLOCK, key, tag);
        return;
    }
    dana__frame *caption = push(o, DANA__PART_CAPTION, key, tag);

    if (caption != NULL) {
        caption->border = top_index(o);
        caption->holder = 0;
    }
}

/* The parts of tables by kind. Returns false for another kind. */
static bool open_of_table(dana__outline *o, dana__kind kind, uint64_t key, dana_view tag)
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
        if (top_part(o) == DANA__PART_TABLE || top_part(o) == DANA__PART_ROWS ||
            top_part(o) == DANA__PART_ROW) {
            pop_to(o, (size_t)dana__innermost(o)->table - 1, false);
        }
        close_p(o);
        open_table(o, key, tag);
        return true;
    default:
        return false;
    }
}

/* What a block that needs nothing else becomes. */
static const uint8_t plain_parts[DANA__KIND_COUNT] = {
    [DANA__KIND_P] = DANA__PART_P,           [DANA__KIND_QUOTE] = DANA__PART_QUOTE,
    [DANA__KIND_DIV] = DANA__PART_BLOCK,     [DANA__KIND_DEFINITIONS] = DANA__PART_DEFINITIONS,
    [DANA__KIND_SECTION] = DANA__PART_BLOCK, [DANA__KIND_ARTICLE] = DANA__PART_BLOCK,
    [DANA__KIND_ASIDE] = DANA__PART_BLOCK,   [DANA__KIND_NAV] = DANA__PART_BLOCK,
    [DANA__KIND_HEADER] = DANA__PART_BLOCK,  [DANA__KIND_FOOTER] = DANA__PART_BLOCK,
    [DANA__KIND_MAIN] = DANA__PART_BLOCK,    [DANA__KIND_FORM] = DANA__PART_BLOCK,
    [DANA__KIND_FIGURE] = DANA__PART_BLOCK,  [DANA__KIND_ADDRESS] = DANA__PART_BLOCK,
    [DANA__KIND_MEDIA] = DANA__PART_BLOCK,   [DANA__KIND_DIALOG] = DANA__PART_BLOCK,
};

static void open_plain(dana__outline *o, dana__kind kind, uint64_t key, dana_view tag)
{
    dana__part part = plain_parts[kind];

    if (part == DANA__PART_NONE) {
        return; /* a border: html, body, option */
    }
    dana__frame *block = push(o, part, key, tag);

    if (block != NULL && part == DANA__PART_DEFINITIONS) {
        block->holder = top_index(o);
    }
}

static void open_block(dana__outline *o, const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);
    dana_view text = {tag->start, (size_t)(tag->end - tag->start)};

    o->border = true;
    if (open_of_table(o, kind, tag->name.key, text)) {
        return;
    }
    imply_cell(o);
    if (kind != DANA__KIND_DIV) {
        close_heading(o, kind == DANA__KIND_P);
    }
    switch (kind) {
    case DANA__KIND_ITEM:
        open_item(o, tag->name.key, text);
        break;
    case DANA__KIND_DEFINITION:
        open_definition(o, tag->name.key, text);
        break;
    case DANA__KIND_LIST:
        close_p(o);
        open_list(o, tag->name.key, text);
        break;
    case DANA__KIND_HEADING:
        close_p(o);
        open_leaf(o, DANA__PART_HEADING, tag->name.key, text, (uint32_t)(tag->name_text[1] - '0'));
        break;
    case DANA__KIND_PRE:
        close_p(o);
        open_leaf(o, DANA__PART_PRE, tag->name.key, text, 0);
        break;
    default:
        close_p(o);
        open_plain(o, kind, tag->name.key, text);
        break;
    }
}

static bool is_heading_key(uint64_t key)
{
    return (key & 0xFF) == 'h' && key >> 8 >= '1' && key >> 8 <= '6';
}

/* Where an end tag of a block stops to look for its start tag: a 1-based index. */
static size_t end_of_search(const dana__outline *o, dana__kind kind)
{
    const dana__frame *top = dana__innermost(o);
    bool of_table = kind == DANA__KIND_TABLE || kind == DANA__KIND_ROW || kind == DANA__KIND_ROWS ||
                    kind == DANA__KIND_CELL;
    size_t stop = of_table ? top->table : top->border;

    if (kind == DANA__KIND_ITEM && top->holder > stop) {
        stop = top->holder;
    }
    return stop > 0 ? stop : 1;
}

static void close_block(dana__outline *o, const dana__markup *tag)
{
    uint64_t key = tag->name.key;
    dana__kind kind = dana__kind_of(tag->flags);

    o->border = true;
    if (o->overflow > 0) {
        o->overflow--;
        return;
    }
    if (o->block_count == 0 ||
        (o->open_names[dana__element_row(tag->name)] == 0 && kind != DANA__KIND_HEADING)) {
        return;
    }
    size_t stop = end_of_search(o, kind);

    for (size_t i = o->block_count; i >= stop; i--) {
        if (o->blocks[i - 1].key == key ||
            (kind == DANA__KIND_HEADING && is_heading_key(o->blocks[i - 1].key))) {
            pop_to(o, i - 1, false);
            return;
        }
    }
}

static dana__part inline_part(const dana__markup *tag)
{
    if ((tag->flags & DANA__ANCHOR) != 0) {
        return DANA__PART_LINK;
    }
    for (size_t i = 0; tag->name.length <= 8 && i < sizeof(inline_names) / sizeof(*inline_names);
         i++) {
        if (inline_names[i].key == tag->name.key) {
            return inline_names[i].part;
        }
    }
    return DANA__PART_NONE;
}

/* Removes the innermost mark of a name that began inside the border. Those that it holds stay
 * (13.2.6.4.7, the adoption agency algorithm, as far as text can see it). */
static void remove_mark(dana__outline *o, uint64_t key)
{
    const dana__frame *top = dana__innermost(o);
    size_t border = top != NULL ? top->border : 0;

    for (size_t i = o->mark_count; i > 0 && o->marks[i - 1].depth >= border; i--) {
        if (o->marks[i - 1].key == key) {
            memmove(&o->marks[i - 1], &o->marks[i], (o->mark_count - i) * sizeof(o->marks[0]));
            o->mark_count--;
            return;
        }
    }
}

static void open_mark(dana__outline *o, const dana__markup *tag)
{
    dana__part part = inline_part(tag);

    if (part == DANA__PART_NONE) {
        return;
    }
    if (part == DANA__PART_LINK) {
        remove_mark(o, tag->name.key);
    }
    imply_cell(o);
    if (o->mark_count == DANA__MARKS_MAX) {
        return;
    }
    o->marks[o->mark_count++] = (dana__inline){
        .key = tag->name.key,
        .tag = {tag->start, (size_t)(tag->end - tag->start)},
        .serial = ++o->serial,
        .depth = (uint16_t)o->block_count,
        .part = (uint8_t)part,
    };
}

/* Behind an element that the scan drops with its content, NULL for any other. */
static const char *dropped_end(dana__outline *o, const dana__markup *tag)
{
    const char *behind = NULL;
    bool is_kept = o->keeps_noscript && (tag->flags & DANA__NOSCRIPT) != 0;

    if ((tag->flags & DANA__RAW) != 0 && !is_kept) {
        dana__raw_text_end(tag->end, o->end, tag, &behind);
    } else if ((tag->flags & DANA__NESTED) != 0) {
        behind = dana__nested_end(&o->nesting, o->end, tag);
    }
    return behind;
}

static bool is_image(const dana__markup *tag)
{
    return tag->kind == DANA__START_TAG && tag->name.key == IMAGE_KEY && tag->name.length == 3;
}

/* Applies a tag to the stacks. Returns true where it is an event. */
static bool read_tag(dana__outline *o, const dana__markup *tag, dana__event *event)
{
    dana__kind kind = dana__kind_of(tag->flags);

    *event = (dana__event){DANA__EVENT_IMAGE, tag->start, tag->end};
    if (kind == DANA__KIND_BR) {
        event->kind = DANA__EVENT_BREAK;
        return true;
    }
    if (is_image(tag)) {
        imply_cell(o);
        return true;
    }
    if (tag->kind == DANA__END_TAG) {
        if ((tag->flags & DANA__BLOCK) != 0) {
            close_block(o, tag);
        } else if (inline_part(tag) != DANA__PART_NONE) {
            remove_mark(o, tag->name.key);
        }
        return false;
    }
    if (kind == DANA__KIND_RULE) {
        close_p(o);
        o->border = true;
        event->kind = DANA__EVENT_RULE;
        return true;
    }
    if ((tag->flags & DANA__BLOCK) != 0) {
        open_block(o, tag);
    } else {
        open_mark(o, tag);
    }
    return false;
}

static bool is_cancelled(dana__outline *o)
{
    if (o->p < o->poll_at || o->status != DANA_OK) {
        return o->status != DANA_OK;
    }
    size_t left = (size_t)(o->end - o->p);

    o->poll_at = left > DANA__POLL_BYTES ? o->p + DANA__POLL_BYTES : o->end;
    o->status = dana__poll(o->page, o->err);
    return o->status != DANA_OK;
}

/* Reads the markup at p and moves behind it. Returns true where it is an event. */
static bool read_markup(dana__outline *o, dana__event *event)
{
    dana__markup markup;

    dana__read_markup(o->p, o->end, &markup);
    o->p = markup.end;
    if (markup.kind != DANA__START_TAG && markup.kind != DANA__END_TAG) {
        return false;
    }
    if (markup.kind == DANA__START_TAG) {
        const char *behind = dropped_end(o, &markup);

        if (behind != NULL) {
            o->p = behind;
            return false;
        }
    }
    return read_tag(o, &markup, event);
}

static bool is_white(const char *p, const char *end)
{
    while (p < end && dana__is_space(*p)) {
        p++;
    }
    return p == end;
}

static void note_text(dana__outline *o)
{
    imply_cell(o);
    const dana__frame *top = dana__innermost(o);

    if (top != NULL && top->leaf > 0) {
        o->blocks[top->leaf - 1].has_text = true;
    }
}

bool dana__outline_next(dana__outline *outline, dana__event *event)
{
    while (outline->p < outline->stop && !is_cancelled(outline)) {
        const char *start = outline->p;
        const char *markup = dana__find_markup(start, outline->end);

        if (markup > start) {
            outline->p = markup;
            if (!is_white(start, markup)) {
                note_text(outline);
            }
            *event = (dana__event){DANA__EVENT_TEXT, start, markup};
            return true;
        }
        if (read_markup(outline, event)) {
            return true;
        }
    }
    return false;
}
