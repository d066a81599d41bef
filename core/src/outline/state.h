/*
 * The state of an outline: the stacks of open blocks and inline elements, and what tables look
 * like.
 */
#ifndef DANA_OUTLINE_STATE_H
#define DANA_OUTLINE_STATE_H

#include "dana/view.h"
#include "listing/beside_code.h"
#include "page/pass.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most blocks, and most inline elements, that are followed at once; what opens inside the last of
 * them counts as text of its parent. */
#define DANA__BLOCKS_MAX  256
#define DANA__INLINES_MAX 24

/* Most columns of a table whose cells are counted; wider spans are cut. */
#define DANA__COLUMNS_MAX 64

/* The key of a span, which is what its style says. */
#define DANA__SPAN_KEY DANA__NAME_KEY('s', 'p', 'a', 'n')

/* What an element is to a renderer. */
typedef enum {
    DANA__PART_NONE,  /* nothing: its content belongs to its parent */
    DANA__PART_BLOCK, /* a border of text, nothing more */
    DANA__PART_P,
    DANA__PART_HEADING,
    DANA__PART_PRE,
    DANA__PART_QUOTE,
    DANA__PART_LIST,
    DANA__PART_ITEM,
    DANA__PART_DEFINITIONS,
    DANA__PART_TERM,
    DANA__PART_DETAIL,
    DANA__PART_TABLE,
    DANA__PART_CAPTION,
    DANA__PART_ROWS,
    DANA__PART_ROW,
    DANA__PART_CELL,
    DANA__PART_SUMMARY, /* of details: what can be unfolded */
    DANA__PART_FIGURE,  /* the renderer's own, as the next one */
    DANA__PART_FIGURE_CAPTION,
    DANA__PART_LINK, /* from here on inline */
    DANA__PART_STRONG,
    DANA__PART_EM,
    DANA__PART_CODE,
    DANA__PART_DEL,
    DANA__PART_SUB,
    DANA__PART_SUP,
    DANA__PART_RUBY,
    DANA__PART_READING, /* rt: what the base of a ruby is read as */
    DANA__PART_SHORT,   /* abbr, acronym: what its title spells out */
    DANA__PART_QUOTED,  /* q: browsers show it between quotation marks */
    DANA__PART_COUNT
} dana__part;

/* A frame: an open block. Indices of frames around it count from 1; 0: there is none. */
typedef struct {
    uint64_t key;    /* of its name */
    dana_view tag;   /* its start tag; empty where it is implied */
    uint32_t serial; /* counts all blocks and inline elements from 1 */
    uint32_t number; /* heading: 1 to 6; item: its number; table: counts from 0; row: counts in its
                      * table from 0; cell: its column */
    uint32_t next;   /* list: number of the next item; table: rows so far; row: next free column;
                      * in code: lines before it */
    uint16_t own;    /* row: columns that its cells span; cell: those of the cells before it */
    uint16_t across; /* cell: columns that it spans */
    uint16_t down;   /* cell: rows that it spans */
    uint16_t leaf;   /* the heading or pre around it, itself counted */
    uint16_t holder; /* the list or definition list around it, itself counted */
    uint16_t table;  /* the table around it, itself counted */
    uint16_t border; /* the table, cell or caption around it, itself counted: end tags inside
                      * close nothing outside */
    uint16_t near;   /* the innermost one that is more than a border or p, itself counted */
    uint16_t p;      /* the p around it inside that one, itself counted */
    uint16_t rendered; /* the renderer's own */
    uint8_t part;      /* dana__part */
    bool is_ordered;   /* list */
    bool is_down;      /* list: its numbers count down */
    char style;        /* list: how its numbers are written: a, A, i, I; 0: as digits */
    bool is_header;    /* cell: th; rows: thead; row: in a thead */
    bool has_data;     /* row: it has a td */
    bool has_text;     /* heading, pre: text was in it */
    bool is_line;      /* in code: a line of its own, even where it is empty */
} dana__frame;

/* An open inline element. */
typedef struct {
    uint64_t key;
    dana_view tag;
    dana_view target; /* link: its URL, short: its title, where is_resolved; data NULL: none */
    uint32_t serial;
    uint16_t depth; /* blocks that were open when it began */
    uint8_t part;
    uint8_t raised; /* sub, sup: dana__raised */
    bool is_resolved;
    bool is_undone; /* its style takes back what its name says */
    uint16_t spans; /* of a span: others that are open right in it, with it in the same block */
} dana__inline;

