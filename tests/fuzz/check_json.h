/* The reader of requests and that of base64, compared with plain ones. */
#ifndef TESTS_CHECK_JSON_H
#define TESTS_CHECK_JSON_H

#include "dana/view.h"

/* Most bytes of a text that check_base64 takes. */
#define CHECK_BASE64_MAX 256

/* A text as JSON, compared with jansson alone. Returns what is wrong, NULL if nothing is. */
const char *check_json(dana_view t);

/* A text as base64, compared with a decoder that takes it bit by bit. Returns what is wrong. */
const char *check_base64(dana_view t);

#endif
