#include "outline/table_survey.h"

#include <string.h>
#include <strings.h>

/* A cell with more bytes than this that is most of its table's text holds a page's layout. */
#define LONG_CELL 1500

/* Longest cell that is still read as a line. */
#define LINE_CELL 700

/* More cells than this for each that is there, and a few, are too many to be filled in. */
#define FILL_FACTOR 4
#define FILL_SPARE  16

static void note_row(dana__table *table, const dana__frame *row)
{
    bool is_header = row->is_header || !row->has_data;

    if (row->serial != table->row) {
        table->row = row->serial;
        table->rows++;
    }
    if (table->first_row == 0) {
        table->first_row = row->serial;
        table->has_header = is_header;
    } else if (table->first_row == row->serial) {
        table->has_header &= is_header;
    }
}

static void note_cell(dana__table *table, const dana__frame *cell, uint32_t bytes)
{
    if (cell->serial != table->cell) {
        table->cell = cell->serial;
        table->cell_text = 0;
    }
    table->cell_text += bytes;
    if (table->cell_text > table->longest) {
        table->longest = table->cell_text;
    }
}

/* Whether a block around the text, inside its cell, cannot stand on one line. */
static bool in_block(const dana__outline *outline, const dana__frame *cell)
{
    const dana__frame *top = dana__innermost(outline);
    const dana__frame *leaf = dana__frame_at(outline, top->leaf);

    return leaf != NULL && leaf > cell;
}

/* Notes selected text (bytes of it) of the innermost cell. */
static void note_text(const dana__outline *outline, dana_buffer *tables, uint32_t bytes)
{
    const dana__frame *top = dana__innermost(outline);
    const dana__frame *cell = top != NULL ? dana__frame_at(outline, top->border) : NULL;

    if (cell == NULL || cell->part != DANA__PART_CELL) {
        return;
    }
    const dana__frame *owner = dana__frame_at(outline, cell->table);
    dana__table *table = (dana__table *)tables->data + owner->number;

    table->text += bytes;
    table->has_blocks |= in_block(outline, cell);
    note_row(table, cell - 1);
    note_cell(table, cell, bytes);
}

/* Whether some tag could be a table's: most pages have none to look at. */
static bool mentions_table(const char *p, const char *end)
{
    static const char name[] = "table";

    for (p = memchr(p, '<', (size_t)(end - p)); p != NULL;
         p = memchr(p + 1, '<', (size_t)(end - p - 1))) {
        if ((size_t)(end - p) > sizeof(name) - 1 &&
            strncasecmp(p + 1, name, sizeof(name) - 1) == 0) {
            return true;
        }
    }
    return false;
}

dana_status dana__survey_tables(const dana__picker *picker, dana_span part, dana__outline *outline,
                                dana_buffer *tables, dana_error *err)
{
    const char *source = picker->page->source.data;
    dana__picker own = *picker;
    dana__event event;

    tables->length = 0;
    if (!mentions_table(source + part.start, source + part.end)) {
        return DANA_OK;
    }
    dana__outline_start(outline, picker->page, picker->result->scan->options.keep_noscript, part,
                        err);
    outline->tables = tables;
    while (dana__outline_next(outline, &event)) {
        const dana_unit *unit = event.kind == DANA__EVENT_TEXT
                                    ? dana__picker_unit(&own, event.start, event.end)
                                    : NULL;
        uint32_t from = 0;
        dana__pick pick;

        while (unit != NULL && dana__pick_next(&own, unit, &from, &pick)) {
            note_text(outline, tables, (uint32_t)(pick.end - pick.start));
        }
    }
    return outline->pass.status;
}

bool dana__is_data(const dana__table *table)
{
    return !table->has_table && !table->is_presentation && table->columns >= 2 &&
           table->rows >= 2 && (table->longest <= LONG_CELL || table->longest < table->text / 2);
}

bool dana__fits_lines(const dana__table *table)
{
    uint64_t filled = (uint64_t)table->rows * table->columns;

    return dana__is_data(table) && !table->has_blocks && table->longest <= LINE_CELL &&
           table->columns <= DANA__COLUMNS_MAX &&
           filled <= (uint64_t)table->cells * FILL_FACTOR + FILL_SPARE;
}
