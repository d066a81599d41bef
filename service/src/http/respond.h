/* From a response of the API to the wire. */
#ifndef SVC_HTTP_RESPOND_H
#define SVC_HTTP_RESPOND_H

#include "http/request.h"

/*
 * Queues the answer to a request with the headers that every response has. Takes over what the
 * response owns, also on failure. Called on the I/O thread, or on a worker while the connection is
 * suspended.
 */
enum MHD_Result svc_respond(svc_request *request, api_response *response);

/*
 * Makes the answer for when there is no memory to make one: 500, without an id. To be called at the
 * start, svc_respond_free_spare at the end. Returns false where memory is out.
 */
bool svc_respond_make_spare(svc_http *http);

/* Frees what svc_respond_make_spare made. */
void svc_respond_free_spare(svc_http *http);

/* Queues that answer, on the I/O thread, where there is not even a request. */
enum MHD_Result svc_respond_spare(const svc_http *http, struct MHD_Connection *connection);

/*
 * Compresses the body of a worker's answer, where the client takes that and it is long enough. On
 * the worker: the I/O thread has no time for it.
 */
void svc_respond_compress(const svc_request *request, api_response *response);

/*
 * Queues an answer 200 whose body a reader makes piece by piece, as libmicrohttpd asks for it.
 * `done` is called in the end in any case, also where this fails. Called as svc_respond.
 */
enum MHD_Result svc_respond_stream(svc_request *request, const char *content_type,
                                   MHD_ContentReaderCallback reader,
                                   MHD_ContentReaderFreeCallback done, void *cls);

/*
 * Answers a request that was being read, as svc_respond does, on the I/O thread; MHD_NO where its
 * time ran out in this moment.
 */
enum MHD_Result svc_respond_inline(svc_request *request, api_response *response);

#endif
