/*
 * The trace that a request is part of.
 *
 * Source: W3C Trace Context (Recommendation, 23 November 2021), section 3.2.
 */
#ifndef SVC_BASE_TRACEPARENT_H
#define SVC_BASE_TRACEPARENT_H

#include <stdbool.h>

/* Lengths of the ids in hexadecimal digits. */
#define SVC_TRACE_ID_LENGTH 32
#define SVC_SPAN_ID_LENGTH  16

/* A trace; both empty where there is none. */
typedef struct {
    char trace_id[SVC_TRACE_ID_LENGTH + 1];
    char span_id[SVC_SPAN_ID_LENGTH + 1]; /* the caller's */
} svc_trace;

/*
 * Reads the value of a traceparent header (NULL: there is none). Returns whether it is valid;
 * otherwise *out is empty, as a value that is not valid is to be ignored.
 */
bool svc_trace_parse(const char *value, svc_trace *out);

#endif
