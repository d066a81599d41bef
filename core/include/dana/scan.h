/*
 * The scan: one linear pass over the source that yields lines with their counts, text units,
 * anchors and a few positions. A tolerant HTML5 tokenizer without a tree.
 *
 * Source: thesis 4.3.1 (preprocessing, line normalisation), 4.3.2 and 4.5.1 (counts).
 */
#ifndef DANA_SCAN_H
#define DANA_SCAN_H

#include "dana/page.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What starts a new line. */
typedef enum {
    DANA_LINES_BLOCK,  /* each start tag of a block-level element, and <br> */
    DANA_LINES_START,  /* each start tag */
    DANA_LINES_SOURCE, /* each newline of the source */
} dana_line_mode;

/* What is counted as content and as code. */
typedef enum {
    DANA_COUNT_CHARACTERS, /* DANAg (4.5.1): code points of text against code points of tags */
    DANA_COUNT_BYTES,      /* R2L (4.3.2): bytes >= 0x80 of text against all other bytes */
} dana_count_mode;

/* How anchors are normalised (thesis 4.6.1). */
typedef enum {
    DANA_FILTER_NONE = 0,
    DANA_FILTER_1 = 1, /* removed with the markup and the text inside them */
    DANA_FILTER_2 = 2, /* attributes removed */
    DANA_FILTER_3 = 3, /* code made as long as the anchor's text */
} dana_filter;

/* Settings of a scan; all zero is the default: block lines, characters. */
typedef struct {
    dana_line_mode lines;
    dana_count_mode count;
    bool rtl_ranges_only;   /* BYTES: only bytes of right-to-left characters are content */
    bool tag_bytes_literal; /* BYTES: bytes >= 0x80 inside tags are content too */
    dana_filter filter;     /* how anchors are normalised before lines are counted */
    bool keep_noscript;     /* noscript elements are content, for pages whose text stands there */
} dana_scan_options;

/*
 * A line: source bytes from `start` to the next line's start (the last one ends with the source).
 * Lines without content and code do not exist; their bytes belong to the line before them.
 */
typedef struct {
    uint32_t start;   /* 0-based byte offset */
    uint32_t content; /* T1 */
    uint32_t code;    /* T2 */
} dana_line;

/* A text unit: a text node of the page that is not only white space, trimmed of it. */
typedef struct {
    uint32_t start;             /* 0-based byte offset of its first character */
    uint32_t length : 25;       /* bytes in the source */
    uint32_t heading : 3;       /* 1 to 6 inside h1 to h6, else 0 */
    uint32_t space_before : 1;  /* white space lies between it and the text before it */
    uint32_t break_before : 1;  /* a block-level tag lies between it and the text before it */
    uint32_t in_anchor : 1;     /* inside an a element */
    uint32_t has_reference : 1; /* holds '&' or NUL: not to be copied as it stands */
} dana_unit;

/* An a element. It ends at </a>, before the next <a, or with the source. */
typedef struct {
    uint32_t start;        /* offset of '<' of its start tag */
    uint32_t start_length; /* bytes of its start tag */
    uint32_t end;          /* offset where it ends: of '<' of </a>, of the next <a, or the end */
    uint32_t text_length;  /* LT: decoded code points of its text, inner white-space runs as one */
} dana_anchor;

/* What a scan found. All arrays are borrowed from the page and sorted by offset. */
typedef struct {
    dana_scan_options options;
    const dana_line *lines;
    size_t line_count;
    const dana_unit *units;
    size_t unit_count;
    const dana_anchor *anchors;
    size_t anchor_count;
    const dana_span
        *layouts; /* lists, tables and pre elements that hold text, see scan_layouts.c */
    size_t layout_count;
    dana_span title;    /* text of the first title element; start == end where there is none */
    dana_span html_tag; /* the first html start tag; start == end where there is none */
    dana_span body_tag; /* the first body start tag; start == end where there is none */
    bool has_title;     /* a title element was closed before the end of the source */
    bool has_rtl;       /* BYTES only: some text character is right-to-left */
} dana_scan;

/*
 * Scans a page. The result is borrowed from the page and kept: a second call with equal options
 * returns the same scan, one with other options a new one. Linear in the source's length.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY.
 */
DANA_MUST_USE dana_status dana_scan_page(dana_page *page, const dana_scan_options *options,
                                         const dana_scan **out, dana_error *err);

/*
 * Returns the index of the line that holds byte `offset` (0-based index; 0 for an offset before
 * the first line). The scan must have at least one line.
 */
size_t dana_line_at(const dana_line *lines, size_t line_count, size_t offset);

/*
 * Finds an attribute of a start tag. tag = the tag's source from '<' to '>'; name in lower case.
 * Returns true and the raw value (references not decoded, borrowed) of the first attribute of this
 * name; an attribute without value gives an empty view.
 */
bool dana_tag_attribute(dana_view tag, const char *name, dana_view *value);

#ifdef __cplusplus
}
#endif
#endif
