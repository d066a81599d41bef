/*
 * The route /v1/extract.
 */
#ifndef API_EXTRACT_EXTRACT_H
#define API_EXTRACT_EXTRACT_H

#include "api/api.h"

/* GET and POST /v1/extract */
void api__extract(const api_context *context, const api_request *request, api_response *out);

#endif
