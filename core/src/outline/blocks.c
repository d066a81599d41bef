#include "outline/blocks.h"

#include "listing/listing.h"
#include "outline/code_lines.h"
#include "outline/stack.h"
#include "outline/tables.h"
#include "text/permalink.h"

#include <string.h>

#define ORDERED_KEY DANA__NAME_KEY('o', 'l')
#define TERM_KEY    DANA__NAME_KEY('d', 't')
#define SUMMARY_KEY DANA__NAME_KEY('s', 'u', 'm', 'm', 'a', 'r', 'y')

#define NUMBER_MAX  999999999u

/* Lists that count down whose items are counted at most, and bytes of one: it costs a reading. */
#define COUNTED_LISTS 32
#define COUNTED_BYTES 65536

/* Tags and comments between a paragraph's and that of its sign, as Word writes them. */
#define WORD_TAGS 6

/* The letter of a style of numbers that a style attribute names ("list-style-type: lower-alpha");
 * 0: none that is not the digits. */
static char style_of_css(dana_view css)
{
    static const struct {
        const char *name;
        char letter;
    } styles[] = {{"lower-alpha", 'a'}, {"lower-latin", 'a'}, {"upper-alpha", 'A'},
                  {"upper-latin", 'A'}, {"lower-roman", 'i'}, {"upper-roman", 'I'}};
    const char *type = memmem(css.data, css.length, "list-style", 10);
    const char *end = css.data + css.length;
    const char *stop = type != NULL ? memchr(type, ';', (size_t)(end - type)) : NULL;

    end = stop != NULL ? stop : end;
    for (size_t i = 0; type != NULL && i < DANA__COUNT(styles); i++) {
        if (memmem(type, (size_t)(end - type), styles[i].name, strlen(styles[i].name)) != NULL) {
            return styles[i].letter;
        }
    }
    return '\0';
}

/* How a list writes its numbers, by its style, else by its attribute type. */
static char number_style(dana_view tag)
{
    dana_view value;
    char letter = dana_tag_attribute(tag, "style", &value) ? style_of_css(value) : '\0';

    if (letter == '\0' && dana_tag_attribute(tag, "type", &value) && value.length == 1 &&
        strchr("aAiI", value.data[0]) != NULL) {
        letter = value.data[0];
    }
    return letter;
}

/* The items of a list whose start tag ends at p; those of the lists inside it are not its own. */
static uint32_t count_items(const dana__outline *o, const char *p)
{
    const char *end = o->pass.end - p > COUNTED_BYTES ? p + COUNTED_BYTES : o->pass.end;
    uint32_t items = 0;
    int depth = 1;
    dana__markup tag;

    for (p = dana__find_markup(p, end); p < end && depth > 0; p = dana__find_markup(tag.end, end)) {
        dana__read_markup(p, end, &tag);
        bool is_start = tag.kind == DANA__START_TAG;
        dana__kind kind = is_start || tag.kind == DANA__END_TAG ? dana__kind_of(tag.flags)
                                                                : DANA__KIND_NONE;

        items += is_start && kind == DANA__KIND_ITEM && depth == 1;
        depth += kind != DANA__KIND_LIST ? 0 : is_start ? 1 : -1;
    }
    return items;
}

/* The number of a list's first item: one that counts down ends with 1 (4.4.5). */
static uint32_t first_number(dana__outline *o, const dana__frame *list)
{
    uint32_t number = dana__number_attribute(list->tag, "start", 0, NUMBER_MAX, NUMBER_MAX + 1);

    if (number <= NUMBER_MAX) {
        return number;
    }
    return list->is_down && o->counted++ < COUNTED_LISTS
               ? count_items(o, list->tag.data + list->tag.length)
               : 1;
}

static void open_list(dana__outline *o, uint64_t key, dana_view tag)
{
    dana_view value;
    dana__frame *block = dana__push(o, DANA__PART_LIST, key, tag);

    if (block != NULL) {
        block->is_ordered = key == ORDERED_KEY;
        block->style = block->is_ordered ? number_style(tag) : '\0';
        block->is_down = block->is_ordered && dana_tag_attribute(tag, "reversed", &value);
        block->next = first_number(o, block);
        block->holder = dana__top_index(o);
    }
}

