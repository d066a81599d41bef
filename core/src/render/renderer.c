#include "render/marks.h"

#include "base/utf8.h"
#include "dana/format.h"
#include "dana/text.h"
#include "extractors/ops.h"
#include "page/references.h"
#include "render/survey.h"
#include "render/text.h"

#include <string.h>
#include <unicode/uchar.h>

/* Longest name of a programming language. */
#define LANGUAGE_MAX 32

dana__opened *dana__find_opened(dana__renderer *r, dana__part part)
{
    for (size_t i = r->opened_count; i > 0; i--) {
        if (r->opened[i - 1].part == part) {
            return &r->opened[i - 1];
        }
    }
    return NULL;
}

static bool nests(dana__part part)
{
    return part == DANA__PART_QUOTE || part == DANA__PART_LIST || part == DANA__PART_DEFINITIONS;
}

/* Whether a block only holds others: text of its own stands outside it. */
static bool only_holds(dana__part part)
{
    return part == DANA__PART_LIST || part == DANA__PART_DEFINITIONS || part == DANA__PART_TABLE ||
           part == DANA__PART_ROW;
}

static dana__part innermost_part(const dana__renderer *r)
{
    return r->opened_count > 0 ? r->opened[r->opened_count - 1].part : DANA__PART_NONE;
}

static void close_opened(dana__renderer *r, size_t count)
{
    while (r->opened_count > count) {
        r->nesting -= nests(innermost_part(r));
        r->form->close(r);
        r->opened_count--;
    }
}

static bool is_opened(const dana__renderer *r, uint32_t serial)
{
    for (size_t i = r->opened_count; i > 0; i--) {
        if (r->opened[i - 1].serial == serial) {
            return true;
        }
    }
    return false;
}

static const dana__table *facts_of(const dana__renderer *r, const dana__frame *block)
{
    const dana__frame *table = dana__frame_at(&r->outline, block->table);

    return (const dana__table *)r->tables.data + table->number;
}

/* Opens a block in the output; first: what its first item says of it. */
static void open_opened(dana__renderer *r, const dana__frame *block, const dana__frame *first)
{
    dana__opened *opened = &r->opened[r->opened_count++];

    *opened = (dana__opened){.serial = block->serial,
                             .part = block->part,
                             .is_ordered = block->is_ordered,
                             .is_header = block->is_header,
                             .across = block->across,
                             .down = block->down,
                             .number = block->part == DANA__PART_LIST ? first->number
                                                                      : block->number,
                             .own = block->own};
    if (block->part == DANA__PART_TABLE) {
        opened->columns = facts_of(r, block)->columns;
        opened->is_header = facts_of(r, block)->has_header;
    }
    r->nesting += nests(block->part);
    r->form->open(r);
}

/* Opens what holds the block at `index` (a list, a table), where it is not open yet. */
static void open_holder(dana__renderer *r, size_t holder, size_t index)
{
    dana__frame *blocks = r->outline.blocks;

    if (is_opened(r, blocks[holder].serial)) {
        return;
    }
    open_opened(r, &blocks[holder], &blocks[index]);
    for (size_t i = holder; i < index; i++) {
        blocks[i].rendered = (uint16_t)r->opened_count;
    }
}

/* Whether a table is written as one. */
static bool is_table(const dana__renderer *r, const dana__frame *block)
{
    const dana__table *facts = facts_of(r, block);

    return r->form->is_markdown ? dana__fits_lines(facts) : dana__is_data(facts);
}

/* Whether a list or quote still fits; on a line of a table nothing does. */
static bool has_room(const dana__renderer *r, const dana__frame *holder)
{
    bool on_line = r->form->is_markdown && innermost_part(r) == DANA__PART_CELL;

    return !on_line &&
           (r->nesting < DANA__NESTING_MAX || (holder != NULL && is_opened(r, holder->serial)));
}

