/*
 * The page of a request that names a URL.
 */
#ifndef API_EXTRACT_FETCH_H
#define API_EXTRACT_FETCH_H

#include "request/extract_request.h"

/*
 * Finds the page of a request: the one that came along, or the one that was fetched (NULL: none
 * yet). Returns true and a page that borrows from these; else false, and *out orders the fetch or
 * tells the problem.
 */
bool api__find_page(const api_context *context, const char *id, const api__extract_request *request,
                    const api_fetched *fetched, api__page *page, api_response *out);

#endif
