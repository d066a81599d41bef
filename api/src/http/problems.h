/*
 * Problem documents (RFC 9457).
 */
#ifndef API_HTTP_PROBLEMS_H
#define API_HTTP_PROBLEMS_H

#include "api/api.h"

#include <jansson.h>

/* Most errors that one answer lists: a body of errors alone must not become a far larger answer. */
#define API__ERRORS_MAX 100

/*
 * The errors of one request, the first API__ERRORS_MAX of them. list: array of {pointer, detail},
 * owned. code: the code of the first error, static; NULL where there is none. failed: memory ran
 * out while collecting.
 */
typedef struct {
    json_t *list;
    const char *code;
    bool failed;
} api__errors;

/* Adds an error at a JSON pointer ("#/options/gap"); format and arguments make its detail. */
void api__error_add(api__errors *errors, const char *code, const char *pointer, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));

/* Frees the list. */
void api__errors_clear(api__errors *errors);

/* Makes the problem of collected errors, which it takes over. */
void api__errors_response(api_response *out, const char *request_id, api__errors *errors);

/*
 * Makes a problem with extension members (stolen; NULL: none). detail NULL: the code's own.
 */
void api__problem(api_response *out, const char *request_id, const char *code, const char *detail,
                  json_t *extensions);

/*
 * Puts a server's base path (NULL: none) in front of the type of a problem, which is made without
 * it. To be called once, where an answer leaves the API; what is no problem stays as it is.
 */
void api__problem_place(api_response *out, const char *base_path);

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
} api__problem_row;

/* Gives row `index` of the table. Returns false beyond the last. */
bool api__problem_at(size_t index, api__problem_row *row);

/* Whether /problems/{code} explains a problem with more than the table's row. */
bool api__problem_is_explained(const char *code);

/* Calls visit for each code of the table: code, status, title. */
void api__problems_each(void (*visit)(const char *code, int status, const char *title, void *arg),
                        void *arg);

#endif
