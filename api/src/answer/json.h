/*
 * The answer of /v1/extract as JSON, member by member.
 */
#ifndef API_ANSWER_JSON_H
#define API_ANSWER_JSON_H

#include "answer/extraction.h"

/* Answers 200. Returns false when memory ran out, or core failed (extraction->err is set then). */
bool api__answer_json(api__extraction *extraction, api_response *out);

#endif
