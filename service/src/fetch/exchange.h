/*
 * One request of a transfer and its answer, as libcurl tells of them: addresses are judged, heads
 * and bodies taken within their limits.
 */
#ifndef SVC_FETCH_EXCHANGE_H
#define SVC_FETCH_EXCHANGE_H

#include "codings/stack.h"
#include "fetch/result.h"
#include "fetch/robots_check.h"
#include "metrics/metrics.h"

#include <curl/curl.h>

/* What the transfers of a fetcher share. */
typedef struct {
    svc_fetch_limits limits;
    const char *proxy; /* "" for none: the environment's is never used */
    const char *user_agent;
    const svc_url_rules *rules;
    svc_metrics *metrics; /* NULL: nothing is counted */
} svc_transfer_settings;

/* An order that is carried out. */
typedef struct {
    const svc_transfer_settings *settings;
    svc_fetch_done *done;
    void *arg;
    CURL *handle;
    struct curl_slist *headers;
    char *url; /* of this hop, checked and normalised */
    char *location;
    svc_robots_check robots;
    bool accept_error_status;
    bool is_part; /* of a page: not judged as one, and redirects are not followed */
    int max_redirects;
    double started_ms;
    double end_ms;
    /* Of this hop: */
    bool resolving; /* its name is being looked up */
    bool blocked;   /* an address was refused */
    bool has_head;  /* the head of the answer has come to its end */
    bool began;     /* the head has been judged */
    bool miscoded;  /* the body is not in the codings that the head names */
    bool too_large; /* more bytes than allowed */
    bool no_memory; /* for what came */
    size_t head_bytes;
    svc_coding_stack codings; /* of the body */
    svc_buffer fields;        /* of the head, where is_part */
    svc_buffer body;
    svc_fetch_result result;
} svc_transfer;

/* Notes how a transfer ends; reason: for the log and metrics, borrowed. */
static inline void svc_transfer_end(svc_transfer *t, svc_fetch_outcome outcome, const char *reason)
{
    t->result.outcome = outcome;
    t->result.reason = reason;
}

/* Sets the options that are the same for every hop. Returns false where one could not be set. */
bool svc_exchange_set_up(svc_transfer *t);

/* Adds a header of the request. Returns false where memory is out. */
bool svc_exchange_add_header(svc_transfer *t, const char *line);

/* Judges status and media type, once the head is there. Returns false where no body is wanted. */
bool svc_exchange_judge_head(svc_transfer *t);

/* Returns whether a status sends to another address, where the answer names one. */
bool svc_exchange_is_redirect(long status);

/* Returns whether a media type, parameters included, is one of HTML. */
bool svc_exchange_is_html(const char *content_type);

#endif
