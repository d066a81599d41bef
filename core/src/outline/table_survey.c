#include "outline/table_survey.h"

#include "base/ascii.h"
#include "text/span_sets.h"

#include <string.h>
#include <strings.h>

/* A cell with more bytes than this that is most of its table's text holds a page's layout. */
#define LONG_CELL 1500

/* Longest cell that is still read as a line. */
#define LINE_CELL 700

/* More cells than this for each that is there, and a few, are too many to be filled in. */
#define FILL_FACTOR 4
#define FILL_SPARE  16

/* Of so many texts of the other rows one may look like a header's. */
#define REST_FACTOR 4

/* A selected text in a cell. */
typedef struct {
    const dana__outline *outline;
    const dana__frame *row;
    const dana__frame *cell;
    const dana__pick *pick;
} cell_text;

static bool has_digit(const dana__pick *pick)
{
    for (const char *p = pick->start; p < pick->end; p++) {
        if (dana__is_digit(*p)) {
            return true;
        }
    }
    return false;
}

static bool is_strong(const dana__outline *outline)
{
    for (size_t i = outline->inline_count; i > 0; i--) {
        if (outline->inlines[i - 1].part == DANA__PART_STRONG &&
            !outline->inlines[i - 1].is_undone) {
            return true;
        }
    }
    return false;
}

/* Whether a class or scope of a row or cell says that it is one of headers. */
static bool is_named_header(dana_view tag)
{
    dana_view value;

    return tag.length > 0 && ((dana_tag_attribute(tag, "class", &value) &&
                               memmem(value.data, value.length, "head", 4) != NULL) ||
                              (dana_tag_attribute(tag, "scope", &value) && value.length >= 3 &&
                               strncasecmp(value.data, "col", 3) == 0));
}

static void note_first(dana__first_row *first, const cell_text *text, bool is_new_cell)
{
    if (is_new_cell) {
        first->cells++;
        first->heads = (uint16_t)(first->heads + text->cell->is_header);
        first->is_named |= is_named_header(text->row->tag) || is_named_header(text->cell->tag);
    }
    first->texts++;
    first->strong = (uint16_t)(first->strong + is_strong(text->outline));
    first->digits = (uint16_t)(first->digits + (text->cell->number > 0 && has_digit(text->pick)));
}

static void note_rest(dana__first_row *first, const cell_text *text)
{
    if (text->cell->number > 0) {
        first->rest++;
        first->rest_strong += is_strong(text->outline);
        first->rest_digits += has_digit(text->pick);
    }
}

static void note_row(dana__table *table, const cell_text *text)
{
    const dana__frame *row = text->row;
    bool is_head = row->is_header || !row->has_data;

    if (row->serial != table->row) {
        table->row = row->serial;
        table->rows++;
    }
    if (table->first_row == 0) {
        table->first_row = row->serial;
        table->first.is_head = is_head;
    }
    if (table->first_row == row->serial) {
        table->first.is_head &= is_head;
        note_first(&table->first, text, text->cell->serial != table->cell);
    } else {
        note_rest(&table->first, text);
    }
}

static void note_cell(dana__table *table, const dana__frame *cell, uint32_t bytes)
{
    uint16_t column = (uint16_t)(cell->number + 1);

    table->text_column = table->text_column == 0 ? column : table->text_column;
    table->has_columns |= table->text_column != column;
    if (cell->serial != table->cell) {
        table->cell = cell->serial;
        table->cell_text = 0;
    }
    table->cell_text += bytes;
    if (table->cell_text > table->longest) {
        table->longest = table->cell_text;
    }
}

/* Whether a block around the text, inside its cell, cannot stand on one line. The heading of a
 * header's cell can. */
static bool in_block(const dana__outline *outline, const dana__frame *cell)
{
    const dana__frame *top = dana__innermost(outline);
    const dana__frame *leaf = dana__frame_at(outline, top->leaf);

    return leaf != NULL && leaf > cell && !(leaf->part == DANA__PART_HEADING && cell->is_header);
}