static void open_leaf(dana__outline *o, dana__part part, uint64_t key, dana_view tag,
                      uint32_t level)
{
    dana__frame *block = dana__push(o, part, key, tag);

    if (block != NULL) {
        block->number = level;
        block->leaf = dana__top_index(o);
    }
    if (part == DANA__PART_PRE) {
        dana__start_code_lines(o);
    }
}

/* Closes a heading whose end tag is missing: nothing but plain blocks stand in one, and a p only
 * before its text. */
static void close_heading(dana__outline *o, bool with_text)
{
    size_t near = dana__nearest_block(o);

    if (near > 0 && o->blocks[near - 1].part == DANA__PART_HEADING &&
        (!with_text || o->blocks[near - 1].has_text)) {
        dana__pop_to(o, near - 1, true);
    }
}

/* li: closes the one before it in the same list (13.2.6.4.7); a list is implied. */
static void open_item(dana__outline *o, uint64_t key, dana_view tag)
{
    size_t near = dana__nearest_block(o);

    if (dana__part_at(o, near) == DANA__PART_ITEM) {
        dana__pop_to(o, near - 1, true);
        near = dana__nearest_block(o);
    }
    dana__close_p(o);
    if (dana__part_at(o, near) != DANA__PART_LIST) {
        open_list(o, 0, (dana_view){NULL, 0});
    }
    dana__frame *item = dana__push(o, DANA__PART_ITEM, key, tag);

    if (item != NULL && item->holder > 0) {
        dana__frame *list = &o->blocks[item->holder - 1];

        item->number = dana__number_attribute(tag, "value", 0, NUMBER_MAX, list->next);
        list->next = list->is_down ? item->number - (item->number > 0)
                                   : item->number + (item->number < NUMBER_MAX);
    }
}

/* dt, dd: as li; outside a dl they are plain blocks. */
static void open_definition(dana__outline *o, uint64_t key, dana_view tag)
{
    size_t near = dana__nearest_block(o);

    if (dana__part_at(o, near) == DANA__PART_TERM || dana__part_at(o, near) == DANA__PART_DETAIL) {
        dana__pop_to(o, near - 1, true);
        near = dana__nearest_block(o);
    }
    dana__close_p(o);
    dana__push(o,
               dana__part_at(o, near) != DANA__PART_DEFINITIONS ? DANA__PART_BLOCK
               : key == TERM_KEY                                ? DANA__PART_TERM
                                                                : DANA__PART_DETAIL,
               key, tag);
}

/* The level of an item of a list as Word writes it, a paragraph whose sign is a text in it
 * ("mso-list: l0 level2 lfo1"); 0: it is none, or its sign is a number. */
static uint32_t level_of_word(const dana__outline *o, dana_view tag)
{
    const char *style = memmem(tag.data, tag.length, "mso-list:", 9);
    const char *end = tag.data + tag.length;
    const char *level = style != NULL ? memmem(style, (size_t)(end - style), " level", 6) : NULL;
    const char *p = end;
    dana__markup markup;

    if (level == NULL || end - level < 8 || !dana__is_digit(level[6]) || level[6] == '0') {
        return 0;
    }
    for (int i = 0; i < WORD_TAGS; i++) {
        while (p < o->pass.end && dana__is_space(*p)) {
            p++;
        }
        if (p >= o->pass.end || dana__find_markup(p, o->pass.end) != p) {
            return 0;
        }
        dana__read_markup(p, o->pass.end, &markup);
        if (markup.kind == DANA__START_TAG && dana__is_ignored_list(dana__tag_view(&markup))) {
            const char *stop = dana__find_markup(markup.end, o->pass.end);
            bool is_number = stop > markup.end && strchr(".)", stop[-1]) != NULL;

            return is_number ? 0 : (uint32_t)(level[6] - '0');
        }
        p = markup.end;
    }
    return 0;
}

