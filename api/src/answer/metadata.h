/*
 * The members "metadata", "posts" and "comments" of an answer.
 */
#ifndef API_ANSWER_METADATA_H
#define API_ANSWER_METADATA_H

#include "answer/extraction.h"

#include <jansson.h>

/*
 * Finds a page's metadata and writes it: authors, published, modified, language, dir, site_name,
 * excerpt, canonical_url and image, each {value, source} or null where unknown, and subtitles.
 * Returns a new reference; NULL when memory ran out,
 * or core failed (extraction->err is set then).
 */
json_t *api__metadata_value(api__extraction *extraction);

/*
 * Finds a page's posts and comments, once an answer, and writes those of one kind: index, parent,
 * depth, author, date, text, start, end and ranges. Returns and errors: as api__metadata_value.
 */
json_t *api__posts_value(api__extraction *extraction, dana_item_kind kind);

#endif
