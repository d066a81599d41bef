/*
 * A page as a browser has rendered it, and what a browser is asked for.
 */
#ifndef API_RENDERED_H
#define API_RENDERED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A page to be rendered. Texts are owned by the response that holds the order. Times in
 * milliseconds. */
typedef struct {
    char *html; /* UTF-8; taken over by who renders it, which sets it to NULL */
    size_t html_length;
    char *url;       /* where the page is from, absolute */
    char *selector;  /* that is waited for; "": none */
    long timeout_ms; /* 0: the service's own */
    long quiet_ms;   /* without requests, after the load event; 0: that event is enough */
    int width;       /* of the window, CSS pixels */
    int height;
    bool pictures; /* whether pictures and fonts are needed */
    bool picture;  /* whether a picture will be asked for */
} api_render_order;

/* A box as it comes from the browser; see dana/boxes.h. */
typedef struct {
    uint32_t offset;
    float x, y, width, height;
    float font_size;
    uint16_t font_weight;
    uint8_t is_text;
    uint8_t is_visible;
    uint32_t color;
    uint32_t background;
} api_packed_box;

/* A page that was rendered. All strings are borrowed; those after `problem` are there where that
 * is NULL. */
typedef struct {
    const char *problem; /* a problem's code ("render-failed"); NULL: the page is there */
    const char *detail;  /* one sentence about the problem; NULL for the table's own */
    const char *html;    /* UTF-8 */
    size_t html_length;
    const char *final_url;
    const api_packed_box *boxes; /* sorted by offset; NULL: none were asked for */
    size_t box_count;
    bool is_complete; /* false: its time was over before it had what was waited for */
    unsigned loaded;  /* requests that were answered */
    unsigned refused; /* that are not allowed */
    unsigned skipped; /* that the answer does not need */
    unsigned failed;
    size_t bytes; /* of all answers */
    int width;    /* of the whole page, CSS pixels */
    int height;
    /* Lines of "outcome TAB type TAB status TAB bytes TAB code TAB url LF", the first ones of all
     * requests. */
    const char *requests;
    size_t requests_length;
    double elapsed_ms;
    bool picture_done;   /* it was asked for */
    const char *picture; /* PNG in base64; NULL: none was asked for, or there is none */
    size_t picture_length;
} api_rendered;

/* A part of the rendered HTML, in bytes. */
typedef struct {
    uint64_t start;
    uint64_t end;
} api_span;

#endif
