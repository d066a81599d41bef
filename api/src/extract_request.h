/*
 * The request of /v1/extract: JSON in, checked settings out.
 */
#ifndef API_EXTRACT_REQUEST_H
#define API_EXTRACT_REQUEST_H

#include "dana/algorithm.h"
#include "offsets.h"
#include "problems.h"

/* What an answer includes, as bits. */
enum {
    API__INCLUDE_TEXT = 1 << 0,
    API__INCLUDE_HEADLINE = 1 << 1,
    API__INCLUDE_RANGES = 1 << 2,
    API__INCLUDE_DENSITY = 1 << 3,
    API__INCLUDE_CANDIDATES = 1 << 4,
    API__INCLUDE_LINE_OFFSETS = 1 << 5,
    API__INCLUDE_SOURCE = 1 << 6,
};

/* Returns the name of include's bit `index`, NULL beyond the last. */
const char *api__include_name(size_t index);

/* A request. html borrows from root, from decoded or from the caller. */
typedef struct {
    json_t *root;
    char *decoded;
    const char *html;
    size_t html_length;
    const char *encoding_source; /* "json", "bom", "http", "utf8-valid"; static */
    unsigned include;
    const dana_algorithm *algorithm;
    dana_params params;
    const dana_algorithm *headline_algorithm;
    dana_params headline_params;
    api__offset_unit offset_unit;
    size_t max_text_chars; /* 0: no limit */
    double timeout_ms;     /* 0: the server's own */
    bool surrogates_replaced;
} api__extract_request;

/*
 * Reads a request body. document, where not NULL, is the page of the command line: the body then
 * holds no input and may be NULL. Returns true and a request to free with
 * api__extract_request_clear; else false, and *refusal is the problem to send.
 */
bool api__extract_request_read(const char *request_id, const char *body, size_t body_length,
                               const dana_view *document, api__extract_request *request,
                               api_response *refusal);

/* Frees what a request owns. */
void api__extract_request_clear(api__extract_request *request);

#endif
