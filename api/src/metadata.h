/*
 * The member "metadata" of an answer.
 */
#ifndef API_METADATA_H
#define API_METADATA_H

#include "extract_response.h"

#include <jansson.h>

/*
 * Finds a page's metadata and writes it: authors, published, modified, language, dir, site_name,
 * excerpt, canonical_url and image, each {value, source} or null where unknown, and subtitles.
 * document: the page's URL, empty where unknown. Returns a new reference; NULL when memory ran out,
 * or core failed (extraction->err is set then).
 */
json_t *api__metadata_value(api__extraction *extraction, dana_view document);

#endif
