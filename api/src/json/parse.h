/* JSON from bytes, where memory may run out: jansson 2.14 does not notice that everywhere. */
#ifndef API_JSON_PARSE_H
#define API_JSON_PARSE_H

#include <jansson.h>

/* Lets api__parse_json see the allocations. Once, before there are threads and JSON. */
void api__parse_init(void);

/*
 * As json_loadb; new reference. Where an allocation failed, whatever jansson made of it, NULL with
 * an empty text in *error (NULL: not wanted). Without api__parse_init it sees none of them.
 */
json_t *api__parse_json(const char *bytes, size_t length, size_t flags, json_error_t *error);

#endif
