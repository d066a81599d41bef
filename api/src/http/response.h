/*
 * Responses: JSON bodies, static bodies, headers.
 */
#ifndef API_HTTP_RESPONSE_H
#define API_HTTP_RESPONSE_H

#include "api/api.h"
#include "dana/view.h"

#include <jansson.h>

/* Writes a value (borrowed) as the body. Returns false, with no body, when memory ran out. */
bool api__dump_json(const json_t *value, api_response *out);

/* Answers 200 with a value, which it steals; NULL (memory ran out) becomes 500. */
void api__json_response(api_response *out, const char *request_id, json_t *value);

/* Sets a body that is never freed. */
void api__static_body(api_response *out, const char *content_type, const char *body, size_t length);

/* Answers 200 with a copy of `body`; memory that runs out becomes 500. */
void api__bytes_response(api_response *out, const char *request_id, const char *content_type,
                         dana_view body);

/* Adds a header; name is static, the value is formatted and cut at its size. */
void api__add_header(api_response *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
