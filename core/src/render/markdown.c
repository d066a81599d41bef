/*
 * Markdown's blocks: CommonMark 0.30; tables of GitHub Flavored Markdown 0.29. Section
 * numbers are CommonMark's.
 */
#include "render/markdown.h"

#include "render/lines.h"
#include "render/markdown_inline.h"
#include "render/markdown_text.h"
#include "render/output.h"

#include <string.h>

/* Columns of a table that empty ones are looked for among. */
#define TABLE_COLUMNS 64

/* The first open block that no line of the output shows yet. */
static size_t first_new(const dana__renderer *r)
{
    size_t i = 0;

    while (i < r->opened_count &&
           (r->opened[i].started ||
            (r->opened[i].part != DANA__PART_QUOTE && r->opened[i].part != DANA__PART_LIST &&
             r->opened[i].part != DANA__PART_ITEM))) {
        i++;
    }
    return i;
}

/* Whether an empty line stands before the block that begins. None between items, and none before
 * the first item of a list after an item's own line; an ordered list that does not begin with 1
 * cannot follow a line without one (5.2). */
static bool needs_blank_line(const dana__renderer *r, size_t fresh)
{
    if (fresh == r->opened_count) {
        return true;
    }
    const dana__opened *first = &r->opened[fresh];

    if (first->part == DANA__PART_ITEM || (first->part == DANA__PART_LIST && first->joins)) {
        return false;
    }
    return !(first->part == DANA__PART_LIST && fresh > 0 && first[-1].part == DANA__PART_ITEM &&
             first[-1].after.kind == 'p' && (!first->is_ordered || first->number == 1));
}

/* Begins a block on a line of its own. */
static void begin_block(dana__renderer *r)
{
    size_t fresh = first_new(r);

    if (r->out.length > 0) {
        dana__end_line(r);
        if (needs_blank_line(r, fresh)) {
            dana__blank_line(r, fresh);
        }
    }
    dana__start_line(r);
}

static void put_empty_cells(dana__renderer *r, dana__opened *row, uint32_t count)
{
    for (; row->filled < count; row->filled++) {
        dana__puts(r, " |");
    }
}

static void put_delimiter_row(dana__renderer *r, const dana__opened *table)
{
    dana__end_line(r);
    dana__start_line(r);
    dana__puts(r, "|");
    for (size_t i = 0; i < table->columns; i++) {
        dana__puts(r, " --- |");
    }
}

static void open_row(dana__renderer *r, dana__opened *row)
{
    dana__opened *table = row - 1;

    if (table->started) {
        dana__end_line(r);
        dana__start_line(r);
    } else {
        begin_block(r);
        r->markdown.table = r->out.length;
    }
    dana__puts(r, "|");
    if (!table->started && !table->is_header) {
        put_empty_cells(r, row, table->columns);
        row->filled = 0;
        put_delimiter_row(r, table);
        dana__end_line(r);
        dana__start_line(r);
        dana__puts(r, "|");
        table->filled = 1;
    }
    table->started = true;
}

static void close_row(dana__renderer *r, dana__opened *row)
{
    dana__opened *table = row - 1;

    put_empty_cells(r, row, table->columns);
    if (table->filled == 0) {
        put_delimiter_row(r, table);
    }
    table->filled = 1;
}

/* Returns where a cell ends: at its next '|' that has no backslash, or the line's end. */
static const char *cell_end(const char *p, const char *end)
{
    for (char before = '\0'; p < end && *p != '\n' && (*p != '|' || before == '\\'); p++) {
        before = *p;
    }
    return p;
}

/* Whether a cell is empty, or a part of the row below the header. */
static bool is_blank_cell(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '-')) {
        p++;
    }
    return p == end;
}

/* Goes through a table that is written, [p, end), from its first '|' on. Returns the columns that
 * have something in a cell; out not NULL: the cells of `kept` are written there, to *length. */
