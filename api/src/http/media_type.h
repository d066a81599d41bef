/*
 * Media types: Content-Type.
 */
#ifndef API_HTTP_MEDIA_TYPE_H
#define API_HTTP_MEDIA_TYPE_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns whether a Content-Type (NULL: none) is `type` ("text/html"), parameters aside. */
bool api__media_is(const char *content_type, const char *type);

/* Returns whether a Content-Type is that of an HTML page. */
bool api__media_is_html(const char *content_type);

/* Returns the charset parameter of a Content-Type (NULL: none); borrowed, empty where none. */
dana_view api__media_charset(const char *content_type);

/* Newline-delimited JSON: a document a line. */
#define API__NDJSON "application/x-ndjson"

/* Returns whether an Accept header prefers application/openmetrics-text to text/plain. */
bool api__prefers_openmetrics(const char *accept);

#endif
