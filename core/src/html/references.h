/*
 * Character references (entities), as HTML 13.2.5.72 decodes them in text.
 */
#ifndef DANA_HTML_REFERENCES_H
#define DANA_HTML_REFERENCES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most bytes that `length` bytes of text become: "&nGt;" (5 bytes) becomes 6. */
#define DANA__DECODED_BOUND(length) ((length) + (length) / 5 + 1)

/*
 * Decodes the reference at p, which holds '&'. Returns its length in source bytes and the one or
 * two code points it stands for (the second is 0 where there is one); 0 where '&' is text.
 */
size_t dana__read_reference(const char *p, const char *end, uint32_t code_points[2]);

/* Returns whether the ';' at p, in a text from start on, ends a reference. */
bool dana__ends_reference(const char *start, const char *p);

#endif
