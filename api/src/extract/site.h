/*
 * The route /v1/extract/site: pages of one site in one request, bounded in number, because all are
 * read before the first is answered.
 */
#ifndef API_EXTRACT_SITE_H
#define API_EXTRACT_SITE_H

#include "api/api.h"

/* Most pages of a request. */
#define API__SITE_PAGES_MAX ((size_t)200)

/* POST /v1/extract/site */
void api__site(const api_context *context, const api_request *request, api_response *out);

#endif
