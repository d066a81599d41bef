/*
 * The layouts of a scan: where the plain text needs more than the texts one after another. These
 * are the outermost lists, definitions, pre elements and paragraphs of code, and tables that may be
 * of data; all others (another one inside, one row) are the layout of a page, which is read from
 * what they hold. Elements are followed by counting those of the outermost one's name; one whose
 * end tag is missing reaches to the end of the div or cell around it, or of the source.
 */
#include "listing/listing.h"
#include "page/scanner.h"

#define TABLE_KEY DANA__NAME_KEY('t', 'a', 'b', 'l', 'e')

static dana__open_layout begin_layout(const dana__scanner *s, const dana__markup *tag)
{
    return (dana__open_layout){.key = tag->name.key,
                               .depth = 1,
                               .units = s->page->units.length,
                               .spans = s->page->layouts.length,
                               .start = dana__scan_offset(s, tag->start)};
}

/* Notes a start tag inside a list or pre. */
static void open_inside(dana__open_layouts *open, const dana__markup *tag)
{
    if (tag->name.key == open->whole.key) {
        open->whole.depth++;
    } else if (tag->name.key == TABLE_KEY) {
        open->inner_tables++;
    }
}

static void note_code(dana__scanner *s)
{
    if (s->open.table_count > 0) {
        s->open.tables[s->open.table_count - 1].has_code = true;
    }
}

void dana__scan_open_code(dana__scanner *s, const dana__markup *tag)
{
    note_code(s);
    if (s->open.whole.key == 0 && s->open.table_count == 0 &&
        dana__is_code_paragraph(tag, s->page->source.data, s->pass.end)) {
        s->open.whole = begin_layout(s, tag);
        s->open.inner_tables = 0;
        s->open.containers = 0;
    }
}

void dana__scan_open_layout(dana__scanner *s, const dana__markup *tag)
{
    dana__open_layouts *open = &s->open;
    bool is_table = tag->name.key == TABLE_KEY;

    if (dana__kind_of(tag->flags) == DANA__KIND_PRE) {
        note_code(s);
    }
    if (open->whole.key != 0) {
        open_inside(open, tag);
        return;
    }
    if (is_table && open->table_count > 0) {
        open->tables[open->table_count - 1].has_table = true;
    }
    if (is_table && open->table_count < DANA__SCAN_TABLES_MAX) {
        open->tables[open->table_count++] = begin_layout(s, tag);
    } else {
        open->whole = begin_layout(s, tag);
        open->inner_tables = 0;
        open->containers = 0;
    }
}

/* Keeps an open layout, up to p, where it holds text; in place of those inside. */
static dana_status keep_layout(dana__scanner *s, const dana__open_layout *open, const char *p)
{
    if (open->units == s->page->units.length) {
        return DANA_OK;
    }
    s->page->layouts.length = open->spans;
    dana_span *span = dana__scan_append(s, &s->page->layouts);

    if (span == NULL) {
        return s->err->status;
    }
    *span = (dana_span){open->start, dana__scan_offset(s, p)};
    return DANA_OK;
}

static dana_status close_whole(dana__scanner *s, const char *p)
{
    s->open.whole.key = 0;
    return keep_layout(s, &s->open.whole, p);
}

static dana_status close_table(dana__scanner *s, const char *p)
{
    const dana__open_layout *table = &s->open.tables[--s->open.table_count];

    return table->has_table || (table->rows < 2 && !table->has_code) ? DANA_OK
                                                                     : keep_layout(s, table, p);
}

/* Notes an end tag inside a list or pre: that of the table around it ends both. */
static dana_status close_inside(dana__scanner *s, const dana__markup *tag)
{
    dana__open_layouts *open = &s->open;

    if (tag->name.key == open->whole.key) {
        return --open->whole.depth == 0 ? close_whole(s, tag->end) : DANA_OK;
    }
    if (tag->name.key != TABLE_KEY) {
        return DANA_OK;
    }
    if (open->inner_tables > 0) {
        open->inner_tables--;
        return DANA_OK;
    }
    if (open->table_count == 0) {
        return DANA_OK;
    }
    dana_status status = close_whole(s, tag->start);

    return status == DANA_OK ? close_table(s, tag->end) : status;
}

dana_status dana__scan_close_code(dana__scanner *s, const dana__markup *tag)
{
    return s->open.whole.key == tag->name.key ? close_whole(s, tag->end) : DANA_OK;
}

dana_status dana__scan_close_layout(dana__scanner *s, const dana__markup *tag)
{
    if (s->open.whole.key != 0) {
        return close_inside(s, tag);
    }
    return tag->name.key == TABLE_KEY && s->open.table_count > 0 ? close_table(s, tag->end)
                                                                 : DANA_OK;
}

/* Elements whose end tags end what is open inside (13.2.6.4.7). */
#define CONTAINERS                                                                                 \
    (DANA__KIND_BIT(DIV) | DANA__KIND_BIT(SECTION) | DANA__KIND_BIT(ARTICLE) |                     \
     DANA__KIND_BIT(ASIDE) | DANA__KIND_BIT(NAV) | DANA__KIND_BIT(HEADER) |                        \
     DANA__KIND_BIT(FOOTER) | DANA__KIND_BIT(MAIN))

/* Parts of tables: each ends what is open in the cell before it. */
#define TABLE_PARTS (DANA__KIND_BIT(CELL) | DANA__KIND_BIT(ROW) | DANA__KIND_BIT(ROWS))

static void count_row(dana__open_layouts *open, const dana__markup *tag)
{
    open->tables[open->table_count - 1].rows += tag->kind == DANA__START_TAG &&
                                                dana__kind_of(tag->flags) == DANA__KIND_ROW;
}

dana_status dana__scan_pass_block(dana__scanner *s, const dana__markup *tag)
{
    dana__open_layouts *open = &s->open;
    uint64_t kind = UINT64_C(1) << dana__kind_of(tag->flags);

    if (open->whole.key == 0) {
        count_row(open, tag);
        return DANA_OK;
    }
    if (open->inner_tables > 0) {
        return DANA_OK;
    }
    if ((kind & TABLE_PARTS) != 0 && open->table_count > 0) {
        count_row(open, tag);
        return close_whole(s, tag->start);
    }
    if ((kind & CONTAINERS) == 0) {
        return DANA_OK;
    }
    if (tag->kind == DANA__START_TAG) {
        open->containers++;
        return DANA_OK;
    }
    return open->containers-- == 0 ? close_whole(s, tag->start) : DANA_OK;
}

dana_status dana__scan_end_layouts(dana__scanner *s)
{
    dana_buffer *layouts = &s->page->layouts;
    dana_status status = s->open.whole.key != 0 ? close_whole(s, s->pass.end) : DANA_OK;

    while (status == DANA_OK && s->open.table_count > 0) {
        status = close_table(s, s->pass.end);
    }
    bool is_distrusted = layouts->length > 0 &&
                         (s->pass.nesting.distrust || s->pass.nesting.unclosed_count > 0);

    /* After an element that is dropped and never closed a pass has to begin where this one did:
     * what it drops depends on that. */
    if (status != DANA_OK || (!is_distrusted && !s->page->has_rewritten)) {
        return status;
    }
    layouts->length = 0;
    dana_span *span = dana__scan_append(s, layouts);

    if (span == NULL) {
        return s->err->status;
    }
    *span = (dana_span){0, (uint32_t)s->page->source.length};
    return DANA_OK;
}
