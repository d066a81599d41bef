/*
 * The data that a page brings along: the values in its scripts and attributes.
 */
#ifndef DANA_DATA_READ_SCRIPTS_H
#define DANA_DATA_READ_SCRIPTS_H

#include "data/read/tree.h"
#include "page/page.h"

/* A text with values: what it is, and where it comes from. */
typedef struct {
    dana_view text;
    dana_span where; /* source bytes of all of it */
    bool is_source;  /* text lies in the source: a string's place is its own */
    bool is_json_ld;
    unsigned nesting; /* of texts inside strings */
} dana__document;

/* Takes the values of a document, which is no single string; the tree is freed afterwards. Errors
 * end the reading. */
typedef dana_status dana__take_tree(void *state, const dana__document *document, dana__tree *tree);

/*
 * Reads all data of a page: JSON-LD, JSON, what scripts assign or pass to functions, attributes
 * that hold JSON, and strings that hold such again. Gives each tree of values to `take`. Linear in
 * the source's length. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED, those of `take`.
 */
DANA_MUST_USE dana_status dana__read_data(dana_page *page, dana__take_tree *take, void *state,
                                          dana_error *err);

/* Returns whether a script of this start tag is a program: no type, or one of JavaScript's. */
bool dana__is_program(dana_view tag);

#endif
