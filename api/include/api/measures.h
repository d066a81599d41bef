/*
 * The measures of the work on one page, for metrics and logs.
 */
#ifndef API_MEASURES_H
#define API_MEASURES_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stages of the work on a page, in their order. */
typedef enum {
    API_STAGE_DECODE, /* from the request's first byte to UTF-8: content coding, JSON, encoding */
    API_STAGE_PARSE,
    API_STAGE_EXTRACT, /* the text included */
    API_STAGE_HEADLINE,
    API_STAGE_SERIALIZE,
    API_STAGE_COUNT
} api_stage;

/* How the work ended. */
typedef enum {
    API_DOCUMENT_NONE,  /* there was no page to work on */
    API_DOCUMENT_OK,    /* something was found */
    API_DOCUMENT_EMPTY, /* nothing was found */
    API_DOCUMENT_TIMEOUT,
    API_DOCUMENT_TOO_COMPLEX, /* a limit of the page's size or shape */
    API_DOCUMENT_ERROR,
    API_DOCUMENT_COUNT
} api_document_result;

/* The time of a stage that was not run. */
#define API_STAGE_NOT_RUN (-1.0)

/* Measures of a page. */
typedef struct {
    api_document_result result;       /* NONE: all else is without meaning */
    double stage_ms[API_STAGE_COUNT]; /* milliseconds, or API_STAGE_NOT_RUN */
    size_t bytes;                     /* of the page, before it was decoded */
    size_t lines;                     /* of the profile; 0 where there is none */
    const char *encoding;             /* "windows-1256", static; NULL: unknown */
    const char *encoding_source;      /* "meta", static; NULL: unknown */
} api_measures;

/* Returns the name of encoding `index` that a page may have, static; NULL beyond the last. */
const char *api_encoding_name(size_t index);

/* Returns the name of way `index` of finding a page's encoding, static; NULL beyond the last. */
const char *api_encoding_source_name(size_t index);

#ifdef __cplusplus
}
#endif
#endif
