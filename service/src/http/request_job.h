/* What a worker does with a request. */
#ifndef SVC_HTTP_REQUEST_JOB_H
#define SVC_HTTP_REQUEST_JOB_H

#include "http/request.h"

/* The kind of a request's job. */
extern const svc_job_kind svc_request_job;

#endif
