/* Request ids: the client's own where it is harmless, else a UUID of version 7. */
#ifndef SVC_BASE_REQUEST_ID_H
#define SVC_BASE_REQUEST_ID_H

#include <stdbool.h>

/* Size of the longest id with its NUL. */
#define SVC_REQUEST_ID_SIZE 129

/* Returns whether a client's X-Request-Id may be kept: ^[A-Za-z0-9._~+/=-]{1,128}$. */
bool svc_request_id_valid(const char *id);

/* Writes the client's id, or a new UUIDv7 where it is NULL or not valid. */
void svc_request_id_make(char out[SVC_REQUEST_ID_SIZE], const char *from_client);

#endif
