/*
 * A page's bytes as UTF-8, with how they were read.
 */
#ifndef API_REQUEST_DOCUMENT_H
#define API_REQUEST_DOCUMENT_H

#include "dana/decode.h"
#include "dana/sniff.h"

/* A page as it came. */
typedef struct {
    const char *bytes; /* borrowed; NULL: none yet */
    size_t length;
    dana_view charset;  /* label that it came with, empty where none */
    bool is_text;       /* a JSON string: UTF-8 already, whatever the page says of itself */
    bool is_rendered;   /* the same, written from what a browser had */
    dana_view box_text; /* its boxes, as dana_page_read_boxes reads them; data NULL: none came */
} api__page;

/* A decoded page. text borrows from the page or from decoded. */
typedef struct {
    dana_view text;
    const char *encoding;      /* "windows-1256"; static */
    const char *source;        /* how it was found: "json", "bom", "http", "meta", ...; static */
    size_t replacements;       /* U+FFFD written for bytes that are no characters */
    size_t replaced_elsewhere; /* U+FFFD that a JSON string brought along */
    bool mismatch;             /* a label was overruled, unknown, or does not fit the bytes */
    bool read_back;            /* it was encoded twice, which was undone */
    bool encoded_twice;        /* a JSON string is so, and stays as it came: its places count */
    bool fallback;             /* nothing told the encoding */
    dana_decoded decoded;      /* keeps the text's memory; zero for a JSON string */
} api__document;

/*
 * Decodes a page. *out is to be freed with api__document_clear. Errors: DANA_TOO_LARGE,
 * DANA_NO_MEMORY.
 */
dana_status api__document_read(const api__page *page, api__document *out, dana_error *err);

/*
 * Returns what a page's bytes are where they are no page, by their first ones; NULL: they may be
 * one. In a JSON string only what is text counts.
 */
const dana_format *api__document_format(const api__page *page);

/* Frees what a document owns. */
void api__document_clear(api__document *document);

#endif
