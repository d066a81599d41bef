/*
 * What is told of requests: to the metrics, to the log, and to the client as Server-Timing.
 */
#ifndef SVC_HTTP_OBSERVE_H
#define SVC_HTTP_OBSERVE_H

#include "http/request.h"

/* Room for the value of Server-Timing. */
#define SVC_TIMING_SIZE 256

/* Notes the route and the trace of a request whose head was read. */
void svc_observe_head(svc_request *request);

/* Notes the host of the URL that is fetched for a request. */
void svc_observe_target(svc_request *request, const char *url);

/*
 * Notes what the answer to a request is, and adds Server-Timing to it where a worker worked on it.
 * Called by the request's owner, before the answer is queued.
 */
void svc_observe_answer(svc_request *request, const api_response *response,
                        struct MHD_Response *made);

/* Counts and logs a request that is over, on the I/O thread. */
void svc_observe_end(const svc_request *request);

/*
 * Writes Server-Timing (W3C Server Timing): what is known of the queue, the fetch and the stages,
 * in milliseconds. queue_ms and fetch_ms negative: unknown. Empty where nothing is known.
 */
void svc_observe_timing(double queue_ms, double fetch_ms, const api_measures *measures,
                        char out[SVC_TIMING_SIZE]);

/* Writes the host of a URL, cut to `size`; empty where there is none. */
void svc_observe_host(const char *url, char *out, size_t size);

/* What /metrics answers; see api_context. observer is the svc_http. */
char *svc_observe_metrics(void *observer, bool openmetrics, size_t *length);

/* Counts a page; see api_context. observer is the svc_http. */
void svc_observe_document(void *observer, const api_measures *measures);

#endif
