/*
 * The members "boxes" and "segments" of an answer: where a browser shows the parts of a rendered
 * page, and how. Null for a page that was not rendered.
 */
#ifndef API_ANSWER_LOOKS_H
#define API_ANSWER_LOOKS_H

#include "answer/extraction.h"
#include "json/writer.h"

/* Writes the blocks of text of the page. */
void api__write_boxes(api__extraction *extraction, api__writer *writer, const char *name);

/* Writes the visual segments of the page: by the parameter of VIPS where that is the algorithm,
 * else by its default. */
void api__write_segments(api__extraction *extraction, api__writer *writer, const char *name);

#endif
