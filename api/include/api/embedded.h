/*
 * Documents that are made, compressed and digested while the program is built (api/embed.cmake).
 */
#ifndef API_EMBEDDED_H
#define API_EMBEDDED_H

#include <stddef.h>

/* The forms of a document, by content coding. */
typedef enum { API_PLAIN, API_GZIP, API_ZSTD, API_CODINGS } api_coding;

/* A document in one form; all is static. */
typedef struct {
    const unsigned char *bytes;
    size_t length;
    const char *digest; /* SHA-256 of the bytes in hexadecimal */
} api_form_bytes;

/* A document in all forms. */
typedef struct {
    api_form_bytes forms[API_CODINGS];
} api_embedded;

#endif
