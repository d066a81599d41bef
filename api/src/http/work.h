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

/* A dana_cancel over an api__deadline. */
bool api__deadline_past(void *arg);

/* Returns the milliseconds for a request that asks for asked_ms (0: none): it can only shorten the
 * server's own. */
double api__timeout(const api_context *context, double asked_ms);

/*
 * Opens a page (UTF-8) within the limits of the server and a deadline, both borrowed. cap: bytes of
 * its memory, 0: core's default. Errors: as dana_page_open.
 */
DANA_MUST_USE dana_status api__open_page(const api_context *context, dana_view source, size_t cap,
                                         api__deadline *deadline, dana_page **page,
                                         dana_error *err);

/*
 * Turns a failure of core into the problem that its category asks for.
 * timeout_ms: how long the work was allowed to take.
 */
void api__core_problem(api_response *out, const char *id, const dana_error *err, double timeout_ms);

#endif
