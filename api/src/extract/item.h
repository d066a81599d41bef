/*
 * Items of a batch.
 */
#ifndef API_EXTRACT_ITEM_H
#define API_EXTRACT_ITEM_H

#include "http/batch_list.h"

/*
 * Makes defaults of a value, which it steals; NULL (memory ran out) is refused too. As
 * api_defaults_read.
 */
api_defaults *api__defaults_new(const char *request_id, json_t *root, api_response *refusal);

#endif
