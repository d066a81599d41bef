/*
 * The escapes of strings, as JSON and JavaScript write them.
 */
#ifndef DANA_JSONLD_ESCAPES_H
#define DANA_JSONLD_ESCAPES_H

#include "dana/view.h"

#include <stddef.h>

/*
 * Undoes the escapes of a raw string (valid UTF-8): a space for \n, \r, \t, \b and \f and for a
 * backslash at the end, U+FFFD for halves of pairs and for U+0000. out has room for raw.length
 * bytes, a text only gets shorter. Returns the length of what is written, which is valid UTF-8.
 */
size_t dana__json_unescape(dana_view raw, char *out);

/* As dana__json_unescape, but \n and \r are the newlines and \t is the tab that they stand for:
 * for strings that are texts of several lines, or hold markup or JSON. */
size_t dana__json_decode(dana_view raw, char *out);

#endif
