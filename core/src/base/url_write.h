/*
 * URLs, written from their parts.
 */
#ifndef DANA_BASE_URL_WRITE_H
#define DANA_BASE_URL_WRITE_H

#include "base/url_parts.h"

/* Output: room for three times the input and what stands between the parts. */
typedef struct {
    char *data;
    size_t length;
} dana__url_out;

/* Writes a URL anew; base: what its path continues where it merges. Returns false where it cannot
 * be a URL. */
bool dana__write_url(dana__url_out *out, const dana__url_parts *url, const dana__url_parts *base);

#endif
