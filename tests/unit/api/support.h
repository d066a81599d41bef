/* Helpers of the API's unit tests. Include ../unit.h first. */
#ifndef TESTS_API_SUPPORT_H
#define TESTS_API_SUPPORT_H

#include "api/api.h"
#include "dana/view.h"

#include <jansson.h>

/* A request id that is a UUID. */
#define TEST_ID "0198f0c2-7c1e-7d3a-9b44-0c6c5f1f2a11"

/* A member of a query, from a string literal. */
#define PARAMETER(name, value)                                                                     \
    {                                                                                              \
        name, value, sizeof(value) - 1                                                             \
    }

/* A context with a clock that advances by one millisecond with each call. */
extern const api_context test_context;

/* Sends a body to POST /v1/extract; the caller clears the response. */
void post_extract(const char *body, api_response *out);

/* Sends a body, checks the status, and returns the response as JSON, owned. */
json_t *extract_json(const char *body, int status);

/* Sends html with further members, written as JSON (", \"include\": []"), and returns the answer.
 */
json_t *extract_html(const char *html, const char *members);

/* Returns a copy of its own, so that ASan sees a read beyond it; free_view frees it. */
dana_view copy_of(const char *text);

/* Frees a copy. */
void free_view(dana_view view);

/* Checks that a view is a text. */
void assert_view(dana_view view, const char *text);

/* Lets jansson's allocations fail after the next `count`; negative: none. */
void fail_allocations_after(long count);

/* Returns the text root[object][member], borrowed; NULL where it is none. */
const char *text_at(const json_t *root, const char *object, const char *member);

#endif
