/*
 * The data that a page brings along: the values in its scripts and attributes.
 */
#ifndef DANA_DATA_READ_SCRIPTS_H
#define DANA_DATA_READ_SCRIPTS_H

#include "data/read/flight.h"
#include "data/read/tree.h"
#include "page/page.h"

/* A text with values: what it is, and where it comes from. */
typedef struct {
    dana_view text;
    dana_span where; /* source bytes of all of it */
    bool is_source;  /* text lies in the source: a string's place is its own */
    bool is_json_ld;
    unsigned nesting;           /* of texts inside strings */
    const dana_buffer *origins; /* dana__origin: where its strings are from; NULL: not known */
} dana__document;

/* Takes the values of a document, which is no single string; the tree is freed afterwards. Errors
 * end the reading. */
typedef dana_status dana__take_tree(void *state, const dana__document *document, dana__tree *tree);

/* Takes the elements of a page that React makes of its flight data; it may take the buffers of
 * `html` and leave empty ones. Errors end the reading. */
typedef dana_status dana__take_elements(void *state, dana__flight *flight);

/*
 * Reads all data of a page: JSON-LD, JSON, what scripts assign or pass to functions, attributes
 * that hold JSON, strings that hold such again, and flight data. Gives each tree of values to
 * `take`, and elements to `take_elements`. Linear in the source's length. Errors: DANA_TOO_COMPLEX,
 * DANA_NO_MEMORY, DANA_CANCELLED, those of both.
 */
DANA_MUST_USE dana_status dana__read_data(dana_page *page, dana__take_tree *take,
                                          dana__take_elements *take_elements, void *state,
                                          dana_error *err);

/* Returns whether a script of this start tag is a program: no type, or one of JavaScript's. */
bool dana__is_program(dana_view tag);

#endif
