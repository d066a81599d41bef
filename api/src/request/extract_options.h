/*
 * The options of an extraction.
 */
#ifndef API_REQUEST_EXTRACT_OPTIONS_H
#define API_REQUEST_EXTRACT_OPTIONS_H

#include "request/control.h"
#include "request/members.h"
#include "request/offsets.h"
#include "request/render_options.h"
#include "request/runs.h"

/* Most algorithms that one picture shows. */
#define API__PLOTTED_MAX 8

/* Options; nothing in them is owned. */
typedef struct {
    bool takes_fetch; /* whether a page is fetched, or may be: without one `fetch` is refused */
    const dana_algorithm *algorithm;
    dana_params params;
    const dana_algorithm *headline_algorithm;
    dana_params headline_params;
    api__offset_unit offset_unit;
    size_t max_text_chars; /* 0: no limit */
    double timeout_ms;     /* 0: the server's own */
    api__run plotted[API__PLOTTED_MAX];
    size_t plotted_count;  /* 0: algorithm alone */
    long fetch_timeout_ms; /* 0: the server's own */
    int max_redirects;     /* -1: the server's own */
    bool accept_error_status;
    api__control control;
    api__rendering rendering;
} api__extract_options;

/* Sets every option to its default. */
void api__options_defaults(api__extract_options *options);

/* Reads the members of options; pointer leads to `value`, an object. */
void api__read_options(api__extract_options *options, const json_t *value, const char *pointer,
                       api__errors *errors);

#endif
