/*
 * The table of routes, for the one who lists it.
 */
#ifndef API_ROUTES_ROUTES_H
#define API_ROUTES_ROUTES_H

#include "api/api.h"

/*
 * Calls visit for each route that is answered in a context: template and methods, separated by
 * ", "; both are static.
 */
void api__routes_enabled(const api_context *context,
                         void (*visit)(const char *path, const char *methods, void *arg),
                         void *arg);

#endif
