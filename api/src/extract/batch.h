/*
 * The route /v1/extract/batch: finds the items; they are answered one by one afterwards (item.c).
 */
#ifndef API_EXTRACT_BATCH_H
#define API_EXTRACT_BATCH_H

#include "api/api.h"

/* The media types of the answers to batches, NULL-terminated. */
extern const char *const api__batch_types[];

/*
 * Finds the items of a request: a response with a batch, or a refusal. algorithm: of items that
 * name none; NULL: that of a page alone.
 */
void api__read_items(const api_context *context, const api_request *request, const char *algorithm,
                     api_response *out);

/* POST /v1/extract/batch: a response with a batch, or a refusal. */
void api__batch(const api_context *context, const api_request *request, api_response *out);

#endif
