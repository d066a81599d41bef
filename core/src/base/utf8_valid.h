/*
 * Whether bytes are UTF-8, character by character: what vectors (utf8_wide.h) are compared with,
 * and what finds the place of a fault.
 */
#ifndef DANA_BASE_UTF8_VALID_H
#define DANA_BASE_UTF8_VALID_H

#include <stddef.h>

/* Returns the length of the valid beginning of a text, as dana_utf8_valid_length does: on any
 * processor. */
size_t dana__utf8_valid_plain(const char *data, size_t length);

/* Returns how many bytes of ASCII stand at `data`, a few less at the end of a text. */
size_t dana__ascii_length(const char *data, size_t length);

#endif
