/*
 * The route /: the list of routes for programs, the playground for people.
 */
#ifndef API_ROUTES_INDEX_H
#define API_ROUTES_INDEX_H

#include "api/api.h"

/* Calls visit for each route that a server has: template and methods, separated by ", "; both are
 * static. */
typedef void api__each_route(const api_context *context,
                             void (*visit)(const char *path, const char *methods, void *arg),
                             void *arg);

/* The media types of GET /, NULL-terminated. */
extern const char *const api__index_types[];

/* GET /: lists the routes that `each` visits, or is the playground. */
void api__index(const api_context *context, const api_request *request, api__each_route *each,
                api_response *out);

#endif
