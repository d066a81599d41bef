/*
 * Responses: bodies and headers.
 */
#ifndef API_HTTP_RESPONSE_H
#define API_HTTP_RESPONSE_H

#include "api/api.h"
#include "json/buffer.h"

#include <jansson.h>

/*
 * Makes what a buffer holds the body, in place of the one there is. Returns false, and the response
 * is as it was, where the buffer failed or is empty.
 */
bool api__set_body(api_response *out, api__buffer *buffer);

/* Writes a value (borrowed) as the body. Returns false as api__set_body, when memory ran out. */
bool api__dump_json(const json_t *value, api_response *out);

/* Answers 200 with what a buffer holds, and takes it over. Returns false as api__set_body. */
bool api__buffer_response(api_response *out, const char *content_type, api__buffer *buffer);

/* Sets a body that is never freed. */
void api__static_body(api_response *out, const char *content_type, const char *body, size_t length);

/* Sets a document as the body. */
void api__document_body(api_response *out, const char *content_type, const api_embedded *document);

/* Adds a header; name is static, the value is formatted and cut at its size. */
void api__add_header(api_response *out, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