/* Opens the block at `index` of the outline where the form writes it as one. */
static void open_block(dana__renderer *r, size_t index)
{
    const dana__frame *blocks = r->outline.blocks;
    const dana__frame *block = &blocks[index];
    const dana__frame *holder = dana__frame_at(&r->outline, block->holder);

    switch ((dana__part)block->part) {
    case DANA__PART_QUOTE:
        if (has_room(r, NULL)) {
            open_opened(r, block, NULL);
        }
        break;
    case DANA__PART_TERM:
    case DANA__PART_DETAIL:
    case DANA__PART_ITEM:
        if ((block->part == DANA__PART_ITEM || !r->form->is_markdown) && has_room(r, holder)) {
            open_holder(r, (size_t)block->holder - 1, index);
            open_opened(r, block, NULL);
        }
        break;
    case DANA__PART_CAPTION:
        if (!r->form->is_markdown && is_table(r, block)) {
            open_holder(r, (size_t)block->table - 1, index);
            open_opened(r, block, NULL);
        }
        break;
    case DANA__PART_CELL:
        if (is_table(r, block)) {
            open_holder(r, (size_t)block->table - 1, index);
            open_holder(r, index - 1, index);
            open_opened(r, block, NULL);
        }
        break;
    default:
        break;
    }
}

/* Closes blocks that only hold others: what comes is of none of those. */
static void leave_holders(dana__renderer *r)
{
    size_t count = r->opened_count;

    while (count > 0 && only_holds(r->opened[count - 1].part)) {
        count--;
    }
    if (count == r->opened_count) {
        return;
    }
    close_opened(r, count);
    for (size_t i = r->outline.block_count; i > 0 && r->outline.blocks[i - 1].rendered > count;
         i--) {
        r->outline.blocks[i - 1].rendered = (uint16_t)count;
    }
}

/* Makes the open blocks those of the outline. */
static void sync_blocks(dana__renderer *r)
{
    dana__outline *o = &r->outline;
    size_t same = o->unchanged;

    close_opened(r, same > 0 ? o->blocks[same - 1].rendered : 0);
    if (r->rule && !only_holds(innermost_part(r))) {
        r->form->rule(r);
    }
    for (size_t i = same; i < o->block_count; i++) {
        open_block(r, i);
        o->blocks[i].rendered = (uint16_t)r->opened_count;
    }
    leave_holders(r);
    o->unchanged = o->block_count;
}

/* The heading or pre around the text that comes; NULL: it is a paragraph. */
static const dana__frame *leaf_block(const dana__renderer *r)
{
    const dana__frame *top = dana__innermost(&r->outline);

    return top != NULL ? dana__frame_at(&r->outline, top->leaf) : NULL;
}

static bool is_in_code(const dana__renderer *r)
{
    const dana__frame *leaf = leaf_block(r);

    return leaf != NULL && leaf->part == DANA__PART_PRE;
}

static bool is_language_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '-' || c == '#' || c == '.' || c == '_';
}

/* The language that a class of a tag names: "language-c" or "lang-c". */
static dana_view language_of(dana_view tag)
{
    static const char *const prefixes[] = {"language-", "lang-"};
    dana_view value;

    if (tag.length == 0 || !dana_tag_attribute(tag, "class", &value)) {
        return (dana_view){"", 0};
    }
    for (size_t i = 0; i < value.length; i++) {
        for (size_t p = 0; (i == 0 || dana__is_space(value.data[i - 1])) && p < 2; p++) {
            size_t length = strlen(prefixes[p]);
            size_t end = i + length;

            if (end > value.length || memcmp(value.data + i, prefixes[p], length) != 0) {
                continue;
            }
            while (end < value.length && is_language_character(value.data[end])) {
                end++;
            }
            if (end - i - length > 0 && end - i - length <= LANGUAGE_MAX) {
                return (dana_view){value.data + i + length, end - i - length};
            }
        }
    }
    return (dana_view){"", 0};
}

static dana_view code_language(const dana__renderer *r, const dana__frame *pre)
{
    dana_view language = language_of(pre->tag);

    for (size_t i = 0; language.length == 0 && i < r->outline.mark_count; i++) {
        if (r->outline.marks[i].part == DANA__PART_CODE) {
            language = language_of(r->outline.marks[i].tag);
        }
    }
    return language;
}

