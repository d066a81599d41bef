/* Whether a request is let in: what is judged by its head, and what becomes of those refused. */
#ifndef SVC_HTTP_ADMISSION_H
#define SVC_HTTP_ADMISSION_H

#include "http/request.h"

/* How far beyond the body limit a client may go on and still get its answer. */
#define SVC_DRAIN_BYTES (1024 * 1024)

/*
 * Judges the head: its form, connections, limits and tokens, what the API refuses, room for it. A
 * refusal is sent at once or kept in request->refusal until the body has passed.
 */
enum MHD_Result svc_admission_judge(svc_request *request);

/* Answers a request with request->refusal: now, or once its body has passed. */
enum MHD_Result svc_admission_refuse(svc_request *request);

/* Refuses a request once its body has passed, with a problem; code as for api_overload_response. */
void svc_admission_refuse_later(svc_request *request, const char *code, int retry_after_s);

#endif
