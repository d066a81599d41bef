/*
 * Media types: Content-Type.
 */
#ifndef API_HTTP_MEDIA_TYPE_H
#define API_HTTP_MEDIA_TYPE_H

#include "dana/view.h"

/* Newline-delimited JSON: a document a line. */
#define API__NDJSON "application/x-ndjson"

/* What a body may be, as bits. */
enum {
    API__MEDIA_JSON = 1 << 0,
    API__MEDIA_HTML = 1 << 1, /* XHTML too */
    API__MEDIA_NDJSON = 1 << 2,
    API__MEDIA_OCTETS = 1 << 3,
    API__MEDIA_UNTOLD = 1 << 4, /* there is no Content-Type */
};

/* A Content-Type that was read. */
typedef struct {
    unsigned kind;     /* one of the bits; 0: any other type */
    dana_view charset; /* borrowed; empty where there is none */
} api__media;

/* Reads a Content-Type (NULL: none). */
api__media api__media_of(const char *content_type);

#endif
