/* The headers of a response: what the API says, what all responses say, and what CORS adds. */
#ifndef SVC_HTTP_HEADERS_H
#define SVC_HTTP_HEADERS_H

#include "http/request.h"

/* Takes one header. */
typedef void svc_header_visit(const char *name, const char *value, void *arg);

/*
 * Calls visit for each header of the answer to a request, once each; not Content-Length and Date.
 * A header that the API has set is not replaced by the one that all responses have; its Vary is
 * joined with ours.
 */
void svc_headers_each(const svc_request *request, const api_response *response,
                      svc_header_visit *visit, void *arg);

#endif