static void open_leaf(dana__renderer *r)
{
    const dana__frame *block = leaf_block(r);
    dana__opened *in = r->opened_count > 0 ? &r->opened[r->opened_count - 1] : NULL;

    r->leaf = block != NULL ? block->part : (uint8_t)DANA__PART_P;
    r->leaf_serial = block != NULL ? block->serial : 0;
    r->level = block != NULL ? block->number : 0;
    r->is_bare = r->leaf == DANA__PART_P && in != NULL && in->part != DANA__PART_QUOTE &&
                 !in->has_leaf;
    if (r->leaf == DANA__PART_PRE) {
        r->language = code_language(r, block);
    }
    r->form->open_leaf(r);
    for (size_t i = 0; i < r->opened_count; i++) {
        r->opened[i].has_leaf = true;
    }
}

static void close_leaf(dana__renderer *r)
{
    if (r->leaf != DANA__PART_NONE) {
        r->form->close_leaf(r);
        r->leaf = DANA__PART_NONE;
    }
}

/* ------------------------------------------------------------------------------- what is between
 */

static dana__next class_of(dana_view text)
{
    size_t length;
    uint32_t c = dana__utf8_decode(text.data, &length);

    if (u_isUWhiteSpace((UChar32)c)) {
        return DANA__NEXT_WHITE;
    }
    if (c < 0x80 ? u_isgraph((UChar32)c) && !u_isalnum((UChar32)c)
                 : (U_GET_GC_MASK((UChar32)c) & U_GC_P_MASK) != 0) {
        return DANA__NEXT_PUNCTUATION;
    }
    return DANA__NEXT_LETTER;
}

/* What stands behind the marks that close now: what opens next, or the text. */
static dana__next next_of(const dana__renderer *r, const dana__mark_list *list, size_t common,
                          const dana_view *text)
{
    if (r->space || r->breaks > 0) {
        return DANA__NEXT_WHITE;
    }
    if (text == NULL || (common < list->count && dana__is_span(list->marks[common].part))) {
        return DANA__NEXT_PUNCTUATION;
    }
    return class_of(*text);
}

/* Whether what comes belongs to another leaf than what was before. A block inside a heading or code
 * breaks its line only; two breaks end a paragraph. */
static bool changes_leaf(dana__renderer *r)
{
    const dana__frame *block = leaf_block(r);

    if (r->leaf == DANA__PART_NONE) {
        return true;
    }
    if (block != NULL && block->serial == r->leaf_serial) {
        r->breaks += r->outline.border && r->breaks == 0;
        return false;
    }
    return r->outline.border || (r->breaks > 1 && r->leaf == DANA__PART_P);
}

/* Writes what lies between the last text and the one that comes (NULL: an image). */
static void begin(dana__renderer *r, dana_view *text)
{
    dana__mark_list list;

    if (changes_leaf(r)) {
        dana__close_marks(r, 0, DANA__NEXT_WHITE);
        close_leaf(r);
        sync_blocks(r);
        open_leaf(r);
        r->space = false;
        r->breaks = 0;
        dana__want_marks(r, text == NULL, &list);
    } else {
        dana__want_marks(r, text == NULL, &list);
        size_t common = dana__common_marks(r, &list);

        dana__close_marks(r, common, next_of(r, &list, common, text));
        if (r->breaks > 0) {
            r->form->line_break(r);
        } else if (r->space) {
            dana__put(r, " ", 1);
        }
    }
    r->rule = false;
    r->space = false;
    r->breaks = 0;
    r->outline.border = false;
    dana__open_marks(r, &list, text);
}

/* Whether the text that comes is the sign of a heading's own link ("#", "¶"): no word of it. */
static bool is_permalink(const dana__renderer *r, dana_view text)
{
    const dana__frame *leaf = leaf_block(r);
    const dana__outline *o = &r->outline;
    dana_view href;
    size_t position = 0;
    dana_span word;

    return leaf != NULL && leaf->part == DANA__PART_HEADING && o->mark_count > 0 &&
           o->marks[o->mark_count - 1].part == DANA__PART_LINK &&
           !dana_next_word(text, &position, &word) &&
           dana_tag_attribute(o->marks[o->mark_count - 1].tag, "href", &href) && href.length > 0 &&
           href.data[0] == '#';
}

