/*
 * The body of a request: its content coding undone, its JSON parsed.
 */
#ifndef API_HTTP_BODY_H
#define API_HTTP_BODY_H

#include "api/api.h"
#include "dana/view.h"
#include "json/document.h"

/* Undoes the body's content coding. Returns false with a problem; *owned is to be freed. */
bool api__body_decode(const api_context *context, const api_request *request, dana_view *body,
                      char **owned, api_response *out);

/* Returns a text without the byte order mark that it may begin with. */
dana_view api__skip_bom(dana_view text);

/*
 * Reads a body as JSON: a BOM is skipped, lone surrogates are replaced, duplicate names refused.
 * texts: members that may be long, as for api__json_read; they borrow from the body. Returns true
 * and JSON to be cleared, or false with a refusal.
 */
bool api__body_json(const char *id, dana_view body, const char *const *texts, api__json *json,
                    api_response *refusal);

/* Undoes the body's content coding and reads it. Returns as api__body_json; what is decoded is the
 * JSON's. */
bool api__body_read(const api_context *context, const api_request *request,
                    const char *const *texts, api__json *json, api_response *out);

/* Where a text begins in what it is a part of. */
typedef struct {
    size_t line;     /* from 1 */
    size_t column;   /* from 1, in code points */
    size_t position; /* from 0, in bytes */
} api__origin;

/* As api__body_json, for a part of a text that begins at `origin`: problems name positions in the
 * whole. */
bool api__part_json(const char *id, dana_view part, api__origin origin, const char *const *texts,
                    api__json *json, api_response *refusal);

/* Makes the problem of JSON that is none; `what` is wrong at `origin`. */
void api__json_problem(api_response *out, const char *request_id, const char *what,
                       api__origin origin);

#endif
