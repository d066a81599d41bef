/*
 * The member "trace" of an answer.
 */
#ifndef API_ANSWER_TRACE_H
#define API_ANSWER_TRACE_H

#include "answer/extraction.h"
#include "json/writer.h"

/*
 * Writes the decision on each block of the page: its offsets, first line, fate (the decision's
 * public name), rule, density and score; null for algorithms that decide by lines. Where core fails
 * the writer does, and extraction->err is set.
 */
void api__write_trace(api__extraction *extraction, api__writer *writer, const char *name);

#endif
