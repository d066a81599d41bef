/*
 * Content codings of request bodies: gzip (RFC 1952) and zstd (RFC 8878; windows as RFC 9659).
 */
#ifndef API_HTTP_CONTENT_CODING_H
#define API_HTTP_CONTENT_CODING_H

#include <stdbool.h>
#include <stddef.h>

/* The codings, as Accept-Encoding lists them. */
#define API__CODINGS "gzip, zstd, identity"

/* What became of a body. */
typedef enum {
    API__CODING_OK,
    API__CODING_BROKEN,    /* not in this coding, cut short, or followed by other bytes */
    API__CODING_TOO_LARGE, /* more than max_length decoded bytes */
    API__CODING_NO_MEMORY,
} api__coding_status;

/* Returns whether a Content-Encoding (NULL: none) is one coding that is known. */
bool api__coding_is_known(const char *coding);

/* Returns whether a known Content-Encoding leaves the body as it is. */
bool api__coding_is_identity(const char *coding);

/*
 * Decodes a body of a known coding other than identity, of at most max_length decoded bytes.
 * OK: *out holds *out_length bytes and a NUL after them, owned (free). Else *out is NULL.
 */
api__coding_status api__coding_decode(const char *coding, const char *body, size_t length,
                                      size_t max_length, char **out, size_t *out_length);

#endif
