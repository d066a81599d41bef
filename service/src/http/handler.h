/* What libmicrohttpd calls on the I/O thread, and what a worker does with a queued request. */
#ifndef SVC_HTTP_HANDLER_H
#define SVC_HTTP_HANDLER_H

#include "server/server.h"

/* Access handler (MHD_AccessHandlerCallback); cls is the server. */
enum MHD_Result svc_handle(void *cls, struct MHD_Connection *connection, const char *url,
                           const char *method, const char *version, const char *upload_data,
                           size_t *upload_data_size, void **con_cls);

/* End of a request (MHD_RequestCompletedCallback): logs it and drops its reference. */
void svc_handle_completed(void *cls, struct MHD_Connection *connection, void **con_cls,
                          enum MHD_RequestTerminationCode code);

/* A request's target as sent (MHD_OPTION_URI_LOG_CALLBACK): notes where its path is cut. */
void *svc_handle_target(void *cls, const char *target, struct MHD_Connection *connection);

/* Begin and end of a connection (MHD_NotifyConnectionCallback): counts, and marks those too many.
 */
void svc_handle_connection(void *cls, struct MHD_Connection *connection, void **socket_context,
                           enum MHD_ConnectionNotificationCode code);

/* Checks that /readyz?verbose lists. */
#define SVC_HEALTH_CHECKS 3

/* Returns what probes report, now; it borrows `checks`, which are filled. */
api_health svc_handle_health(svc_server *server, api_check checks[SVC_HEALTH_CHECKS]);

/* What a worker does (svc_pool_work): job is a svc_request, arg the server. */
void svc_handle_job(void *job, svc_worker *worker, void *arg);

#endif
