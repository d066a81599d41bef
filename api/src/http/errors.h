/*
 * The errors of one request, collected for one problem document.
 */
#ifndef API_HTTP_ERRORS_H
#define API_HTTP_ERRORS_H

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

/* Makes the problem of one error. */
void api__error_response(api_response *out, const char *request_id, const char *code,
                         const char *pointer, const char *detail);

#endif
