/*
 * The members "ranges", "density" and "line_offsets" of an answer: what is told of the page's
 * lines.
 */
#ifndef API_ANSWER_LINES_H
#define API_ANSWER_LINES_H

#include "answer/extraction.h"
#include "json/values.h"
#include "json/writer.h"

/* Writes the member `ranges`: lines and offsets of the selection. */
void api__write_ranges(api__extraction *extraction, api__writer *writer, const char *name);

/* Writes the profile of the page's lines. */
void api__write_density(api__extraction *extraction, api__writer *writer, const char *name);

/* Writes where each line starts, and where the last one ends: lines + 1 numbers. */
void api__write_line_offsets(api__extraction *extraction, api__writer *writer, const char *name);

/*
 * Writes the decision on each block of the page: its offsets, first line, fate (the decision's
 * public name), rule, density and score; null for algorithms that decide by lines. Where core fails
 * the writer does, and extraction->err is set.
 */
void api__write_trace(api__extraction *extraction, api__writer *writer, const char *name);

#endif
