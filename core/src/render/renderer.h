/*
 * The renderer: passes the outline of a page and writes what is selected in some form (Markdown,
 * HTML). Blocks, leaves (paragraphs, headings, code) and marks (inline elements) are opened when
 * the first text in them comes, so that what is not selected leaves no trace.
 */
#ifndef DANA_RENDER_RENDERER_H
#define DANA_RENDER_RENDERER_H

#include "dana/links.h"
#include "outline/outline.h"
#include "text/picker.h"

/* Most lists and quotes inside one another that are kept; deeper ones give only their content. */
#define DANA__NESTING_MAX 10

/* Most blocks that are open in the output: each level of nesting takes two, a table three. */
#define DANA__OPENED_MAX (DANA__NESTING_MAX * 2 + 8)

/* A block that is open in the output. */
typedef struct {
    uint32_t serial; /* of the outline's block */
    uint8_t part;    /* dana__part */
    bool is_ordered; /* list */
    bool is_header;  /* cell: th; table: its first row is a header */
    bool has_leaf;   /* something was written into it */
    bool started;    /* the form's own */
    char marker;     /* the form's own */
    char after;      /* the form's own */
    uint16_t width;  /* the form's own */
    uint16_t across; /* cell: columns, rows that it spans */
    uint16_t down;
    uint16_t columns; /* table: of its widest row */
    uint32_t number;  /* list: of its first item; item: its own; row: counts from 0; cell: column */
    uint32_t own;     /* cell: columns of the cells before it in its row */
    uint32_t filled;  /* table: rows written; row: columns written */
} dana__opened;

/* A mark that is open in the output. */
typedef struct {
    uint32_t serial;
    uint8_t part;
    bool silent;      /* it could not be written where it begins */
    size_t position;  /* where it begins in the output */
    dana_view target; /* link */
} dana__mark;

/* What stands behind a mark that closes. */
typedef enum { DANA__NEXT_WHITE, DANA__NEXT_PUNCTUATION, DANA__NEXT_LETTER } dana__next;

struct dana__form;

/* State that only Markdown needs. */
typedef struct {
    size_t content;   /* where the content of the current line begins */
    size_t run_start; /* the run of '*' written last, at the output's end or before it */
    size_t run_end;
    size_t last_letter; /* behind the last letter in the innermost mark; 0: none is known */
    size_t last_mark;   /* behind the mark that was written or ended last */
    size_t fence;       /* where the fence of the open code block stands */
    size_t backticks;   /* of the run that the code block ends with so far */
    size_t longest;     /* run of them in the code block */
    bool in_line;       /* the current line has its prefix */
    bool encodes;       /* the next character goes out as a reference */
    char after;         /* what was written last outside all blocks: see markdown.c */
} dana__markdown_state;

/* A rendering at work. Once status is set nothing more is written. */
typedef struct {
    dana_page *page;
    const dana_result *result;
    dana_view base;
    const struct dana__form *form;
    dana_error *err;
    dana_status status;
    dana__outline outline;
    dana__picker picker;
    dana_buffer tables;
    dana_buffer out;
    dana_buffer scratch; /* a text being decoded */
    dana_buffer white;   /* white space of code that waits for text behind it */
    const dana_image *images;
    size_t image_count;
    size_t image;     /* the next one of them */
    size_t rule_span; /* where the search for a rule's span goes on */
    dana__opened opened[DANA__OPENED_MAX];
    size_t opened_count;
    size_t nesting; /* lists and quotes among them */
    uint8_t leaf;   /* DANA__PART_P, HEADING, PRE, or NONE */
    bool is_bare;   /* the leaf is the first thing in an item or cell */
    uint32_t leaf_serial;
    uint32_t level;     /* of a heading */
    dana_view language; /* of code; empty where unknown */
    dana__mark marks[DANA__MARKS_MAX];
    size_t mark_count;
    bool space; /* what lies between the last text and the next one */
    unsigned breaks;
    bool rule;
    dana__markdown_state markdown;
} dana__renderer;

/* How a form writes. What is not said to be NULL is there. */
typedef struct dana__form {
    bool is_markdown;
    /* Opens and closes the innermost block of r->opened. */
    void (*open)(dana__renderer *r);
    void (*close)(dana__renderer *r);
    /* Opens and closes r->leaf. */
    void (*open_leaf)(dana__renderer *r);
    void (*close_leaf)(dana__renderer *r);
    void (*line_break)(dana__renderer *r);
    void (*rule)(dana__renderer *r);
    /*
     * Opens the innermost of r->marks before *text, of which it may write the beginning first;
     * more: punctuation follows it, as a link, code or a mark of another sign opens inside it at
     * once. Returns false where all of the text was
     * written, the mark is then not open. text NULL: an image follows.
     */
    bool (*open_mark)(dana__renderer *r, dana_view *text, bool more);
    /* Closes the innermost of r->marks. */
    void (*close_mark)(dana__renderer *r, dana__next next);
    void (*text)(dana__renderer *r, dana_view text);
    /* Code, its white space and newlines as they are. */
    void (*code)(dana__renderer *r, dana_view text);
    void (*image)(dana__renderer *r, const dana_image *image);
    /* Called once at the end, everything closed. */
    void (*finish)(dana__renderer *r);
} dana__form;

/* The forms. */
extern const dana__form dana__markdown_form;
extern const dana__form dana__html_form;

/* Makes room in a buffer of the rendering. Returns false, with r->status set, where there is none.
 */
bool dana__reserve(dana__renderer *r, dana_buffer *buffer, size_t extra);

/* Appends bytes to a buffer of the rendering. */
void dana__append(dana__renderer *r, dana_buffer *buffer, const char *bytes, size_t length);

/* Appends bytes to the output. */
void dana__put(dana__renderer *r, const char *bytes, size_t length);

/* Appends a string to the output. */
void dana__puts(dana__renderer *r, const char *text);

/* Appends a number in decimal. */
void dana__put_number(dana__renderer *r, uint64_t number);

/* Inserts bytes at a position of the output. */
void dana__insert(dana__renderer *r, size_t position, const char *bytes, size_t length);

/* Inserts a byte `count` times at a position of the output. */
void dana__insert_run(dana__renderer *r, size_t position, char byte, size_t count);

/* Removes bytes of the output. */
void dana__remove(dana__renderer *r, size_t position, size_t length);

/* Returns the output as it is now; data is valid until the next byte is written. */
dana_view dana__written(const dana__renderer *r);

/* Returns the innermost open block of a part in the output, NULL where there is none. */
dana__opened *dana__find_opened(dana__renderer *r, dana__part part);

/* Whether a mark of a part is open in the output. */
bool dana__in_mark(const dana__renderer *r, dana__part part);

/* Renders in a form. See dana_render_markdown. */
DANA_MUST_USE dana_status dana__render(dana_page *page, const dana_result *result, dana_view base,
                                       const dana__form *form, dana_view *out, dana_error *err);

#endif
