/* What was found in WARC files, counted. */
#ifndef SVC_WARC_TALLY_H
#define SVC_WARC_TALLY_H

#include "base/buffer.h"

#include <stdint.h>

/* Types of records: those that may hold a page first. */
#define SVC_WARC_TYPE_LIST(X)                                                                      \
    X(RESPONSE, "response")                                                                        \
    X(RESOURCE, "resource")                                                                        \
    X(CONVERSION, "conversion")                                                                    \
    X(REVISIT, "revisit")                                                                          \
    X(REQUEST, "request")                                                                          \
    X(METADATA, "metadata")                                                                        \
    X(WARCINFO, "warcinfo")                                                                        \
    X(CONTINUATION, "continuation")                                                                \
    X(OTHER, "other")

/* A type of records. */
typedef enum {
#define SVC_WARC_TYPE_ENUM(name, text) SVC_WARC_##name,
    SVC_WARC_TYPE_LIST(SVC_WARC_TYPE_ENUM)
#undef SVC_WARC_TYPE_ENUM
        SVC_WARC_TYPES
} svc_warc_type;

/*
 * Why a record that may hold a page has no result. One row a reason:
 *   NONE            it has one
 *   NOT_HTML        it is of another media type, or its first bytes are no markup
 *   HTTP_STATUS     the site's answer was no 2xx: an error page, a redirect
 *   TOO_LARGE       more bytes than a page may have, as it stands there or decoded
 *   REVISITED       it says that a page has not changed, and does not hold it
 *   SEGMENT         it is a part of a record
 *   NO_HTTP_HEAD    a response without the head of one
 *   EMPTY           a page without a byte
 *   UNKNOWN         a content coding that danad does not undo
 *   BROKEN_CODING   its bytes are in no coding that the head names
 *   NO_TEXT         nothing was found in the page (where text alone is written)
 *   NO_MEMORY       memory was out
 */
#define SVC_WARC_SKIP_LIST(X)                                                                      \
    X(NONE, "")                                                                                    \
    X(NOT_HTML, "not-html")                                                                        \
    X(HTTP_STATUS, "http-status")                                                                  \
    X(TOO_LARGE, "too-large")                                                                      \
    X(REVISITED, "revisit")                                                                        \
    X(SEGMENT, "segment")                                                                          \
    X(NO_HTTP_HEAD, "no-http-head")                                                                \
    X(EMPTY, "empty")                                                                              \
    X(UNKNOWN, "unknown-coding")                                                                   \
    X(BROKEN_CODING, "broken-coding")                                                              \
    X(NO_TEXT, "no-text")                                                                          \
    X(NO_MEMORY, "no-memory")

/* A reason. */
typedef enum {
#define SVC_WARC_SKIP_ENUM(name, text) SVC_WARC_SKIP_##name,
    SVC_WARC_SKIP_LIST(SVC_WARC_SKIP_ENUM)
#undef SVC_WARC_SKIP_ENUM
        SVC_WARC_SKIPS
} svc_warc_skip;

/* Counts. Threads have their own, and they are added at the end. */
typedef struct {
    uint64_t files;            /* that were read to their end */
    uint64_t unreadable_files; /* that cannot be read, or hold no record */
    uint64_t bytes;            /* of the files, as they stand there */
    uint64_t types[SVC_WARC_TYPES];
    uint64_t broken; /* places where something was not in order */
    uint64_t skipped[SVC_WARC_SKIPS];
    uint64_t ok;         /* results with status 200 */
    uint64_t failed;     /* other results; where text alone is written, pages without one */
    uint64_t page_bytes; /* of the pages with a result, decoded */
} svc_warc_tally;

/* Returns the type of a name; SVC_WARC_OTHER: it is none of the list. */
svc_warc_type svc_warc_type_of(const char *name);

/* Appends counts as a JSON object and a line feed: all types and reasons, be they 0. complete:
 * whether all input was read and all results were written; seconds: what it took. Returns false
 * where memory is out. */
bool svc_warc_tally_json(const svc_warc_tally *tally, bool complete, double seconds,
                         svc_buffer *out);

/* Appends counts as lines for people: only what is not 0. Returns as svc_warc_tally_json. */
bool svc_warc_tally_text(const svc_warc_tally *tally, double seconds, svc_buffer *out);

#endif
