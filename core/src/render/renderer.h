/*
 * The state of a rendering: a pass over the outline of a page that writes what is selected in some
 * form (Markdown, HTML, plain text). Blocks, leaves (paragraphs, headings, code) and inline
 * elements are opened before their first text, so that what is not selected leaves no trace.
 */
#ifndef DANA_RENDER_RENDERER_H
#define DANA_RENDER_RENDERER_H

#include "dana/text.h"
#include "markdown/typed.h"
#include "media/figures.h"
#include "outline/outline.h"
#include "text/picker.h"

/* Most lists and quotes inside one another that are kept; deeper ones give only their content. */
#define DANA__NESTING_MAX 10

/* Most blocks that are open in the output: each level of nesting takes two, a table three, a
 * figure two. */
#define DANA__OPENED_MAX (DANA__NESTING_MAX * 2 + 10)

/* Abbreviations of a page that are spelled out once, at most. */
#define DANA__SPELLED_MAX 32

/* Elements around code whose language is remembered at a time. */
#define DANA__LANGUAGES_KNOWN 16

/* The language of code that an element's start tag names; empty: none. */
typedef struct {
    const char *tag;
    dana_view language;
} dana__named_language;

/* What a form of lines wrote last inside a block. */
typedef struct {
    char kind;       /* 'p', a list's marker, 0: something else, or nothing */
    bool is_alone;   /* a list of one item */
    uint32_t number; /* of the item that would go on with a list */
} dana__last_block;

/* A block that is open in the output. */
typedef struct {
    uint32_t serial; /* of the outline's block */
    uint8_t part;    /* dana__part */
    bool is_ordered; /* list */
    bool is_down;    /* list: its numbers count down */
    char style;      /* list: of its numbers, see dana__frame */
    bool is_header;  /* cell: th; table: its first row is a header */
    bool has_leaf;   /* something was written into it */
    bool started;    /* the form's own */
    bool joins;      /* list: it goes on with the one that stands before it */
    char marker;     /* the form's own */
    dana__last_block after;
    uint16_t width;  /* the form's own */
    uint16_t across; /* cell: columns, rows that it spans */
    uint16_t down;
    uint16_t columns; /* table: of its widest row */
    uint32_t number;  /* list: of its first item; item: its own; row: counts from 0; cell: column */
    uint32_t own;     /* cell: columns of the cells before it in its row */
    uint32_t filled;  /* table: rows written; row: columns written; list: items numbered so far */
} dana__opened;

/* An inline element that is open in the output. */
typedef struct {
    uint32_t serial;
    uint8_t part;
    uint8_t raised;   /* sub, sup: dana__raised */
    bool silent;      /* it could not be written where it begins */
    size_t position;  /* where it begins in the output */
    dana_view target; /* link */
} dana__opened_inline;

/* What follows an inline element that closes. */
typedef enum { DANA__NEXT_WHITE, DANA__NEXT_PUNCTUATION, DANA__NEXT_LETTER } dana__next;

struct dana__form;

/* The bit of a part in a form's parts: DANA__PART_BIT(LINK). */
#define DANA__PART_BIT(part) (UINT32_C(1) << DANA__PART_##part)

/* State that only Markdown needs. */
typedef struct {
    size_t content;   /* where the content of the current line begins */
    size_t run_start; /* the run of '*' written last, at the output's end or before it */
    size_t run_end;
    size_t last_letter; /* end of the last letter in the innermost inline element; 0: unknown */
    size_t last_border; /* end of the delimiter that was written last */
    size_t table;       /* where the first line of the open table stands, from its first '|' on */
    size_t fence;       /* where the fence of the open code block stands */
    size_t backticks;   /* of the run that the code block ends with so far */
    size_t longest;     /* run of them in the code block */
    bool encodes;       /* the next character goes out as a reference */
    dana__last_block after; /* outside all blocks */
} dana__markdown_state;

