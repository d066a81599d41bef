/*
 * Documents: answers that are the same bytes for everybody until the server is replaced, such as
 * /openapi.yaml. They have entity tags, and are compressed once: while the program is built, or at
 * start, such as the list of algorithms.
 */
#ifndef SVC_DOCUMENTS_STATIC_RESPONSES_H
#define SVC_DOCUMENTS_STATIC_RESPONSES_H

#include "documents/coding.h"
#include "documents/etag.h"

#include "api/api.h"

/* A document in one coding. */
typedef struct {
    char *body; /* NULL: not in this coding, as it would be no smaller */
    size_t length;
    char etag[SVC_ETAG_SIZE];
} svc_variant;

/* A document in all codings. */
typedef struct {
    svc_variant variants[SVC_CODINGS];
} svc_static_response;

/* The documents that are made at start; constant once built. */
typedef struct {
    svc_static_response *items;
    size_t count;
    size_t min_bytes; /* shorter documents are not compressed */
} svc_static_responses;

/*
 * Asks the API for what it answers to GET without a worker at the paths that may_be_asked takes,
 * to programs and to browsers, and keeps what it marks as a document (api_response.is_document),
 * compressed where that is at least min_bytes, but for those that it has compressed itself. What
 * does not fit into memory is left out: it is sent as it is.
 */
void svc_static_responses_build(svc_static_responses *documents, const api_context *context,
                                size_t min_bytes, bool (*may_be_asked)(const char *path));

/* Frees the documents; no response may refer to them any more. */
void svc_static_responses_clear(svc_static_responses *documents);

/*
 * Turns an answer that is a document into what is sent: in the client's best coding, with its tag,
 * or 304 where If-None-Match (NULL: absent) holds that.
 */
void svc_static_responses_select(const svc_static_responses *documents, svc_accepted accepted,
                                 const char *if_none_match, api_response *response);

#endif
