/* What the fetcher is asked for, and what it gives back. */
#ifndef SVC_FETCH_RESULT_H
#define SVC_FETCH_RESULT_H

#include "fetch/url_rules.h"

/* Limits of a fetch. */
typedef struct {
    long timeout_ms;         /* of all hops together */
    long connect_timeout_ms; /* of each hop */
    size_t max_bytes;        /* of the page, decompressed */
    bool robots;             /* whether a site's robots.txt is asked for, and respected */
    size_t max_ratio;        /* of decompressed to sent bytes, once a MiB has come */
    int max_redirects;
    unsigned concurrency; /* transfers at once; four times as many orders wait */
    unsigned per_host;    /* connections to one host */
} svc_fetch_limits;

/* A page to fetch. Numbers can only lower the limits. */
typedef struct {
    const char *url;
    long timeout_ms;   /* 0: the limit */
    int max_redirects; /* -1: the limit */
    bool accept_error_status;
    /* For what a page loads, of any media type and status; redirects are judged and handed back. */
    const char *method; /* "POST"; NULL: a page is fetched */
    const char *fields; /* "name: value" lines, of which some are sent */
    const char *data;
    size_t data_length;
} svc_fetch_order;

/* How a fetch ended. */
typedef enum {
    SVC_FETCH_OK,
    SVC_FETCH_INVALID_URL,
    SVC_FETCH_FORBIDDEN,
    SVC_FETCH_ROBOTS, /* the site's robots.txt does not allow it, or cannot be read */
    SVC_FETCH_FAILED,
    SVC_FETCH_STATUS,
    SVC_FETCH_REDIRECT_LIMIT,
    SVC_FETCH_TIMEOUT,
    SVC_FETCH_TOO_LARGE,
    SVC_FETCH_NOT_HTML,
    SVC_FETCH_NO_MEMORY,
    SVC_FETCH_STOPPED
} svc_fetch_outcome;

/* What a fetch gave. Strings are owned (svc_fetch_result_clear) unless static. */
typedef struct {
    svc_fetch_outcome outcome;
    char detail[SVC_URL_DETAIL_SIZE]; /* a sentence, or "": the problem's own */
    const char *reason; /* static; for logs, never for clients: "blocked", "dns", ... */
    char *final_url;
    char *content_type; /* as sent; NULL: none */
    char *fields;       /* "name: value" lines of the head; NULL for pages */
    char *body;
    size_t body_length; /* decompressed */
    long status;        /* of the last answer; 0: none */
    int redirects;
    double elapsed_ms;
} svc_fetch_result;

/* Frees what a result owns. */
void svc_fetch_result_clear(svc_fetch_result *result);

/* Returns the problem's code of an outcome ("fetch-failed"), static; NULL for SVC_FETCH_OK. */
const char *svc_fetch_problem(svc_fetch_outcome outcome);

/* Takes a result, which it then owns, on the fetcher's thread; it must not wait for anything. */
typedef void svc_fetch_done(svc_fetch_result *result, void *arg);

#endif