/* Writes a selected part of a text, its white space collapsed. */
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
    if (text.length > 0 && !is_permalink(r, text)) {
        begin(r, &text);
        r->form->text(r, text);
    }
    r->space |= decoded.space;
}

/* Appends text of code to a buffer: references decoded, newlines as LF. */
static void decode_code(dana__renderer *r, dana_buffer *out, const char *p, const char *end)
{
    while (p < end && r->status == DANA_OK) {
        const char *next = p;

        while (next < end && *next != '&' && *next != '\r' && *next != '\0' && *next != '\xC2') {
            next++;
        }
        dana__append(r, out, p, (size_t)(next - p));
        p = next;
        if (p == end) {
            return;
        }
        uint32_t code_points[2] = {(unsigned char)*p, 0};
        char encoded[8];
        size_t length = *p == '&' ? dana__read_reference(p, end, code_points) : 0;

        if (*p == '\xC2') {
            code_points[0] = dana__utf8_decode(p, &length);
        }
        length = length > 0 ? length : 1;
        p += length;
        if (code_points[0] == '\0' || (code_points[0] == '\r' && p < end && *p == '\n')) {
            continue;
        }
        uint32_t first = code_points[0] == '\r'   ? '\n'
                         : code_points[0] == 0xA0 ? ' '
                                                  : code_points[0];
        size_t bytes = dana__utf8_encode(first, encoded);

        bytes += code_points[1] != 0 ? dana__utf8_encode(code_points[1], encoded + bytes) : 0;
        dana__append(r, out, encoded, bytes);
    }
}

/* Before the first text of code only the indentation of its line counts. */
static void keep_indentation(dana__renderer *r)
{
    const char *data = r->white.data;
    const char *newline = r->white.length > 0 ? memrchr(data, '\n', r->white.length) : NULL;

    if (newline != NULL) {
        size_t left = r->white.length - (size_t)(newline + 1 - data);

        memmove(r->white.data, newline + 1, left);
        r->white.length = left;
    }
}

/* A break, a border of a block or of a span parts code where no white space does. */
static void part_code(dana__renderer *r)
{
    if (r->breaks > 0 &&
        (r->white.length == 0 || memchr(r->white.data, '\n', r->white.length) == NULL)) {
        r->white.length = 0;
        dana__append(r, &r->white, "\n", 1);
    } else if (r->space && r->white.length == 0) {
        dana__append(r, &r->white, " ", 1);
    }
    r->breaks = 0;
    r->outline.border = false;
}

static void write_white(dana__renderer *r)
{
    if (r->white.length > 0) {
        r->form->code(r, (dana_view){r->white.data, r->white.length});
    }
    r->white.length = 0;
}

static void write_code(dana__renderer *r, const dana__pick *pick)
{
    r->scratch.length = 0;
    decode_code(r, &r->scratch, pick->start, pick->end);
    dana_view text = {r->scratch.data, r->scratch.length};

    if (text.length == 0) {
        return;
    }
    if (changes_leaf(r)) {
        keep_indentation(r);
    } else {
        part_code(r);
        write_white(r);
    }
    r->space = false;
    begin(r, &text);
    write_white(r);
    r->form->code(r, text);
}

static void read_unit(dana__renderer *r, const dana__event *event, const dana_unit *unit)
{
    bool is_code = is_in_code(r) && !r->result->algorithm->ops->renders_non_ascii_only;
    const char *done = event->start;
    uint32_t from = 0;
    dana__pick pick;

    const char *start = r->page->source.data + unit->start;
    const char *behind = start + unit->length;

    r->space |= event->start < start && !is_code;
    while (r->status == DANA_OK && dana__pick_next(&r->picker, unit, &from, &pick)) {
        r->space |= pick.starts_span;
        if (is_code) {
            if (done == event->start) {
                decode_code(r, &r->white, done, start);
            }
            write_code(r, &pick);
        } else {
            write_text(r, &pick);
        }
        done = pick.end;
    }
    if (is_code) {
        decode_code(r, &r->white, behind, event->end);
    } else {
        r->space |= behind < event->end;
    }
}

