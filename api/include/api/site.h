/*
 * Pages of one site, for algorithms that compare them: what they have in common is learned first,
 * then each of them is extracted. The route /v1/extract/site does so for one request.
 */
#ifndef API_SITE_H
#define API_SITE_H

#include "api/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Makes a site without pages. Returns it, owned (api_site_free); NULL where memory is out. */
api_site *api_site_new(void);

/*
 * Learns from a page: html in any encoding, charset the label that it came with (NULL: none),
 * options_json as for api_extract_document. Not after api_site_measure. Returns false where it
 * brings nothing: it is none, or the site's memory is full.
 */
bool api_site_add(api_site *site, const api_context *context, const char *html, size_t html_length,
                  const char *charset, const char *options_json);

/* Returns the number of pages that were learned from. */
size_t api_site_pages(const api_site *site);

/* Ends the learning, once, before the first page is extracted. Afterwards any thread may read it.
 */
void api_site_measure(api_site *site);

/* Frees a site; NULL is allowed. */
void api_site_free(api_site *site);

#ifdef __cplusplus
}
#endif
#endif
