/* What libmicrohttpd calls on the I/O thread; cls is always the svc_http. */
#ifndef SVC_HTTP_HANDLER_H
#define SVC_HTTP_HANDLER_H

#include "http/state.h"

/* Access handler (MHD_AccessHandlerCallback). */
enum MHD_Result svc_handle(void *cls, struct MHD_Connection *connection, const char *url,
                           const char *method, const char *version, const char *upload_data,
                           size_t *upload_data_size, void **con_cls);

/* End of a request (MHD_RequestCompletedCallback): logs it and drops its reference. */
void svc_handle_completed(void *cls, struct MHD_Connection *connection, void **con_cls,
                          enum MHD_RequestTerminationCode code);

/* Begin and end of a connection (MHD_NotifyConnectionCallback): counts, and marks those too many.
 */
void svc_handle_connection(void *cls, struct MHD_Connection *connection, void **socket_context,
                           enum MHD_ConnectionNotificationCode code);

#endif
