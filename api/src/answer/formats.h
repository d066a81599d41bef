/*
 * The formats of an extraction's answer.
 */
#ifndef API_ANSWER_FORMATS_H
#define API_ANSWER_FORMATS_H

#include "answer/extraction.h"

/* A format: what it needs of a page, and what writes it. */
typedef struct {
    unsigned parts;       /* as include's bits; 0: those that the request includes */
    bool is_picture;      /* the page is drawn instead of extracted */
    bool renders_content; /* the writer renders the content itself: that takes more memory */
    /* Returns false when memory ran out, or core failed (extraction->err is set then). */
    bool (*write)(api__extraction *extraction, api_response *out);
} api__format;

/* The media types that /v1/extract answers in, in the order of api_form, NULL-terminated. */
extern const char *const api__extract_types[];

/* Returns the format of a form, static. */
const api__format *api__format_of(api_form form);

/* Returns the format that an Accept header chooses, static. */
const api__format *api__accepted_format(const char *accept);

#endif
