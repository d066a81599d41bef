/*
 * The routes of services that danad can replace: an extraction as ever, answered in their form.
 */
#ifndef API_EXTRACT_ANSWERER_H
#define API_EXTRACT_ANSWERER_H

#include "answer/json.h"

/*
 * Writes the answer to an extraction in another form. Returns false when memory ran out, or core
 * failed (extraction->err is set then).
 */
typedef bool api__answerer(api__extraction *extraction, const api_request *request,
                           api_response *out);

/*
 * Answers an extraction whose input the caller made; start_ms: when reading the request began. In
 * extract.c.
 */
void api__extract_with(const api_context *context, const api_request *request, double start_ms,
                       const api__extract_input *input, api__answerer *answerer, api_response *out);

/* Returns whether /tika/main takes a Content-Type (NULL: none). */
bool api__tika_takes(const char *content_type);

#endif
