/*
 * The member "warnings" of an answer.
 */
#ifndef API_ANSWER_WARNINGS_H
#define API_ANSWER_WARNINGS_H

#include "answer/extraction.h"
#include "json/writer.h"

/* Writes the warnings of core and of the API. */
void api__write_warnings(api__extraction *extraction, api__writer *writer, const char *name);

#endif
