/*
 * Options in the query of a request without a JSON body, as the members they stand for.
 */
#ifndef API_REQUEST_QUERY_H
#define API_REQUEST_QUERY_H

#include "api/api.h"
#include "http/errors.h"

#include <jansson.h>

/*
 * Makes the JSON object that a body would have been: url, base_url and include (comma-separated)
 * are members of it, all else of its options; a dot leads into an object (params.gap=12). Integers,
 * true and false are themselves, all else is a string, and so are values of parameters that take
 * strings alone (params.smoothing=3). New reference, or NULL. What cannot be a member (a name
 * twice, a name or value that is not UTF-8) is added to errors, which fail where memory ran out.
 */
json_t *api__query_json(const api_parameter *parameters, size_t count, api__errors *errors);

#endif
