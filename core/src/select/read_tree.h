/*
 * The elements of a page in order, as a browser would nest them: with the html, head, body, tbody
 * and tr that tags leave out, and the ends that they imply.
 *
 * Source: HTML Standard 13.2.6 (tree construction).
 * deviation: what stands in a table beside its cells stays there (a browser moves it before the
 * table); a formatting element that ends inside a block, or with it, is not opened again; what
 * opened before the tag of an implied html or body does not know of its attributes.
 */
#ifndef DANA_SELECT_READ_TREE_H
#define DANA_SELECT_READ_TREE_H

#include "page/page.h"
#include "select/open_nodes.h"

/*
 * Reads a page and tells of its elements as they open and close. Elements that are dropped with
 * their content, or hold none, close at once.
 * Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY, DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana__read_tree(dana_page *page, const dana__tree_reader *reader,
                                          dana_error *err);

#endif
