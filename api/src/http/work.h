/*
 * Work in core: how long it may take, and what its failures become.
 */
#ifndef API_HTTP_WORK_H
#define API_HTTP_WORK_H

#include "api/api.h"
#include "dana/page.h"
#include "dana/status.h"

/* When work must be over, on the clock of the context. */
typedef struct {
    double (*now_ms)(void);
    double end_ms;
} api__deadline;

/* Sets the limits of a page's shape to those of the server. */
void api__set_limits(const api_context *context, dana_page *page);

/* A dana_cancel over an api__deadline. */
bool api__deadline_past(void *arg);

/* Returns the milliseconds for a request that asks for asked_ms (0: none): it can only shorten the
 * server's own. */
double api__timeout(const api_context *context, double asked_ms);

/*
 * Turns a failure of core into the problem that its category asks for.
 * timeout_ms: how long the work was allowed to take.
 */
void api__core_problem(api_response *out, const char *id, const dana_error *err, double timeout_ms);

#endif
