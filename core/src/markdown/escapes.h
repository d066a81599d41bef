/* Which characters of a text would mean something in Markdown (CommonMark 0.30, tables and
 * strikethrough of GitHub Flavored Markdown 0.29). Only these are escaped: texts stay readable. */
#ifndef DANA_MARKDOWN_ESCAPES_H
#define DANA_MARKDOWN_ESCAPES_H

#include "dana/view.h"

#include <stdbool.h>
#include <stddef.h>

/* Where a text stands. */
typedef struct {
    bool in_link;
    bool in_cell;
    bool in_heading;
} dana__escape_place;

/* Returns the first byte at or after `from` that needs a backslash, the text's length where none
 * does. What follows the text is not known: a character that means something together with it needs
 * one too, but for an '&': dana__ends_reference tells of it. Looks at 200 bytes after each byte at
 * most. */
size_t dana__next_escape(dana_view text, size_t from, dana__escape_place place);

/* Whether the first byte of a text that is not empty needs one because it begins a line. */
bool dana__needs_escape_at_start(dana_view text);

/* Where the '&' stands in what is written that begins a reference (6.1) which the text ends;
 * SIZE_MAX: there is none. */
size_t dana__ends_reference(dana_view written, dana_view text);

/* Whether the '&' at `i` begins a reference (6.1, entities). */
bool dana__begins_reference(dana_view text, size_t i);

#endif
