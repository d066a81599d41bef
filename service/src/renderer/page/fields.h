/* The headers of what was fetched for a page, as "name: value" lines. */
#ifndef SVC_RENDERER_PAGE_FIELDS_H
#define SVC_RENDERER_PAGE_FIELDS_H

#include <jansson.h>
#include <stdbool.h>

/* Returns those that the browser is given, as it takes them: a new reference. */
json_t *svc_fields_as_json(const char *lines);

/* Whether a document with these is none that a browser shows. */
bool svc_fields_are_of_download(const char *lines);

#endif
