/*
 * The members "ranges", "density" and "line_offsets" of an answer: what is told of the page's
 * lines.
 */
#ifndef API_ANSWER_LINES_H
#define API_ANSWER_LINES_H

#include "answer/extraction.h"
#include "json/values.h"
#include "json/writer.h"

/* Lists the ranges of the content. New reference; NULL when memory ran out. */
json_t *api__ranges_value(api__extraction *extraction);

/* Writes the profile of the page's lines. */
void api__write_density(api__extraction *extraction, api__writer *writer, const char *name);

/* Writes where each line starts, and where the last one ends: lines + 1 numbers. */
void api__write_line_offsets(api__extraction *extraction, api__writer *writer, const char *name);

#endif
