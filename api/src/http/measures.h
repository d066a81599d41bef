/*
 * Measures of a page, from core's results.
 */
#ifndef API_HTTP_MEASURES_H
#define API_HTTP_MEASURES_H

#include "api/api.h"
#include "dana/status.h"

/*
 * Reports the measures of a page with its answer, and to the context's observer.
 * status: how core ended; found: whether there is anything in the answer. Sets measures->result.
 */
void api__measures_report(const api_context *context, dana_status status, bool found,
                          api_measures *measures, api_response *out);

#endif
