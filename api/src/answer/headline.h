/*
 * The members "headline" and "candidates" of an answer.
 */
#ifndef API_ANSWER_HEADLINE_H
#define API_ANSWER_HEADLINE_H

#include "answer/extraction.h"
#include "json/writer.h"

/* Writes the headline that was found, or null. Where core fails the writer does, and
 * extraction->err is set. */
void api__write_headline(api__extraction *extraction, api__writer *writer, const char *name);

/* Writes all candidates; failures as above. */
void api__write_candidates(api__extraction *extraction, api__writer *writer, const char *name);

#endif
