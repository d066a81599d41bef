/*
 * Links and images of the selected content, absolute; the page's base and canonical URL.
 */
#ifndef DANA_LINKS_H
#define DANA_LINKS_H

#include "dana/page.h"
#include "dana/result.h"
#include "dana/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A link: an anchor some text of which is selected. Borrowed from the page. */
typedef struct {
    dana_view href; /* absolute */
    dana_view text; /* as dana_render_text renders it, its newlines as spaces */
    dana_view rel;  /* raw; empty where there is none */
    dana_span span; /* the anchor, from its start tag on, without its end tag */
} dana_link;

/* An image. Borrowed from the page. */
typedef struct {
    dana_view src;  /* absolute */
    dana_view alt;  /* references decoded, trimmed; empty where there is none */
    dana_span span; /* its tag */
} dana_image;

/*
 * Lists the links of a result in document order, duplicates kept: http, https, mailto and tel.
 * base (absolute, see dana_page_base) makes them absolute; a relative link without a base, and what
 * is no URL, is left out. Under Filter 1 anchors are no content: the list is empty.
 * *out holds *count links, borrowed from the page. Errors: DANA_TOO_COMPLEX, DANA_NO_MEMORY,
 * DANA_CANCELLED.
 */
DANA_MUST_USE dana_status dana_result_links(dana_page *page, const dana_result *result,
                                            dana_view base, const dana_link **out, size_t *count,
                                            dana_error *err);

/*
 * Lists the images (http, https) whose img tag lies in a range of the result (dana_result_ranges),
 * in document order; one with the source and alt of an earlier one is left out. The source is src;
 * where that is missing, empty or a data: URL (lazy loading), data-src, else srcset's first
 * candidate. Images in dropped elements (noscript, template) are none.
 * *out holds *count images, borrowed from the page. Errors: as dana_result_links.
 */
DANA_MUST_USE dana_status dana_result_images(dana_page *page, const dana_result *result,
                                             dana_view base, const dana_image **out, size_t *count,
                                             dana_error *err);

/*
 * Gives the URL that the page's references are relative to: its first <base href>, resolved
 * against `document` (the document's URL; empty: unknown) and counting where it is http or https;
 * else `document`. *out is borrowed from the page or is `document`. Errors: as dana_result_links.
 */
DANA_MUST_USE dana_status dana_page_base(dana_page *page, dana_view document, dana_view *out,
                                         dana_error *err);

/*
 * Gives the first <link rel=canonical>'s href, resolved against `base`; out->data is NULL where
 * there is none that is http or https. *out is borrowed from the page. Errors: as
 * dana_result_links.
 */
DANA_MUST_USE dana_status dana_page_canonical(dana_page *page, dana_view base, dana_view *out,
                                              dana_error *err);

#ifdef __cplusplus
}
#endif
#endif
