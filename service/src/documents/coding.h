/*
 * Content codings of responses: which one a client wants (RFC 9110, 12.5.3), and how it is made:
 * gzip (RFC 1952), zstd (RFC 8878 with windows as RFC 9659).
 */
#ifndef SVC_DOCUMENTS_CODING_H
#define SVC_DOCUMENTS_CODING_H

#include <stdbool.h>
#include <stddef.h>

/* The codings, from least to most wanted among equals. */
typedef enum { SVC_IDENTITY, SVC_GZIP, SVC_ZSTD, SVC_CODINGS } svc_coding;

/* What an Accept-Encoding header asks for. */
typedef struct {
    svc_coding best;
    bool identity_refused; /* `best` is to be used for the shortest body too */
} svc_accepted;

/* For how much effort a body is worth. */
typedef enum { SVC_EFFORT_ONCE_EACH, SVC_EFFORT_ONCE_FOR_ALL } svc_effort;

/*
 * Reads an Accept-Encoding header (NULL: absent). Where nothing we have is acceptable, the answer
 * is identity, as RFC 9110 advises. zstd is used only where it is named: "*" is gzip.
 */
svc_accepted svc_coding_accepted(const char *accept_encoding);

/* Returns the name of a coding ("gzip"). */
const char *svc_coding_name(svc_coding coding);

/*
 * Encodes a body with gzip or zstd. Returns owned bytes (free) and their number in *out_length;
 * NULL where memory is out.
 */
char *svc_coding_encode(svc_coding coding, svc_effort effort, const char *body, size_t length,
                        size_t *out_length);

#endif
