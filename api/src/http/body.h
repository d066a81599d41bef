/*
 * The body of a request: its content coding undone, its JSON parsed.
 */
#ifndef API_HTTP_BODY_H
#define API_HTTP_BODY_H

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

/* Where a text begins in what it is a part of. */
typedef struct {
    size_t line;     /* from 1 */
    size_t column;   /* from 1, in code points */
    size_t position; /* from 0, in bytes */
} api__origin;

/* The same for a part of a text that begins at `origin`: problems name places of the whole. */
bool api__part_json(const char *id, dana_view part, api__origin origin, json_t **root,
                    bool *replaced, api_response *refusal);

#endif
