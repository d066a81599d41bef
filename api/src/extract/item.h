/*
 * Items of a batch.
 */
#ifndef API_EXTRACT_ITEM_H
#define API_EXTRACT_ITEM_H

#include "api/batch.h"
#include "request/extract_request.h"

struct api_defaults {
    json_t *root;
};

/*
 * Makes defaults of a value, which it steals; NULL (memory ran out) is refused too. As
 * api_defaults_read.
 */
api_defaults *api__defaults_new(const char *request_id, json_t *root, api_response *refusal);

/*
 * Answers an item whose JSON was parsed, as /v1/extract would. start_ms: when that began. In
 * extract.c.
 */
void api__extract_item(const api_context *context, const api_item *item, double start_ms,
                       const api__extract_input *input, api_response *out);

#endif
