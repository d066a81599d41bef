/*
 * Content negotiation (RFC 9110 12.5.1).
 */
#ifndef API_HTTP_ACCEPT_H
#define API_HTTP_ACCEPT_H

#include <stdbool.h>
#include <stddef.h>

/* No type is acceptable. */
#define API__NO_TYPE ((size_t)-1)

/* Types of routes, NULL-terminated: JSON alone; JSON, or a picture. */
extern const char *const api__json_types[];
extern const char *const api__drawn_types[];

/*
 * Chooses among media types (lower case, NULL-terminated, the server's favourite first) by an
 * Accept header (NULL or empty: anything). Each has the q value of the most specific range that
 * names it; the highest wins, then the more specific range, then the range that stands first, then
 * the type that stands first. Parameters of ranges but q are ignored; a q that is none counts as 1.
 * Returns the index of the type, API__NO_TYPE where none is acceptable.
 */
size_t api__accept_choose(const char *accept, const char *const *types);

#endif
