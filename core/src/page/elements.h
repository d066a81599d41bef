/*
 * What the scan needs to know about elements, by name.
 */
#ifndef DANA_PAGE_ELEMENTS_H
#define DANA_PAGE_ELEMENTS_H

#include <stddef.h>
#include <stdint.h>

/* Properties of elements. */
enum {
    DANA__BLOCK = 1 << 0,  /* block-level: its start tag begins a line */
    DANA__RAW = 1 << 1,    /* its content is raw text up to its end tag, and dropped */
    DANA__NESTED = 1 << 2, /* its content is markup, and dropped with nested elements of its name */
    DANA__ANCHOR = 1 << 3,
    DANA__HTML = 1 << 4,
    DANA__BODY = 1 << 5,
    DANA__TITLE = 1 << 6,
    DANA__SCRIPT = 1 << 7,      /* raw text with the escapes of HTML 13.2.5.18 to 13.2.5.31 */
    DANA__FOREIGN = 1 << 8,     /* an empty-element tag has no content */
    DANA__HEADING = 1 << 9,     /* h1 to h6 */
    DANA__NO_NESTING = 1 << 10, /* one inside another closes it */
};

/* Longest name in the table. */
#define DANA__NAME_MAX 10

/* A tag's name: its first eight bytes in lower case, little-endian, and its length in bytes. */
typedef struct {
    uint64_t key;
    size_t length;
} dana__name;

/* Rows of the table of elements. */
#define DANA__ELEMENT_ROWS 256

/* Returns the row of an element's name in the table: an id for elements with properties. */
size_t dana__element_row(dana__name name);

/* Returns the properties of an element, 0 for one that is not in the table. */
unsigned dana__element_flags(dana__name name, const char *text);

#endif
