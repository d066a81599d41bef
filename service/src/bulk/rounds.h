/*
 * Pages of the command line that a browser shows first: the API orders what it lacks, and is asked
 * again with it. What jobs are to a server, with a thread that waits.
 */
#ifndef SVC_BULK_ROUNDS_H
#define SVC_BULK_ROUNDS_H

#include "render/renderers.h"

/* Answers a page; rendered: what was ordered, NULL: nothing yet. */
typedef void svc_rounds_ask(void *arg, const api_rendered *rendered, api_response *out);

/*
 * Asks until there is an answer, and carries out what is ordered meanwhile. renderers may be NULL
 * where the API's context says so: nothing is ordered then. Thread-safe.
 */
void svc_rounds_answer(svc_renderers *renderers, svc_rounds_ask *ask, void *arg, api_response *out);

#endif