/* The level of the item of Word's around what comes; 0: there is none. */
static uint32_t word_level(const dana__outline *o)
{
    const dana__frame *top = dana__innermost(o);
    const dana__frame *near = top != NULL ? dana__frame_at(o, top->near) : NULL;

    return near != NULL && near->part == DANA__PART_ITEM && near->key == 0 ? near->next : 0;
}

/* Whether what comes stands in an item of a list that is none of Word's. */
static bool is_in_item(const dana__outline *o)
{
    return dana__part_at(o, dana__nearest_block(o)) == DANA__PART_ITEM && word_level(o) == 0;
}

/* Closes items of Word's that are below a level, with their lists. */
static void close_word_lists(dana__outline *o, uint32_t level)
{
    while (word_level(o) > level) {
        dana__pop_to(o, dana__nearest_block(o) - 2, true);
    }
}

/* Opens an item of Word's where the tag of a paragraph begins one: its list is implied, one of a
 * deeper level stands in the item before. All else ends such lists. */
static void read_word_item(dana__outline *o, dana__kind kind, dana_view tag)
{
    uint32_t level = kind == DANA__KIND_P && !is_in_item(o) ? level_of_word(o, tag) : 0;

    if (level == 0) {
        close_word_lists(o, 0);
        return;
    }
    dana__imply_cell(o);
    close_heading(o, true);
    dana__close_p(o);
    close_word_lists(o, level);
    if (word_level(o) == level) {
        dana__pop_to(o, dana__nearest_block(o) - 1, true);
    } else {
        open_list(o, 0, (dana_view){NULL, 0});
    }
    dana__frame *item = dana__push(o, DANA__PART_ITEM, 0, (dana_view){NULL, 0});

    if (item != NULL) {
        item->next = level;
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

/* Whether a quotation is called the text of a post or its signature: vBulletin and XenForo 1 set
 * these as such elements. */
static bool is_post(dana_view tag)
{
    static const char *const words[] = {"postcontent", "messagetext", "signature", NULL};

    return dana__has_class_word(dana__class_value(tag), words);
}

static void open_plain(dana__outline *o, dana__kind kind, uint64_t key, dana_view tag)
{
    dana__part part = key == SUMMARY_KEY ? DANA__PART_SUMMARY : plain_parts[kind];

    if (part == DANA__PART_NONE) {
        return; /* a border: html, body, option */
    }
    part = part == DANA__PART_QUOTE && is_post(tag) ? DANA__PART_BLOCK : part;
    dana__frame *block = dana__push(o, part, key, tag);

    if (block != NULL && part == DANA__PART_DEFINITIONS) {
        block->holder = dana__top_index(o);
    }
}

void dana__open_block(dana__outline *o, const dana__markup *tag)
{
    dana__kind kind = dana__kind_of(tag->flags);
    dana_view text = {tag->start, (size_t)(tag->end - tag->start)};

    o->border = true;
    read_word_item(o, kind, text);
    if (!tag->is_plain &&
        (kind == DANA__KIND_DIV || kind == DANA__KIND_TABLE || kind == DANA__KIND_LIST) &&
        dana__may_have_class(o->pass.page, DANA__LISTING_CLASSES) && dana__is_listing(tag)) {
        dana__imply_cell(o);
        dana__close_p(o);
        open_leaf(o, DANA__PART_PRE, tag->name.key, text, 0);
        return;
    }
    if (dana__open_of_table(o, kind, tag->name.key, text)) {
        return;
    }
    dana__imply_cell(o);
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
        dana__close_p(o);
        open_list(o, tag->name.key, text);
        break;
    case DANA__KIND_HEADING:
        dana__close_p(o);
        open_leaf(o, DANA__PART_HEADING, tag->name.key, text, (uint32_t)(tag->name_text[1] - '0'));
        break;
    case DANA__KIND_PRE:
        dana__close_p(o);
        open_leaf(o, DANA__PART_PRE, tag->name.key, text, 0);
        break;
    default:
        dana__close_p(o);
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

void dana__close_block(dana__outline *o, const dana__markup *tag)
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
            dana__pop_to(o, i - 1, false);
            return;
        }
    }
}
