/* What failures of libcurl mean, and how clients are told. */
#ifndef SVC_FETCH_FAILURE_H
#define SVC_FETCH_FAILURE_H

#include "fetch/result.h"

#include <curl/curl.h>
#include <stdbool.h>

/* A failure. */
typedef struct {
    CURLcode code;
    svc_fetch_outcome outcome;
    const char *reason; /* for logs and metrics */
    bool silent;        /* not told of a redirect's target, which may be a forbidden one */
    const char *detail; /* a sentence; NULL: the problem's own */
} svc_fetch_failure;

/*
 * Of what did not resolve, and of what resolved to an address that is forbidden: nobody learns
 * which names a private network has.
 */
extern const char svc_fetch_no_address[];

/* Returns what a code means; NULL: one that is not in the table. */
const svc_fetch_failure *svc_fetch_failure_of(CURLcode code);

#endif
