/*
 * Responses with status 200; memory that runs out becomes the problem "internal".
 */
#ifndef API_HTTP_SUCCESS_H
#define API_HTTP_SUCCESS_H

#include "api/api.h"
#include "dana/view.h"

#include <jansson.h>

/* Answers with a value, which it steals; NULL: memory ran out. */
void api__json_response(api_response *out, const char *request_id, json_t *value);

/* Answers with a copy of `body`. */
void api__bytes_response(api_response *out, const char *request_id, const char *content_type,
                         dana_view body);

/*
 * Makes an answer of status 200 the same for everybody until the server is replaced; by_accept:
 * where Accept chose its form.
 */
void api__publish(api_response *out, bool by_accept);

#endif
