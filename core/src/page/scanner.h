/*
 * What the files of the scan share: its state, and the lines that it writes.
 */
#ifndef DANA_PAGE_SCANNER_H
#define DANA_PAGE_SCANNER_H

#include "page/count.h"
#include "page/pass.h"

#include <stdbool.h>

/* Tables inside one another that are told apart; deeper ones belong to the last of them. */
#define DANA__SCAN_TABLES_MAX 8

/* An open element of a layout (DANA__LAYOUT). */
typedef struct {
    uint64_t key; /* of its name; 0: none is open */
    size_t depth; /* open elements of this name, itself counted */
    size_t units; /* text units before it */
    size_t spans; /* layouts before it */
    uint32_t start;
    size_t rows;    /* of a table */
    bool has_table; /* a table holds another one */
    bool has_code;  /* or code: a listing beside its numbers is a row of one */
} dana__open_layout;

/* The layouts that are open: tables inside one another, and what is open in the innermost one: a
 * list, a pre or a table too many, with all that it holds. */
typedef struct {
    dana__open_layout tables[DANA__SCAN_TABLES_MAX];
    size_t table_count;
    dana__open_layout whole;
    size_t inner_tables; /* open in `whole` */
    size_t containers;   /* div and the like that are open in `whole` */
} dana__open_layouts;

#define DANA__PRE_KEY DANA__NAME_KEY('p', 'r', 'e')

/* The state of one scan. Counts are kept in `line` until the line ends. */
typedef struct {
    dana__pass pass;
    dana_page *page;
    dana_scan *scan;
    dana_error *err;
    dana_line line;
    dana__line_state line_state;
    bool space;        /* white space stands after the last text unit */
    bool block_border; /* a block-level tag stands after the last text unit */
    unsigned heading;  /* 1 to 6 inside a heading */
    unsigned code;     /* inline elements of code that are open */
    size_t keys_end; /* 1 + text units up to the end of the last kbd: another one is another key */
    bool in_anchor;
    size_t anchor_line; /* index of the line on which the open anchor began */
    dana__open_layouts open;
    const dana__listener *listener;
    dana__taper taper; /* is_full: nothing is written any more */
    /* What the options come to. */
    bool removes_anchors; /* filter 1: with what is inside them */
    bool has_source_lines;
    bool all_begin_lines;  /* each start tag begins one */
    unsigned begins_lines; /* flags of elements whose start tags do */
} dana__scanner;

/* Returns the source byte at which p stands. */
static inline uint32_t dana__scan_offset(const dana__scanner *s, const char *p)
{
    return (uint32_t)(p - s->page->source.data);
}

/* Begins to write the page's tape, where its source has none and memory is plenty. */
void dana__scan_start_tape(dana__scanner *s);

/* Gives up the tape that is being written, and its memory. */
void dana__scan_drop_tape(dana__scanner *s);

/* Writes the markup that the pass has read last. */
static inline void dana__scan_tape(dana__scanner *s, const dana__markup *token)
{
    if (!s->taper.is_full) {
        dana__tape_write(&s->taper, token);
        if (s->pass.dropped && !s->taper.is_full) {
            dana__tape_write_end(&s->taper, s->pass.p, s->pass.raw_end);
        }
        if (s->taper.is_full) {
            dana__scan_drop_tape(s);
        }
    }
}

/* Keeps the tape of a whole pass. */
void dana__scan_keep_tape(dana__scanner *s);

/* Makes room for `count` more elements of a buffer; where memory is scarce, the listener has to
 * give its own back first. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY. */
dana_status dana__scan_reserve(dana__scanner *s, dana_buffer *buffer, size_t count);

/* Appends an element to a buffer. Returns it to be filled; NULL with s->err set as
 * dana__scan_reserve does. */
void *dana__scan_append(dana__scanner *s, dana_buffer *buffer);

/* Keeps the current line if it holds anything. Errors: those of dana__scan_reserve;
 * DANA_TOO_COMPLEX where the page has too many lines. */
dana_status dana__scan_end_line(dana__scanner *s);

/* Ends the current line, and begins one at p. Errors: those of dana__scan_end_line. */
static inline dana_status dana__scan_start_line(dana__scanner *s, const char *p)
{
    dana_buffer *lines = &s->page->lines;
    dana_status status = DANA_OK;

    if (lines->length < lines->capacity && lines->length < s->page->limits.max_lines) {
        /* Without a branch: which line is empty is hard to predict. */
        ((dana_line *)lines->data)[lines->length] = s->line;
        lines->length += (s->line.content | s->line.code) != 0;
    } else {
        status = dana__scan_end_line(s);
    }
    s->line = (dana_line){.start = dana__scan_offset(s, p)};
    s->line_state = (dana__line_state){false, false};
    return status;
}

/* Adds a text of white space alone that ends no line. */
static inline void dana__scan_add_space(dana__scanner *s, const dana__markup *token)
{
    static const dana__text_count space = {.space_after = true};

    if (!s->removes_anchors || !s->in_anchor) {
        s->line_state.space = true;
    }
    s->space = true;
    if (s->listener != NULL) {
        s->listener->text(s->listener->state, token->start, token->end, &space);
    }
}

/* Adds a text node: one unit, where it is more than white space; with source lines its
 * newlines end lines. Errors: those of dana__scan_end_line. */
dana_status dana__scan_add_text(dana__scanner *s, const dana__markup *token);

/* Adds a tag's code to its line; with source lines, each line gets the part that lies on it.
 * Errors: those of dana__scan_end_line. */
dana_status dana__scan_add_code(dana__scanner *s, const char *p, const char *end);

/* Ends the open anchor before p, if there is one. */
void dana__scan_close_anchor(dana__scanner *s, const char *p);

/* Opens the anchor of a start tag; the one that is open ends. Errors: those of dana__scan_reserve.
 */
dana_status dana__scan_open_anchor(dana__scanner *s, const dana__markup *tag);

/* Notes that code begins in a line; a paragraph of it is a layout. */
void dana__scan_open_code(dana__scanner *s, const dana__markup *tag);

/* Notes the end tag of code in a line, which may end a layout. Errors: those of dana__scan_reserve.
 */
dana_status dana__scan_close_code(dana__scanner *s, const dana__markup *tag);

/* Notes a start tag of a layout. */
void dana__scan_open_layout(dana__scanner *s, const dana__markup *tag);

/* Notes an end tag of a layout, which may end a span of the scan's layouts.
 * Errors: those of dana__scan_reserve. */
dana_status dana__scan_close_layout(dana__scanner *s, const dana__markup *tag);

/* Notes a tag of another block inside a layout or table: the end of what is around it ends it too.
 * Errors: those of dana__scan_reserve. */
dana_status dana__scan_pass_block(dana__scanner *s, const dana__markup *tag);

/* Ends the layouts at the source's end. Errors: those of dana__scan_reserve. */
dana_status dana__scan_end_layouts(dana__scanner *s);

/* Returns whether the tags between a unit and a text, where no white space and no block's border
 * lies, part two words. Linear in the source between them. */
bool dana__scan_parts_words(const dana__scanner *s, const dana_unit *before, dana_view text);

#endif