/* A rendering at work. Once status is set nothing more is written. */
typedef struct {
    dana_buffer room; /* of this */
    dana_page *page;
    const dana_result *result;
    dana_view base;
    unsigned plain; /* DANA_PLAIN_* */
    const struct dana__form *form;
    dana_error *err;
    dana_status status;
    dana__picker picker;
    dana_span part;           /* of the page, that is rendered now */
    dana__picker part_picker; /* as `picker` was at its beginning */
    dana_buffer tables;       /* of the part, where is_surveyed */
    bool is_surveyed;
    dana_buffer out;
    dana_buffer scratch;          /* a text being decoded */
    dana_buffer offsets;          /* of the media */
    dana_buffer tex;              /* a formula */
    dana_buffer white;            /* white space of code that waits for text after it */
    dana_result shown;            /* the result with its captions: `result` points to it */
    const dana__figures *figures; /* NULL: none are written */
    size_t item;                  /* the next one of their items */
    size_t next_figure;           /* the first one that does not end before `at` */
    uint32_t at;                  /* offset of what is written next */
    uint32_t figure;              /* 1 + index of the figure around the leaf; 0: none */
    bool in_caption;              /* the leaf is of its caption */
    bool in_headline;             /* the leaf is the headline of a document */
    bool is_picture;              /* a picture is written next */
    size_t searched;              /* where the search for elements to be passed ended */
    size_t rule_span;             /* where the search for a rule's span goes on */
    size_t formula_span;          /* and that for a formula's */
    dana__formula kept_formula;   /* waits for text after it, in the block kept_block */
    bool kept_space;              /* before it */
    bool after_formula;           /* one was written, and no text since */
    uint32_t kept_block;          /* 1 + serial of a block; 0: none is kept */
    uint32_t written_block;       /* 1 + serial of the block that was written into last */
    dana__opened opened[DANA__OPENED_MAX];
    size_t opened_count;
    size_t nesting;            /* lists and quotes among them */
    uint8_t leaf;              /* DANA__PART_P, HEADING, PRE, or NONE */
    bool is_bare;              /* the leaf is the first thing in an item or cell */
    uint32_t task;             /* serial of an item with a box before its text; 0: none */
    bool is_done;              /* it is ticked */
    bool is_typed;             /* the leaf is an item whose sign is typed */
    dana__typed_run typed_run; /* the last one that was looked at */
    bool follows_term;         /* the leaf is the first of a definition, directly after its term */
    uint32_t term;             /* the leaf is a term: serial of its list; else 0 */
    uint32_t leaf_serial;
    uint32_t level;                      /* of a heading */
    uint64_t spelled[DANA__SPELLED_MAX]; /* forms of lines: hashes of titles that were written */
    size_t spelled_count;
    dana__named_language languages[DANA__LANGUAGES_KNOWN];
    dana_view language;                                 /* of code; empty where unknown */
    dana_dir direction;                                 /* HTML: of the page; NONE: not looked up */
    dana__opened_inline inlines[DANA__INLINES_MAX + 1]; /* one for captions */
    size_t inline_count;
    bool space; /* what lies between the last text and the next one */
    unsigned breaks;
    bool rule;
    bool in_line; /* forms of lines: the current one has its prefix */
    dana__markdown_state markdown;
    dana__outline outline; /* the last member: its stacks are not cleared */
} dana__renderer;

/* How a form writes. What is not said to be NULL is there. */
typedef struct dana__form {
    uint32_t parts;      /* 1 << dana__part: blocks and inline elements that it writes as such */
    bool is_lines;       /* cells of tables are parts of a line, code has no images */
    bool names_language; /* of code: it is looked for */
    bool lists_typed;    /* lines whose signs are typed are items */
    /* Opens and closes the innermost block of r->opened. */
    void (*open)(dana__renderer *r);
    void (*close)(dana__renderer *r);
    /* Opens and closes r->leaf. */
    void (*open_leaf)(dana__renderer *r);
    void (*close_leaf)(dana__renderer *r);
    void (*line_break)(dana__renderer *r);
    void (*rule)(dana__renderer *r);
    /* The box of a task, which r->is_done or not, before the text of its item. */
    void (*box)(dana__renderer *r);
    /*
     * Opens the innermost of r->inlines before *text, of which it may write the beginning first;
     * more: punctuation follows it, as a link, code or an element of another delimiter opens inside
     * it at once. Returns false where all of the text was written, it is then not open. text NULL:
     * an image follows.
     */
    bool (*open_inline)(dana__renderer *r, dana_view *text, bool more);
    /* Closes the innermost of r->inlines. */
    void (*close_inline)(dana__renderer *r, dana__next next);
    void (*text)(dana__renderer *r, dana_view text);
    /* Code, its white space and newlines as they are. */
    void (*code)(dana__renderer *r, dana_view text);
    void (*image)(dana__renderer *r, const dana_image *image);
    /* A medium that is no picture: a link; is_linked: one is open around it. */
    void (*media)(dana__renderer *r, const dana_media *media, bool is_linked);
    /* A formula in TeX. is_display: on a line of its own. */
    void (*formula)(dana__renderer *r, dana_view tex, bool is_display);
    /* Called once at the end, everything closed. */
    void (*finish)(dana__renderer *r);
} dana__form;

/* Returns the innermost open block of the output, where one is open. */
static inline dana__opened *dana__innermost_opened(dana__renderer *r)
{
    return &r->opened[r->opened_count - 1];
}

#endif