static uint64_t pass_table(const char *p, const char *end, uint64_t kept, char *out, size_t *length)
{
    uint64_t filled = 0;

    while (p < end) {
        const char *cell = cell_end(p, end);
        size_t lead = (size_t)(cell - p) + (cell < end); /* what stands before the line, and '|' */
        bool is_row = cell < end && *cell == '|';

        if (out != NULL) {
            memmove(out + *length, p, lead);
            *length += lead;
        }
        p += lead;
        for (unsigned column = 0; is_row && p < end && *p != '\n'; column++) {
            const char *next = cell_end(p, end);
            size_t bytes = (size_t)(next - p) + (next < end && *next == '|');

            if (column < TABLE_COLUMNS && !is_blank_cell(p, next)) {
                filled |= UINT64_C(1) << column;
            }
            if (out != NULL && column < TABLE_COLUMNS && (kept >> column & 1) != 0) {
                memmove(out + *length, p, bytes);
                *length += bytes;
            }
            p += bytes;
        }
    }
    return filled;
}

/* Takes the columns out of a table that no cell has anything in: room between others. */
static void drop_columns(dana__renderer *r, const dana__opened *table)
{
    size_t start = r->markdown.table;

    if (r->status != DANA_OK || table->columns > TABLE_COLUMNS || start >= r->out.length) {
        return;
    }
    char *out = (char *)r->out.data + start;
    const char *end = out + (r->out.length - start);
    uint64_t filled = pass_table(out, end, 0, NULL, NULL);
    uint64_t all = table->columns < TABLE_COLUMNS ? (UINT64_C(1) << table->columns) - 1
                                                  : UINT64_MAX;

    if (filled != 0 && filled != all) {
        size_t length = 0;

        (void)pass_table(out, end, filled, out, &length);
        r->out.length = start + length;
        r->markdown.run_end = 0;
        r->markdown.content = r->out.length;
        dana__note_border(r);
    }
}

static const dana__last_block nothing = {.kind = '\0'};

/* Neighbouring lists of one kind get different markers (5.3). */
static char choose_marker(const dana__opened *list, char before)
{
    if (list->is_ordered) {
        return before == '.' ? ')' : '.';
    }
    return before == '-' ? '*' : '-';
}

/* What was written last inside the block around the innermost one. */
static dana__last_block *last_written(dana__renderer *r, size_t count)
{
    return count > 0 ? &r->opened[count - 1].after : &r->markdown.after;
}

/* Whether a list goes on with the one before it, as editors write a list: of one item each, or with
 * the number that follows. */
static bool goes_on(const dana__opened *list, const dana__last_block *before)
{
    if (list->is_ordered) {
        return (before->kind == '.' || before->kind == ')') && list->number == before->number;
    }
    return (before->kind == '-' || before->kind == '*') && before->is_alone;
}

static void open_list(dana__opened *list, const dana__last_block *before)
{
    /* Letters are no numbers of a list, and all of these count up (5.2, 5.3). */
    list->is_ordered &= list->style == '\0' && !list->is_down;
    list->joins = goes_on(list, before);
    list->marker = list->joins ? before->kind : choose_marker(list, before->kind);
}

static dana__last_block written_list(const dana__opened *list)
{
    return (dana__last_block){
        .kind = list->marker, .is_alone = list->filled == 1, .number = list->number + list->filled};
}

static void open(dana__renderer *r)
{
    dana__opened *opened = dana__innermost_opened(r);

    switch ((dana__part)opened->part) {
    case DANA__PART_LIST:
        open_list(opened, last_written(r, r->opened_count - 1));
        break;
    case DANA__PART_ROW:
        open_row(r, opened);
        break;
    case DANA__PART_CELL:
        put_empty_cells(r, opened - 1, opened->number);
        dana__puts(r, " ");
        break;
    default:
        break;
    }
}

