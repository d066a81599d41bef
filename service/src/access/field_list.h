/* Headers whose value is a list: several lines of one name are one list (RFC 9110, 5.3). */
#ifndef SVC_ACCESS_FIELD_LIST_H
#define SVC_ACCESS_FIELD_LIST_H

#include <microhttpd.h>
#include <stdbool.h>

/*
 * Sets *value to the list of a request's header, NULL: absent. It is borrowed from the connection,
 * or from *joined, which is set where it was sent in several lines, and is the caller's to free;
 * else it is NULL. Returns false where memory is out; *value is NULL then.
 */
bool svc_field_list(struct MHD_Connection *connection, const char *name, char **joined,
                    const char **value);

#endif
