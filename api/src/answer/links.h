/*
 * The members "links", "images" and "media" of an answer.
 */
#ifndef API_ANSWER_LINKS_H
#define API_ANSWER_LINKS_H

#include "answer/extraction.h"

#include <jansson.h>

/* Lists the links of the content. Returns a new reference; NULL when memory ran out, or core failed
 * (extraction->err is set then). */
json_t *api__links_value(api__extraction *extraction);

/* Lists the images of the content; returns as api__links_value. */
json_t *api__images_value(api__extraction *extraction);

/* Lists the videos, sounds and embedded posts of the content; returns as api__links_value. */
json_t *api__media_value(api__extraction *extraction);

#endif