/* What tells whether a table's first row is one of headers. Texts of other rows are those beside
 * the first column. */
typedef struct {
    bool is_head;    /* in a thead, or without a td */
    bool is_named;   /* its class, or a cell's class or scope, says so */
    uint16_t cells;  /* with text */
    uint16_t heads;  /* th of them */
    uint16_t texts;  /* in them */
    uint16_t strong; /* of these */
    uint16_t digits; /* of those beside the first column, with a digit */
    uint32_t rest;   /* texts of the other rows */
    uint32_t rest_strong;
    uint32_t rest_digits;
} dana__first_row;

/* What a table looks like, counted by the survey. */
typedef struct {
    uint32_t cells;
    uint32_t rows;    /* that have selected text */
    uint32_t text;    /* selected bytes */
    uint32_t longest; /* selected bytes of the longest cell */
    uint32_t cell;    /* serial of the cell counted last, and its bytes */
    uint32_t cell_text;
    uint32_t row;       /* serial of the row counted last */
    uint32_t first_row; /* serial of the first row with text */
    uint16_t columns;
    uint16_t text_column;  /* 1 + the first column that has selected text; 0: none */
    bool has_columns;      /* another column has some, too */
    dana__first_row first; /* what the first row with text looks like */
    bool has_table;        /* it holds another table */
    bool has_blocks;       /* it holds a heading, a pre or a quote with text */
    bool is_presentation;  /* it says that it is none */
} dana__table;

/* The lines of the listing that is open. */
typedef struct {
    dana__look look;     /* at elements beside code */
    bool has_text;       /* the current line has characters */
    bool ended;          /* the end of an element has ended a line; nothing came since */
    uint32_t lines;      /* that have ended */
    uint32_t spans;      /* open ones */
    uint32_t line_span;  /* the span, counted from 1, that is a line; 0: none */
    uint32_t span_lines; /* lines before it */
} dana__code_lines;

/* An outline at work. */
typedef struct {
    dana__pass pass;   /* its status is the outline's */
    const char *stop;  /* where the events end; the source goes on after it */
    const char *quiet; /* texts before it need not be events */
    bool owes_text;    /* a listing was passed or read: the next text is an event */
    bool reads_signs;  /* cells that hold but a sign are events; the reader sets it */
    bool passes_space; /* texts of white space alone are no events: they are passed_space */
    bool passed_space; /* a text that was passed began or ended with white space; the reader clears
                          it */
    size_t block_count;
    size_t overflow;  /* blocks that found no room and are open */
    size_t unchanged; /* the first so many blocks are those of the last look; the reader sets it */
    size_t inline_count;
    uint16_t open_names[DANA__ELEMENT_ROWS]; /* open blocks by the row of their name */
    bool border;         /* a border of a block was passed; the reader clears it */
    bool in_parenthesis; /* of a ruby (rp): the renderer writes its own */
    size_t wasted;       /* bytes that were read for formulas in vain */
    size_t counted;      /* lists whose items were counted before they were read */
    uint32_t serial;
    dana__code_lines code;
    uint32_t table_count;
    uint16_t carried[DANA__COLUMNS_MAX]; /* rows that cells above still reach into, by column */
    dana_buffer *tables;   /* the survey's dana__table for each, NULL where nobody counts */
    const uint32_t *media; /* where tags begin that are events; sorted */
    size_t media_count;
    dana__inline inlines[DANA__INLINES_MAX]; /* the last members: what is pushed is set */
    dana__frame blocks[DANA__BLOCKS_MAX];
} dana__outline;

/* Returns the block that a 1-based index of another one names; NULL for 0. */
static inline const dana__frame *dana__frame_at(const dana__outline *outline, size_t index)
{
    return index > 0 ? &outline->blocks[index - 1] : NULL;
}

/* Returns the innermost open block, NULL where there is none. */
static inline const dana__frame *dana__innermost(const dana__outline *outline)
{
    return dana__frame_at(outline, outline->block_count);
}

#endif
