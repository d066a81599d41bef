/*
 * The request of /v1/extract: JSON in, checked settings out.
 */
#ifndef API_REQUEST_EXTRACT_REQUEST_H
#define API_REQUEST_EXTRACT_REQUEST_H

#include "request/document.h"
#include "request/extract_options.h"
#include "json/document.h"

/* What an answer includes, as bits. */
enum {
    API__INCLUDE_TEXT = 1 << 0,
    API__INCLUDE_HEADLINE = 1 << 1,
    API__INCLUDE_RANGES = 1 << 2,
    API__INCLUDE_DENSITY = 1 << 3,
    API__INCLUDE_CANDIDATES = 1 << 4,
    API__INCLUDE_LINE_OFFSETS = 1 << 5,
    API__INCLUDE_SOURCE = 1 << 6,
    API__INCLUDE_LINKS = 1 << 7,
    API__INCLUDE_IMAGES = 1 << 8,
    API__INCLUDE_HTML = 1 << 9,
    API__INCLUDE_MARKDOWN = 1 << 10,
    API__INCLUDE_METADATA = 1 << 11,
    API__INCLUDE_TRACE = 1 << 12,
    API__INCLUDE_POSTS = 1 << 13,
    API__INCLUDE_COMMENTS = 1 << 14,
    API__INCLUDE_MEDIA = 1 << 15,
    API__INCLUDE_SCREENSHOT = 1 << 16,
    API__INCLUDE_BOXES = 1 << 17,
    API__INCLUDE_SEGMENTS = 1 << 18,
};

/* What only a page with its pictures and fonts has as it is. */
#define API__INCLUDE_LOOKS (API__INCLUDE_SCREENSHOT | API__INCLUDE_BOXES | API__INCLUDE_SEGMENTS)

/* The members of a request whose texts may be long, NULL-terminated: see api__json_read. */
extern const char *const api__request_texts[];

/* Returns the name of include's bit `index`, NULL beyond the last. */
const char *api__include_name(size_t index);

/* A request. The page and the URLs borrow from json, from decoded or from the caller. */
typedef struct {
    api__json json;
    char *decoded;
    api__page page;
    const char *url;      /* to be fetched; NULL: the page came with the request */
    const char *base_url; /* for relative links; NULL: none */
    unsigned include;
    api__extract_options options;
} api__extract_request;

/* Where a request comes from. A page leaves no room for another one in the body or the query. */
typedef struct {
    const char *id;        /* of the request */
    const api__page *page; /* a raw body, or the command line's file; NULL: none */
    dana_view body;        /* JSON; data NULL: none, the query holds the options */
    const api_parameter *parameters;
    size_t parameter_count;
    api__json *json; /* read already, with api__request_texts, in place of body; what it holds is
                        taken over; NULL: none */
    const json_t *defaults; /* checked: include and options of JSON without them; NULL: none */
} api__extract_input;

/*
 * Reads a request. Returns true and a request to free with api__extract_request_clear; else false,
 * and *refusal is the problem to send.
 */
bool api__extract_request_read(const api__extract_input *input, api__extract_request *request,
                               api_response *refusal);

/*
 * Checks what a batch's items take where they have none of their own: an object with include and
 * options. Returns false with a refusal.
 */
bool api__extract_defaults_check(const char *id, const json_t *defaults, api_response *refusal);

/* What is said of a query that comes with a JSON body. */
#define API__NO_QUERY "beside a JSON body the query takes no options: they go into the body"

/* Returns what is wrong with a string as the address of a page that came along, static; NULL:
 * nothing. */
const char *api__base_url_fault(const json_t *value);

/* Frees what a request owns. */
void api__extract_request_clear(api__extract_request *request);

#endif
