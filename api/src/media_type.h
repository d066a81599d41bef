/*
 * Media types: Content-Type and Accept.
 */
#ifndef API_MEDIA_TYPE_H
#define API_MEDIA_TYPE_H

#include "dana/view.h"

#include <stdbool.h>

/* Returns whether a Content-Type (NULL: none) is `type` ("text/html"), parameters aside. */
bool api__media_is(const char *content_type, const char *type);

/* Returns whether a Content-Type is that of an HTML page. */
bool api__media_is_html(const char *content_type);

/* Returns the charset parameter of a Content-Type (NULL: none); borrowed, empty where none. */
dana_view api__media_charset(const char *content_type);

/* Returns whether an Accept header (NULL: none) takes application/json. */
bool api__accepts_json(const char *accept);

/* Returns whether an Accept header (NULL: none) takes a type ("text/html"), by its name or a range.
 */
bool api__accepts(const char *accept, const char *type);

/* Returns whether an Accept header names a type, and not the other one before it. */
bool api__names_first(const char *accept, const char *type, const char *other);

/* Newline-delimited JSON: a document a line. */
#define API__NDJSON "application/x-ndjson"

/* Returns whether an Accept header (NULL: none) names API__NDJSON. */
bool api__accepts_ndjson(const char *accept);

/*
 * Returns whether an Accept header names API__NDJSON, and not application/json before it; `usual`
 * where it names neither.
 */
bool api__prefers_ndjson(const char *accept, bool usual);

/* Returns whether an Accept header names image/svg+xml, and not application/json before it. */
bool api__prefers_svg(const char *accept);

/* Returns whether an Accept header names application/openmetrics-text, and not text/plain before
 * it. */
bool api__prefers_openmetrics(const char *accept);

#endif
