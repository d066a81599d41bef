/*
 * The way of one page, from its request to its answer. All that extracts goes this way: the route,
 * the items of batches, the command line, and the routes of services that danad replaces.
 */
#ifndef API_EXTRACT_RUN_H
#define API_EXTRACT_RUN_H

#include "answer/formats.h"

/* What an extraction is given; all borrowed, but the root of `input`. */
typedef struct {
    api__extract_input input;
    const api__format *format;
    const api_fetched *fetched;   /* NULL: none was fetched yet */
    const api_rendered *rendered; /* NULL: none was rendered yet */
    const api_site *site;         /* what the page is compared with; NULL: nothing */
    bool wants_language;          /* whether the response says it beside its body */
    double queue_ms;
    double start_ms; /* when reading the request began */
} api__extract_context;

/*
 * Reads the request, and answers with what is found in its page, with an order to fetch the page,
 * or with a problem.
 */
void api__run_extraction(const api_context *context, const api__extract_context *given,
                         api_response *out);

/*
 * Reads the request and adds its page to a site. Returns false where it has no page that can be
 * read, the page is to be fetched, or the site has no room for it.
 */
bool api__learn_page(const api_context *context, const api__extract_context *given, api_site *site);

#endif
