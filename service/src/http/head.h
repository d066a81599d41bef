/* The head of a request, from libmicrohttpd to what the API sees. */
#ifndef SVC_HTTP_HEAD_H
#define SVC_HTTP_HEAD_H

#include "http/request.h"

/*
 * Fills request->id and request->head; all but the id is borrowed from the connection. Returns
 * false where memory is out: headers are missing.
 */
bool svc_head_read(svc_request *request, const char *url, const char *method);

/*
 * Adds the parameters of the query, as libmicrohttpd decoded it. Returns false where memory is out.
 */
bool svc_head_read_query(svc_request *request);

#endif
