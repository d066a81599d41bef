/* Entity tags and If-None-Match (RFC 9110, 8.8.3 and 13.1.2). */
#ifndef SVC_DOCUMENTS_ETAG_H
#define SVC_DOCUMENTS_ETAG_H

#include <stdbool.h>
#include <stddef.h>

/* Size of the longest tag with its quotes and NUL. */
#define SVC_ETAG_SIZE 48

/*
 * Writes a strong tag of some bytes: 128 bits of their SHA-256, and the name of the content coding
 * they will be sent in (NULL: none), as each coding is a representation of its own.
 */
void svc_etag_make(char out[SVC_ETAG_SIZE], const char *bytes, size_t length, const char *coding);

/* Writes the same of a digest in hexadecimal. */
void svc_etag_of(char out[SVC_ETAG_SIZE], const char *digest, const char *coding);

/* Whether an If-None-Match header (NULL: absent) holds a tag, by weak comparison, or is "*". */
bool svc_etag_matches(const char *if_none_match, const char *etag);

#endif
