/*
 * The body of a request: its content coding undone, its JSON parsed.
 */
#ifndef API_BODY_H
#define API_BODY_H

#include "api/api.h"
#include "dana/view.h"

#include <jansson.h>

/* Undoes the body's content coding. Returns false with a problem; *owned is to be freed. */
bool api__body_decode(const api_context *context, const api_request *request, dana_view *body,
                      char **owned, api_response *out);

/*
 * Parses a body as JSON: a BOM is skipped, lone surrogates are replaced (*replaced tells),
 * duplicate names refused. Returns true and a new reference, or false with a refusal.
 */
bool api__body_json(const char *id, dana_view body, json_t **root, bool *replaced,
                    api_response *refusal);

/* The same for a part of a text, whose problems name lines from `line` on instead of 1. */
bool api__part_json(const char *id, dana_view part, size_t line, json_t **root, bool *replaced,
                    api_response *refusal);

#endif
