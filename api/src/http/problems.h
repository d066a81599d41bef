/*
 * Problem documents (RFC 9457).
 */
#ifndef API_HTTP_PROBLEMS_H
#define API_HTTP_PROBLEMS_H

#include "api/api.h"

#include <jansson.h>

/*
 * Makes a problem with extension members (stolen; NULL: none). detail NULL: the code's own.
 */
void api__problem(api_response *out, const char *request_id, const char *code, const char *detail,
                  json_t *extensions);

/* As api__problem, with extension members; NULL: there was no memory for them, so 500 instead. */
void api__problem_with(api_response *out, const char *request_id, const char *code,
                       const char *detail, json_t *extensions);

/*
 * Puts a server's base path (NULL: none) in front of the type of a problem, which is made without
 * it. To be called once, where an answer leaves the API; what is no problem stays as it is.
 */
void api__problem_set_base(api_response *out, const char *base_path);

/* A problem whose extension `limit` names the number that was exceeded. */
void api__limit_problem(api_response *out, const char *request_id, const char *code,
                        const char *detail, size_t limit);

/* A problem that may pass: retry_after_s > 0 adds Retry-After and the member retry_after. */
void api__retry_problem(api_response *out, const char *request_id, const char *code,
                        const char *detail, int retry_after_s);

/* What the table says of a problem; all static. */
typedef struct {
    const char *code;
    int status;
    const char *title;
    const char *detail; /* what problem documents say where they know nothing better */
    bool closes;        /* the connection is closed with it */
} api__problem_row;

/* Returns row `index` of the table; NULL beyond the last. */
const api__problem_row *api__problem_at(size_t index);

/* Returns the row of a code; NULL where there is none. */
const api__problem_row *api__find_problem(const char *code);

#endif