/* Notes selected text of the innermost cell. */
static void note_text(const dana__outline *outline, dana_buffer *tables, const dana__pick *pick)
{
    uint32_t bytes = (uint32_t)(pick->end - pick->start);
    const dana__frame *top = dana__innermost(outline);
    const dana__frame *cell = top != NULL ? dana__frame_at(outline, top->border) : NULL;

    if (cell == NULL || cell->part != DANA__PART_CELL) {
        return;
    }
    const dana__frame *owner = dana__frame_at(outline, cell->table);
    dana__table *table = (dana__table *)tables->data + owner->number;

    table->text += bytes;
    table->has_blocks |= in_block(outline, cell);
    note_row(table, &(cell_text){outline, cell - 1, cell, pick});
    note_cell(table, cell, bytes);
}

/* Finds the last tag that could be a table's; NULL: there is none. */
static const char *last_table(const char *start, const char *end)
{
    static const char name[] = "table";

    for (const char *p = memrchr(start, '<', (size_t)(end - start)); p != NULL;
         p = memrchr(start, '<', (size_t)(p - start))) {
        if ((size_t)(end - p) > sizeof(name) - 1 && (p[1] | 0x20) == name[0] &&
            (p[2] | 0x20) == name[1] && strncasecmp(p + 1, name, sizeof(name) - 1) == 0) {
            return p;
        }
    }
    return NULL;
}

/* Whether nothing of a table can follow: none is open, and the last one was passed. */
static bool is_done(const dana__outline *outline, const char *last)
{
    const dana__frame *top = dana__innermost(outline);

    return outline->pass.p > last && (top == NULL || top->table == 0);
}

/* No text counts up to the next selected one, from an offset on. */
static void be_quiet(dana__outline *outline, dana__picker *picker, size_t from)
{
    const dana_span *span = dana__span_after(&picker->result->selection, &picker->span, from);

    dana__outline_quiet(outline, span != NULL ? span->start : SIZE_MAX);
}

dana_status dana__survey_tables(const dana__picker *picker, dana_span part, dana__outline *outline,
                                dana_buffer *tables, dana_error *err)
{
    const char *source = picker->page->source.data;
    dana__picker own = *picker;
    dana__event event;

    tables->length = 0;
    const char *last = picker->page->has_table ? last_table(source + part.start, source + part.end)
                                               : NULL;

    if (last == NULL) {
        return DANA_OK;
    }
    dana__outline_start(outline, picker->page, picker->result->scan->options.keep_noscript, part,
                        err);
    outline->tables = tables;
    outline->passes_space = true;
    be_quiet(outline, &own, part.start);
    while (!is_done(outline, last) && dana__outline_next(outline, &event)) {
        const dana_unit *unit = event.kind == DANA__EVENT_TEXT
                                    ? dana__picker_unit(&own, event.start, event.end)
                                    : NULL;
        uint32_t from = 0;
        dana__pick pick;

        while (unit != NULL && dana__pick_next(&own, unit, &from, &pick)) {
            note_text(outline, tables, &pick);
        }
        if (unit != NULL) {
            be_quiet(outline, &own, unit->start + unit->length);
        }
    }
    return outline->pass.status;
}

bool dana__is_data(const dana__table *table)
{
    return !table->has_table && !table->is_presentation && table->has_columns && table->rows >= 2 &&
           (table->longest <= LONG_CELL || table->longest < table->text / 2);
}

bool dana__fits_lines(const dana__table *table)
{
    uint64_t filled = (uint64_t)table->rows * table->columns;

    return dana__is_data(table) && !table->has_blocks && table->longest <= LINE_CELL &&
           table->columns <= DANA__COLUMNS_MAX &&
           filled <= (uint64_t)table->cells * FILL_FACTOR + FILL_SPARE;
}

bool dana__has_header(const dana__table *table)
{
    const dana__first_row *first = &table->first;
    uint32_t beside = table->columns > 0 ? table->columns - 1u : 0;

    if (first->is_head ||
        (first->cells >= 2 && (first->is_named || first->heads == first->cells))) {
        return true;
    }
    if (first->cells >= 2 && first->strong == first->texts &&
        first->rest_strong * REST_FACTOR <= first->rest) {
        return true;
    }
    /* Words over columns of numbers. */
    return beside >= 2 && first->cells >= beside && first->digits == 0 && first->rest >= 2 &&
           first->rest_digits * REST_FACTOR >= first->rest * (REST_FACTOR - 1);
}
