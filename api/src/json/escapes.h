/* Escapes in the strings of JSON text. */
#ifndef API_JSON_ESCAPES_H
#define API_JSON_ESCAPES_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the value of the escape \uXXXX at `text`, -1 where there is none. */
long api__unicode_escape_at(const char *text, const char *end);

/* Returns whether a value is a high surrogate, which is the first half of a character. */
bool api__is_high_surrogate(long value);

/* Returns whether a value is a low surrogate, which is the second half. */
bool api__is_low_surrogate(long value);

/*
 * Unescapes \uXXXX, which stands at `at`, and writes it to *to as UTF-8, which is never longer. A
 * surrogate without a partner becomes U+FFFD, and sets *lone. Returns the length of the escape, or
 * of the two that make a character; 0 where it is none.
 */
size_t api__unescape_unicode(const char *at, const char *end, char **to, bool *lone);

#endif
