/*
 * The member "warnings" of an answer.
 */
#ifndef API_ANSWER_WARNINGS_H
#define API_ANSWER_WARNINGS_H

#include "answer/extraction.h"

#include <jansson.h>

/* Lists the warnings of core and of the API. Returns a new reference, NULL when memory ran out. */
json_t *api__warnings_value(api__extraction *extraction);

#endif