static void close(dana__renderer *r)
{
    dana__opened *opened = dana__innermost_opened(r);

    switch ((dana__part)opened->part) {
    case DANA__PART_LIST:
        *last_written(r, r->opened_count - 1) = written_list(opened);
        break;
    case DANA__PART_TABLE:
        drop_columns(r, opened);
        *last_written(r, r->opened_count - 1) = nothing;
        break;
    case DANA__PART_QUOTE:
        *last_written(r, r->opened_count - 1) = nothing;
        break;
    case DANA__PART_ROW:
        close_row(r, opened);
        break;
    case DANA__PART_CELL:
        dana__puts(r, " |");
        opened[-1].filled = opened->number + 1;
        break;
    default:
        break;
    }
}

static void open_code_block(dana__renderer *r)
{
    r->markdown.fence = r->out.length;
    r->markdown.backticks = 0;
    r->markdown.longest = 0;
    dana__puts(r, "```");
    dana__put(r, r->language.data, r->language.length);
    dana__end_line(r);
}

/* The fence is longer than any run of backticks inside (4.5). */
static void close_code_block(dana__renderer *r)
{
    size_t more = r->markdown.longest > 2 ? r->markdown.longest - 2 : 0;

    dana__end_line(r);
    dana__start_line(r);
    dana__puts(r, "```");
    dana__insert_run(r, r->out.length, '`', more);
    dana__insert_run(r, r->markdown.fence, '`', more);
}

static void line_break(dana__renderer *r)
{
    if (dana__in_cell(r)) {
        dana__puts(r, " <br>");
    } else if (r->leaf == DANA__PART_HEADING) {
        dana__puts(r, " ");
    } else {
        dana__puts(r, "\\");
        dana__end_line(r);
        dana__start_line(r);
    }
    r->markdown.last_letter = 0;
}

static void open_leaf(dana__renderer *r)
{
    r->markdown.last_letter = 0;
    if (dana__in_cell(r)) {
        if (!r->is_bare) {
            dana__puts(r, " <br>");
        }
        return;
    }
    if (r->follows_term) {
        line_break(r);
        return;
    }
    begin_block(r);
    /* A nested list stands close to an item that is only its first line. */
    *last_written(r, r->opened_count) = (dana__last_block){.kind = r->is_bare ? 'p' : '\0'};
    if (r->leaf == DANA__PART_HEADING) {
        dana__put(r, "######", r->level);
        dana__puts(r, " ");
    } else if (r->leaf == DANA__PART_PRE) {
        open_code_block(r);
    }
}

static void close_leaf(dana__renderer *r)
{
    if (r->leaf == DANA__PART_PRE && !dana__in_cell(r)) {
        close_code_block(r);
    }
    r->markdown.encodes = false;
}

static void rule(dana__renderer *r)
{
    if (dana__in_cell(r)) {
        return;
    }
    begin_block(r);
    dana__puts(r, "---");
    *last_written(r, r->opened_count) = nothing;
}

static void finish(dana__renderer *r)
{
    dana__end_line(r);
}

#define PARTS                                                                                      \
    (DANA__PART_BIT(QUOTE) | DANA__PART_BIT(ITEM) | DANA__PART_BIT(CELL) | DANA__PART_BIT(LINK) |  \
     DANA__PART_BIT(STRONG) | DANA__PART_BIT(EM) | DANA__PART_BIT(CODE) | DANA__PART_BIT(DEL) |    \
     DANA__PART_BIT(SUB) | DANA__PART_BIT(SUP) | DANA__PART_BIT(READING) | DANA__PART_BIT(SHORT) | \
     DANA__PART_BIT(QUOTED))

const dana__form dana__markdown_form = {
    .parts = PARTS,
    .is_lines = true,
    .names_language = true,
    .lists_typed = true,
    .open = open,
    .close = close,
    .open_leaf = open_leaf,
    .close_leaf = close_leaf,
    .line_break = line_break,
    .rule = rule,
    .box = dana__put_box,
    .open_inline = dana__open_markdown_inline,
    .close_inline = dana__close_markdown_inline,
    .text = dana__markdown_text,
    .code = dana__markdown_code,
    .image = dana__markdown_image,
    .media = dana__markdown_media,
    .formula = dana__markdown_formula,
    .finish = finish,
};
