/* Who asks: the address behind a connection, and behind the proxies that we trust. */
#ifndef SVC_ACCESS_CLIENT_H
#define SVC_ACCESS_CLIENT_H

#include "system/address.h"

#include <microhttpd.h>

/* Fills the address of a connection's other end. Returns false where there is none. */
bool svc_client_peer(struct MHD_Connection *connection, svc_address *out);

/*
 * The client behind trusted proxies. `lines` are the values of X-Forwarded-For in their order, each
 * a list; *client is the peer before, and then the rightmost address that is no trusted proxy's.
 * What stands left of it was written by nobody we trust. An entry that is no address ends the walk.
 */
void svc_client_unwrap(const svc_networks *trusted, const char *const *lines, size_t count,
                       svc_address *client);

/* The client of a connection: its peer, unwrapped. Family 0 where there is none. */
svc_address svc_client_find(struct MHD_Connection *connection, const svc_networks *trusted);

#endif
