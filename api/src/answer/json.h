/*
 * The answer of /v1/extract, member by member, from core's results.
 */
#ifndef API_ANSWER_JSON_H
#define API_ANSWER_JSON_H

#include "dana/extract.h"
#include "dana/headline.h"
#include "dana/posts.h"
#include "request/document.h"
#include "request/extract_request.h"

#include <jansson.h>

/* Milliseconds that the stages took. */
typedef struct {
    double queue;
    double decode;
    double parse;
    double extract;
    double headline;
    double total;
} api__timings;

/* Everything an answer is made of; all borrowed. err: why a derivation by core failed. */
typedef struct {
    const char *id;
    const char *version;
    const api__extract_request *request;
    const api_fetched *fetched; /* NULL: the page came with the request */
    size_t input_bytes;         /* of the page before it was decoded */
    api__document document;
    dana_page *page;
    dana_result result;
    dana_headline headline; /* algorithm NULL where it was not run */
    unsigned parts;         /* what the answer holds, as include's bits */
    dana_view text;         /* the selected text */
    dana_view markdown;     /* where parts hold it */
    dana_view html;         /* where parts hold it; a fragment */
    dana_view base;         /* URL of the page, for its relative links; empty where unknown */
    bool has_posts;
    dana_posts posts; /* where has_posts */
    api__timings timings;
    bool roomy; /* the content is rendered in another form as well: it takes more memory */
    dana_error err;
} api__extraction;

/* Writes the answer. Returns false when memory ran out, or core failed (err is set then). */
bool api__extract_write(api__extraction *extraction, api_response *out);

/*
 * Finds the page's own base, where something needs it. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY,
 * DANA_CANCELLED.
 */
DANA_MUST_USE dana_status api__find_base(api__extraction *extraction);

/* Returns the language that the page declares, raw; empty where it declares none. */
dana_view api__language(const api__extraction *extraction);

/* Returns "ltr" or "rtl": what the page declares, else what its content is; NULL: unknown. */
const char *api__direction(const api__extraction *extraction);

/* Returns the page's title element as text; null where it has none. New reference or NULL. */
json_t *api__title_value(api__extraction *extraction);

/* Returns the headline's text; null where there is none. New reference or NULL. */
json_t *api__headline_text_value(api__extraction *extraction);

/* Returns the page's URL, borrowed; empty where unknown. */
dana_view api__document_url(const api__extraction *extraction);

/* Returns core's text, which is valid UTF-8 already, as a string: a new reference, or NULL. */
json_t *api__text_value(dana_view text);

/* Returns a cursor at the source's begin that counts in the unit of the request. */
api__offset_cursor api__new_cursor(const api__extraction *extraction);

/* Returns whether max_text_chars cuts the text that was asked for. */
bool api__is_truncated(const api__extraction *extraction);

/* Returns the bytes of the text that max_text_chars leaves. */
size_t api__text_limit(const api__extraction *extraction);

#endif