static void read_text(dana__renderer *r, const dana__event *event)
{
    const dana_unit *unit = dana__picker_unit(&r->picker, event->start, event->end);

    if (!is_in_code(r)) {
        r->white.length = 0;
    }
    if (unit != NULL) {
        read_unit(r, event, unit);
    } else if (is_in_code(r)) {
        decode_code(r, &r->white, event->start, event->end);
    } else {
        r->space = true;
    }
}

static void read_image(dana__renderer *r, const dana__event *event)
{
    uint32_t at = (uint32_t)(event->start - r->page->source.data);

    while (r->image < r->image_count && r->images[r->image].span.start < at) {
        r->image++;
    }
    if (r->image == r->image_count || r->images[r->image].span.start != at ||
        (r->form->is_markdown && is_in_code(r))) {
        return;
    }
    begin(r, NULL);
    r->form->image(r, &r->images[r->image]);
}

/* A rule counts where it lies inside a span, behind something that was written. */
static void read_rule(dana__renderer *r, const dana__event *event)
{
    const dana_selection *selection = &r->result->selection;
    uint32_t at = (uint32_t)(event->start - r->page->source.data);

    while (r->rule_span < selection->count && selection->spans[r->rule_span].end <= at) {
        r->rule_span++;
    }
    r->rule |= r->out.length > 0 && r->rule_span < selection->count &&
               selection->spans[r->rule_span].start <= at;
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
        case DANA__EVENT_IMAGE:
            read_image(r, &event);
            break;
        }
    }
    if (r->status == DANA_OK) {
        r->status = r->outline.status;
    }
    dana__close_marks(r, 0, DANA__NEXT_WHITE);
    close_leaf(r);
    close_opened(r, 0);
    r->form->finish(r);
}

/* Where the last text and image end that are rendered. */
static size_t end_of_content(const dana__renderer *r)
{
    const dana_selection *selection = &r->result->selection;
    size_t end = selection->count > 0 ? selection->spans[selection->count - 1].end : 0;
    size_t image = r->image_count > 0 ? r->images[r->image_count - 1].span.end : 0;

    return image > end ? image : end;
}

static dana_status prepare(dana__renderer *r, dana_error *err)
{
    dana_status status = dana_result_images(r->page, r->result, r->base, &r->images,
                                            &r->image_count, err);
    size_t stop = end_of_content(r);

    dana_buffer_init(&r->out, 1);
    dana_buffer_init(&r->scratch, 1);
    dana_buffer_init(&r->white, 1);
    if (status == DANA_OK) {
        status = dana__survey_tables(r->page, r->result, stop, &r->outline, &r->tables, err);
    }
    dana__outline_start(&r->outline, r->page, r->result->scan->options.keep_noscript, stop, err);
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
    if (r->status == DANA_OK && r->out.length > 0) {
        dana_buffer_trim(r->page->arena, &r->out);
        *out = dana__written(r);
    }
    return r->status;
}

dana_status dana__render(dana_page *page, const dana_result *result, dana_view base,
                         const dana__form *form, dana_view *out, dana_error *err)
{
    dana_error local;
    dana_error *why = err != NULL ? err : &local;
    dana_buffer room;

    *out = (dana_view){"", 0};
    dana_buffer_init(&room, 1);
    dana_status status = dana_buffer_reserve(page->arena, &room, sizeof(dana__renderer), why);

    if (status != DANA_OK) {
        return status;
    }
    dana__renderer *r = room.data;

    memset(r, 0, sizeof(*r));
    r->page = page;
    r->result = result;
    r->base = base;
    r->form = form;
    r->err = why;
    status = run(r, out);
    dana_buffer_release(page->arena, &room);
    return status;
}

dana_status dana_render_markdown(dana_page *page, const dana_result *result, dana_view base,
                                 dana_view *out, dana_error *err)
{
    return dana__render(page, result, base, &dana__markdown_form, out, err);
}

dana_status dana_render_html(dana_page *page, const dana_result *result, dana_view base,
                             dana_view *out, dana_error *err)
{
    return dana__render(page, result, base, &dana__html_form, out, err);
}
